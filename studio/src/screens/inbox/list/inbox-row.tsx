import { Link } from "wouter-preact";
import type { InboxItem } from "../../../api/types.ts";
import { masked } from "../../../text/phone-number.ts";
import { useCodes } from "../../../text/use-codes.ts";
import { useText } from "../../../text/use-text.ts";
import { Badge, type Tone } from "../../../ui/badge.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useTechnical } from "../../../ui/technical.ts";
import { useNow } from "../../../ui/values/clock.ts";
import { emphasised } from "../../../ui/values/emphasised.tsx";
import { STATUS_TONES } from "../../../ui/values/order-status.tsx";
import { Countdown, RelativeTime } from "../../../ui/values/time.tsx";
import { Avatar } from "../avatar.tsx";
import { useDraft } from "../composer/drafts.ts";
import { kindName } from "../story/kind-name.ts";
import { ConfidenceDot } from "../why/confidence-dot.tsx";

/** A window that closes within this time is shown counting down. */
const SOON_MS = 4 * 3_600_000;

interface InboxRowProps {
  readonly item: InboxItem;
  readonly isChosen: boolean;
  readonly isMarked: boolean;
  /** Null while no selection is being made. */
  readonly isSelected: boolean | null;
  readonly onSelect: () => void;
}

export function InboxRow({ item, isChosen, isMarked, isSelected, onSelect }: InboxRowProps) {
  const isTechnical = useTechnical();
  const text = useText("inbox");
  const { contact, lastMessage, needs, timer, windowClosesAt, unread } = item;
  const name = contact.name ?? (contact.phone === null ? text.nobody : masked(contact.phone));
  const leftMs = windowClosesAt === null ? -1 : Date.parse(windowClosesAt) - useNow();
  const isUnread = unread > 0 && !item.isResolved;
  return (
    <div
      class={`flex border-b border-line transition-colors duration-100 ${
        isChosen ? "bg-surface shadow-[inset_3px_0_0_var(--color-accent)]" : isMarked ? "bg-hover" : "hover:bg-hover"
      } ${isMarked && !isChosen ? "shadow-[inset_3px_0_0_var(--color-strong)]" : ""}`}
    >
      {isSelected !== null && (
        <label class="grid w-10 shrink-0 place-items-center pl-2">
          <span class="sr-only">{text.select(name)}</span>
          <input type="checkbox" checked={isSelected} onChange={onSelect} class="size-4 accent-accent" />
        </label>
      )}
      <Link
        href={`/conversations/${item.id}`}
        aria-current={isChosen ? "true" : undefined}
        class="flex min-w-0 flex-1 gap-3 px-4 py-3 focus-visible:-outline-offset-2"
      >
        <Avatar name={contact.name} seed={item.id} isHuman={!item.botEnabled} />
        <span class="min-w-0 flex-1">
          <span class="flex items-baseline justify-between gap-2">
            <span class={`truncate text-sm ${isUnread || needs.length > 0 ? "font-semibold" : "font-medium"}`}>
              {name}
            </span>
            <span class={`shrink-0 text-xs ${isUnread ? "font-semibold text-accent" : "text-muted"}`}>
              <RelativeTime at={lastMessage?.at ?? item.lastActivityAt} short />
            </span>
          </span>
          <span class="mt-0.5 flex items-center justify-between gap-1.5 text-sm text-muted">
            <Preview item={item} />
            {isUnread && (
              <span class="grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-accent px-1.5 text-2xs font-semibold text-on-accent">
                <span aria-hidden="true">{unread >= 30 ? "30+" : unread}</span>
                <span class="sr-only">{text.unreadCount(unread)}</span>
              </span>
            )}
          </span>
          <span class="mt-1.5 flex min-w-0 flex-wrap items-center gap-1.5">
            {isTrial(item) && <Badge icon="sandbox">{text.trial}</Badge>}
            {needs.map((need) => (
              <Badge key={need} tone={NEED_TONES[need]}>
                <NeedName need={need} />
              </Badge>
            ))}
            {item.isResolved && <Badge icon="check">{text.isResolved}</Badge>}
            {item.snoozedUntil !== null && (
              <Badge icon="clock">
                <Countdown to={item.snoozedUntil} />
              </Badge>
            )}
            {item.assignee !== null && (
              <Badge tone="calm" icon="person">
                {item.assignee}
              </Badge>
            )}
            {!item.botEnabled && needs.length === 0 && item.assignee === null && !item.isResolved && (
              <Badge tone="calm" icon="person">
                {text.withPerson}
              </Badge>
            )}
            <StateName item={item} />
            {isTechnical && item.understanding !== null && item.botEnabled && (
              <ConfidenceDot confidence={item.understanding.confidence} />
            )}
            {timer !== null && (
              <span class="inline-flex items-center gap-1 text-xs text-muted" title={text.timerIn}>
                <Icon name="timers" size={13} />
                <Countdown to={timer.dueAt} />
              </span>
            )}
            {windowClosesAt !== null && leftMs > 0 && leftMs < SOON_MS && (
              <span class="inline-flex items-center gap-1 text-xs text-warn" title={text.windowLeft}>
                <Icon name="clock" size={13} />
                <Countdown to={windowClosesAt} />
              </span>
            )}
          </span>
        </span>
      </Link>
    </div>
  );
}

const TEMPLATE = /^\[template (\S+)\]$/;
/** How a line of the chat record begins that stands for more than words: `[location] Parque Lleras`. */
const KIND =
  /^\[(image|audio|video|document|sticker|location|contacts|order|flow|call_permission|reaction|edit|revoke|system|group|unsupported|unknown)\](?: (.*))?$/;

/** The newest words, with whose they are; a person's own unfinished ones come first. */
function Preview({ item }: { readonly item: InboxItem }) {
  const text = useText("inbox");
  const frame = useText("frame");
  const draft = useDraft(item.id);
  const unfinished = draft.reply || draft.note;
  if (unfinished !== "") {
    return (
      <span class="truncate">
        <span class="font-medium text-bad">{text.draft}</span> {unfinished}
      </span>
    );
  }
  if (item.isBotWriting) return <span class="text-accent">{text.botWriting}</span>;
  const { lastMessage } = item;
  if (lastMessage === null) return <span>—</span>;
  const said = lastMessage.text.replaceAll("\n", " ");
  const [, kind, told = ""] = KIND.exec(said) ?? [];
  const template = TEMPLATE.exec(said)?.[1];
  const words =
    said === ""
      ? frame.notKept
      : template !== undefined
        ? `${text.template}: ${template.replaceAll("_", " ")}`
        : kind === undefined
          ? emphasised(said)
          : // What a form or a picture says is for the conversation: here it would be codes.
            [kindName(text, kind), /^[({]/.test(told) ? "" : told].filter(Boolean).join(": ");
  return (
    <span class="truncate">
      {lastMessage.by === "person" && <span>{text.bySelf} </span>}
      {lastMessage.by === "bot" && <span>{text.byBot} </span>}
      {words}
    </span>
  );
}

/** How far the sale is. Once its order has gone on, the order says it: a cancelled one is not "confirmed" any more. */
function StateName({ item }: { readonly item: InboxItem }) {
  const codes = useCodes();
  const text = useText("inbox");
  const status = useText("orderStatus");
  const { mode, orderStatus, botEnabled } = item;
  if (orderStatus !== null && orderStatus !== "pending" && orderStatus !== "confirmed") {
    return <Badge tone={STATUS_TONES[orderStatus]}>{text.orderIs(status[orderStatus])}</Badge>;
  }
  return mode !== null && botEnabled ? <Badge>{codes.mode(mode)}</Badge> : null;
}

/** A sandbox that uses the real CRM: its orders count, and no customer stands behind it. */
const isTrial = ({ phoneNumberId }: InboxItem): boolean => phoneNumberId.startsWith("sandbox:");

type Need = InboxItem["needs"][number];

const NEED_TONES: Readonly<Record<Need, Tone>> = {
  unanswered: "warn",
  task: "accent",
  confirmation: "accent",
  dead_letter: "bad",
};

function NeedName({ need }: { readonly need: Need }) {
  const text = useText("inbox");
  const names = {
    unanswered: text.needUnanswered,
    task: text.needTask,
    confirmation: text.needConfirmation,
    dead_letter: text.needDeadLetter,
  };
  return <>{names[need]}</>;
}
