import { useState } from "preact/hooks";
import { ApiError, request } from "../../api/request.ts";
import { useSession } from "../../api/session.tsx";
import type { OrderFileLine } from "../../api/types.ts";
import { refresh } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { textOf } from "../../ui/csv.ts";
import { Field } from "../../ui/fields/field.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { useReasons } from "../../ui/states/error-state.tsx";
import { useNumbers } from "../../ui/values/number.ts";
import { ORDERS } from "./order-words.ts";

interface Failed {
  readonly line: number;
  readonly why: string;
}

interface Done {
  readonly changed: number;
  readonly same: number;
  readonly failed: readonly Failed[];
}

/** Brings orders to what a spreadsheet says, one by one, and tells which line failed and why. The server reads the file. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText("orders");
  const statuses = useText("orderStatus");
  const frame = useText("frame");
  const numbers = useNumbers();
  const { actor } = useSession();
  const reason = useReasons();
  const [lines, setLines] = useState<readonly OrderFileLine[] | null>(null);
  const [unread, setUnread] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [notify, setNotify] = useState(true);
  const [done, setDone] = useState<Done | null>(null);
  const read = async (file: File | undefined) => {
    setDone(null);
    setLines(null);
    setUnread(null);
    if (file === undefined) return;
    setBusy(true);
    try {
      const body = { text: await textOf(file) };
      const { items } = await request<{ readonly items: readonly OrderFileLine[] }>("POST", `${ORDERS}/file`, { body });
      setLines(items);
      if (items.length === 0) setUnread(text.importNotFound);
    } catch (thrown) {
      setUnread(thrown instanceof ApiError && thrown.status === 422 ? text.importNotFound : reason(thrown));
    } finally {
      setBusy(false);
    }
  };
  const why = ({ seenStatus, fault }: OrderFileLine): string => {
    const code = fault?.code;
    switch (code) {
      case undefined:
        return "";
      case "step":
        return text.importStep(statuses[seenStatus ?? "pending"], statuses[fault?.to ?? "pending"]);
      case "contradicts":
        return text.importTwice(String(fault?.line));
      default:
        return text[`import_${code}`];
    }
  };
  const refused = (lines ?? []).filter(({ outcome }) => outcome === "refused");
  const act = async () => {
    setBusy(true);
    const failed: Failed[] = refused.map((line) => ({ line: line.line, why: why(line) }));
    const same = (lines ?? []).filter(({ outcome }) => outcome === "same").length;
    let changed = 0;
    const tell = () => setDone({ changed, same, failed: failed.toSorted((one, other) => one.line - other.line) });
    tell();
    for (const { line, order: id, change, seenStatus } of lines ?? []) {
      if (change === null) continue;
      try {
        const body = { ...change, seenStatus, actor, notify };
        await request("PATCH", `${ORDERS}/${encodeURIComponent(id)}`, { body });
        changed += 1;
      } catch (error) {
        failed.push({ line, why: reason(error) });
      }
      tell();
    }
    setBusy(false);
    setLines(null);
    await refresh(ORDERS);
  };
  return (
    <NoteDialog
      title={text.importTitle}
      action={text.importAct}
      dismiss={done === null ? undefined : frame.close}
      hasNote={false}
      isReady={lines !== null && lines.length > 0}
      isBusy={isBusy}
      error={null}
      onClose={onClose}
      onAct={() => void act()}
    >
      <p class="text-sm text-soft">{text.importText}</p>
      <Field label={text.importFile} error={unread}>
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
      {lines !== null && lines.length > 0 && done === null && (
        <>
          <p class="text-sm font-medium">{text.importRows(lines.length, numbers.count(lines.length))}</p>
          <p class="text-sm text-soft">
            {text.importPlan(
              ...([lines.filter(({ outcome }) => outcome === "change").length, refused.length].map(numbers.count) as [
                string,
                string,
              ]),
            )}
          </p>
          <Faults lines={refused.map((line) => ({ line: line.line, why: why(line) }))} />
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
          <p class="font-medium">
            {text.importDone(
              ...([done.changed, done.same, done.failed.length].map(numbers.count) as [string, string, string]),
            )}
          </p>
          <Faults lines={done.failed} />
        </div>
      )}
    </NoteDialog>
  );
}

function Faults({ lines }: { readonly lines: readonly Failed[] }) {
  const text = useText("orders");
  return (
    <ul class="mt-2 max-h-48 overflow-y-auto text-sm text-bad empty:hidden">
      {lines.map(({ line, why }) => (
        <li key={line}>
          {text.line} {line}: {why}
        </li>
      ))}
    </ul>
  );
}
