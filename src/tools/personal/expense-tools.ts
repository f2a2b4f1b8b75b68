import * as z from "zod";
import { DEFAULT_LOCALE } from "../../core/locale/locale.ts";
import { formatMoney } from "../../core/locale/money.ts";
import { notFound } from "../crm/crm-call.ts";
import { defineTool } from "../define-tool.ts";
import { instant } from "./instant.ts";

const CURRENCY = "COP";

const WRITES_ONE = {
  module: "system",
  effect: "transactional",
  timeout: 5_000,
  permissions: ["crm.write"],
  reversible: true,
} as const;

const expense = z.strictObject({
  expenseId: z.string(),
  amount: z.number(),
  currency: z.string(),
  category: z.string(),
});

export const trackExpense = defineTool({
  ...WRITES_ONE,
  name: "track_expense",
  description: "Keeps what the customer of this conversation says that they spent. It is written with your answer.",
  risk: "medium",
  requestedBy: ["expense"],
  input: z.strictObject({
    amount: z.number().int().min(1).max(1_000_000_000_000).describe("whole pesos"),
    category: z.string().trim().min(1).max(60).describe("what it was spent on, in the customer's words"),
  }),
  question: ({ amount, category }) => `¿Anoto un gasto de ${formatMoney(amount, DEFAULT_LOCALE)} en ${category}?`,
  output: expense,
  run({ amount, category }, scope) {
    const id = scope.newId();
    const kept = { amount, currency: CURRENCY, category: category.toLowerCase() };
    return { kind: "ok", output: { expenseId: id, ...kept }, effect: { kind: "track_expense", id, ...kept } };
  },
});

export const undoExpense = defineTool({
  ...WRITES_ONE,
  name: "undo_expense",
  description: "Takes back the newest expense of the customer. Sums leave it out from then on.",
  risk: "low",
  input: z.strictObject({ expenseId: z.uuid().describe("the id of the newest one, as expense_summary shows it") }),
  output: expense,
  async run({ expenseId }, scope) {
    const { last } = await scope.crm.expenses(scope.conversationId, new Date(0));
    if (last?.id !== expenseId) return notFound("expense", expenseId);
    const { at: _, id, ...kept } = last;
    return { kind: "ok", output: { expenseId: id, ...kept }, effect: { kind: "undo_expense", id } };
  },
});

export const expenseSummary = defineTool({
  name: "expense_summary",
  description:
    "Sums up what the customer of this conversation spent from an instant on, by category, and the newest one.",
  module: "system",
  effect: "read",
  risk: "low",
  timeout: 2_000,
  permissions: ["crm.read"],
  reversible: true,
  input: z.strictObject({ since: instant.describe("ISO 8601 with its offset") }),
  output: z.strictObject({
    count: z.number(),
    total: z.number(),
    byCategory: z.array(z.strictObject({ category: z.string(), total: z.number() })),
    last: expense.nullable(),
  }),
  async run({ since }, scope) {
    const { count, total, byCategory, last } = await scope.crm.expenses(scope.conversationId, new Date(since));
    const shown =
      last === null
        ? null
        : { expenseId: last.id, amount: last.amount, currency: last.currency, category: last.category };
    return { kind: "ok", output: { count, total, byCategory: byCategory.map((one) => ({ ...one })), last: shown } };
  },
});
