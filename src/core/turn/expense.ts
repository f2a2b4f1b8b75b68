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
  readonly total: number;
  /** The largest first, at most 20. */
  readonly byCategory: readonly { readonly category: string; readonly total: number }[];
  /** The newest one; null when there is none. */
  readonly last: KeptExpense | null;
}

const MOST_CATEGORIES = 20;

/** The expenses from an instant on, oldest first, in sums. */
export function summariseExpenses(expenses: readonly KeptExpense[], since: Date): ExpenseSummary {
  const own = expenses.filter(({ at }) => at >= since);
  const totals = new Map<string, number>();
  for (const { category, amount } of own) totals.set(category, (totals.get(category) ?? 0) + amount);
  const byCategory = [...totals].map(([category, total]) => ({ category, total }));
  return {
    count: own.length,
    total: own.reduce((sum, { amount }) => sum + amount, 0),
    byCategory: byCategory
      .toSorted((one, other) => other.total - one.total || (one.category < other.category ? -1 : 1))
      .slice(0, MOST_CATEGORIES),
    last: own.at(-1) ?? null,
  };
}
