/**
 * When a day of selling is over (L-5): sessions end at two in the morning, where the shop is. Whoever is talking then is not
 * cut off: a session ends once nothing has happened in it for two hours.
 */
export const NIGHT = { zone: "America/Bogota", atHour: 2, quietHours: 2 } as const;
