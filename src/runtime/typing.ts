import type { ConversationEvent } from "../core/event.ts";
import type { ClaimedTurn } from "../core/turn.ts";
import type { RuntimeDependencies } from "./dependencies.ts";
import { withinTime } from "./within-time.ts";

/** "typing…" must not arrive after the reply: it would stand for 25 s. The reply waits for it, but not for long. */
const REPLY_WAITS_MS = 400;

/** Thinking that takes longer than this is shown; R8 wants the sign within 300 ms. */
const THINKING_SHOWS_MS = 150;

/** Two clocks on one machine may differ by a little; time does not run backwards for a customer. */
export function sinceCommitMs(turn: ClaimedTurn, now: Date): number {
  return Math.max(0, now.getTime() - turn.run.createdAt.getTime());
}

export interface Typing {
  /** Thinking has begun: after a moment the customer sees it, unless there is nothing to say by then. */
  thinking(): void;
  /** Something will be said: marks the newest message as read and shows "typing…" now. */
  speaking(): void;
  /** The turn is over; what was not shown by now never is. */
  over(): void;
  /** Resolves when the reply may leave. */
  settled(): Promise<void>;
}

/** Said by the customer through the channel: an echo is our own people's, and nobody reads their own words. */
function isTheirs({ inputType, sourceMessageId }: ConversationEvent): boolean {
  return inputType === "message" && sourceMessageId !== null;
}

export function announceTyping(turn: ClaimedTurn, dependencies: RuntimeDependencies): Typing {
  const { channel, clock, logger, metrics } = dependencies;
  const newest = turn.events.findLast(isTheirs)?.sourceMessageId ?? null;
  let shown: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  const speaking = () => {
    if (newest === null || shown !== null) return;
    metrics.typingStarted(sinceCommitMs(turn, clock.now()));
    shown = channel.showTyping(turn.phoneNumberId, newest).catch((error: unknown) => {
      logger.debug({ error: String(error) }, "the typing indicator was not shown");
    });
  };
  return {
    thinking() {
      timer ??= setTimeout(speaking, THINKING_SHOWS_MS);
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
