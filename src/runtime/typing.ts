import type { ClaimedTurn } from "../core/turn.ts";
import type { RuntimeDependencies } from "./dependencies.ts";
import { withinTime } from "./within-time.ts";

/** "typing…" must not arrive after the reply: it would stand for 25 s. The reply waits for it, but not for long. */
const REPLY_WAITS_MS = 400;

export interface Typing {
  /** Marks the newest message as read and shows "typing…". */
  begin(): void;
  /** Resolves when the reply may leave. */
  settled(): Promise<void>;
}

export function announceTyping(turn: ClaimedTurn, { channel, logger }: RuntimeDependencies): Typing {
  const newest = turn.events.findLast((event) => event.sourceMessageId !== null)?.sourceMessageId ?? null;
  let shown: Promise<void> | null = null;
  return {
    begin() {
      if (newest === null || shown !== null) return;
      shown = channel.showTyping(turn.phoneNumberId, newest).catch((error: unknown) => {
        logger.debug({ error: String(error) }, "the typing indicator was not shown");
      });
    },
    async settled() {
      if (shown === null) return;
      await withinTime(REPLY_WAITS_MS, () => shown);
    },
  };
}
