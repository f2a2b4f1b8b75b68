import { opensTurn } from "../../core/inbound/content.ts";
import type { ConversationEvent } from "../../core/inbound/event.ts";
import type { ClaimedTurn } from "../../core/turn/turn.ts";
import type { RuntimeDependencies } from "../dependencies.ts";
import { withinTime } from "../within-time.ts";

/**
 * "typing…" must not arrive after the reply, because it would stand for 25 s. The reply waits for
 * it, but not for long.
 */
const REPLY_WAITS_MS = 400;

/** A longer decision shows the sign; R8 wants it within 300 ms. */
export const THINKING_SHOWS_MS = 150;

/** Two clocks on one machine may differ a little, but no latency is negative. */
export function sinceCommitMs(turn: ClaimedTurn, now: Date): number {
  return Math.max(0, now.getTime() - turn.run.createdAt.getTime());
}

/** An accepted reply: how long it was typed, and what it took beyond that. */
export function paceOf(turn: ClaimedTurn, typedUntil: Date, now: Date): { latencyMs: number; pacedMs: number } {
  const pacedMs = Math.max(0, typedUntil.getTime() - turn.run.createdAt.getTime());
  return { pacedMs, latencyMs: Math.max(0, sinceCommitMs(turn, now) - pacedMs) };
}

export interface Typing {
  /**
   * A decision has begun. After a moment the customer sees the sign, unless the turn has nothing to
   * say by then.
   */
  thinking(): void;
  /** The turn will say something: marks its newest message as read and shows "typing…" now. */
  speaking(turn: ClaimedTurn): void;
  /** The turn is over, or has decided to say nothing. A sign that was not shown by now never is. */
  over(): void;
  /** Resolves when the reply may leave. */
  settled(): Promise<void>;
}

/**
 * Said by the customer through the channel. An echo is our own people's, and needs no read mark.
 */
function isTheirs({ inputType, sourceMessageId }: ConversationEvent): boolean {
  return inputType === "message" && sourceMessageId !== null;
}

/** What is marked as read: the customer's newest words, not a later reaction. */
function newestMessage({ events }: ClaimedTurn): string | null {
  const theirs = events.filter(isTheirs);
  return (theirs.findLast(({ content }) => opensTurn(content)) ?? theirs.at(-1))?.sourceMessageId ?? null;
}

export function announceTyping(claimed: ClaimedTurn, dependencies: RuntimeDependencies): Typing {
  const { channel, clock, logger, metrics } = dependencies;
  let shownFor: string | null = null;
  let shown: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  const speaking = (turn: ClaimedTurn) => {
    const newest = newestMessage(turn);
    if (newest === null || newest === shownFor) return;
    shownFor = newest;
    if (wasShown(turn)) return;
    metrics.typingStarted(sinceCommitMs(turn, clock.now()));
    shown = channel.showTyping(turn.phoneNumberId, newest).catch((error: unknown) => {
      logger.debug({ error: String(error) }, "the typing indicator was not shown");
    });
  };
  return {
    thinking() {
      timer ??= setTimeout(speaking, THINKING_SHOWS_MS, claimed);
    },
    speaking,
    over() {
      if (timer !== null) clearTimeout(timer);
    },
    async settled() {
      if (shown === null) return;
      await withinTime(REPLY_WAITS_MS, () => shown);
    },
  };
}

/**
 * An earlier attempt reached its reply and showed the sign, which stands for 25 s. It is not typed
 * a second time.
 */
function wasShown(turn: ClaimedTurn): boolean {
  return turn.journal.some((step) => step.name === "respond" && step.status === "ok");
}
