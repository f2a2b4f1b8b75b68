import { civilDay } from "./civil-day.ts";
import { ask, type Phrase, phrase } from "./piece.ts";

const DATE = "(?<year>20\\d\\d)-(?<month>\\d\\d)-(?<day>\\d\\d)";
const TIME = "(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d)(?<second>:[0-5]\\d(?:\\.\\d+)?)?";

/** `2026-11-27`, `2026-11-27T08:00`, `2026-11-27T08:00:00-05:00`: with an offset it is an instant of its own. */
export const isoPhrases: readonly Phrase[] = [
  phrase(`(?:el )?${DATE}(?:t| )${TIME}(?<offset>z|[+-]\\d\\d:?\\d\\d)`, (groups) => {
    const { year, month, day, hour, minute, second = "", offset = "" } = groups;
    const zone = offset.toUpperCase().replace(/^([+-]\d\d)(\d\d)$/u, "$1:$2");
    const at = new Date(`${year}-${month}-${day}T${hour}:${minute}${second}${zone}`);
    return isDay(groups) && !Number.isNaN(at.getTime()) ? [{ kind: "instant", at }] : ask("no_such_day");
  }),
  phrase(`(?:el )?${DATE}(?:t(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d)(?::00)?)?`, (groups) => {
    const { year, month, day, hour, minute } = groups;
    const date = { year: Number(year), month: Number(month), dayOfMonth: Number(day) };
    const clock = { hour: Number(hour), minute: Number(minute), isFull: true };
    return [{ kind: "day", day: date }, ...(hour === undefined ? [] : [{ kind: "clock", clock } as const])];
  }),
];

function isDay({ year, month, day }: Readonly<Record<string, string | undefined>>): boolean {
  return civilDay(Number(year), Number(month), Number(day)) !== null;
}
