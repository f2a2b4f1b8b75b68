import { useMay, useSession } from "../../api/session.tsx";
import type { AgentConfig } from "../../api/types.ts";
import { useApi, useCommand } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { useFail } from "../../ui/states/use-fail.ts";

const PATH = "/internal/agent/config";

/** Says that the agent is off: the list alone does not explain why customers get no answer. */
export function AgentOff() {
  const text = useText("inbox");
  const { actor } = useSession();
  const mayAct = useMay("administer");
  const config = useApi<AgentConfig>(PATH);
  const fail = useFail();
  const command = useCommand([PATH]);
  if (config.data?.agentEnabled !== false) return null;
  const switchOn = () =>
    command.mutate(
      { method: "PATCH", path: PATH, body: { actor, agentEnabled: true } },
      { onSuccess: () => toast(text.agentIsOn), onError: fail },
    );
  return (
    <div role="status" class="mx-4 mb-2 flex items-center justify-between gap-3 rounded-md bg-bad-wash px-3 py-2">
      <p class="text-sm text-bad">
        <strong class="block font-semibold">{text.agentIsOff}</strong>
        {text.agentIsOffText}
      </p>
      {mayAct && (
        <Button isBusy={command.isPending} onClick={switchOn}>
          {text.switchAgentOn}
        </Button>
      )}
    </div>
  );
}
