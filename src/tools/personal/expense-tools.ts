import * as z from "zod";
import { packOf } from "../../core/locale/pack-of.ts";
import { sayAmount } from "../../core/locale/say-amount.ts";
import type { ToolScope } from "../../core/ports/tools.ts";
import { notFound } from "../crm/crm-call.ts";
import { defineTool } from "../define-tool.ts";
import { instant } from "./instant.ts";

/** The workspace's own, where the customer names none. */
const ownCurrency = ({ contactHours: { locale } }: Pick<ToolScope, "contactHours">): string =>
  packOf(locale).currency.code;

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
    amount: z
      .number()
      .int()
      .min(1)
      .max(1_000_000_000_000)
      .describe("whole units of the currency, as the customer says them"),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/u, "is no ISO 4217 code, such as USD")
      .nullable()
      .default(null)
      .describe("ISO 4217, when the customer names another currency than the shop's; else null"),
    category: z.string().trim().min(1).max(60).describe("what it was spent on, in the customer's words"),
  }),
  question: ({ amount, category, currency }, scope) =>
    `¿Anoto un gasto de ${sayAmount(amount, currency ?? ownCurrency(scope), scope.contactHours.locale)} en ${category}?`,
  output: expense,
  run({ amount, category, currency }, scope) {
    const id = scope.newId();
    const kept = { amount, currency: currency ?? ownCurrency(scope), category: category.toLowerCase() };
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

const categorySum = z.strictObject({ category: z.string(), total: z.number() });

export const expenseSummary = defineTool({
  name: "expense_summary",
  description:
    "Sums up what the customer of this conversation spent from an instant on, by category, in the shop's currency; `others` are the same in other currencies; and the newest one.",
  module: "system",
  effect: "read",
  risk: "low",
  timeout: 2_000,
  permissions: ["crm.read"],
  reversible: true,
  input: z.strictObject({ since: instant.describe("ISO 8601 with its offset") }),
  output: z.strictObject({
    count: z.number(),
    currency: z.string(),
    total: z.number(),
    byCategory: z.array(categorySum),
    others: z.array(z.strictObject({ currency: z.string(), total: z.number(), byCategory: z.array(categorySum) })),
    last: expense.nullable(),
  }),
  async run({ since }, scope) {
    const currency = ownCurrency(scope);
    const { count, totals, byCategory, last } = await scope.crm.expenses(scope.conversationId, new Date(since));
    const sumsIn = (wanted: string) =>
      byCategory.filter((one) => one.currency === wanted).map(({ category, total }) => ({ category, total }));
    const shown =
      last === null
        ? null
        : { expenseId: last.id, amount: last.amount, currency: last.currency, category: last.category };
    return {
      kind: "ok",
      output: {
        ...{ count, currency, last: shown },
        total: totals.find((one) => one.currency === currency)?.total ?? 0,
        byCategory: sumsIn(currency),
        others: totals.flatMap((one) =>
          one.currency === currency ? [] : [{ ...one, byCategory: sumsIn(one.currency) }],
        ),
      },
    };
  },
});
