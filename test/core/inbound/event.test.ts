import fc from "fast-check";
import { expect, test } from "vitest";
import { trustedOccurredAt } from "../../../src/core/inbound/event.ts";

const receivedAt = new Date("2025-03-10T15:00:00Z");
const ago = (ms: number): Date => new Date(receivedAt.getTime() - ms);
const HOUR = 3_600_000;

test.each([
  ["no stamp", null, receivedAt],
  ["just now", ago(0), ago(0)],
  ["a second ago", ago(1_000), ago(1_000)],
  ["a redelivery of six days", ago(6 * 24 * HOUR), ago(6 * 24 * HOUR)],
  ["exactly seven days", ago(7 * 24 * HOUR), ago(7 * 24 * HOUR)],
  ["older than any redelivery", ago(7 * 24 * HOUR + 1), receivedAt],
  ["the epoch", new Date(0), receivedAt],
  ["the future", ago(-1), receivedAt],
  ["a stamp that is no date", new Date(Number.NaN), receivedAt],
] as const)("%s", (_, stamp, trusted) => {
  expect(trustedOccurredAt(stamp, receivedAt)).toEqual(trusted);
});

test("whatever the stamp, the time is a real one of the last seven days", () => {
  fc.assert(
    fc.property(fc.option(fc.date()), (stamp) => {
      const ageMs = receivedAt.getTime() - trustedOccurredAt(stamp, receivedAt).getTime();
      expect(ageMs).toBeGreaterThanOrEqual(0);
      expect(ageMs).toBeLessThanOrEqual(7 * 24 * HOUR);
    }),
  );
});
