import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { useMay, useSession } from "../../api/session.tsx";
import type { ScheduledMessage } from "../../api/types.ts";
import { useCommand } from "../../api/use-api.ts";
import { useCodes } from "../../text/use-codes.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useReason } from "../../ui/states/error-state.tsx";
import { Refusal } from "../../ui/states/refusal.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { Phone } from "../../ui/values/phone.tsx";
import { dayOf } from "./days.ts";
import { useDayName, useDueTime } from "./due-time.ts";

interface MessageDialogProps {
  readonly message: ScheduledMessage;
  readonly timeZone: string;
  readonly onClose: () => void;
}

/** One message that waits: what it says, to whom and when, and the button that calls it off. */
export function MessageDialog({ message, timeZone, onClose }: MessageDialogProps) {
  const text = useText("calendar");
  const frame = useText("frame");
  const { actor } = useSession();
  const mayAct = useMay("operate");
  const dayName = useDayName();
  const hour = useDueTime(timeZone);
  const path = message.kind === "reminder" ? "/internal/agent/reminders" : "/internal/agent/follow-ups";
  const command = useCommand([path, "/internal/agent/conversations"]);
  const reason = useReason(command.error);
  const codes = useCodes();
  const { id, contact, createdBy, agentKey } = message;
  const [isAsking, setAsking] = useState(false);
  const cancel = () =>
    command.mutate(
      { path: `${path}/${id}/cancel`, body: { actor } },
      {
        onSuccess: () => {
          onClose();
          toast(text.cancelled);
        },
      },
    );
  return (
    <Dialog
      title={text[message.kind]}
      onClose={onClose}
      actions={
        isAsking ? (
          <>
            <Button look="quiet" onClick={() => setAsking(false)}>
              {frame.cancel}
            </Button>
            <Button look="danger" icon="close" isBusy={command.isPending} onClick={cancel}>
              {text.cancelYes}
            </Button>
          </>
        ) : (
          <Button
            icon="close"
            disabled={!mayAct}
            title={mayAct ? undefined : frame.readOnly}
            onClick={() => setAsking(true)}
          >
            {text.cancel}
          </Button>
        )
      }
    >
      <div class="flex flex-col gap-3 text-sm">
        <p class="text-base font-semibold first-letter:uppercase">
          {dayName(dayOf(message.dueAt, timeZone))}, {hour(message.dueAt)}
        </p>
        <p class="rounded-md bg-sunken px-3 py-2 break-words whitespace-pre-wrap" data-private>
          {message.text === "" ? text.templateAlone : message.text}
        </p>
        <p class="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span class="font-medium" data-private>
            {contact.name ?? text.nobody}
          </span>
          <Phone phone={contact.phone} />
          <Link href={`/conversations/${message.conversationId}`} class="text-accent hover:underline">
            {text.conversation}
          </Link>
        </p>
        <p class="flex flex-wrap items-center gap-2 text-muted">
          {text.madeBy(
            agentKey === null ? createdBy : text.agentOf(createdBy.replace(/^agent:/, "").replace(/@.*$/, "")),
          )}
          {message.ruleInWords !== null && <Badge>{message.ruleInWords}</Badge>}
          {message.isRequested && <Badge tone="good">{text.requested}</Badge>}
          {message.reason !== null && <span>{text.heldBy(codes.held(message.reason))}</span>}
        </p>
        {isAsking && (
          <div role="alert" class="flex flex-col gap-1 rounded-md bg-warn-wash px-3 py-2">
            <p class="font-medium">{message.ruleInWords === null ? text.cancelQuestion : text.cancelSeriesQuestion}</p>
            <p class="text-soft">{message.ruleInWords === null ? text.cancelAbout : text.cancelSeriesAbout}</p>
          </div>
        )}
        {command.error !== null && <Refusal>{reason}</Refusal>}
      </div>
    </Dialog>
  );
}
