import fc from "fast-check";
import { expect, test } from "vitest";
import { colombianHolidays } from "../../../src/core/locale/colombian-holidays.ts";
import { type ContactHours, localTime, mayContact, nextContactAt } from "../../../src/core/time/contact-hours.ts";

/** From the calendars of those years, by hand. */
test.each([
  [2025, "01-01 01-06 03-24 04-17 04-18 05-01 06-02 06-23 06-30 07-20 08-07 08-18 10-13 11-03 11-17 12-08 12-25"],
  [2026, "01-01 01-12 03-23 04-02 04-03 05-01 05-18 06-08 06-15 06-29 07-20 08-07 08-17 10-12 11-02 11-16 12-08 12-25"],
  [2027, "01-01 01-11 03-22 03-25 03-26 05-01 05-10 05-31 06-07 07-05 07-20 08-07 08-16 10-18 11-01 11-15 12-08 12-25"],
])("the holidays of %i", (year, days) => {
  expect(colombianHolidays(year)).toEqual(days.split(" ").map((day) => `${year}-${day}`));
});

test("from 2025 to 2035 each year has 17 or 18, those that the law moves stand on Mondays", () => {
  for (let year = 2025; year <= 2035; year += 1) {
    const days = colombianHolidays(year);
    expect([17, 18]).toContain(days.length);
    const mondays = days.filter((day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 1);
    expect(mondays.length).toBeGreaterThanOrEqual(9);
  }
});

const BOGOTA: ContactHours = { locale: "es-CO", timeZone: "America/Bogota", businessHours: null };
test("a country whose law we do not know has the shop's own hours alone", () => {
  const night = new Date("2026-11-22T23:30:00-05:00");
  for (const locale of ["es-MX", "pt-BR", "en-US"] as const) {
    expect(mayContact(night, { ...BOGOTA, locale })).toBe(true);
    expect(mayContact(night, { ...BOGOTA, locale, businessHours: { sun: ["08:00", "18:00"] } })).toBe(false);
  }
  expect(mayContact(night, BOGOTA)).toBe(false);
});

const at = (local: string) => new Date(`${local}-05:00`);

test.each([
  ["a Monday at 7", "2026-11-23T07:00:00", true],
  ["a second before", "2026-11-23T06:59:59", false],
  ["the last minute of a weekday", "2026-11-27T18:59:59", true],
  ["a weekday at 19", "2026-11-27T19:00:00", false],
  ["a Saturday at 8", "2026-11-28T08:00:00", true],
  ["a Saturday before 8", "2026-11-28T07:59:00", false],
  ["a Saturday at 15", "2026-11-28T15:00:00", false],
  ["a Sunday", "2026-11-22T10:00:00", false],
  ["a holiday in the week", "2026-12-08T10:00:00", false],
  ["a Monday that Ley Emiliani makes a holiday", "2026-11-16T10:00:00", false],
  ["Good Friday", "2026-04-03T10:00:00", false],
])("%s", (_, local, allowed) => {
  expect(mayContact(at(local), BOGOTA)).toBe(allowed);
});

test.each([
  ["in the night: seven in the morning", "2026-11-24T22:30:15", "2026-11-25T07:00:00"],
  ["on a Saturday afternoon: Monday", "2026-11-28T15:00:00", "2026-11-30T07:00:00"],
  ["before a long weekend: Tuesday", "2026-11-14T16:00:00", "2026-11-17T07:00:00"],
  ["in Holy Week: Saturday", "2026-04-01T20:00:00", "2026-04-04T08:00:00"],
  ["within the hours: now", "2026-11-24T10:30:15", "2026-11-24T10:30:15"],
])("the next minute %s", (_, from, expected) => {
  expect(nextContactAt(at(from), BOGOTA)).toEqual(at(expected));
});

test("the shop's own hours narrow the law's and never widen them; a shop that is never open writes to nobody", () => {
  const shop: ContactHours = { ...BOGOTA, businessHours: { mon: ["05:00", "23:00"], tue: ["10:00", "12:00"] } };
  expect(mayContact(at("2026-11-23T06:00:00"), shop)).toBe(false);
  expect(mayContact(at("2026-11-23T18:00:00"), shop)).toBe(true);
  expect(mayContact(at("2026-11-24T09:00:00"), shop)).toBe(false);
  expect(nextContactAt(at("2026-11-24T13:00:00"), shop)).toEqual(at("2026-11-30T07:00:00"));
  expect(nextContactAt(at("2026-11-24T13:00:00"), { ...BOGOTA, businessHours: {} })).toBeNull();
});

const ZONES = ["America/Bogota", "America/New_York", "Europe/Madrid", "Australia/Lord_Howe", "Pacific/Apia", "UTC"];
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`);
const businessHours = fc.option(
  fc.record({
    mon: fc.tuple(clock, clock),
    wed: fc.tuple(clock, clock),
    sat: fc.tuple(clock, clock),
    sun: fc.tuple(clock, clock),
  }),
);

test("whatever the instant, the zone and the shop's hours: what is allowed is within the law, and the next minute is allowed", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2035, 11, 31) }),
      fc.constantFrom(...ZONES),
      businessHours,
      (ms, timeZone, open) => {
        const hours: ContactHours = { locale: "es-CO", timeZone, businessHours: open };
        const now = new Date(ms);
        const next = nextContactAt(now, hours);
        for (const moment of [now, ...(next === null ? [] : [next])]) {
          const { weekday, minute, date } = localTime(moment, timeZone);
          const inLaw =
            weekday !== "sun" &&
            !colombianHolidays(Number(date.slice(0, 4))).includes(date) &&
            (weekday === "sat" ? minute >= 480 && minute < 900 : minute >= 420 && minute < 1140);
          if (mayContact(moment, hours)) expect(inLaw).toBe(true);
        }
        if (next === null) return;
        expect(mayContact(next, hours)).toBe(true);
        expect(next.getTime()).toBeGreaterThanOrEqual(ms);
      },
    ),
    { numRuns: 400 },
  );
});

test("a clock that was read a moment ago shows the next minute, the next day and the other zone", () => {
  const read = (iso: string, zone = "America/Bogota") => localTime(new Date(iso), zone);
  expect(read("2026-11-28T04:59:00.000Z")).toEqual({ date: "2026-11-27", weekday: "fri", minute: 23 * 60 + 59 });
  expect(read("2026-11-28T04:59:59.999Z")).toEqual({ date: "2026-11-27", weekday: "fri", minute: 23 * 60 + 59 });
  expect(read("2026-11-28T05:00:00.000Z")).toEqual({ date: "2026-11-28", weekday: "sat", minute: 0 });
  expect(read("2026-11-28T05:00:00.000Z", "Asia/Kathmandu")).toEqual({
    date: "2026-11-28",
    weekday: "sat",
    minute: 645,
  });
  expect(read("2026-11-28T04:59:30.000Z")).toEqual({ date: "2026-11-27", weekday: "fri", minute: 23 * 60 + 59 });
});
