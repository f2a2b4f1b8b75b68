import { expect, test } from "vitest";
import { MAX_OPEN_REMINDERS } from "../../../src/core/outbound/reminder.ts";
import { reminderRoom } from "../../../src/core/outbound/requested-reminders.ts";
import { MOST_REMINDED_A_DAY } from "../../../src/core/outbound/scheduled-message.ts";

const once = (at: string) => ({ at: new Date(at), rule: null });
const times = (count: number, day: string) =>
  Array.from({ length: count }, (_, n) => once(`${day}T${String(n % 24).padStart(2, "0")}:30:00-05:00`));

test("a day holds 24 times that the customer asked for, and another day is not counted", () => {
  const almost = times(MOST_REMINDED_A_DAY - 1, "2026-12-01");
  const one = once("2026-12-01T23:59:00-05:00");
  expect(reminderRoom(almost, one, "America/Bogota")).toBe("free");
  expect(reminderRoom([...almost, once("2026-12-01T00:00:00-05:00")], one, "America/Bogota")).toBe("day_full");
  expect(reminderRoom([...almost, once("2026-12-02T00:00:00-05:00")], one, "America/Bogota")).toBe("free");
  expect(reminderRoom([...almost, once("2026-11-30T23:59:00-05:00")], one, "America/Bogota")).toBe("free");
});

test("a rule counts as often as it comes on that day, also when it began long before", () => {
  const hourly = { at: new Date("2026-01-05T15:00:00Z"), rule: "FREQ=HOURLY" };
  const later = once("2026-12-01T12:10:00-05:00");
  expect(reminderRoom([], hourly, "America/Bogota")).toBe("free");
  expect(reminderRoom([hourly], later, "America/Bogota")).toBe("day_full");
  const daily = { at: new Date("2026-01-05T15:00:00Z"), rule: "FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0" };
  expect(reminderRoom([daily, ...times(21, "2026-12-01")], later, "America/Bogota")).toBe("free");
  expect(reminderRoom([daily, ...times(22, "2026-12-01")], later, "America/Bogota")).toBe("day_full");
  const begins = { at: new Date("2027-01-05T15:00:00Z"), rule: "FREQ=HOURLY" };
  expect(reminderRoom([begins], later, "America/Bogota")).toBe("free");
});

test("a day is the customer's own", () => {
  const day = times(MOST_REMINDED_A_DAY, "2026-12-01");
  const midnight = once("2026-12-02T01:00:00-05:00");
  expect(reminderRoom(day, midnight, "America/Bogota")).toBe("free");
  // It is still the first of December in Los Angeles.
  expect(reminderRoom(day, midnight, "America/Los_Angeles")).toBe("free");
  expect(reminderRoom([...day, ...times(6, "2026-12-01")], midnight, "America/Los_Angeles")).toBe("day_full");
});

test("50 that wait leave room for none", () => {
  const open = Array.from({ length: MAX_OPEN_REMINDERS }, (_, n) =>
    once(new Date(Date.UTC(2027, 0, n + 1)).toISOString()),
  );
  expect(reminderRoom(open.slice(1), once("2026-12-01T10:00:00Z"), "America/Bogota")).toBe("free");
  expect(reminderRoom(open, once("2026-12-01T10:00:00Z"), "America/Bogota")).toBe("full");
});
