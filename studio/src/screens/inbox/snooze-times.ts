/** When a conversation comes back, as people say it. The clock is the browser's: the person sits there. */
export interface SnoozeTime {
  readonly name: "hour" | "three" | "tomorrow" | "monday";
  readonly at: Date;
}

export function snoozeTimes(now: Date): readonly SnoozeTime[] {
  const morning = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 8);
  // On a Monday the next one is meant.
  const toMonday = (8 - now.getDay()) % 7 || 7;
  return [
    { name: "hour", at: new Date(now.getTime() + 3_600_000) },
    { name: "three", at: new Date(now.getTime() + 3 * 3_600_000) },
    { name: "tomorrow", at: morning(1) },
    { name: "monday", at: morning(toMonday) },
  ];
}
