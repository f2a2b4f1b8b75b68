import { errorText } from "../../core/errors.ts";
import type { Clock } from "../../core/ports/clock.ts";
import type { Logger } from "../../core/ports/logger.ts";
import type { Mailbox } from "../../core/ports/mailbox.ts";
import { SWEEP_EVERY_MS, type WakeEngine } from "../../core/ports/wake-engine.ts";
import { createPulse } from "./pulse.ts";

/** The most that one look asks an engine for. */
const WAKES_AT_ONCE = 500;

/**
 * What falls due until the next sweep is asked for now, with its instant: a burst that still
 * collects, a reply that is still typed.
 */
const AHEAD_MS = SWEEP_EVERY_MS;

/** After a look that failed, or that found as much as it may tell. Engines drop what they were told twice. */
const AGAIN_MS = 1_000;

export interface Waker {
  start(): void;
  /** Something was committed: looks soon for conversations that have work, and asks the engine to call for them. */
  wake(): void;
  /** The same now. Rejects when the database or the engine cannot be reached. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/** Tells an engine which conversations have work. It reads that from the database, so it forgets nothing. */
export function createWaker(
  mailbox: Pick<Mailbox, "due">,
  engine: Pick<WakeEngine, "wake">,
  { clock, logger }: { readonly clock: Pick<Clock, "now">; readonly logger: Logger },
): Waker {
  const look = async (): Promise<number> => {
    const due = await mailbox.due(WAKES_AT_ONCE, AHEAD_MS);
    const nowMs = clock.now().getTime();
    if (due.length > 0) await engine.wake(due.map(({ inMs, ...one }) => ({ ...one, at: new Date(nowMs + inMs) })));
    return due.length;
  };
  const looking = createPulse(SWEEP_EVERY_MS, logger, async () => {
    try {
      return (await look()) < WAKES_AT_ONCE ? null : AGAIN_MS;
    } catch (thrown) {
      logger.error({ error: errorText(thrown) }, "the engine could not be told of work; it is told again in a second");
      return AGAIN_MS;
    }
  });
  return {
    start: looking.start,
    wake: looking.wake,
    look: async () => void (await look()),
    stop: looking.stop,
  };
}
