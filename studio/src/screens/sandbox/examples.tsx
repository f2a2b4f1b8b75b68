import { useState } from "preact/hooks";
import { useMay, useSession } from "../../api/session.tsx";
import { useApi, useCommand } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { toast } from "../../ui/states/toast.tsx";

const PATH = "/internal/agent/examples";

/** Lets the owner remove the example customers that a new shop opens with. */
export function RemoveExamples() {
  const text = useText("sandbox");
  const { actor } = useSession();
  const isOwner = useMay("administer");
  const count = useApi<{ readonly count: number }>(PATH, { enabled: isOwner, pollMs: false }).data?.count ?? 0;
  const [isAsked, setAsked] = useState(false);
  const command = useCommand<{ readonly removed: number }>(["/internal/agent"]);
  if (!isOwner || count === 0) return null;
  const close = () => {
    setAsked(false);
    command.reset();
  };
  const remove = () =>
    command.mutate(
      { path: `${PATH}/remove`, body: { actor } },
      {
        onSuccess: ({ removed }) => {
          close();
          toast(text.examplesGone(removed));
        },
      },
    );
  return (
    <>
      <Button onClick={() => setAsked(true)}>{text.removeExamples}</Button>
      {isAsked && (
        <NoteDialog
          title={text.removeExamples}
          action={text.removeExamples}
          look="danger"
          hasNote={false}
          isBusy={command.isPending}
          error={command.error}
          onClose={close}
          onAct={remove}
        >
          <p class="text-sm">{text.removeExamplesWarning(count)}</p>
        </NoteDialog>
      )}
    </>
  );
}
