import { Link } from "wouter-preact";
import type { InboxItem } from "../../api/types.ts";
import { masked } from "../../text/phone-number.ts";
import { useText } from "../../text/use-text.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { useNow } from "../../ui/clock.ts";
import { BAND_FILLS, type Band, bandOf } from "../../ui/confidence.ts";
import { Icon } from "../../ui/icon.tsx";
import { Countdown, RelativeTime } from "../../ui/time.tsx";
import { Avatar } from "./avatar.tsx";

/** A window that closes within this time is shown counting down. */
const SOON_MS = 4 * 3_600_000;

interface InboxRowProps {
  readonly item: InboxItem;
  readonly isChosen: boolean;
  readonly isMarked: boolean;
}

export function InboxRow({ item, isChosen, isMarked }: InboxRowProps) {
  const text = useText("inbox");
  const frame = useText("frame");
  const { contact, lastMessage, needs, timer, windowClosesAt } = item;
  const name = contact.name ?? (contact.phone === null ? text.nobody : masked(contact.phone));
  const leftMs = windowClosesAt === null ? -1 : Date.parse(windowClosesAt) - useNow();
  return (
    <Link
      href={`/conversations/${item.id}`}
      aria-current={isChosen ? "true" : undefined}
      class={`flex gap-3 border-b border-line px-4 py-3 transition-colors duration-100 focus-visible:-outline-offset-2 ${
        isChosen ? "bg-surface shadow-[inset_3px_0_0_var(--color-accent)]" : isMarked ? "bg-hover" : "hover:bg-hover"
      } ${isMarked && !isChosen ? "shadow-[inset_3px_0_0_var(--color-strong)]" : ""}`}
    >
      <Avatar name={contact.name} seed={item.id} isHuman={!item.botEnabled} />
      <span class="min-w-0 flex-1">
        <span class="flex items-baseline justify-between gap-2">
          <span class={`truncate text-sm ${needs.length > 0 ? "font-semibold" : "font-medium"}`}>{name}</span>
          <span class="shrink-0 text-xs text-muted">
            <RelativeTime at={item.lastActivityAt} short />
          </span>
        </span>
        <span class="mt-0.5 flex items-center gap-1.5 text-sm text-muted">
          {item.isBotWriting ? (
            <span class="text-accent">{text.botWriting}</span>
          ) : (
            <span class="truncate">
              {lastMessage?.text === "" ? frame.notKept : (lastMessage?.text.replaceAll("\n", " ") ?? "—")}
            </span>
          )}
        </span>
        <span class="mt-1.5 flex min-w-0 flex-wrap items-center gap-1.5">
          {needs.map((need) => (
            <Badge key={need} tone={NEED_TONES[need]}>
              <NeedName need={need} />
            </Badge>
          ))}
          {!item.botEnabled && needs.length === 0 && (
            <Badge tone="calm" icon="person">
              {text.withPerson}
            </Badge>
          )}
          {item.mode !== null && item.botEnabled && <Badge>{item.mode}</Badge>}
          {item.understanding !== null && item.botEnabled && (
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
  );
}

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

/** Shows how sure the agent was of what the customer meant. */
export function useBand(confidence: number): { readonly tone: Band; readonly words: string } {
  const text = useText("inbox");
  const tone = bandOf(confidence);
  return { tone, words: { good: text.confident, warn: text.unsure, bad: text.guess }[tone] };
}

export function ConfidenceDot({ confidence }: { readonly confidence: number }) {
  const text = useText("inbox");
  const { tone, words } = useBand(confidence);
  return (
    <span
      class="inline-flex items-center gap-1 text-xs text-muted"
      title={`${text.confidence}: ${words} (${Math.round(confidence)} %)`}
    >
      <span class={`size-1.5 rounded-full ${BAND_FILLS[tone]}`} />
      {Math.round(confidence)} %
    </span>
  );
}
