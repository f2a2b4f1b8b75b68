import { useState } from "preact/hooks";
import { useSearchParams } from "wouter-preact";
import { useMay, useSession } from "../../api/session.tsx";
import type { Timer } from "../../api/types.ts";
import { useCommand, usePages } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { VirtualList } from "../../ui/lists/virtual-list.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { Screen } from "../../ui/screen.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { ScheduledList } from "./scheduled-list.tsx";
import { TimerRow, useAction } from "./timer-row.tsx";

const PATH = "/internal/agent/timers";
const STATUSES = ["pending", "fired", "cancelled"] as const;
const SCHEDULED = ["reminders", "follow-ups"] as const;
const TABS = [...STATUSES, ...SCHEDULED] as const;

interface Asking {
  readonly timer: Timer;
  readonly command: "fire" | "cancel";
}

export default function Timers() {
  const text = useText("timers");
  const frame = useText("frame");
  const { actor } = useSession();
  const mayAct = useMay("operate");
  const actionOf = useAction();
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find((name) => name === search.get("status")) ?? "pending";
  const scheduled = SCHEDULED.find((name) => name === tab);
  const status = STATUSES.find((name) => name === tab) ?? "pending";
  const conversationId = search.get("conversation");
  const pages = usePages<Timer>(PATH, { query: { status, conversationId }, enabled: scheduled === undefined });
  const command = useCommand([PATH, "/internal/agent/inbox", "/internal/agent/conversations"]);
  const [asking, setAsking] = useState<Asking | null>(null);
  const items = scheduled === undefined ? pages.items : undefined;
  const ask = (next: Asking) => {
    command.reset();
    setAsking(next);
  };
  const act = ({ timer, command: name }: Asking) =>
    command.mutate(
      { path: `${PATH}/${timer.id}/${name}`, body: { actor } },
      {
        onSuccess: () => {
          setAsking(null);
          toast(name === "fire" ? text.firedToast : text.cancelledToast);
        },
      },
    );
  const isFire = asking?.command === "fire";
  return (
    <Screen title={text.title} about={text.about} isFilled>
      <Tabs
        label={text.tabs}
        chosen={tab}
        onChoose={(name) =>
          setSearch(
            {
              ...(name === "pending" ? {} : { status: name }),
              ...(conversationId === null ? {} : { conversation: conversationId }),
            },
            { replace: true },
          )
        }
        tabs={TABS.map((name) => ({ name, label: text[name] }))}
      />
      {conversationId !== null && (
        <p class="flex items-center gap-3 px-1 pt-3">
          <Badge tone="accent">{text.ofOne}</Badge>
          <Button small look="quiet" onClick={() => setSearch(tab === "pending" ? {} : { status: tab })}>
            {text.all}
          </Button>
        </p>
      )}
      {scheduled !== undefined && <ScheduledList key={scheduled} kind={scheduled} conversationId={conversationId} />}
      {scheduled === undefined && items === undefined && <AnswerPending answer={pages} />}
      {items !== undefined && items.length === 0 && (
        <Empty
          icon="timers"
          title={status === "pending" ? text.emptyPendingTitle : text.emptyTitle}
          {...(status === "pending" ? { text: text.emptyPendingText } : {})}
        />
      )}
      {items !== undefined && items.length > 0 && (
        <VirtualList
          label={text[status]}
          items={items}
          keyOf={({ id }) => id}
          estimatePx={84}
          nextPage={pages.nextPage}
          render={(timer) => (
            <TimerRow timer={timer}>
              {status === "pending" && (
                <div class="flex gap-2">
                  <Button
                    small
                    look="quiet"
                    disabled={!mayAct}
                    title={mayAct ? undefined : frame.readOnly}
                    onClick={() => ask({ timer, command: "cancel" })}
                  >
                    {text.cancel}
                  </Button>
                  <Button
                    small
                    icon="bolt"
                    disabled={!mayAct}
                    title={mayAct ? undefined : frame.readOnly}
                    onClick={() => ask({ timer, command: "fire" })}
                  >
                    {text.fireNow}
                  </Button>
                </div>
              )}
            </TimerRow>
          )}
        />
      )}
      {asking !== null && (
        <NoteDialog
          title={isFire ? text.fireTitle : text.cancelTitle}
          action={isFire ? text.fireNow : text.cancel}
          look={isFire ? "primary" : "danger"}
          hasNote={false}
          isBusy={command.isPending}
          error={command.error}
          onClose={() => setAsking(null)}
          onAct={() => act(asking)}
        >
          <p class="font-medium">{actionOf(asking.timer.action)}</p>
          <p class="text-sm text-soft">{isFire ? text.fireText : text.cancelText}</p>
        </NoteDialog>
      )}
    </Screen>
  );
}
