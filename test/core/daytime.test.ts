import { expect, test } from "vitest";
import { type BusinessHours, isDaytime, STANDARD_HOURS } from "../../src/core/time/contact-hours.ts";

// A Sunday in Bogotá.
const at = (clock: string) => new Date(`2026-11-01T${clock}:00-05:00`);

test("without hours of its own a workspace has a day from seven to eight in the evening, by its own clock", () => {
  const is = (clock: string, timeZone = STANDARD_HOURS.timeZone) =>
    isDaytime(at(clock), { locale: "es-CO", timeZone, businessHours: null });
  expect(["06:59", "07:00", "19:59", "20:00"].map((clock) => is(clock))).toEqual([false, true, true, false]);
  // Nine in the morning in Bogotá is eleven at night in Tokyo.
  expect([is("09:00", "Asia/Tokyo"), is("18:00", "Asia/Tokyo")]).toEqual([false, true]);
});

test("the shop's own hours are its day, also at night and on a Sunday; where it is closed there is none", () => {
  const businessHours: BusinessHours = { sun: ["18:00", "23:00"], mon: ["09:00", "12:00"] };
  const hours = { locale: "es-CO" as const, timeZone: "America/Bogota", businessHours };
  expect(["17:59", "18:00", "22:59", "23:00"].map((clock) => isDaytime(at(clock), hours))).toEqual([
    ...[false, true, true, false],
  ]);
  expect(isDaytime(new Date("2026-11-03T10:00:00-05:00"), hours)).toBe(false);
});
