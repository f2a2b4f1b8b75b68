import * as z from "zod";
import { civilNow, instantOf } from "./civil-day.ts";
import { SETTLE_MS, type TimerPreset } from "./timer-policy.ts";

/**
 * When a session ends by itself: once it has been quiet for `quietHours`. With a `nightHour` it ends
 * only by night.
 */
export const SessionEnd = z
  .strictObject({
    nightHour: z
      .int()
      .min(0)
      .max(23)
      .nullable()
      .meta({ description: "Hour of the workspace's clock. Null means never by night." }),
    quietHours: z.int().min(1).max(720).meta({ description: "A session that was written to later goes on." }),
  })
  .meta({ id: "SessionEnd" });
export type SessionEnd = z.output<typeof SessionEnd>;

/**
 * When a day of selling is over (L-5), by the clock of the workspace. A customer who is talking then
 * is not cut off: a session ends after two quiet hours.
 */
export const NIGHT_HOUR = 2;

/** An agent or a workspace may set another end. */
export const STANDARD_SESSION_END: SessionEnd = { nightHour: NIGHT_HOUR, quietHours: 2 };

const HOUR_MS = 3_600_000;

/** The setting of the workspace, else that of the agent, else the standard. */
export function sessionEndOf(
  workspace: SessionEnd | null | undefined,
  agent: SessionEnd | null | undefined,
): SessionEnd {
  return workspace ?? agent ?? STANDARD_SESSION_END;
}

/** When a session ends in which something happened last at `quietSince`. */
export function sessionEndsAt(quietSince: Date, { nightHour, quietHours }: SessionEnd, timeZone: string): Date {
  const quietMs = quietSince.getTime() + quietHours * HOUR_MS;
  if (nightHour === null) return new Date(quietMs);
  const { today, minute } = civilNow(quietSince, timeZone);
  const night = instantOf(minute < nightHour * 60 ? today : today + 1, nightHour * 60, timeZone);
  return new Date(Math.max(night.getTime(), quietMs));
}

/** The longest that a session lasts while the customer says nothing, in hours. */
export function longestQuietHours({ nightHour, quietHours }: SessionEnd): number {
  return nightHour === null ? quietHours : Math.max(24, quietHours);
}

/** True when the session is always over before the timer fires. */
export function outlivesSession(seconds: number, preset: TimerPreset, end: SessionEnd): boolean {
  return seconds * 1_000 + SETTLE_MS[preset] > longestQuietHours(end) * HOUR_MS;
}
