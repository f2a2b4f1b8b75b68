import { useState } from "preact/hooks";
import { useSession } from "../../api/session.tsx";
import type { ScheduledMessage } from "../../api/types.ts";
import { useCommand } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Input, TextArea } from "../../ui/fields/field.tsx";
import { useReason } from "../../ui/states/error-state.tsx";
import { Refusal } from "../../ui/states/refusal.tsx";

const PATH = "/internal/agent/reminders";

interface RemindDialogProps {
  readonly conversationId: string;
  readonly onClose: () => void;
}

/** Sets a reminder at a time in words. The time as it was read is said back, with a button that corrects it. */
export function RemindDialog({ conversationId, onClose }: RemindDialogProps) {
  const text = useText("remind");
  const frame = useText("frame");
  const { actor } = useSession();
  const command = useCommand<ScheduledMessage>([PATH]);
  const [said, setSaid] = useState("");
  const [when, setWhen] = useState("");
  const [isRequested, setRequested] = useState(false);
  const [set, setSet] = useState<ScheduledMessage | null>(null);
  /** A second click on the same words is the same reminder. */
  const [key, setKey] = useState(() => crypto.randomUUID());
  // The server's question says enough of a time that cannot be read.
  const reason = useReason(command.error).split(" needs clarification: ").at(-1);
  const isReady = said.trim() !== "" && when.trim() !== "";
  const change = (write: () => void) => {
    write();
    setKey(crypto.randomUUID());
  };
  const schedule = () =>
    command.mutate(
      {
        path: PATH,
        body: { actor, conversationId, text: said.trim(), when: when.trim(), isRequested, idempotencyKey: key },
      },
      { onSuccess: setSet },
    );
  const correct = ({ id }: ScheduledMessage) =>
    command.mutate({ path: `${PATH}/${id}/cancel`, body: { actor } }, { onSuccess: () => change(() => setSet(null)) });
  return (
    <Dialog
      title={text.title}
      onClose={onClose}
      actions={
        set === null ? (
          <>
            <Button look="quiet" onClick={onClose}>
              {frame.cancel}
            </Button>
            <Button look="primary" isBusy={command.isPending} disabled={!isReady} onClick={schedule}>
              {text.set}
            </Button>
          </>
        ) : (
          <>
            <Button look="quiet" isBusy={command.isPending} onClick={() => correct(set)}>
              {text.change}
            </Button>
            <Button look="primary" onClick={onClose}>
              {frame.close}
            </Button>
          </>
        )
      }
    >
      <div class="flex flex-col gap-4">
        {set === null ? (
          <>
            <Field label={text.words}>
              {(wiring) => (
                <TextArea
                  {...wiring}
                  rows={2}
                  maxLength={1_000}
                  value={said}
                  onInput={({ currentTarget: { value } }) => change(() => setSaid(value))}
                />
              )}
            </Field>
            <Field label={text.when} hint={text.whenHint}>
              {(wiring) => (
                <Input
                  {...wiring}
                  maxLength={200}
                  value={when}
                  onInput={({ currentTarget: { value } }) => change(() => setWhen(value))}
                />
              )}
            </Field>
            <label class="flex items-start gap-2.5 text-sm">
              <input
                type="checkbox"
                class="mt-0.5 size-4 accent-accent"
                checked={isRequested}
                onChange={({ currentTarget: { checked } }) => change(() => setRequested(checked))}
              />
              <span>
                {text.asked}
                <span class="block text-xs text-muted">{text.askedHint}</span>
              </span>
            </label>
          </>
        ) : (
          <p role="status" class="text-sm">
            {text.done(set.dueAtInWords, set.ruleInWords)}
          </p>
        )}
        {command.error !== null && <Refusal>{reason}</Refusal>}
      </div>
    </Dialog>
  );
}
