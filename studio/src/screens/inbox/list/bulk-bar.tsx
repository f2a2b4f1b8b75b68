import { useSession } from "../../../api/session.tsx";
import { useCommand } from "../../../api/use-api.ts";
import { useText } from "../../../text/use-text.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { toast } from "../../../ui/states/toast.tsx";
import { useFail } from "../../../ui/states/use-fail.ts";
import { snoozeTimes } from "../snooze-times.ts";

interface BulkBarProps {
  readonly selected: ReadonlySet<string>;
  readonly onAll: () => void;
  readonly onClose: () => void;
}

/** What is done with all selected conversations at once. */
export function BulkBar({ selected, onAll, onClose }: BulkBarProps) {
  const text = useText("inbox");
  const frame = useText("frame");
  const { actor } = useSession();
  const fail = useFail();
  const command = useCommand<{ readonly changed: readonly string[] }>([
    "/internal/agent/inbox",
    "/internal/agent/tasks",
    "/internal/agent/conversations",
  ]);
  const change = (body: object) => () =>
    command.mutate(
      { path: "/internal/agent/inbox/changes", body: { conversations: [...selected], ...body, actor } },
      {
        onSuccess: ({ changed }) => {
          toast(text.changedMany(changed.length));
          onClose();
        },
        onError: fail,
      },
    );
  const isOff = selected.size === 0 || command.isPending;
  const tomorrow = snoozeTimes(new Date())
    .find(({ name }) => name === "tomorrow")
    ?.at.toISOString();
  return (
    <div
      class="flex flex-wrap items-center gap-1 border-b border-line bg-accent-wash px-3 py-1.5"
      role="toolbar"
      aria-label={text.selectMany}
    >
      <p class="mr-auto text-sm font-medium text-accent" role="status">
        {text.selectedCount(selected.size)}
      </p>
      <Button small look="quiet" onClick={onAll}>
        {text.selectAll}
      </Button>
      <Button small disabled={isOff} onClick={change({ isResolved: true })}>
        {text.resolve}
      </Button>
      <Button small disabled={isOff} onClick={change({ assignee: actor })}>
        {text.assignMe}
      </Button>
      <Button small disabled={isOff} onClick={change({ snoozedUntil: tomorrow })}>
        {text.snooze_tomorrow}
      </Button>
      <Button small disabled={isOff} onClick={change({ isSeen: true })}>
        {text.markSeen}
      </Button>
      <IconButton icon="close" label={frame.close} onClick={onClose} class="size-8" />
    </div>
  );
}
