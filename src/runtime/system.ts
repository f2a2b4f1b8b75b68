import { randomBytes } from "node:crypto";
import { uuidV7 } from "../core/ids.ts";
import type { Clock } from "../core/ports/clock.ts";

/** The process's own time and chance: the only place outside the command line where they are made. */
export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
};

export const newSystemId = (): string => uuidV7(Date.now(), randomBytes(10));
