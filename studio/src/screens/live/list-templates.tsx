import { useSession } from "../../api/session.tsx";
import type { TemplateSync } from "../../api/types.ts";
import { useCommand } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { useReason } from "../../ui/states/error-state.tsx";
import { toast } from "../../ui/states/toast.tsx";

/** Brings the shop's list to what WhatsApp has approved. */
export function ListTemplates({ touches }: { readonly touches: string }) {
  const text = useText("live");
  const { actor } = useSession();
  const sync = useCommand<TemplateSync>([touches, "/internal/agent/templates"]);
  const reason = useReason(sync.error);
  return (
    <div class="mt-3">
      <Button
        small
        icon="refresh"
        isBusy={sync.isPending}
        onClick={() =>
          sync.mutate(
            { path: "/internal/agent/templates/sync", body: { actor } },
            { onSuccess: ({ changes }) => toast(text.synced(changes.filter(({ kind }) => kind === "added").length)) },
          )
        }
      >
        {text.sync}
      </Button>
      {sync.error !== null && (
        <p role="alert" class="mt-2 text-sm text-bad">
          {reason}
        </p>
      )}
    </div>
  );
}
