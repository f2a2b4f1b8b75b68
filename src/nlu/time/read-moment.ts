import { DEFAULT_LOCALE, type Locale } from "../../core/locale/locale.ts";
import { packOf } from "../../core/locale/pack-of.ts";
import type { ReadingContext } from "../../core/ports/flow-reader.ts";
import { partsOf } from "../../core/time/civil-day.ts";
import { readClock, readDay } from "../../core/time/read-parts.ts";
import { sayClock, sayDay } from "../../core/time/say-time.ts";

type When = Pick<ReadingContext, "now" | "zone" | "locale">;

const two = (number: number): string => String(number).padStart(2, "0");

/** "el martes" → `2026-11-24`, on the customer's calendar; null when more than one day may be meant. */
export function readDate(text: string, { now, locale = DEFAULT_LOCALE, zone }: When): string | null {
  const { language, timeZone } = packOf(locale);
  const day = now === undefined ? null : readDay(text, now, zone ?? timeZone, language);
  if (day === null) return null;
  const { year, month, day: date } = partsOf(day);
  return `${year}-${two(month)}-${two(date)}`;
}

/** "a las 3 de la tarde" → `15:00`; null when more than one hour may be meant. */
export function readHour(text: string, { locale = DEFAULT_LOCALE }: Pick<When, "locale"> = {}): string | null {
  const minute = readClock(text, packOf(locale).language);
  return minute === null ? null : `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** "el martes a las 3 p. m." → `2026-11-24 15:00`; null when the day or the hour is open. */
export function readMoment(text: string, when: When): string | null {
  const date = readDate(text, when);
  const hour = readHour(text, when);
  return date === null || hour === null ? null : `${date} ${hour}`;
}

/**
 * `2026-11-24` → "martes 24 de noviembre", `15:00` → "3:00 p. m."; both with a comma between. `show: sayMoment` says it in
 * the words of the flow's locale.
 */
export function sayMoment(value: string, locale: Locale = DEFAULT_LOCALE): string {
  return value
    .split(" ")
    .map((part) => sayPart(part, locale))
    .join(", ");
}

function sayPart(part: string, locale: Locale): string {
  const [first = 0, second = 0, third = 0] = part.split(/[-:]/).map(Number);
  if (part.includes(":")) return sayClock(first, second, locale);
  return sayDay(Date.UTC(first, second - 1, third) / 86_400_000, locale);
}
