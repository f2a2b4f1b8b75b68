import { useState } from "preact/hooks";
import type { ShopEntry } from "../../api/types.ts";
import { useCommand } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Input, TextArea } from "../../ui/fields/field.tsx";
import { useReason } from "../../ui/states/error-state.tsx";
import { Refusal } from "../../ui/states/refusal.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { ENTRIES } from "./entries-path.ts";

interface EntryDialogProps {
  /** Null: a new one. */
  readonly entry: ShopEntry | null;
  /** The question of customers that the new entry answers. */
  readonly ask: string;
  readonly actor: string;
  readonly onClose: () => void;
}

/** Writes an entry, or its next version. What was typed stays when it is refused. */
export function EntryDialog({ entry, ask, actor, onClose }: EntryDialogProps) {
  const text = useText("entries");
  const frame = useText("frame");
  const [title, setTitle] = useState(entry?.title ?? "");
  const [asks, setAsks] = useState(entry?.asks.join("\n") ?? ask);
  const [said, setSaid] = useState(entry?.text ?? "");
  const [until, setUntil] = useState(entry?.until ?? "");
  const command = useCommand([ENTRIES, "/internal/agent/unanswered"]);
  const reason = useReason(command.error);
  const isReady = title.trim() !== "" && said.trim() !== "";
  const fields = {
    actor,
    title: title.trim(),
    asks: asks.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()])),
    text: said.trim(),
    until: until === "" ? null : until,
  };
  const save = () =>
    command.mutate(
      entry === null
        ? { path: ENTRIES, body: fields }
        : { method: "PATCH", path: `${ENTRIES}/${entry.id}`, body: { ...fields, version: entry.version } },
      {
        onSuccess: () => {
          onClose();
          toast(text.saved);
        },
      },
    );
  return (
    <Dialog
      title={entry === null ? text.newTitle : text.changeTitle}
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            {frame.cancel}
          </Button>
          <Button look="primary" isBusy={command.isPending} disabled={!isReady} onClick={save}>
            {text.save}
          </Button>
        </>
      }
    >
      <div class="flex flex-col gap-4">
        <Field label={text.title} hint={text.titleHint}>
          {(wiring) => (
            <Input {...wiring} maxLength={200} value={title} onInput={(event) => setTitle(event.currentTarget.value)} />
          )}
        </Field>
        <Field label={text.questions} hint={text.questionsHint}>
          {(wiring) => (
            <TextArea {...wiring} rows={3} value={asks} onInput={(event) => setAsks(event.currentTarget.value)} />
          )}
        </Field>
        <Field label={text.answer} hint={text.answerHint(1_024 - said.length)}>
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={5}
              maxLength={1_024}
              value={said}
              onInput={(event) => setSaid(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={text.lastDay} hint={text.lastDayHint}>
          {(wiring) => (
            <Input {...wiring} type="date" value={until} onInput={(event) => setUntil(event.currentTarget.value)} />
          )}
        </Field>
        {command.error !== null && <Refusal>{reason}</Refusal>}
      </div>
    </Dialog>
  );
}
