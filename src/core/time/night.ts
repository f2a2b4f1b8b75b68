import { civilNow, instantOf } from "./civil-day.ts";

/**
 * When a day of selling is over (L-5): sessions end at two in the morning, by the clock of the
 * workspace. A customer who is talking then is not cut off: a session ends after two quiet hours.
 */
export const NIGHT = { atHour: 2, quietHours: 2 } as const;

const HOUR_MS = 3_600_000;

/** When the night ends a session in which something happened last at `quietSince`. */
export function nightAfter(quietSince: Date, timeZone: string): Date {
  const { today, minute } = civilNow(quietSince, timeZone);
  const night = instantOf(minute < NIGHT.atHour * 60 ? today : today + 1, NIGHT.atHour * 60, timeZone);
  return new Date(Math.max(night.getTime(), quietSince.getTime() + NIGHT.quietHours * HOUR_MS));
}
