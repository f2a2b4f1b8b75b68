import { useLocale } from "../../ui/values/locale.ts";

/** The hour of a message on the clock of the workspace: `8:05`. */
export function useDueTime(timeZone: string): (at: string) => string {
  const format = new Intl.DateTimeFormat(useLocale(), { timeZone, hour: "numeric", minute: "2-digit" });
  return (at) => format.format(new Date(at));
}

/** The name of a time zone: `hora estándar de Colombia`. */
export function useZoneName(timeZone: string): string {
  const format = new Intl.DateTimeFormat(useLocale(), { timeZone, timeZoneName: "long" });
  return format.formatToParts().find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

/** A day in words: `lunes, 23 de noviembre`. */
export function useDayName(): (day: string) => string {
  const format = new Intl.DateTimeFormat(useLocale(), {
    timeZone: "UTC",
    weekday: "long",
    day: "numeric",
    month: "long",
  });
  return (day) => format.format(new Date(day));
}
