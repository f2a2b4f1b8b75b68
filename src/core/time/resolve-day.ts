import {
  type CivilDay,
  civilDay,
  daysInMonth,
  mondayOf,
  monthAway,
  nthWeekday,
  partsOf,
  weekdayOf,
} from "./civil-day.ts";
import type { AskReason, DayWords } from "./piece.ts";

type Found = CivilDay | AskReason;

/** A date whose day has just passed is rather a slip than next year's. */
const JUST_PASSED_DAYS = 30;

/** The words of several places as one; null where they contradict each other. */
export function mergeDays(all: readonly DayWords[]): DayWords | null {
  const merged: Record<string, unknown> = {};
  for (const words of all) {
    for (const [name, value] of Object.entries(words)) {
      if (merged[name] !== undefined && merged[name] !== value) return null;
      merged[name] = value;
    }
  }
  return merged;
}

/** The day that is meant, or why it cannot be told. A weekday beside another word for the day has to agree with it. */
export function resolveDay(words: DayWords, today: CivilDay): Found {
  const { weekday, which, week, nth, plus = 0, ...others } = words;
  if (week !== undefined) {
    if (Object.keys(others).length > 0 || nth !== undefined || which !== undefined) return "unclear";
    return weekday === undefined ? "no_day" : after(mondayOf(today) + week * 7 + ((weekday + 6) % 7), today);
  }
  if (nth !== undefined && weekday !== undefined) return resolveNth(words, nth, weekday, today);
  const isDated = Object.keys(others).length > 0;
  const found = isDated ? resolveDate(others, today) : resolveWeekday(weekday, which, today);
  if (typeof found === "string") return found;
  if (isDated && weekday !== undefined && weekdayOf(found) !== weekday) return "no_such_day";
  return found + plus;
}

const after = (day: CivilDay, today: CivilDay): Found => (day < today ? "past" : day);

function resolveWeekday(weekday: number | undefined, which: DayWords["which"], today: CivilDay): Found {
  if (weekday === undefined) return "no_day";
  const ahead = (weekday - weekdayOf(today) + 7) % 7;
  // On a Friday, "este viernes" means today to some; "el viernes" is the next one.
  if (which === "this" && ahead === 0) return "which_day";
  const isInThisWeek = ahead > 0 && today + ahead < mondayOf(today) + 7;
  if (which === "next" && isInThisWeek) return "which_day";
  return today + (ahead === 0 ? 7 : ahead);
}

function resolveNth(words: DayWords, nth: number, weekday: number, today: CivilDay): Found {
  const { month, year, monthAway: away } = words;
  const now = partsOf(today);
  const inMonth = month === undefined ? monthAway(today, away ?? 0) : { year: year ?? now.year, month };
  const found = nthWeekday(inMonth.year, inMonth.month, weekday, nth);
  if (found === null) return "no_such_day";
  if (found >= today || month === undefined || year !== undefined) return after(found, today);
  return nthWeekday(inMonth.year + 1, inMonth.month, weekday, nth) ?? "no_such_day";
}

function resolveDate(words: DayWords, today: CivilDay): Found {
  const { days, months, dayOfMonth, month, year, monthAway: away, isPayday } = words;
  const candidates: Found[] = [];
  if (days !== undefined) candidates.push(today + days);
  if (months !== undefined) candidates.push(monthsFrom(today, months));
  if (isPayday === true) candidates.push(nextPayday(today));
  if (dayOfMonth !== undefined) {
    // "Mañana 26": the day that is named decides which month is meant.
    const from = typeof candidates[0] === "number" && month === undefined ? candidates[0] : today;
    candidates.push(dateOf(dayOfMonth, month, year, away, from));
  } else if (month !== undefined || away !== undefined || year !== undefined) return "no_day";
  const [first = "no_day", ...more] = candidates;
  return more.every((other) => other === first)
    ? first
    : (candidates.find((one) => typeof one === "string") ?? "several");
}

function monthsFrom(today: CivilDay, months: number): Found {
  const there = monthAway(today, months);
  const day = Math.min(partsOf(today).day, daysInMonth(there.year, there.month));
  return civilDay(there.year, there.month, day) ?? "no_such_day";
}

/** The 15th and the last day of the month. */
function nextPayday(today: CivilDay): CivilDay {
  const { year, month, day } = partsOf(today);
  return today - day + (day <= 15 ? 15 : daysInMonth(year, month));
}

function dateOf(
  dayOfMonth: number,
  month: number | undefined,
  year: number | undefined,
  away: number | undefined,
  from: CivilDay,
): Found {
  const now = partsOf(from);
  const inMonth = (y: number, m: number) => civilDay(y, m, dayOfMonth === -1 ? daysInMonth(y, m) : dayOfMonth);
  if (month !== undefined) {
    if (away !== undefined) return "unclear";
    const found = inMonth(year ?? now.year, month);
    if (found !== null && (found >= from || year !== undefined)) return after(found, from);
    if (found !== null && from - found <= JUST_PASSED_DAYS) return "past";
    // 29 February: of a year without one, said after its February, the next year is meant.
    const isOver = found !== null || month < now.month;
    return year === undefined && isOver ? (inMonth(now.year + 1, month) ?? "no_such_day") : "no_such_day";
  }
  if (year !== undefined) return "unclear";
  const here = monthAway(from, away ?? 0);
  const found = inMonth(here.year, here.month);
  if (found !== null && found >= from) return found;
  if (away !== undefined) return found === null ? "no_such_day" : "past";
  const next = monthAway(from, 1);
  return inMonth(next.year, next.month) ?? "no_such_day";
}
