import { expect, test } from "vitest";
import { outlivesSession, type SessionEnd, sessionEndsAt } from "../../../src/core/time/session-end.ts";

const STANDARD: SessionEnd = { nightHour: 2, quietHours: 2 };

/** Bogotá is five hours behind UTC. */
test.each([
  ["2025-03-03T15:00:00Z", "2025-03-04T07:00:00Z", "in the morning: the next night"],
  ["2025-03-04T04:59:00Z", "2025-03-04T07:00:00Z", "two hours and a minute before"],
  ["2025-03-04T06:30:00Z", "2025-03-04T08:30:00Z", "talking half an hour before: two quiet hours later"],
  ["2025-03-04T07:00:00Z", "2025-03-05T07:00:00Z", "at the very moment: the night after"],
  ["2025-03-04T06:59:59.999Z", "2025-03-04T08:59:59.999Z", "a moment before it"],
])("quiet since %s ends at %s (%s)", (quietSince, ends) => {
  expect(sessionEndsAt(new Date(quietSince), STANDARD, "America/Bogota").toISOString()).toBe(
    new Date(ends).toISOString(),
  );
});

/** The clock of the workspace says when it is two; the United States put theirs forward in March. */
test.each([
  ["America/Sao_Paulo", "2025-03-03T15:00:00Z", "2025-03-04T05:00:00Z"],
  ["America/Mexico_City", "2025-07-03T15:00:00Z", "2025-07-04T08:00:00Z"],
  ["America/New_York", "2025-03-07T15:00:00Z", "2025-03-08T07:00:00Z"],
  ["America/New_York", "2025-03-10T15:00:00Z", "2025-03-11T06:00:00Z"],
])("in %s, quiet since %s ends at %s", (zone, quietSince, ends) => {
  expect(sessionEndsAt(new Date(quietSince), STANDARD, zone).toISOString()).toBe(new Date(ends).toISOString());
});

test("a session that never ends by night ends after its quiet hours", () => {
  const end = { nightHour: null, quietHours: 72 };
  expect(sessionEndsAt(new Date("2025-03-03T15:00:00Z"), end, "America/Bogota").toISOString()).toBe(
    "2025-03-06T15:00:00.000Z",
  );
});

test("the night is the shop's own, also when its clocks are put forward", () => {
  const end = { nightHour: 4, quietHours: 1 };
  // 30 March 2025: Madrid goes from 2:00 to 3:00.
  expect(sessionEndsAt(new Date("2025-03-29T20:00:00Z"), end, "Europe/Madrid").toISOString()).toBe(
    "2025-03-30T02:00:00.000Z",
  );
});

test("a timer outlives its session when no hour of the day lets it fire", () => {
  expect(outlivesSession(23 * 3_600, "real", STANDARD)).toBe(false);
  expect(outlivesSession(24 * 3_600, "real", STANDARD)).toBe(true);
  expect(outlivesSession(30 * 3_600, "real", { nightHour: null, quietHours: 31 })).toBe(false);
  expect(outlivesSession(4 * 3_600, "real", { nightHour: null, quietHours: 4 })).toBe(true);
});
