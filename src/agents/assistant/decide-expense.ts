import type { AgentInput, Decision } from "../../core/agent/agent.ts";
import { stemsOf } from "../../core/knowledge/spanish-stems.ts";
import { packOf } from "../../core/locale/pack-of.ts";
import { sayAmount } from "../../core/locale/say-amount.ts";
import { AMOUNT, ASKS_EXPENSE, asks, CATEGORY, free } from "./open-question.ts";
import { localeOf, zoneOf } from "./place.ts";
import {
  beginOf,
  type ExpenseAct,
  type Period,
  readExpenseAnswer,
  type TellingAct,
  type ToldExpense,
} from "./read-expense.ts";
import { say } from "./say.ts";
import { SAYS } from "./texts.ts";

type Spent = Extract<ExpenseAct, { readonly kind: "spent" }>;

const NONE: ReadonlySet<string> = new Set();

const PERIODS: Readonly<Record<Period, string>> = { today: "Hoy", week: "Esta semana", month: "Este mes" };

/** Keeps, sums up or takes back what the customer spent, by the tools of the same names. */
export async function decideExpense(act: ExpenseAct, input: AgentInput): Promise<Decision> {
  switch (act.kind) {
    case "spend":
    case "unclear_spend":
      return keepOrAsk(act, input);
    case "spent":
      return free(await sumUp(act, input));
    case "undo_spend":
      return free(await undo(input));
  }
}

function keepOrAsk(act: TellingAct, input: AgentInput): Decision {
  return act.kind === "spend" ? keep(act.expenses, input) : asksExpense(act.known);
}

function keep(expenses: readonly ToldExpense[], input: AgentInput): Decision {
  const lines = expenses.map(({ amount, category, currency }) => `${money(amount, currency, input)} en ${category}`);
  const tools = expenses.map((expense, at) => ({
    callId: at === 0 ? "expense" : `expense-${at + 1}`,
    tool: "track_expense",
    input: expense,
  }));
  return free({ ...say(SAYS.spent(lines.join(", ")), "tells an expense"), tools });
}

function asksExpense({ amount, category, currency }: Partial<ToldExpense>): Decision {
  return asks(say(SAYS.whichExpense, "the amount or the purpose of an expense is open"), ASKS_EXPENSE, {
    ...(amount === undefined ? {} : { [AMOUNT]: `${amount}${currency == null ? "" : ` ${currency}`}` }),
    ...(category === undefined ? {} : { [CATEGORY]: category }),
  });
}

/** The customer's words to our question about an expense; null when they are about something else. */
export function answersExpense(input: AgentInput, words: string): Decision | null {
  const { [AMOUNT]: told, [CATEGORY]: category } = input.session.datosCapturados;
  const [amount, currency = null] = told?.split(" ") ?? [];
  const known = {
    ...(amount === undefined ? {} : { amount: Number(amount), currency }),
    ...(category === undefined ? {} : { category }),
  };
  const act = readExpenseAnswer(words, known);
  return act === null ? null : keepOrAsk(act, input);
}

async function sumUp({ period, about }: Spent, input: AgentInput): Promise<Decision> {
  const since = beginOf(period, input.now, zoneOf(input));
  const summary = await summaryOf(since, input);
  if (summary === null) return say(SAYS.noSums, "the expenses could not be read");
  const { currency, byCategory, others } = summary;
  const sums = [{ currency, byCategory }, ...others]
    .map((one) => ({ currency: one.currency, kept: one.byCategory.filter(({ category }) => isAsked(category, about)) }))
    .filter(({ kept }) => kept.length > 0);
  if (sums.length === 0)
    return say(SAYS.noExpenses(PERIODS[period], about.join(" ni ")), "asks for sums: there are none");
  const all = sums.map((one) => money(totalOf(one.kept), one.currency, input)).join(" y ");
  const lines = sums.flatMap((one) =>
    one.kept.map(({ category, total }) => `• ${category}: ${money(total, one.currency, input)}`),
  );
  return say(SAYS.sums(PERIODS[period], all, lines), "asks for the sums of a period");
}

/** "taxis" asks for "taxi al aeropuerto" too. */
function isAsked(category: string, about: readonly string[]): boolean {
  const stems = new Set(stemsOf(category, NONE));
  return about.length === 0 || about.some((one) => stemsOf(one, NONE).every((stem) => stems.has(stem)));
}

const totalOf = (kept: readonly CategorySum[]): number => kept.reduce((sum, { total }) => sum + total, 0);

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

interface CategorySum {
  readonly category: string;
  readonly total: number;
}

interface Summary {
  readonly currency: string;
  readonly others: readonly { readonly currency: string; readonly byCategory: readonly CategorySum[] }[];
  readonly byCategory: readonly CategorySum[];
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
