import { expect, test } from "vitest";
import { isWindowOpen, windowClosesAt } from "../../../src/core/outbound/service-window.ts";

const wroteAt = new Date("2025-03-03T15:00:00Z");
const after = (minutes: number): Date => new Date(wroteAt.getTime() + minutes * 60_000);

test.each([
  [0, true],
  [60, true],
  [23 * 60 + 54, true],
  [23 * 60 + 55, false],
  [24 * 60, false],
  [30 * 60, false],
  // Our clock may stand behind the one that stamped the message.
  [-1, true],
])("%d minutes after the customer wrote, the window is open: %s", (minutes, open) => {
  expect(isWindowOpen(wroteAt, after(minutes))).toBe(open);
});

test("the window shown closes after 24 hours; ours closes five minutes early", () => {
  expect(windowClosesAt(wroteAt)).toEqual(after(24 * 60));
});

test("who never wrote has no window", () => {
  expect(windowClosesAt(null)).toBeNull();
  expect(isWindowOpen(null, wroteAt)).toBe(false);
});
