import type { Clock } from "../core/ports/clock.ts";

/** The process's own time. Leases and due times use the database's instead. */
export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
};
