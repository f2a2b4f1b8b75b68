import type { DateWords } from "../locale-pack.ts";

export const ENGLISH_DATES: DateWords = {
  months: [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
  ],
  weekdays: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
  /** "Friday, November 27, 8:00 a.m." */
  say({ weekday, day, month, year, hour, minute }) {
    const date = `${weekday}, ${month} ${day}${year === null ? "" : `, ${year}`}`;
    return `${date}, ${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "a.m." : "p.m."}`;
  },
};
