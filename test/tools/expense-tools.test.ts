import { expect, test } from "vitest";
import type { ToolScope } from "../../src/core/ports/tools.ts";
import { type KeptExpense, summariseExpenses } from "../../src/core/turn/expense.ts";
import { SHOP_TOOLS } from "../../src/tools/shop-tools.ts";
import { CUSTOMER_SCOPE } from "../support/tool-scope.ts";

const [RENT, DINNER, TAXI] = [
  "0195d6a0-0000-7000-8000-0000000000a1",
  "0195d6a0-0000-7000-8000-0000000000a2",
  "0195d6a0-0000-7000-8000-0000000000a3",
] as const;
const spent = (id: string, day: number, amount: number, category: string, currency = "COP"): KeptExpense => ({
  ...{ id, amount, category, currency },
  at: new Date(`2026-11-0${day}T12:00:00Z`),
});
const EXPENSES = [spent(RENT, 1, 1_200_000, "arriendo"), spent(DINNER, 2, 40, "comida", "USD")];

async function call(tool: string, input: unknown, expenses: readonly KeptExpense[] = EXPENSES) {
  const crm: ToolScope["crm"] = {
    ...CUSTOMER_SCOPE.crm,
    expenses: async (_, since) => summariseExpenses(expenses, since),
  };
  return SHOP_TOOLS.execute({
    ...{ tool, input, idempotencyKey: "run:1", signal: new AbortController().signal },
    scope: {
      ...CUSTOMER_SCOPE,
      ...{ granted: ["track_expense", "undo_expense", "expense_summary"], requests: ["expense"], crm },
    },
  });
}

test("an expense is kept in the currency of the shop, unless the customer names another", async () => {
  expect(await call("track_expense", { amount: 20_000, category: "Taxi" })).toMatchObject({
    effect: { kind: "track_expense", amount: 20_000, currency: "COP", category: "taxi" },
  });
  expect(await call("track_expense", { amount: 15, category: "Taxi", currency: "USD" })).toMatchObject({
    effect: { currency: "USD" },
  });
  expect(await call("track_expense", { amount: 15, category: "Taxi", currency: "pesos" })).toMatchObject({
    rule: "invalid_input",
  });
});

test("a sum is of one currency: what was spent in another stands beside it and is never added", async () => {
  expect(await call("expense_summary", { since: "2026-11-01T00:00:00Z" })).toMatchObject({
    output: {
      ...{ count: 2, currency: "COP", total: 1_200_000, byCategory: [{ category: "arriendo", total: 1_200_000 }] },
      others: [{ currency: "USD", total: 40, byCategory: [{ category: "comida", total: 40 }] }],
    },
  });
});

test("a customer who spent nothing in the shop's currency hears of no sum in it", async () => {
  expect(await call("expense_summary", { since: "2026-11-02T00:00:00Z" })).toMatchObject({
    output: { count: 1, total: 0, byCategory: [], others: [{ currency: "USD", total: 40 }] },
  });
  expect(await call("expense_summary", { since: "2026-11-05T00:00:00Z" })).toMatchObject({
    output: { count: 0, total: 0, others: [], last: null },
  });
});

test("only the newest expense is taken back, and none twice", async () => {
  const all = [...EXPENSES, spent(TAXI, 3, 20_000, "taxi")];
  expect(await call("undo_expense", { expenseId: TAXI }, all)).toMatchObject({
    ...{ kind: "ok", output: { expenseId: TAXI, amount: 20_000, category: "taxi" } },
    effect: { kind: "undo_expense", id: TAXI },
  });
  expect(await call("undo_expense", { expenseId: RENT }, all)).toMatchObject({ kind: "error", type: "not_found" });
  expect(await call("undo_expense", { expenseId: TAXI }, EXPENSES)).toMatchObject({ kind: "error", type: "not_found" });
  expect(await call("undo_expense", { expenseId: TAXI }, [])).toMatchObject({ kind: "error", type: "not_found" });
});
