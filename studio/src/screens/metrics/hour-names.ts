import { useLocale } from "../../ui/values/locale.ts";

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** Names of weekdays, 1 for Monday, and of hours from 0, in the language that is shown. */
export function useHourNames() {
  const locale = useLocale();
  return {
    dayName: (weekday: number, style: "long" | "short") =>
      new Date(MONDAY + (weekday - 1) * DAY_MS).toLocaleDateString(locale, { weekday: style, timeZone: "UTC" }),
    hourName: (hour: number) =>
      new Date(MONDAY + hour * 3_600_000).toLocaleTimeString(locale, { hour: "numeric", timeZone: "UTC" }),
  };
}
