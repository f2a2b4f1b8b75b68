import { useState } from "preact/hooks";
import { useSession } from "../../../api/session.tsx";
import type { CannedReply } from "../../../api/types.ts";
import { useApi, useCommand } from "../../../api/use-api.ts";
import { useText } from "../../../text/use-text.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, Input, TextArea } from "../../../ui/fields/field.tsx";
import { folded } from "../../../ui/folded.ts";
import { AnswerPending } from "../../../ui/states/answer-pending.tsx";
import { useReason } from "../../../ui/states/error-state.tsx";
import { CANNED } from "./canned-list.tsx";

interface CannedDialogProps {
  /** The words that stand in the box: a new text often begins with them. */
  readonly words: string;
  readonly onClose: () => void;
}

type Edited = Pick<CannedReply, "shortcut" | "body"> & { readonly id: string | null };

/** The texts of the shop: to add, change and delete. */
export default function CannedDialog({ words, onClose }: CannedDialogProps) {
  const text = useText("inbox");
  const answer = useApi<{ readonly items: readonly CannedReply[] }>(CANNED);
  const [edited, edit] = useState<Edited | null>(null);
  const remove = useCommand([CANNED]);
  const items = answer.data?.items;
  return (
    <Dialog title={text.canned} onClose={onClose} wide>
      <p class="mb-3 text-sm text-muted">{text.cannedAbout}</p>
      {items === undefined ? (
        <AnswerPending answer={answer} rows={3} />
      ) : (
        <ul class="divide-y divide-line">
          {items.map((reply) => (
            <li key={reply.id} class="flex items-start gap-2 py-2 text-sm">
              <div class="min-w-0 flex-1">
                <p class="font-mono text-xs text-accent">/{reply.shortcut}</p>
                <p class="break-words whitespace-pre-wrap">{reply.body}</p>
              </div>
              <IconButton icon="note" label={text.cannedChange(reply.shortcut)} onClick={() => edit(reply)} />
              <IconButton
                icon="trash"
                label={text.cannedDelete(reply.shortcut)}
                onClick={() => remove.mutate({ method: "DELETE", path: `${CANNED}/${reply.id}` })}
              />
            </li>
          ))}
        </ul>
      )}
      {edited === null ? (
        <Button
          class="mt-3"
          icon="plus"
          onClick={() => edit({ id: null, shortcut: "", body: words.startsWith("/") ? "" : words })}
        >
          {text.cannedNew}
        </Button>
      ) : (
        <CannedForm key={edited.id ?? "new"} edited={edited} onDone={() => edit(null)} />
      )}
    </Dialog>
  );
}

function CannedForm({ edited, onDone }: { readonly edited: Edited; readonly onDone: () => void }) {
  const text = useText("inbox");
  const frame = useText("frame");
  const { actor } = useSession();
  const [shortcut, setShortcut] = useState(edited.shortcut);
  const [body, setBody] = useState(edited.body);
  const command = useCommand([CANNED]);
  const reason = useReason(command.error);
  const said = { shortcut, body: body.trim(), actor };
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    command.mutate(
      edited.id === null ? { path: CANNED, body: said } : { method: "PUT", path: `${CANNED}/${edited.id}`, body: said },
      { onSuccess: onDone },
    );
  };
  return (
    <form onSubmit={save} class="mt-3 flex flex-col gap-3 rounded-lg bg-hover p-3">
      <Field label={text.cannedShortcut} hint={text.cannedShortcutHint}>
        {(wiring) => (
          <Input
            {...wiring}
            value={shortcut}
            required
            maxLength={40}
            spellcheck={false}
            autocapitalize="off"
            onInput={(event) =>
              setShortcut(
                folded(event.currentTarget.value)
                  .replace(/^\//, "")
                  .replace(/[^a-z0-9]+/g, "-"),
              )
            }
          />
        )}
      </Field>
      <Field label={text.cannedBody} hint={text.cannedBodyHint} error={command.error === null ? null : reason}>
        {(wiring) => (
          <TextArea
            {...wiring}
            value={body}
            rows={4}
            required
            maxLength={4_096}
            onInput={(event) => setBody(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="flex justify-end gap-2">
        <Button look="quiet" onClick={onDone}>
          {frame.cancel}
        </Button>
        <Button type="submit" look="primary" isBusy={command.isPending}>
          {text.cannedSave}
        </Button>
      </div>
    </form>
  );
}
