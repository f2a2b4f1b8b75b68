/** Something that the customer spent. Amounts are whole units of the currency. */
export interface Expense {
  readonly id: string;
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly category: string;
}

export interface TrackExpense extends Expense {
  readonly kind: "track_expense";
}

/** One that is not there, or undone already, changes nothing. */
export interface UndoExpense {
  readonly kind: "undo_expense";
  readonly id: string;
}

export interface KeptExpense extends Expense {
  readonly at: Date;
}

export interface ExpenseSummary {
  readonly count: number;
  /** One sum for each currency, the one with the most expenses first. Currencies are never added up. */
  readonly totals: readonly { readonly currency: string; readonly total: number }[];
  /** The largest first, at most 20. */
  readonly byCategory: readonly { readonly currency: string; readonly category: string; readonly total: number }[];
  /** The newest one; null when there is none. */
  readonly last: KeptExpense | null;
}

const MOST_CATEGORIES = 20;

/** The expenses from an instant on, oldest first, in sums. */
export function summariseExpenses(expenses: readonly KeptExpense[], since: Date): ExpenseSummary {
  const own = expenses.filter(({ at }) => at >= since);
  const currencies = [...new Set(own.map(({ currency }) => currency))];
  const inOne = (currency: string) => own.filter((one) => one.currency === currency);
  const sumOf = (expenses: readonly Expense[]) => expenses.reduce((sum, { amount }) => sum + amount, 0);
  const byCategory = currencies.flatMap((currency) =>
    [...new Set(inOne(currency).map(({ category }) => category))].map((category) => ({
      ...{ currency, category },
      total: sumOf(inOne(currency).filter((one) => one.category === category)),
    })),
  );
  return {
    count: own.length,
    totals: currencies
      .toSorted((one, other) => inOne(other).length - inOne(one).length || (one < other ? -1 : 1))
      .map((currency) => ({ currency, total: sumOf(inOne(currency)) })),
    byCategory: byCategory
      .toSorted((one, other) => other.total - one.total || (one.category < other.category ? -1 : 1))
      .slice(0, MOST_CATEGORIES),
    last: own.at(-1) ?? null,
  };
}
