import fc from "fast-check";
import { expect, test } from "vitest";
import { allowedAtMs, nextTatMs, numberRate, PAIR_RATE, type Rate } from "../../../src/core/outbound/pacing.ts";

/** Sends as early as it may, `count` times from time 0; when each left. */
function sendAll(rate: Rate, count: number): number[] {
  let tat: number | null = null;
  let nowMs = 0;
  return Array.from({ length: count }, () => {
    nowMs = Math.max(nowMs, allowedAtMs(rate, tat));
    tat = nextTatMs(rate, tat, nowMs);
    return nowMs;
  });
}

test("one customer gets 45 messages at once, then one every 6 seconds", () => {
  const left = sendAll(PAIR_RATE, 50);
  expect(left.slice(0, 45).every((ms) => ms === 0)).toBe(true);
  expect(left.slice(45)).toEqual([6_000, 12_000, 18_000, 24_000, 30_000]);
});

test("a number never sends more in a second than its share and its burst", () => {
  const rate = numberRate(80);
  const left = sendAll(rate, 400);
  for (const from of left) {
    expect(left.filter((ms) => ms >= from && ms < from + 1_000).length).toBeLessThanOrEqual(80 + rate.burst);
  }
  expect(left.at(-1)).toBeCloseTo((400 - rate.burst) * 12.5, 6);
});

test("in no stretch of time more than the rate and the burst, however the messages come", () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 120 });
  fc.assert(
    fc.property(gaps, (waits) => {
      let tat: number | null = null;
      let nowMs = 0;
      const left = waits.map((wait) => {
        nowMs = Math.max(nowMs + wait, allowedAtMs(PAIR_RATE, tat));
        tat = nextTatMs(PAIR_RATE, tat, nowMs);
        return nowMs;
      });
      left.forEach((from, first) => {
        left.slice(first).forEach((through, more) => {
          expect(more + 1).toBeLessThanOrEqual(45 + (through - from) / 6_000 + 1e-9);
        });
      });
    }),
    { numRuns: 30 },
  );
});

test("who has said nothing for long has the whole burst again", () => {
  const longAgo = nextTatMs(PAIR_RATE, null, 0);
  expect(allowedAtMs(PAIR_RATE, longAgo)).toBeLessThan(0);
  expect(nextTatMs(PAIR_RATE, longAgo, 3_600_000)).toBe(3_606_000);
});
