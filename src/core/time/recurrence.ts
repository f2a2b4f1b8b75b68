import {
  type CivilDay,
  civilNow,
  daysInMonth,
  instantOf,
  nthWeekday,
  partsOf,
  WEEKDAY_CODES,
  weekdayOf,
} from "./civil-day.ts";

export type Frequency = "MINUTELY" | "HOURLY" | "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";

/** The part of RFC 5545's recurrence rules that people say in a sentence. Days and hours are the zone's in which it was said. */
export interface Recurrence {
  readonly freq: Frequency;
  readonly interval: number;
  /** 0 is Sunday; `nth` only monthly, negative from the end. */
  readonly byDay?: readonly { readonly weekday: number; readonly nth?: number }[];
  /** Negative from the end: -1 is the last day of the month. */
  readonly byMonthDay?: readonly number[];
  readonly byMonth?: number;
  /** Only the last matching day of a month: "el 30" is February's 28th. */
  readonly isLastOfSet?: boolean;
  readonly byHour?: readonly number[];
  readonly byMinute?: number;
}

/** Written as an RRULE value. */
export function recurrenceText(rule: Recurrence): string {
  const days = rule.byDay?.map(({ weekday, nth }) => `${nth ?? ""}${WEEKDAY_CODES[weekday]}`);
  const parts: readonly (readonly [string, string | number | undefined])[] = [
    ["FREQ", rule.freq],
    ["INTERVAL", rule.interval === 1 ? undefined : rule.interval],
    ["BYMONTH", rule.byMonth],
    ["BYMONTHDAY", rule.byMonthDay?.join(",")],
    ["BYDAY", days?.join(",")],
    ["BYHOUR", rule.byHour?.join(",")],
    ["BYMINUTE", rule.byMinute],
    ["BYSETPOS", rule.isLastOfSet === true ? -1 : undefined],
  ];
  return parts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])).join(";");
}

/** "El 30" of each month is the last day of a shorter one. */
export function monthDay(day: number): Pick<Recurrence, "byMonthDay" | "isLastOfSet"> {
  if (day === 31) return { byMonthDay: [-1] };
  if (day <= 28) return { byMonthDay: [day] };
  return { byMonthDay: [28, 29, 30].filter((one) => one <= day), isLastOfSet: true };
}

/** A 29 February comes within this, on the one weekday of five weeks even. */
export const MOST_DAYS = 12 * 366;

/**
 * The first time that the rule comes to after `now`, on `from` or a later day; null: never. The interval counts from it. A function of
 * our own on `Intl`: a package would bring a second calendar to look one occurrence up.
 */
export function firstOccurrence(rule: Recurrence, now: Date, from: CivilDay, zone: string): Date | null {
  const unitMs = rule.freq === "MINUTELY" ? 60_000 : rule.freq === "HOURLY" ? 3_600_000 : null;
  if (unitMs !== null) return new Date(now.getTime() + rule.interval * unitMs);
  const start = Math.max(from, civilNow(now, zone).today);
  for (let day = start; day < start + MOST_DAYS; day += 1) {
    if (!fallsOn(rule, day)) continue;
    for (const hour of rule.byHour ?? []) {
      const at = instantOf(day, hour * 60 + (rule.byMinute ?? 0), zone);
      if (at > now) return at;
    }
  }
  return null;
}

export function fallsOn(rule: Recurrence, day: CivilDay): boolean {
  const { year, month, day: dayOfMonth } = partsOf(day);
  const length = daysInMonth(year, month);
  if (rule.byMonth !== undefined && rule.byMonth !== month) return false;
  if (rule.byMonthDay !== undefined) {
    const days = rule.byMonthDay.map((one) => (one < 0 ? length + 1 + one : one)).filter((one) => one <= length);
    return rule.isLastOfSet === true ? Math.max(...days) === dayOfMonth : days.includes(dayOfMonth);
  }
  if (rule.byDay === undefined) return true;
  return rule.byDay.some(({ weekday, nth }) =>
    nth === undefined ? weekday === weekdayOf(day) : nthWeekday(year, month, weekday, nth) === day,
  );
}
