/** A day without a clock: `2026-11-23`. Its arithmetic is done in UTC, where each day has 24 hours. */
export type Day = string;

export type View = "month" | "week" | "agenda";

const DAY_MS = 86_400_000;
/** Whole weeks that hold every month. */
const WEEKS_OF_A_MONTH = 6;
const AGENDA_DAYS = 30;

/** The day of an instant on the clock of a time zone. */
export function dayOf(at: Date | string, timeZone: string): Day {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  const of = Object.fromEntries(parts.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  return `${of["year"]}-${of["month"]}-${of["day"]}`;
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The Monday of a day's week. */
function weekOf(day: Day): Day {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** The days that a view shows, the first first. */
export function daysOf(view: View, day: Day): readonly Day[] {
  const first = view === "agenda" ? day : weekOf(view === "month" ? `${day.slice(0, 8)}01` : day);
  const count = view === "agenda" ? AGENDA_DAYS : view === "week" ? 7 : WEEKS_OF_A_MONTH * 7;
  return Array.from({ length: count }, (_, at) => addDays(first, at));
}

/** A day of the period before (-1) or after (1). */
export function step(view: View, day: Day, direction: 1 | -1): Day {
  if (view !== "month") return addDays(day, direction * (view === "week" ? 7 : AGENDA_DAYS));
  const first = new Date(`${day.slice(0, 8)}01`);
  first.setUTCMonth(first.getUTCMonth() + direction);
  return first.toISOString().slice(0, 10);
}
