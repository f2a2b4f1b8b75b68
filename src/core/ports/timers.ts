/**
 * What happens because time passes and the customer says nothing. Each call is one statement, safe
 * to make from every process.
 */
export interface Timers {
  /**
   * Turns due timers into events with a run of their own, the longest due first, where the conversation is idle: a message
   * that waits or is being answered comes first, and its turn says what counts from then on. `nextDueInMs`: when the next
   * one falls due, if any counts.
   */
  fire(request: TimerRequest): Promise<{ fired: number; nextDueInMs: number | null }>;
  /**
   * Closes at most `limit` sessions of idle conversations that are to end by now (`session-end.ts`), with their timers. The
   * customer's next message opens a new one.
   */
  endDay(limit: number): Promise<{ closed: number }>;
}

export interface TimerRequest {
  readonly limit: number;
  /** New ids: one event and run for each timer that fires. */
  readonly newId: () => string;
}
