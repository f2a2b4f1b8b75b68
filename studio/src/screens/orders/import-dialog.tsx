import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import { useSession } from "../../api/session.tsx";
import type { ShopOrder } from "../../api/types.ts";
import { refresh } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { textOf } from "../../ui/csv.ts";
import { Field } from "../../ui/fields/field.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { useReasons } from "../../ui/states/error-state.tsx";
import { useNumbers } from "../../ui/values/number.ts";
import { type ImportLine, planChange, readImport } from "./import-lines.ts";
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

/** Brings orders to what a spreadsheet says, one by one, and tells which line failed and why. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText("orders");
  const statuses = useText("orderStatus");
  const frame = useText("frame");
  const numbers = useNumbers();
  const { actor } = useSession();
  const reason = useReasons();
  const [lines, setLines] = useState<readonly ImportLine[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [notify, setNotify] = useState(true);
  const [done, setDone] = useState<Done | null>(null);
  const read = async (file: File | undefined) => {
    setDone(null);
    setLines(file === undefined ? [] : readImport(await textOf(file)));
  };
  const act = async () => {
    setBusy(true);
    const failed: Failed[] = [];
    let [changed, same] = [0, 0];
    for (const { line, order: id, fields, contradicts } of lines ?? []) {
      if (id === "" || contradicts !== null) {
        failed.push({ line, why: contradicts === null ? text.importNoOrder : text.importTwice(String(contradicts)) });
        setDone({ changed, same, failed: [...failed] });
        continue;
      }
      const path = `${ORDERS}/${encodeURIComponent(id)}`;
      try {
        const order = await request<ShopOrder>("GET", path);
        const plan = planChange(order, fields, (status) => [statuses[status], text[status]]);
        if (plan.kind === "change") {
          await request("PATCH", path, { body: { ...plan.body, seenStatus: order.status, actor, notify } });
          changed += 1;
        } else if (plan.kind === "same") same += 1;
        else if (plan.kind === "fault") failed.push({ line, why: text[`import_${plan.fault}`] });
        else {
          failed.push({ line, why: text.importStep(statuses[order.status], statuses[plan.to]) });
        }
      } catch (error) {
        failed.push({ line, why: reason(error) });
      }
      setDone({ changed, same, failed: [...failed] });
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
          <p class="font-medium">
            {text.importDone(
              ...([done.changed, done.same, done.failed.length].map(numbers.count) as [string, string, string]),
            )}
          </p>
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
