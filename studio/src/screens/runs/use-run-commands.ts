import { useSession } from "../../api/session.tsx";
import { useCommand } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { toast } from "../../ui/states/toast.tsx";
import { useFail } from "../../ui/states/use-fail.ts";

const PATH = "/internal/agent/runs";

/** The commands for a run that failed, or that goes on. */
export function useRunCommands() {
  const text = useText("runs");
  const { actor } = useSession();
  const fail = useFail();
  const command = useCommand([PATH, "/internal/agent/plans", "/internal/agent/inbox", "/internal/agent/conversations"]);
  return {
    isBusy: command.isPending,
    error: command.error,
    reset: () => command.reset(),
    retry: (id: string) =>
      command.mutate({ path: `${PATH}/${id}/retry` }, { onSuccess: () => toast(text.replayed), onError: fail }),
    cancel: (id: string, onDone: () => void) =>
      command.mutate(
        { path: `${PATH}/${id}/cancel` },
        {
          onSuccess: () => {
            toast(text.stoppedToast);
            onDone();
          },
        },
      ),
    pause: (id: string, isPaused: boolean) =>
      command.mutate(
        { path: `${PATH}/${id}/${isPaused ? "pause" : "resume"}` },
        {
          onSuccess: () => toast(isPaused ? text.pausedToast : text.resumedToast),
          onError: fail,
        },
      ),
    discard: (id: string, note: string | undefined, onDone: () => void) =>
      command.mutate(
        { path: `${PATH}/${id}/discard`, body: { actor, note } },
        {
          onSuccess: () => {
            toast(text.discardedToast);
            onDone();
          },
        },
      ),
  };
}
