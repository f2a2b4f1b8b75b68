/**
 * The 24-hour customer service window: free-form messages leave only inside it. Meta is the judge (131047); our clock is
 * advisory and closes five minutes early.
 */
export const SERVICE_WINDOW_MS = 24 * 60 * 60 * 1000;
export const SERVICE_WINDOW_MARGIN_MS = 5 * 60 * 1000;

export function windowClosesAt(lastCustomerMessageAt: Date | null): Date | null {
  return lastCustomerMessageAt === null ? null : new Date(lastCustomerMessageAt.getTime() + SERVICE_WINDOW_MS);
}

export function isWindowOpen(lastCustomerMessageAt: Date | null, now: Date): boolean {
  const closesAt = windowClosesAt(lastCustomerMessageAt);
  return closesAt !== null && now.getTime() < closesAt.getTime() - SERVICE_WINDOW_MARGIN_MS;
}
