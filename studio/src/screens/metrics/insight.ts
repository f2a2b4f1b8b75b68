export const RANGES = ["today", "week", "month", "custom"] as const;
export type Range = (typeof RANGES)[number];

const DAY_MS = 86_400_000;
const DAYS: Readonly<Record<Exclude<Range, "custom">, number>> = { today: 1, week: 7, month: 30 };

/** Returns `YYYY-MM-DD` in the shop's time zone, not in this computer's. */
export function today(timeZone: string, now = new Date()): string {
  return now.toLocaleDateString("sv-SE", { timeZone });
}

export function daysOf(range: Exclude<Range, "custom">, timeZone: string): { from: string; to: string } {
  const to = today(timeZone);
  return { from: new Date(Date.parse(to) - (DAYS[range] - 1) * DAY_MS).toISOString().slice(0, 10), to };
}

/** Tells whether the server accepts this range. */
export function isRange(from: string, to: string): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  return days >= 0 && days < 366;
}

/** The words of the modes stand in the order of a sale. A mode of the shop's own has none, and stands after them. */
export function inOrderOfSale<Stage extends { readonly mode: string }>(
  stages: readonly Stage[],
  codes: readonly string[],
): readonly Stage[] {
  const placeOf = (mode: string) => (codes.includes(`mode_${mode}`) ? codes.indexOf(`mode_${mode}`) : codes.length);
  return stages.toSorted((one, other) => placeOf(one.mode) - placeOf(other.mode));
}
