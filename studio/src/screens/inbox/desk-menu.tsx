import { useMay, useSession } from "../../api/session.tsx";
import type { Conversation } from "../../api/types.ts";
import { useApi, useCommand } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { useShortcuts } from "../../ui/shortcuts.ts";
import { toast } from "../../ui/states/toast.tsx";
import { useFail } from "../../ui/states/use-fail.ts";
import { snoozeTimes } from "./snooze-times.ts";

interface DeskMenuProps {
  readonly path: string;
  readonly conversation: Conversation;
}

/** Gives the conversation to a person, puts it off, and closes it. */
export function DeskMenu({ path, conversation }: DeskMenuProps) {
  const text = useText("inbox");
  const { actor } = useSession();
  const mayOperate = useMay("operate");
  const fail = useFail();
  const command = useCommand([path, "/internal/agent/inbox", "/internal/agent/tasks"]);
  const change = (body: object, words: string) =>
    command.mutate(
      { method: "PATCH", path: `${path}/desk`, body: { ...body, actor } },
      { onSuccess: () => toast(words), onError: fail },
    );
  const { assignee, snoozedUntil, isResolved } = conversation;
  const resolve = () =>
    isResolved ? change({ isResolved: false }, text.reopened) : change({ isResolved: true }, text.resolved);
  useShortcuts(mayOperate ? { e: resolve, m: () => change({ assignee: actor }, text.assignedTo(actor)) } : {});
  if (!mayOperate) return null;
  return (
    <Menu icon="more" label={text.manage}>
      {(close) => {
        const act = (body: object, words: string) => () => {
          close();
          change(body, words);
        };
        return (
          <>
            <MenuItem
              icon="check"
              onClick={() => {
                close();
                resolve();
              }}
            >
              {isResolved ? text.reopen : text.resolve} <kbd class="float-right text-2xs text-muted">E</kbd>
            </MenuItem>
            {assignee !== actor && (
              <MenuItem icon="person" onClick={act({ assignee: actor }, text.assignedTo(actor))}>
                {text.assignMe} <kbd class="float-right text-2xs text-muted">M</kbd>
              </MenuItem>
            )}
            {assignee !== null && (
              <MenuItem icon="close" onClick={act({ assignee: null }, text.unassigned)}>
                {text.unassign(assignee)}
              </MenuItem>
            )}
            <Others assignee={assignee} onChoose={(name) => act({ assignee: name }, text.assignedTo(name))()} />
            <p class="px-2.5 pt-2 pb-1 text-2xs font-semibold text-muted">{text.snooze}</p>
            {snoozedUntil !== null && (
              <MenuItem icon="play" onClick={act({ snoozedUntil: null }, text.woken)}>
                {text.wake}
              </MenuItem>
            )}
            {snoozeTimes(new Date()).map(({ name, at }) => (
              <MenuItem key={name} icon="clock" onClick={act({ snoozedUntil: at.toISOString() }, text.snoozed)}>
                {text[`snooze_${name}`]}
              </MenuItem>
            ))}
          </>
        );
      }}
    </Menu>
  );
}

function Others({
  assignee,
  onChoose,
}: {
  readonly assignee: string | null;
  readonly onChoose: (name: string) => void;
}) {
  const text = useText("inbox");
  const { actor } = useSession();
  const { data } = useApi<{ readonly items: readonly string[] }>("/internal/agent/inbox/people", { pollMs: false });
  const names = (data?.items ?? []).filter((name) => name !== actor && name !== assignee);
  return (
    <>
      {names.slice(0, 12).map((name) => (
        <MenuItem key={name} icon="person" onClick={() => onChoose(name)}>
          {text.assignTo(name)}
        </MenuItem>
      ))}
    </>
  );
}
