/**
 * How fast messages may leave, as a generic cell rate algorithm: one instant, the "theoretical arrival time" (TAT), is all
 * the state there is. Pure: the times come in. The database does the same arithmetic for pairs (`recado_pair_allowed_at`).
 */
export interface Rate {
  /** One message in this time, in the long run. */
  readonly everyMs: number;
  /** The burst, borrowed from the time that follows. */
  readonly burst: number;
}

/**
 * Meta's limit for one customer on one number: a message every 6 s, 45 of them borrowed against the future.
 *
 * @internal
 */
export const PAIR_RATE: Rate = { everyMs: 6_000, burst: 45 };

/** Meta's default for one business number: 80 messages a second. */
export const NUMBER_MESSAGES_PER_SECOND = 80;

/** A fifth of a second's worth at once: a burst passes undelayed, and no second holds much more than its share. */
export function numberRate(messagesPerSecond: number): Rate {
  return { everyMs: 1_000 / messagesPerSecond, burst: Math.max(1, Math.round(messagesPerSecond / 5)) };
}

/** When the next message may leave, in the unit of `tatMs`; in the past or now when it may leave at once. */
export function allowedAtMs(rate: Rate, tatMs: number | null): number {
  return tatMs === null ? Number.NEGATIVE_INFINITY : tatMs - (rate.burst - 1) * rate.everyMs;
}

/** The state after a message that leaves at `atMs`. */
export function nextTatMs(rate: Rate, tatMs: number | null, atMs: number): number {
  return Math.max(tatMs ?? atMs, atMs) + rate.everyMs;
}
