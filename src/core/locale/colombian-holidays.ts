/** A public holiday of Colombia as the law names it. */
type Rule =
  | { readonly kind: "fixed"; readonly month: number; readonly day: number }
  /** Ley 51 of 1983 (Ley Emiliani): kept on the Monday that follows, unless the day is one. */
  | { readonly kind: "moved"; readonly month: number; readonly day: number }
  /** Days after Easter Sunday. */
  | { readonly kind: "easter"; readonly days: number };

const RULES: readonly Rule[] = [
  { kind: "fixed", month: 1, day: 1 },
  { kind: "moved", month: 1, day: 6 },
  { kind: "moved", month: 3, day: 19 },
  { kind: "easter", days: -3 },
  { kind: "easter", days: -2 },
  { kind: "fixed", month: 5, day: 1 },
  // Ascension, Corpus Christi and Sacred Heart, on the Mondays to which Ley Emiliani moves them.
  { kind: "easter", days: 43 },
  { kind: "easter", days: 64 },
  { kind: "easter", days: 71 },
  { kind: "moved", month: 6, day: 29 },
  { kind: "fixed", month: 7, day: 20 },
  { kind: "fixed", month: 8, day: 7 },
  { kind: "moved", month: 8, day: 15 },
  { kind: "moved", month: 10, day: 12 },
  { kind: "moved", month: 11, day: 1 },
  { kind: "moved", month: 11, day: 11 },
  { kind: "fixed", month: 12, day: 8 },
  { kind: "fixed", month: 12, day: 25 },
];

const DAY_MS = 86_400_000;
const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Easter Sunday, by the rule of Meeus, Jones and Butcher. */
function easterMs(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1);
}

function dayOf(rule: Rule, year: number): string {
  if (rule.kind === "easter") return isoDate(easterMs(year) + rule.days * DAY_MS);
  const ms = Date.UTC(year, rule.month - 1, rule.day);
  const untilMonday = rule.kind === "fixed" ? 0 : (8 - new Date(ms).getUTCDay()) % 7;
  return isoDate(ms + untilMonday * DAY_MS);
}

/** The public holidays of a year, as `YYYY-MM-DD`, in order; two that fall on one day stand once. */
export function colombianHolidays(year: number): readonly string[] {
  return [...new Set(RULES.map((rule) => dayOf(rule, year)))].sort();
}
