import * as z from "zod";
import { DEFAULT_LOCALE, type Locale } from "../locale/locale.ts";
import { packOf } from "../locale/pack-of.ts";

export const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Minutes of the day; the second one is not included. */
type Minutes = readonly [from: number, until: number];

/** The hours of a country whose law we do not know. */
const ALL_DAY: Minutes = [0, 24 * 60];

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 09:00");
const open = z.tuple([clock, clock]).optional();

/** When the shop itself is open. A day that is not named is closed. */
export const BusinessHours = z
  .strictObject({ mon: open, tue: open, wed: open, thu: open, fri: open, sat: open, sun: open })
  .meta({
    id: "BusinessHours",
    description: "Opening hours by day. They narrow the legal hours of contact; a day left out is closed.",
    example: { mon: ["09:00", "18:00"] },
  });
export type BusinessHours = z.output<typeof BusinessHours>;

export interface ContactHours {
  /** Names the country whose law holds. */
  readonly locale: Locale;
  /** An IANA name. */
  readonly timeZone: string;
  /** null when the legal hours alone hold. */
  readonly businessHours: BusinessHours | null;
}

/** The settings of a new workspace. */
export const STANDARD_HOURS: ContactHours = {
  locale: DEFAULT_LOCALE,
  timeZone: packOf(DEFAULT_LOCALE).timeZone,
  businessHours: null,
};

interface LocalTime {
  readonly date: string;
  readonly weekday: Weekday;
  readonly minute: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * What a zone's clock showed last. A turn asks for it several times, and the next customer's turn comes in the same minute. Offsets of
 * today are whole minutes, so two instants of one minute show the same.
 */
const shown = new Map<string, { readonly minuteSinceEpoch: number; readonly time: LocalTime }>();

export function localTime(at: Date, timeZone: string): LocalTime {
  const minuteSinceEpoch = Math.floor(at.getTime() / 60_000);
  const last = shown.get(timeZone);
  if (last?.minuteSinceEpoch === minuteSinceEpoch) return last.time;
  const time = readClock(at, timeZone);
  shown.set(timeZone, { minuteSinceEpoch, time });
  return time;
}

function readClock(at: Date, timeZone: string): LocalTime {
  let format = formats.get(timeZone);
  if (format === undefined) {
    const fields = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const;
    format = new Intl.DateTimeFormat("en-US", { ...fields, weekday: "short", hourCycle: "h23", timeZone });
    formats.set(timeZone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    date: `${parts["year"]}-${parts["month"]}-${parts["day"]}`,
    weekday: WEEKDAYS.find((day) => day === parts["weekday"]?.toLowerCase()) ?? "sun",
    minute: Number(parts["hour"]) * 60 + Number(parts["minute"]),
  };
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** The usable part of this day; null when there is none. */
function allowedOn({ date, weekday }: LocalTime, { locale, businessHours }: ContactHours): Minutes | null {
  const law = packOf(locale).contactLaw;
  const legal = law === null ? ALL_DAY : law.hours[weekday];
  if (legal === null || law?.holidays(Number(date.slice(0, 4))).includes(date) === true) return null;
  if (businessHours === null) return legal;
  const open = businessHours[weekday];
  if (open === undefined) return null;
  const both: Minutes = [Math.max(legal[0], minuteOf(open[0])), Math.min(legal[1], minuteOf(open[1]))];
  return both[0] < both[1] ? both : null;
}

/** Whether a commercial message may reach a person now. */
export function mayContact(now: Date, hours: ContactHours): boolean {
  const local = localTime(now, hours.timeZone);
  const allowed = allowedOn(local, hours);
  return allowed !== null && local.minute >= allowed[0] && local.minute < allowed[1];
}

/** When people are up, where a shop has not said when it is open. */
const DAY: Minutes = [7 * 60, 20 * 60];

/**
 * Whether a customer may be written to about their own purchase, by the clock of a workspace: in
 * the shop's hours, on Sundays too if it is open; without hours, from seven in the morning to eight
 * in the evening.
 */
export function isDaytime(now: Date, { timeZone, businessHours }: ContactHours): boolean {
  const { weekday, minute } = localTime(now, timeZone);
  const open = businessHours?.[weekday];
  if (businessHours !== null && open === undefined) return false;
  const [from, until] = open === undefined ? DAY : [minuteOf(open[0]), minuteOf(open[1])];
  return minute >= from && minute < until;
}

const MINUTE_MS = 60_000;

/** Each look ends a day at least; a shop that opens on no day at all is found out after so many. */
const MOST_LOOKS = 60;

/** The first minute from `now` on in which it may; null where no day of the next weeks has one. */
export function nextContactAt(now: Date, hours: ContactHours): Date | null {
  let at = now;
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    if (mayContact(at, hours)) return at;
    const local = localTime(at, hours.timeZone);
    const allowed = allowedOn(local, hours);
    const minutes = allowed !== null && local.minute < allowed[0] ? allowed[0] - local.minute : 24 * 60 - local.minute;
    // To the full minute. Where clocks are put forward or back on the way, the next look corrects it.
    at = new Date(Math.floor(at.getTime() / MINUTE_MS + minutes) * MINUTE_MS);
  }
  return null;
}
