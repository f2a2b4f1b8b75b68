import { type CivilDay, WEEKDAY_CODES } from "./civil-day.ts";
import type { Frequency, Recurrence } from "./recurrence.ts";

/** Reminders closer together than an hour are refused, so `MINUTELY` is absent. */
const FREQUENCIES: readonly Frequency[] = ["HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"];

/** The parts that each frequency needs to be complete without its first instant. */
const NEEDED: Readonly<Partial<Record<Frequency, readonly (readonly string[])[]>>> = {
  DAILY: [["BYHOUR"]],
  WEEKLY: [["BYHOUR"], ["BYDAY"]],
  MONTHLY: [["BYHOUR"], ["BYDAY", "BYMONTHDAY"]],
  YEARLY: [["BYHOUR"], ["BYMONTH"], ["BYMONTHDAY"]],
};

const NAMES = ["FREQ", "INTERVAL", "BYMONTH", "BYMONTHDAY", "BYDAY", "BYHOUR", "BYMINUTE", "BYSETPOS"];
const MOST_CHARACTERS = 200;

/**
 * The rule of an RRULE value as `recurrenceText` writes it, or what is wrong with it. A rule names
 * its own days and hours, so that its next time never depends on when the last one was said.
 */
export function readRule(text: string): { readonly rule: Recurrence } | { readonly fault: string } {
  if (text.length > MOST_CHARACTERS) return { fault: `must be at most ${MOST_CHARACTERS} characters` };
  const parts = new Map<string, string>();
  for (const part of text.split(";")) {
    const [name = "", value = "", ...more] = part.split("=");
    if (!NAMES.includes(name) || value === "" || more.length > 0 || parts.has(name))
      return { fault: `has the part ${JSON.stringify(part)}, which is none of ${NAMES.join(", ")}, each once` };
    parts.set(name, value);
  }
  const freq = FREQUENCIES.find((one) => one === parts.get("FREQ"));
  if (freq === undefined) return { fault: `needs FREQ, one of ${FREQUENCIES.join(", ")}: an hour apart at least` };
  const lacks = (NEEDED[freq] ?? []).find((names) => !names.some((name) => parts.has(name)));
  if (lacks !== undefined) return { fault: `with FREQ=${freq} must name ${lacks.join(" or ")}` };
  const allowed = ["FREQ", "INTERVAL", ...(NEEDED[freq] ?? []).flat(), ...(freq === "HOURLY" ? [] : ["BYMINUTE"])];
  if (freq === "MONTHLY") allowed.push("BYSETPOS");
  const odd = [...parts.keys()].find((name) => !allowed.includes(name));
  if (odd !== undefined) return { fault: `with FREQ=${freq} cannot have ${odd}` };
  return compose(freq, parts);
}

function compose(freq: Frequency, parts: ReadonlyMap<string, string>): { rule: Recurrence } | { fault: string } {
  const interval = numbersIn(parts.get("INTERVAL") ?? "1", 1, 100);
  const byMonth = numbersIn(parts.get("BYMONTH"), 1, 12);
  const byMonthDay = numbersIn(parts.get("BYMONTHDAY"), -31, 31);
  const byHour = numbersIn(parts.get("BYHOUR"), 0, 23);
  const byMinute = numbersIn(parts.get("BYMINUTE"), 0, 59);
  const byDay = daysIn(parts.get("BYDAY"), freq === "MONTHLY");
  const isLastOfSet = parts.has("BYSETPOS");
  if (interval?.length !== 1) return { fault: "must have one INTERVAL from 1 to 100" };
  if (byMonth === null || (byMonth?.length ?? 1) > 1) return { fault: "must have one BYMONTH from 1 to 12" };
  if (byMonthDay === null || byMonthDay?.includes(0))
    return { fault: "must have BYMONTHDAY from 1 to 31 or -31 to -1" };
  if (byHour === null) return { fault: "must have BYHOUR from 0 to 23" };
  if (byMinute === null || (byMinute?.length ?? 1) > 1) return { fault: "must have one BYMINUTE from 0 to 59" };
  if (byDay === null) return { fault: "must have BYDAY such as MO,WE, or 1MO with FREQ=MONTHLY" };
  if (byDay !== undefined && byMonthDay !== undefined) return { fault: "cannot have both BYDAY and BYMONTHDAY" };
  if (isLastOfSet && (parts.get("BYSETPOS") !== "-1" || byMonthDay === undefined || byHour?.length !== 1))
    return { fault: "may have BYSETPOS=-1 alone, with BYMONTHDAY and one BYHOUR" };
  return {
    rule: {
      ...{ freq, interval: interval[0] ?? 1 },
      ...(byMonth === undefined ? {} : { byMonth: byMonth[0] ?? 1 }),
      ...(byMonthDay === undefined ? {} : { byMonthDay }),
      ...(byDay === undefined ? {} : { byDay }),
      ...(isLastOfSet ? { isLastOfSet } : {}),
      ...(byHour === undefined ? {} : { byHour: byHour.toSorted((one, other) => one - other) }),
      ...(freq === "HOURLY" ? {} : { byMinute: byMinute?.[0] ?? 0 }),
    },
  };
}

/** undefined for an absent part; null for a number that is none, is out of range or comes twice. */
function numbersIn(list: string | undefined, least: number, most: number): readonly number[] | undefined | null {
  if (list === undefined) return undefined;
  const texts = list.split(",");
  const numbers = texts.map(Number);
  const areRight = texts.every((one) => /^-?\d{1,3}$/u.test(one)) && new Set(numbers).size === numbers.length;
  return areRight && numbers.every((one) => one >= least && one <= most) ? numbers : null;
}

function daysIn(list: string | undefined, mayCount: boolean): Recurrence["byDay"] | undefined | null {
  if (list === undefined) return undefined;
  const days = list.split(",").map((one) => {
    const [, nth = "", code = ""] = /^(-?[1-5])?([A-Z]{2})$/u.exec(one) ?? [];
    const weekday: CivilDay = WEEKDAY_CODES.indexOf(code);
    if (weekday < 0 || (nth !== "" && !mayCount) || (nth === "" && mayCount)) return null;
    return nth === "" ? { weekday } : { weekday, nth: Number(nth) };
  });
  const right = days.filter((one) => one !== null);
  return right.length === days.length ? right : null;
}
