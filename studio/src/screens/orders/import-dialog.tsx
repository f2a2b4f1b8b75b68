import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import { useSession } from "../../api/session.tsx";
import { refresh } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { readCsv } from "../../ui/csv.ts";
import { useReasons } from "../../ui/error-state.tsx";
import { Field } from "../../ui/field.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { useNumbers } from "../../ui/number.ts";
import { ORDERS } from "./order-words.ts";

const COLUMNS = ["status", "carrier", "guide", "address", "note", "stage"] as const;

interface Line {
  readonly line: number;
  readonly order: string;
  readonly body: Readonly<Record<string, string>>;
}

interface Failed {
  readonly line: number;
  readonly why: string;
}

/** Brings orders to what a spreadsheet says, one by one, and tells which line failed and why. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText("orders");
  const numbers = useNumbers();
  const { actor } = useSession();
  const reason = useReasons();
  const [lines, setLines] = useState<readonly Line[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [notify, setNotify] = useState(true);
  const [done, setDone] = useState<{ readonly good: number; readonly failed: readonly Failed[] } | null>(null);
  const read = async (file: File | undefined) => {
    setDone(null);
    const rows = file === undefined ? [] : readCsv(await file.text());
    setLines(rows.flatMap((row, at) => lineOf(row, at + 2)));
  };
  const act = async () => {
    setBusy(true);
    const failed: Failed[] = [];
    let good = 0;
    for (const { line, order, body } of lines ?? []) {
      try {
        await request("PATCH", `${ORDERS}/${encodeURIComponent(order)}`, { body: { ...body, actor, notify } });
        good += 1;
      } catch (error) {
        failed.push({ line, why: reason(error) });
      }
      setDone({ good, failed: [...failed] });
    }
    setBusy(false);
    setLines(null);
    await refresh(ORDERS);
  };
  return (
    <NoteDialog
      title={text.importTitle}
      action={text.importAct}
      hasNote={false}
      isReady={lines !== null && lines.length > 0}
      isBusy={isBusy}
      error={null}
      onClose={onClose}
      onAct={() => void act()}
    >
      <p class="text-sm text-soft">{text.importText}</p>
      <Field label={text.importFile} error={lines !== null && lines.length === 0 ? text.importNotFound : null}>
        {(wiring) => (
          <input
            {...wiring}
            type="file"
            accept=".csv,text/csv"
            class="text-sm"
            onChange={(event) => void read(event.currentTarget.files?.[0])}
          />
        )}
      </Field>
      {lines !== null && lines.length > 0 && (
        <>
          <p class="text-sm font-medium">{text.importRows(numbers.count(lines.length))}</p>
          <label class="flex items-center gap-2.5 text-sm">
            <input
              type="checkbox"
              class="size-4 accent-accent"
              checked={notify}
              onChange={(event) => setNotify(event.currentTarget.checked)}
            />
            {text.notify}
          </label>
        </>
      )}
      {done !== null && (
        <div role="status" class="text-sm">
          <p class="font-medium">{text.importDone(numbers.count(done.good), numbers.count(done.failed.length))}</p>
          <ul class="mt-2 max-h-48 overflow-y-auto text-bad">
            {done.failed.map(({ line, why }) => (
              <li key={line}>
                {text.line} {line}: {why}
              </li>
            ))}
          </ul>
        </div>
      )}
    </NoteDialog>
  );
}

/** Lines without an order or without anything to change are left out. */
function lineOf(row: Readonly<Record<string, string>>, line: number): Line[] {
  const order = row["order"] ?? "";
  const body = Object.fromEntries(COLUMNS.flatMap((name) => (row[name] ? [[name, row[name]] as const] : [])));
  return order === "" || Object.keys(body).length === 0 ? [] : [{ line, order, body }];
}
