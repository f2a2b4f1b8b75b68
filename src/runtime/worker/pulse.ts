import { errorText } from "../../core/errors.ts";
import type { Logger } from "../../core/ports/logger.ts";

/**
 * Work that runs when it is woken, and every `intervalMs` otherwise. It never runs twice at once. A
 * wake during the work means one more round. The work answers when it wants to be called again: 0
 * at once, n in n ms, null to use the interval.
 */
export interface Pulse {
  start(): void;
  wake(): void;
  wakeIn(delayMs: number): void;
  /** Resolves when the work under way has ended. It does not begin again. */
  stop(): Promise<void>;
}

/** Jitter: a thousand workers that start together must not poll in step. */
const JITTER = 0.1;

export function createPulse(intervalMs: number, logger: Logger, work: () => Promise<number | null>): Pulse {
  let timer: NodeJS.Timeout | null = null;
  let dueAtMs = Number.POSITIVE_INFINITY;
  let current: Promise<void> | null = null;
  let wantsAgain = false;
  let isRunning = false;

  function schedule(delayMs: number): void {
    if (!isRunning) return;
    const at = performance.now() + delayMs;
    if (timer !== null && at >= dueAtMs) return; // // An earlier call stands.
    if (timer !== null) clearTimeout(timer);
    dueAtMs = at;
    timer = setTimeout(beat, delayMs);
  }

  function beat(): void {
    timer = null;
    dueAtMs = Number.POSITIVE_INFINITY;
    if (current !== null) {
      wantsAgain = true;
      return;
    }
    wantsAgain = false;
    current = work()
      .catch((error: unknown) => {
        // The database may be away for a while. The next beat tries again, and the log says why
        // nothing moves.
        logger.error({ error: errorText(error) }, "background work failed and will be tried again");
        return null;
      })
      .then((againInMs) => {
        current = null;
        if (wantsAgain) againInMs = 0;
        const regularMs = intervalMs * (1 - JITTER * Math.random());
        schedule(Math.min(againInMs ?? regularMs, regularMs));
      });
  }

  return {
    start() {
      isRunning = true;
      schedule(0);
    },
    wake() {
      if (!isRunning) return;
      if (current !== null) wantsAgain = true;
      else schedule(0);
    },
    wakeIn: schedule,
    async stop() {
      isRunning = false;
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await current;
    },
  };
}
