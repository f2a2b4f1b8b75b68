import { useSession } from "../../../api/session.tsx";
import { useCommand } from "../../../api/use-api.ts";
import { useText } from "../../../text/use-text.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { toast } from "../../../ui/states/toast.tsx";
import { useFail } from "../../../ui/states/use-fail.ts";
import { snoozeTimes } from "../snooze-times.ts";

/** The person who had each conversation when it was chosen, by its id. */
export type Chosen = ReadonlyMap<string, string | null>;

interface BulkBarProps {
  readonly selected: Chosen;
  readonly onAll: () => void;
  readonly onClose: () => void;
  /** Told of those that another person has taken since they were chosen: they stayed as they were. */
  readonly onTaken: (ids: readonly string[]) => void;
}

interface Changed {
  readonly changed: readonly string[];
  readonly same: readonly string[];
  readonly taken: readonly string[];
}

/** What is done with all selected conversations at once. */
export function BulkBar({ selected, onAll, onClose, onTaken }: BulkBarProps) {
  const text = useText("inbox");
  const frame = useText("frame");
  const { actor } = useSession();
  const fail = useFail();
  const command = useCommand<Changed>([
    "/internal/agent/inbox",
    "/internal/agent/tasks",
    "/internal/agent/conversations",
  ]);
  const change = (body: object) => () =>
    command.mutate(
      {
        path: "/internal/agent/inbox/changes",
        body: { conversations: [...selected.keys()], seen: Object.fromEntries(selected), ...body, actor },
      },
      {
        onSuccess: ({ changed, same, taken }) => {
          const gone = selected.size - changed.length - taken.length;
          const parts = [
            text.changedMany(changed.length - same.length),
            same.length > 0 && text.sameMany(same.length),
            taken.length > 0 && text.takenMany(taken.length),
            gone > 0 && text.goneMany(gone),
          ];
          toast(parts.filter(Boolean).join(" "), taken.length + gone > 0 ? "bad" : "good");
          if (taken.length > 0) onTaken(taken);
          else onClose();
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
