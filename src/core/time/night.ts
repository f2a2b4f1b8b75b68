/**
 * When a day of selling is over (L-5): at two in the morning, by the clock of the workspace. A
 * customer who is talking then is not cut off: a session ends after two quiet hours. An agent or a
 * workspace may set another end (`session-end.ts`).
 */
export const NIGHT = { atHour: 2, quietHours: 2 } as const;
