/** What a member asks of how the shop and its installation do. Counts and codes; words of customers only where it says so. */
export interface ShopHealth {
  /** Milliseconds until the database answered. */
  readonly databaseMs: number;
  /** Living processes of the installation. */
  readonly workers: number;
  /** Conversations that wait past their due time, and how long the first of them has waited. */
  readonly overdue: number;
  readonly oldestDueSeconds: number;
  readonly deadLetters: number;
  readonly unsent: number;
  readonly failedSendsToday: number;
  readonly openCircuits: number;
  readonly alerts: readonly { readonly kind: string; readonly severity: string; readonly since: Date }[];
}

export interface ShopStats {
  readonly days: number;
  readonly customerMessages: number;
  readonly conversations: number;
  readonly runs: number;
  readonly answered: number;
  readonly handedOff: number;
  readonly deadLetters: number;
  /** Orders made in these days that were not cancelled, with their sum in whole units. */
  readonly orders: number;
  readonly ordersTotal: number;
  readonly cancelledOrders: number;
  readonly modelCalls: number;
  readonly modelTokens: number;
  readonly modelUsd: number;
  /** 0 to 1 over all scores of these runs; null where nothing judged them. */
  readonly averageScore: number | null;
  readonly weakRuns: number;
}

/** A line of what happened: a deed of the audit log, or a run that failed. No words of customers. */
export interface LoggedLine {
  readonly at: Date;
  readonly kind: "deed" | "failure";
  readonly what: string;
  readonly who: string;
  readonly runId: string | null;
}

/** A sale that did not come about: an order that was cancelled, or a sale that ended without one. */
export interface LostSale {
  readonly kind: "cancelled_order" | "no_order";
  readonly at: Date;
  readonly name: string | null;
  /** Where the sale stood: the mode of its session. */
  readonly stoodAt: string | null;
  /** Who ended it: the agent, a person, or silence. */
  readonly endedBy: string;
  readonly reason: string | null;
  readonly total: number | null;
  /** The customer's own last words, cut. */
  readonly lastWords: string | null;
}
