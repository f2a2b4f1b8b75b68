import { useState } from "preact/hooks";
import { useMay, useSession } from "../../api/session.tsx";
import type { Conversation } from "../../api/types.ts";
import { useCommand } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { IconButton } from "../../ui/button.tsx";
import { IntentField } from "../../ui/fields/intent-field.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { toast } from "../../ui/states/toast.tsx";

interface ForceIntentProps {
  readonly path: string;
  readonly conversation: Pick<Conversation, "agent" | "botEnabled">;
}

/** A person decides the intent of one turn in the customer's place. */
export function ForceIntent({ path, conversation: { agent, botEnabled } }: ForceIntentProps) {
  const text = useText("intent");
  const frame = useText("frame");
  const { actor } = useSession();
  const mayOperate = useMay("operate");
  const command = useCommand([path, "/internal/agent/inbox", "/internal/agent/runs"]);
  /** The chosen intent, with the key that makes a second click the same command. */
  const [choice, setChoice] = useState<{ readonly intent: string; readonly key: string } | null>(null);
  const choose = (intent: string) => setChoice({ intent, key: crypto.randomUUID() });
  const close = () => setChoice(null);
  return (
    <>
      <IconButton
        icon="bolt"
        label={text.open}
        disabled={!mayOperate || !botEnabled}
        title={!mayOperate ? frame.readOnly : botEnabled ? text.open : text.personAnswers}
        onClick={() => {
          command.reset();
          choose("");
        }}
      />
      {choice !== null && (
        <NoteDialog
          title={text.title}
          action={text.decide}
          isReady={choice.intent !== ""}
          isBusy={command.isPending}
          error={command.error}
          onClose={close}
          onAct={(note) =>
            command.mutate(
              {
                path: `${path}/force-intent`,
                body: { intent: choice.intent, idempotencyKey: choice.key, actor, note },
              },
              {
                onSuccess: () => {
                  close();
                  toast(text.decided);
                },
              },
            )
          }
        >
          <p class="text-sm text-soft">{text.about}</p>
          <IntentField agentId={agent} intent={choice.intent} onChange={choose} />
        </NoteDialog>
      )}
    </>
  );
}
