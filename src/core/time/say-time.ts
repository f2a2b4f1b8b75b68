import { DEFAULT_LOCALE, type Locale } from "../locale/locale.ts";
import type { CalendarWords } from "../locale/locale-pack.ts";
import { packOf } from "../locale/pack-of.ts";
import { type CivilDay, civilNow, partsOf, weekdayOf } from "./civil-day.ts";

const wordsOf = (locale: Locale): CalendarWords => packOf(locale).calendar;

/** "viernes 27 de noviembre, 8:00 a. m."; the year where it is not that of `now`. */
export function sayInstant(at: Date, now: Date, zone: string, locale: Locale = DEFAULT_LOCALE): string {
  const { today, minute } = civilNow(at, zone);
  const { year } = partsOf(today);
  const isOtherYear = partsOf(civilNow(now, zone).today).year !== year;
  const said = isOtherYear ? wordsOf(locale).year.replace("{year}", String(year)) : "";
  return `${sayDay(today, locale)}${said}, ${sayClock(Math.floor(minute / 60), minute % 60, locale)}`;
}

/** "viernes 27 de noviembre", "Friday, November 27". */
export function sayDay(day: CivilDay, locale: Locale = DEFAULT_LOCALE): string {
  const { month, day: date } = partsOf(day);
  const values = { weekday: nameOfDay(day, locale), day: String(date), month: nameOfMonth(month, locale) };
  return wordsOf(locale).date.replace(/\{(weekday|day|month)\}/g, (_, name: keyof typeof values) => values[name]);
}

/** "8:00 a. m."; "08:00" where hours run to 24. */
export function sayClock(hour: number, minute: number, locale: Locale = DEFAULT_LOCALE): string {
  const { halves } = wordsOf(locale);
  const two = (number: number) => String(number).padStart(2, "0");
  if (halves === null) return `${two(hour)}:${two(minute)}`;
  return `${hour % 12 || 12}:${two(minute)} ${halves[hour < 12 ? 0 : 1]}`;
}

export function nameOfMonth(month: number, locale: Locale = DEFAULT_LOCALE): string {
  return wordsOf(locale).months[month - 1] ?? "";
}

export function nameOfDay(day: CivilDay, locale: Locale = DEFAULT_LOCALE): string {
  return wordsOf(locale).weekdays[weekdayOf(day)] ?? "";
}
