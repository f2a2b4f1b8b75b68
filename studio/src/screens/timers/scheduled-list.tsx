import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { useMay, useSession } from "../../api/session.tsx";
import type { ScheduledMessage } from "../../api/types.ts";
import { useCommand, usePages } from "../../api/use-api.ts";
import { useCodes } from "../../text/use-codes.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { More } from "../../ui/lists/more.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { Phone } from "../../ui/values/phone.tsx";
import { Countdown } from "../../ui/values/time.tsx";

interface ListProps {
  readonly kind: "reminders" | "follow-ups";
  readonly conversationId: string | null;
}

/** Scheduled messages, the next one first. */
export function ScheduledList({ kind, conversationId }: ListProps) {
  const text = useText("timers");
  const frame = useText("frame");
  const codes = useCodes();
  const { actor } = useSession();
  const mayAct = useMay("operate");
  const path = `/internal/agent/${kind}`;
  const pages = usePages<ScheduledMessage>(path, { query: { status: "pending", conversationId } });
  const command = useCommand([path, "/internal/agent/conversations"]);
  const [asking, setAsking] = useState<ScheduledMessage | null>(null);
  const items = pages.items?.toSorted((one, other) => one.dueAt.localeCompare(other.dueAt));
  if (items === undefined) {
    return <AnswerPending answer={pages} />;
  }
  const cancel = ({ id }: ScheduledMessage) =>
    command.mutate(
      { path: `${path}/${id}/cancel`, body: { actor } },
      {
        onSuccess: () => {
          setAsking(null);
          toast(text.cancelledToast);
        },
      },
    );
  return (
    <div class="min-h-0 overflow-y-auto">
      {items.length === 0 && (
        <Empty
          icon="timers"
          title={text.emptyPendingTitle}
          text={kind === "reminders" ? text.noReminders : text.noFollowUps}
        />
      )}
      <ul aria-label={text[kind]}>
        {items.map((item) => (
          <li key={item.id} class="flex flex-wrap items-center gap-x-5 gap-y-2 border-b border-line px-2 py-3.5">
            <p class="w-22 shrink-0 text-lg font-semibold text-accent">
              <Countdown to={item.dueAt} />
            </p>
            <div class="min-w-0 flex-1 basis-56">
              <p class="flex flex-wrap items-baseline gap-x-2 font-medium break-words" data-private>
                {item.text === "" ? text.templateAlone : item.text}
                {item.ruleInWords !== null && <Badge>{item.ruleInWords}</Badge>}
                {item.isRequested && <Badge tone="good">{text.requested}</Badge>}
                {item.category !== null && <Badge>{codes.followUp(item.category)}</Badge>}
              </p>
              <p class="mt-0.5 flex flex-wrap items-center gap-x-3 text-sm text-muted">
                {item.contact.name !== null && (
                  <span class="truncate text-soft" data-private>
                    {item.contact.name}
                  </span>
                )}
                <Phone phone={item.contact.phone} />
                <span>{text.madeBy(item.agentKey === null ? item.createdBy : text.agentOf(item.createdBy))}</span>
                {item.reason !== null && <span>{text.heldBy(codes.held(item.reason))}</span>}
                <Link href={`/conversations/${item.conversationId}`} class="text-accent hover:underline">
                  {text.conversation}
                </Link>
              </p>
            </div>
            <Button
              small
              look="quiet"
              disabled={!mayAct}
              title={mayAct ? undefined : frame.readOnly}
              onClick={() => {
                command.reset();
                setAsking(item);
              }}
            >
              {text.cancel}
            </Button>
          </li>
        ))}
      </ul>
      <More page={pages.nextPage} />
      {asking !== null && (
        <NoteDialog
          title={text.cancelScheduledTitle}
          action={text.cancelScheduled}
          look="danger"
          hasNote={false}
          isBusy={command.isPending}
          error={command.error}
          onClose={() => setAsking(null)}
          onAct={() => cancel(asking)}
        >
          <p class="font-medium" data-private>
            {asking.text}
          </p>
          <p class="text-sm text-soft">{text.cancelScheduledText}</p>
        </NoteDialog>
      )}
    </div>
  );
}
