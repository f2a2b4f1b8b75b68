import type { AgentInput, Decision } from "../../core/agent/agent.ts";
import { packOf } from "../../core/locale/pack-of.ts";
import { sayAmount } from "../../core/locale/say-amount.ts";
import { localeOf, zoneOf } from "./place.ts";
import { beginOf, type ExpenseAct, type Period } from "./read-expense.ts";
import { say } from "./say.ts";
import { SAYS } from "./texts.ts";

const PERIODS: Readonly<Record<Period, string>> = { today: "Hoy", week: "Esta semana", month: "Este mes" };

/** Keeps, sums up or takes back what the customer spent, by the tools of the same names. */
export async function decideExpense(act: ExpenseAct, input: AgentInput): Promise<Decision> {
  switch (act.kind) {
    case "spend": {
      const { amount, category, currency } = act;
      const call = { callId: "expense", tool: "track_expense", input: { amount, category, currency } };
      return { ...say(SAYS.spent(money(amount, currency, input), category), "tells an expense"), tools: [call] };
    }
    case "unclear_spend":
      return say(SAYS.whichExpense, "the amount or the purpose of an expense is open");
    case "spent":
      return sumUp(act.period, input);
    case "undo_spend":
      return undo(input);
  }
}

async function sumUp(period: Period, input: AgentInput): Promise<Decision> {
  const since = beginOf(period, input.now, zoneOf(input));
  const summary = await summaryOf(since, input);
  if (summary === null) return say(SAYS.noSums, "the expenses could not be read");
  const { currency, total, byCategory, others } = summary;
  if (byCategory.length + others.length === 0)
    return say(SAYS.noExpenses(PERIODS[period]), "asks for sums: there are none");
  const lines = byCategory.map((one) => `• ${one.category}: ${money(one.total, currency, input)}`);
  const sums = [...(byCategory.length === 0 ? [] : [{ currency, total }]), ...others];
  const all = sums.map((one) => money(one.total, one.currency, input)).join(" y ");
  return say(SAYS.sums(PERIODS[period], all, lines), "asks for the sums of a period");
}

async function undo(input: AgentInput): Promise<Decision> {
  const summary = await summaryOf(new Date(0), input);
  if (summary === null) return say(SAYS.noSums, "the expenses could not be read");
  const { last } = summary;
  if (last === null) return say(SAYS.noExpense, "there is no expense to take back");
  const call = { callId: "expense", tool: "undo_expense", input: { expenseId: last.expenseId } };
  return {
    ...say(SAYS.unspent(money(last.amount, last.currency, input), last.category), "takes the newest expense back"),
    tools: [call],
  };
}

interface Summary {
  readonly currency: string;
  readonly total: number;
  readonly others: readonly { readonly currency: string; readonly total: number }[];
  readonly byCategory: readonly { readonly category: string; readonly total: number }[];
  readonly last: {
    readonly expenseId: string;
    readonly amount: number;
    readonly currency: string;
    readonly category: string;
  } | null;
}

/** null when the tool did not answer. Its own schema has checked the output. */
async function summaryOf(since: Date, { tools }: AgentInput): Promise<Summary | null> {
  const read = await tools.read("expense_summary", { since: since.toISOString() });
  return read.ok && isSummary(read.output) ? read.output : null;
}

const isSummary = (output: unknown): output is Summary =>
  typeof output === "object" && output !== null && "total" in output && "byCategory" in output && "last" in output;

/** null: the currency of the shop. */
function money(amount: number, currency: string | null, input: AgentInput): string {
  const locale = localeOf(input);
  return sayAmount(amount, currency ?? packOf(locale).currency.code, locale);
}
