import { localTime, WEEKDAYS } from "./contact-hours.ts";

/** A day of the calendar as the number of days since 1 January 1970: no zone, no hour. */
export type CivilDay = number;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export interface DateParts {
  readonly year: number;
  /** Counts from 1. */
  readonly month: number;
  readonly day: number;
}

/** null when the calendar has no such day. */
export function civilDay(year: number, month: number, day: number): CivilDay | null {
  const found = Date.UTC(year, month - 1, day) / DAY_MS;
  const parts = partsOf(found);
  return parts.year === year && parts.month === month && parts.day === day ? found : null;
}

export function partsOf(day: CivilDay): DateParts {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** 0 is Sunday, as in `WEEKDAYS`. */
export const weekdayOf = (day: CivilDay): number => (((day + 4) % 7) + 7) % 7;

/** Monday to Sunday: the week as it is printed here. */
export const mondayOf = (day: CivilDay): CivilDay => day - ((weekdayOf(day) + 6) % 7);

export const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The first of the month that is so many months away. */
export function monthAway(from: CivilDay, months: number): { readonly year: number; readonly month: number } {
  const { year, month } = partsOf(from);
  const count = year * 12 + month - 1 + months;
  return { year: Math.floor(count / 12), month: (count % 12) + 1 };
}

/** The first, second … weekday of a month, or from its end (-1 is the last); null where it has no fifth. */
export function nthWeekday(year: number, month: number, weekday: number, nth: number): CivilDay | null {
  const length = daysInMonth(year, month);
  const first = Date.UTC(year, month - 1, 1) / DAY_MS;
  const last = first + length - 1;
  const found =
    nth > 0
      ? first + ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7
      : last - ((weekdayOf(last) - weekday + 7) % 7) + (nth + 1) * 7;
  return found >= first && found <= last ? found : null;
}

/** The day that the calendar of a zone shows, `2026-11-27`. */
export const dayIn = (at: Date, zone: string): string => localTime(at, zone).date;

/** What calendar and clock of a zone show. */
export function civilNow(now: Date, zone: string): { readonly today: CivilDay; readonly minute: number } {
  const { date, minute } = localTime(now, zone);
  return { today: Date.parse(`${date}T00:00:00Z`) / DAY_MS, minute };
}

/** The first instant at which the clocks of a zone show this; where they skip it, as long after the skip as was wanted before. */
export function instantOf(day: CivilDay, minute: number, zone: string): Date {
  const wanted = day * DAY_MS + minute * MINUTE_MS;
  const before = offsetOf(wanted - DAY_MS, zone);
  const after = offsetOf(wanted + DAY_MS, zone);
  const shown = [before, after].find((offset) => offsetOf(wanted - offset, zone) === offset);
  return new Date(wanted - (shown ?? before));
}

function offsetOf(ms: number, zone: string): number {
  const { today, minute } = civilNow(new Date(ms), zone);
  return today * DAY_MS + minute * MINUTE_MS - Math.floor(ms / MINUTE_MS) * MINUTE_MS;
}

export const WEEKDAY_CODES = WEEKDAYS.map((day) => day.slice(0, 2).toUpperCase());
