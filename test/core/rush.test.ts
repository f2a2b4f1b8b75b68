import { expect, test } from "vitest";
import { watchForRush } from "../../src/core/rush.ts";

/** Whether each of `count` arrivals, `everyMs` apart, finds itself in a rush; from `fromMs` on. */
function arrivals(count: number, everyMs: number, fromMs = 0, isRush?: { at(ms: number): boolean }): boolean[] {
  const watch = isRush ?? openWatch();
  return Array.from({ length: count }, (_, n) => watch.at(fromMs + n * everyMs));
}

function openWatch() {
  let nowMs = 0;
  const isRush = watchForRush(() => nowMs);
  return {
    at(ms: number) {
      nowMs = ms;
      return isRush();
    },
  };
}

test("thirty a second are no rush, fifty a second are one from the second span on", () => {
  expect(arrivals(60, 33)).not.toContain(true);
  const seen = arrivals(100, 20);
  expect(seen.slice(0, 13)).not.toContain(true);
  expect(seen.slice(13)).not.toContain(false);
});

test("a burst after a pause is no rush, and a rush ends with its span", () => {
  const watch = openWatch();
  expect(arrivals(200, 0, 5_000, watch)).not.toContain(true);
  expect(watch.at(5_300)).toBe(true);
  expect(watch.at(5_600)).toBe(false);
  expect(arrivals(200, 1, 6_000, watch)).not.toContain(true);
  expect(watch.at(9_000)).toBe(false);
});
