import fc from "fast-check";
import { expect, test } from "vitest";
import { nextAttempt, RUN_RETRY_POLICY } from "../../../src/core/turn/run-retry-policy.ts";

const now = new Date("2025-03-03T15:00:00Z");
const policies = fc.record({
  maxAttempts: fc.integer({ min: 1, max: 30 }),
  baseDelayMs: fc.integer({ min: 1, max: 60_000 }),
  maxDelayMs: fc.integer({ min: 60_000, max: 3_600_000 }),
});
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

function delayOf(policy: typeof RUN_RETRY_POLICY, attempts: number, draw: number): number | null {
  const next = nextAttempt(policy, attempts, now, draw);
  return next.kind === "retry" ? next.delayMs : null;
}

test("attempts end at the policy's maximum, not before and not after", () => {
  fc.assert(
    fc.property(policies, fc.integer({ min: 1, max: 40 }), random, (policy, attempts, draw) => {
      expect(nextAttempt(policy, attempts, now, draw).kind).toBe(attempts < policy.maxAttempts ? "retry" : "give_up");
    }),
  );
});

test("a delay lies between half and all of its exponential value, and never over the cap", () => {
  fc.assert(
    fc.property(policies, fc.integer({ min: 1, max: 29 }), random, (policy, attempts, draw) => {
      const delayMs = delayOf({ ...policy, maxAttempts: 30 }, attempts, draw) as number;
      const ceilingMs = Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** (attempts - 1));
      expect(delayMs).toBeGreaterThanOrEqual(Math.floor(ceilingMs / 2));
      expect(delayMs).toBeLessThanOrEqual(ceilingMs);
    }),
  );
});

test("the delay doubles until the cap, and grows with the draw", () => {
  fc.assert(
    fc.property(policies, fc.integer({ min: 1, max: 28 }), random, random, (policy, attempts, one, other) => {
      const patient = { ...policy, maxAttempts: 30 };
      const first = delayOf(patient, attempts, 0) as number;
      const second = delayOf(patient, attempts + 1, 0) as number;
      expect(Math.abs(second - Math.min(2 * first, policy.maxDelayMs / 2))).toBeLessThanOrEqual(1);
      const [low, high] = one < other ? [one, other] : [other, one];
      expect(delayOf(patient, attempts, low)).toBeLessThanOrEqual(delayOf(patient, attempts, high) as number);
    }),
  );
});

test("the due time is the delay from now", () => {
  expect(nextAttempt(RUN_RETRY_POLICY, 1, now, 0.5)).toEqual({
    kind: "retry",
    at: new Date(now.getTime() + 1_500),
    delayMs: 1_500,
  });
});

test("a customer waits at most a few seconds for the second and third attempt of a run", () => {
  expect([1, 2, 3].map((attempts) => delayOf(RUN_RETRY_POLICY, attempts, 0.999_999))).toEqual([2_000, 4_000, null]);
});
