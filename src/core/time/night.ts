/**
 * When a day of selling is over (L-5): sessions end at two in the morning, at the shop's place. A
 * customer who is talking then is not cut off: a session ends after two quiet hours.
 */
export const NIGHT = { zone: "America/Bogota", atHour: 2, quietHours: 2 } as const;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Bogotá knows no summer time. */
const ZONE_MS = -5 * HOUR_MS;

/** When the night ends a session in which something happened last at `quietSince`. */
export function nightAfter(quietSince: Date): Date {
  const sinceNightMs = quietSince.getTime() + ZONE_MS - NIGHT.atHour * HOUR_MS;
  const nextNightMs = (Math.floor(sinceNightMs / DAY_MS) + 1) * DAY_MS + NIGHT.atHour * HOUR_MS - ZONE_MS;
  return new Date(Math.max(nextNightMs, quietSince.getTime() + NIGHT.quietHours * HOUR_MS));
}
