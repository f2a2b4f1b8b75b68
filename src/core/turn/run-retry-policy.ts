/**
 * When an attempt that failed is made again. Pure: the time and the random number come in.
 */
export interface RetryPolicy {
  /** Attempts in all, the first one included. */
  readonly maxAttempts: number;
  /** Wait before the second attempt, in milliseconds; it doubles with each attempt. */
  readonly baseDelayMs: number;
  /** No wait is longer than this. */
  readonly maxDelayMs: number;
}

/** Three attempts as requirement R3, started sooner than its 30 s because a customer is waiting. */
export const RUN_RETRY_POLICY: RetryPolicy = { maxAttempts: 3, baseDelayMs: 2_000, maxDelayMs: 300_000 };

/**
 * How often a run may be begun. More than it may fail: a worker that is killed says nothing about the run that it had in
 * hand, and sixteen others. A run that kills its workers itself ends here.
 */
export const MAX_BEGUN = 10;

export type NextAttempt = { kind: "retry"; at: Date; delayMs: number } | { kind: "give_up" };

/**
 * `attempts` counts the attempts made so far (the failed one included); `random` is in [0, 1). The delay keeps
 * half of its exponential value and draws the other half, so that a crowd that failed together returns apart.
 */
export function nextAttempt(policy: RetryPolicy, attempts: number, now: Date, random: number): NextAttempt {
  if (attempts >= policy.maxAttempts) return { kind: "give_up" };
  const ceilingMs = Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** Math.max(0, attempts - 1));
  const delayMs = Math.round(ceilingMs / 2 + (ceilingMs / 2) * random);
  return { kind: "retry", at: new Date(now.getTime() + delayMs), delayMs };
}
