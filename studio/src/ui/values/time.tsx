import { useText } from "../../text/use-text.ts";
import { useNow } from "./clock.ts";
import { useLocale } from "./locale.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `850 ms`, `3,2 s` as the page's language writes it, `4 min 10 s`, `2 h 5 min`, `3 d 4 h`. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < MINUTE_MS) return `${ms < 10_000 ? tenths(ms / 1_000) : Math.round(ms / 1_000)} s`;
  if (ms < HOUR_MS) return two(ms, MINUTE_MS, "min", 1_000, "s");
  if (ms < DAY_MS) return two(ms, HOUR_MS, "h", MINUTE_MS, "min");
  return two(ms, DAY_MS, "d", HOUR_MS, "h");
}

function tenths(value: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return value.toLocaleString(document.documentElement.lang === "en" ? "en" : "es-CO", digits);
}

function two(ms: number, big: number, bigName: string, small: number, smallName: string): string {
  const many = Math.floor(ms / big);
  const rest = Math.floor((ms - many * big) / small);
  return rest === 0 ? `${many} ${bigName}` : `${many} ${bigName} ${rest} ${smallName}`;
}

/** One unit is enough for a distance: `5 min`, `3 h`, `2 d`. */
function roughly(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.max(0, Math.floor(ms / 1_000))} s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return `${Math.floor(ms / DAY_MS)} d`;
}

/**
 * The distance to a moment, with the exact time as its title. `short` leaves out `hace` and `en`.
 */
export function RelativeTime({ at, short = false }: { readonly at: string; readonly short?: boolean }) {
  const text = useText("frame");
  const exact = useExactTime();
  const distance = useNow() - Date.parse(at);
  const rough = roughly(Math.abs(distance));
  const words =
    Math.abs(distance) < 5_000 ? text.now : short ? rough : distance > 0 ? text.ago(rough) : text.inTime(rough);
  return (
    <time dateTime={at} title={exact(at)} class="whitespace-nowrap">
      {words}
    </time>
  );
}

/** Counts down to a moment, by the second in its last hour. */
export function Countdown({ to }: { readonly to: string }) {
  const text = useText("frame");
  const exact = useExactTime();
  const left = Date.parse(to) - useNow();
  return (
    <time dateTime={to} title={exact(to)} class="whitespace-nowrap">
      {left <= 0 ? text.due : clockOf(left)}
    </time>
  );
}

/** `0:42`, `12:05`, `3 h 20 min`, `2 d 4 h`. */
function clockOf(ms: number): string {
  if (ms >= HOUR_MS) return duration(ms);
  const seconds = Math.ceil(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The full date and time of a moment, in the words of the language. */
export function useExactTime(): (at: string) => string {
  const locale = useLocale();
  return (at) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" }).format(new Date(at));
}

/** The time of day: `14:05`. */
export function useClockTime(): (at: string) => string {
  const locale = useLocale();
  return (at) => new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" }).format(new Date(at));
}

export function useDay(): (at: string) => string {
  const locale = useLocale();
  return (at) =>
    new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long" }).format(new Date(at));
}
