import { type CivilDay, civilNow, instantOf, mondayOf, partsOf } from "./civil-day.ts";
import { fallsOn, MOST_DAYS, type Recurrence } from "./recurrence.ts";

const HOUR_MS = 3_600_000;

/**
 * The first time of a rule after `after`, counted from its time `from`; null when it never comes
 * again. The zone's clocks decide, so a change of daylight saving moves no hour.
 */
export function nextOccurrence(rule: Recurrence, from: Date, after: Date, zone: string): Date | null {
  if (rule.freq === "HOURLY") {
    const step = rule.interval * HOUR_MS;
    const steps = Math.max(1, Math.floor((after.getTime() - from.getTime()) / step) + 1);
    return new Date(from.getTime() + steps * step);
  }
  const start = civilNow(from, zone).today;
  const first = Math.max(start, civilNow(after, zone).today);
  for (let day = first; day < first + MOST_DAYS; day += 1) {
    if (periodsBetween(rule, start, day) % rule.interval !== 0 || !fallsOn(rule, day)) continue;
    for (const hour of rule.byHour ?? []) {
      const at = instantOf(day, hour * 60 + (rule.byMinute ?? 0), zone);
      if (at > after && at > from) return at;
    }
  }
  return null;
}

function periodsBetween({ freq }: Recurrence, one: CivilDay, other: CivilDay): number {
  if (freq === "WEEKLY") return (mondayOf(other) - mondayOf(one)) / 7;
  if (freq === "DAILY") return other - one;
  const [from, to] = [partsOf(one), partsOf(other)];
  const years = to.year - from.year;
  return freq === "YEARLY" ? years : years * 12 + to.month - from.month;
}
