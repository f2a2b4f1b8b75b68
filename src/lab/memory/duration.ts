const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const DURATION = /^(\d{1,7})\s?([smhd])$/;

/** `90s`, `6m`, `30h`, `2d` in seconds; null for anything else. */
export function readDuration(text: string): number | null {
  const match = DURATION.exec(text.trim());
  return match === null ? null : Number(match[1]) * (UNITS[match[2] ?? "s"] ?? 1);
}

/** The longest unit in which it is a whole number: 360 is `6m`, 366 is `366s`. */
export function describeDuration(seconds: number): string {
  const [unit, size] = Object.entries(UNITS).findLast(([, size]) => seconds >= size && seconds % size === 0) ?? [
    "s",
    1,
  ];
  return `${seconds / size}${unit}`;
}
