import { type CivilDay, civilNow, partsOf, weekdayOf } from "./civil-day.ts";
import type { AskReason, DayWords, ReadTime, Said } from "./piece.ts";
import { firstOccurrence, monthDay, type Recurrence } from "./recurrence.ts";
import { partMinutes, resolveClock } from "./resolve-clock.ts";
import { resolveDay } from "./resolve-day.ts";

type Rule = Partial<Recurrence> & Pick<Recurrence, "freq">;

/** The default hour of a habit; the answer repeats it with the day. */
const STANDARD_HOUR = 9;

const askFor = (reason: AskReason): ReadTime => ({ kind: "ask", reason });

export function composeRecurrence(rules: readonly Rule[], said: Said, now: Date, zone: string): ReadTime {
  const merged = rules.reduce<Rule | null>(
    (one, other) => (one === null ? null : mergeRules(one, other)),
    rules[0] ?? null,
  );
  // "A las 7 todos los días y los domingos a las 9": which hour is whose cannot be told.
  const isTwofold = said.clocks.length > 1 && new Set(rules.map((one) => JSON.stringify(one))).size > 1;
  if (merged === null || isTwofold || said.isSameTime) return askFor("how_often");
  const { today } = civilNow(now, zone);
  const start = said.hasStart && said.hasDay ? resolveDay(said.days, today) : today;
  if (typeof start === "string") return askFor(start);
  const times = hoursOf(said, merged);
  if ("reason" in times) return askFor(times.reason);
  const rule = placed({ interval: 1, ...merged }, said.hasDay && !said.hasStart ? said.days : {}, start);
  if (rule === null) return askFor("how_often");
  if (rule.freq === "HOURLY" || rule.freq === "MINUTELY") return composeInterval(rule, times.hours, said, now, zone);
  const hours = times.hours.length === 0 ? { byHour: [STANDARD_HOUR], byMinute: 0 } : times.hours[0];
  // The rule would keep only one of two hours on the last matching day.
  if (rule.isLastOfSet === true && hours?.byHour.length !== 1) return askFor("how_often");
  const whole: Recurrence = { ...rule, ...hours };
  const at = firstOccurrence(whole, now, start, zone);
  return at === null ? askFor("no_such_day") : { kind: "recurring", rule: whole, at };
}

interface Hours {
  readonly byHour: readonly number[];
  readonly byMinute: number;
}

/** One set of hours, none, or what to ask. */
function hoursOf(
  { clocks, parts }: Said,
  { freq }: Rule,
): { readonly hours: readonly Hours[] } | { readonly reason: AskReason } {
  if (clocks.length === 0) {
    if (parts.length === 0) return { hours: [] };
    const minutes = partMinutes(parts);
    return minutes === null || freq === "HOURLY" || freq === "MINUTELY"
      ? { reason: "no_hour" }
      : { hours: [{ byHour: [minutes / 60], byMinute: 0 }] };
  }
  const times = clocks.map((clock) => resolveClock(clock, parts));
  const minutes: number[] = [];
  for (const time of times) {
    if (typeof time === "string") return { reason: time };
    minutes.push(time.minutes[0] ?? 0);
  }
  const [byMinute = 0, ...others] = new Set(minutes.map((minute) => minute % 60));
  if (others.length > 0) return { reason: "several" };
  const byHour = [...new Set(minutes.map((minute) => Math.floor(minute / 60)))].sort((a, b) => a - b);
  return { hours: [{ byHour, byMinute }] };
}

/** "Cada 8 horas": from now on; from an hour on, where the day has a whole number of them. */
function composeInterval(rule: Recurrence, hours: readonly Hours[], said: Said, now: Date, zone: string): ReadTime {
  const [from, ...more] = hours;
  if (more.length > 0 || (said.hasDay && !said.hasStart) || rule.byDay !== undefined) return askFor("how_often");
  const { today } = civilNow(now, zone);
  const start = said.hasDay ? resolveDay(said.days, today) : today;
  if (from === undefined) {
    if (start !== today) return askFor("no_hour");
    const at = firstOccurrence(rule, now, today, zone);
    return at === null ? askFor("how_often") : { kind: "recurring", rule, at };
  }
  const [first = 0, ...others] = from.byHour;
  if (
    rule.freq !== "HOURLY" ||
    others.length > 0 ||
    !said.hasStart ||
    24 % rule.interval !== 0 ||
    typeof start === "string"
  ) {
    return askFor("how_often");
  }
  const byHour = Array.from({ length: 24 / rule.interval }, (_, index) => (first + index * rule.interval) % 24).sort(
    (a, b) => a - b,
  );
  const daily: Recurrence = { freq: "DAILY", interval: 1, byHour, byMinute: from.byMinute };
  // It begins at the hour that is named, not at the day's first one.
  const begins = firstOccurrence({ ...daily, byHour: [first] }, now, start, zone);
  return begins === null ? askFor("how_often") : { kind: "recurring", rule: daily, at: begins };
}

/** Two words for one habit: "todas las semanas, los lunes". Null: they do not go together. */
function mergeRules(one: Rule, other: Rule): Rule | null {
  if (one === other || JSON.stringify(one) === JSON.stringify(other)) return one;
  const [plain, fine] = isPlain(one) ? [one, other] : [other, one];
  if (!isPlain(plain)) return null;
  if (plain.freq === fine.freq && (plain.interval ?? 1) === 1) return fine;
  if (plain.freq === fine.freq && fine.interval === undefined) return { ...fine, interval: plain.interval ?? 1 };
  const isEveryDay = plain.freq === "DAILY" && (plain.interval ?? 1) === 1;
  return isEveryDay && fine.freq === "WEEKLY" && fine.byDay !== undefined ? fine : null;
}

const isPlain = ({ byDay, byMonthDay }: Rule): boolean => byDay === undefined && byMonthDay === undefined;

/** The days of a rule, from what was said beside it or else from the day on which it begins. */
function placed(rule: Recurrence, words: DayWords, start: CivilDay): Recurrence | null {
  const names = Object.keys(words)
    .filter((name) => name !== "which" || words.which !== "this")
    .sort()
    .join(" ");
  if (!isPlain(rule)) return names === "" ? rule : null;
  const today = partsOf(start);
  switch (rule.freq) {
    case "WEEKLY":
      if (names === "weekday" || names === "")
        return { ...rule, byDay: [{ weekday: words.weekday ?? weekdayOf(start) }] };
      return null;
    case "MONTHLY":
      if (names === "dayOfMonth" || names === "") return { ...rule, ...monthDay(words.dayOfMonth ?? today.day) };
      if (words.dayOfMonth === -1 && names === "dayOfMonth monthAway") return { ...rule, byMonthDay: [-1] };
      if (names === "monthAway nth weekday" && words.weekday !== undefined && words.nth !== undefined) {
        return { ...rule, byDay: [{ weekday: words.weekday, nth: words.nth }] };
      }
      return null;
    case "YEARLY":
      if (names === "dayOfMonth month" || names === "") {
        return { ...rule, byMonth: words.month ?? today.month, byMonthDay: [words.dayOfMonth ?? today.day] };
      }
      return null;
    default:
      return names === "" ? rule : null;
  }
}
