import type { AskReason, ClockWords, DayPart } from "./piece.ts";

/** The hour that people mean by a part of the day; other parts could mean too many hours. */
const PART_HOURS: { readonly [part in DayPart]?: number } = { morning: 9, afternoon: 15, night: 19 };

/** The hours at which a part of the day may be said with an hour of the clock. */
const PART_RANGES: { readonly [part in DayPart]: readonly [from: number, to: number] } = {
  am: [0, 11],
  pm: [12, 23],
  morning: [1, 11],
  noon: [10, 13],
  afternoon: [12, 20],
  night: [18, 23],
  small_hours: [0, 6],
  early: [4, 10],
};

export interface ClockTime {
  /** Minutes of the day, the likeliest first. */
  readonly minutes: readonly number[];
  /** "Las 12 de la noche": the end of the day that is named to most, its beginning to others. */
  readonly isMidnight: boolean;
}

/**
 * An hour without a part of the day is the one that is likelier: from 7 to 11 in the morning, 12 at noon, from 1 to 6 in the afternoon.
 * The other half comes second from 7 to 11 only.
 */
export function resolveClock(clock: ClockWords, more: readonly DayPart[]): ClockTime | AskReason {
  const parts = clock.part === undefined ? more : [clock.part, ...more];
  const isTwelve = clock.hour === 12 && clock.isFull !== true;
  const isMidnight = isTwelve && parts.some((part) => part === "night" || part === "small_hours" || part === "am");
  const hours = isMidnight ? [0] : hoursOf(clock, parts);
  // "Las 12 de la noche" is in the night, which begins in the evening.
  const fitting = hours.filter((hour) => isMidnight || parts.every((part) => isIn(hour, part)));
  if (isMidnight && parts.some((part) => !["night", "small_hours", "am"].includes(part))) return "which_hour";
  if (fitting.length === 0) return "which_hour";
  const minutes = fitting.map((hour) => (hour % 24) * 60 + clock.minute - (clock.less ?? 0));
  return {
    minutes: minutes.map((minute) => (minute + 1440) % 1440),
    isMidnight: isMidnight || clock.hour === 24 || minutes.some((minute) => minute < 0),
  };
}

function hoursOf({ hour, isFull }: ClockWords, parts: readonly DayPart[]): number[] {
  if (hour === 0 || hour > 12 || (isFull === true && parts.length === 0)) return [hour];
  const [before, after] = [hour % 12, (hour % 12) + 12];
  if (parts.length > 0) return [before, after];
  return hour >= 7 && hour < 12 ? [before, after] : [after];
}

function isIn(hour: number, part: DayPart): boolean {
  const [from, to] = PART_RANGES[part];
  return hour >= from && hour <= to;
}

/** The hour of a part of the day that is said alone. */
export function partMinutes(parts: readonly DayPart[]): number | null {
  const [part, ...more] = parts;
  const hour = part === undefined ? undefined : PART_HOURS[part];
  return hour === undefined || more.some((other) => other !== part) ? null : hour * 60;
}
