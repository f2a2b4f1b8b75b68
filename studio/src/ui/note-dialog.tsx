import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useText } from "../text/use-text.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Field, TextArea } from "./fields/field.tsx";
import { useReason } from "./states/error-state.tsx";
import { Refusal } from "./states/refusal.tsx";

interface NoteDialogProps {
  readonly title: string;
  readonly action: string;
  readonly look?: "primary" | "danger";
  readonly isBusy: boolean;
  /** The refusal of the last try, or null. */
  readonly error: unknown;
  readonly onClose: () => void;
  readonly onAct: (note: string | undefined) => void;
  /** Set to false while the command lacks something that its children ask for. */
  readonly isReady?: boolean;
  /** Set to false for commands that take no note. */
  readonly hasNote?: boolean;
  /** The word on the button that closes the dialog, where there is nothing left to call off. */
  readonly dismiss?: string | undefined;
  readonly children?: ComponentChildren;
}

/** Asks again before a command that cannot be undone, with room for a note. Ctrl+Enter confirms. */
export function NoteDialog(props: NoteDialogProps) {
  const {
    title,
    action,
    look = "primary",
    isBusy,
    error,
    onClose,
    onAct,
    isReady = true,
    hasNote = true,
    dismiss,
    children,
  } = props;
  const text = useText("note");
  const frame = useText("frame");
  const reason = useReason(error);
  const [note, setNote] = useState("");
  const act = () => isReady && onAct(note.trim() === "" ? undefined : note.trim());
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            {dismiss ?? frame.cancel}
          </Button>
          <Button look={look} isBusy={isBusy} disabled={!isReady} onClick={act}>
            {action}
          </Button>
        </>
      }
    >
      <div class="flex flex-col gap-4">
        {children}
        {hasNote && (
          <Field label={text.label} hint={text.hint}>
            {(wiring) => (
              <TextArea
                {...wiring}
                rows={2}
                maxLength={2_000}
                value={note}
                onInput={(event) => setNote(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) act();
                }}
              />
            )}
          </Field>
        )}
        {error !== null && error !== undefined && <Refusal>{reason}</Refusal>}
      </div>
    </Dialog>
  );
}
