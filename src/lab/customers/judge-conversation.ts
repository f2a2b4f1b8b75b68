import type { ScenarioStep } from "../memory/scenario.ts";
import type { SandboxOrder, ScenarioPlayer } from "../memory/scenario-player.ts";
import type { ConversationLine } from "./labelled-lines.ts";
import { type Before, misread, outcomesOf } from "./outcomes.ts";

export interface JudgedConversation {
  readonly line: ConversationLine;
  /** `harmful`: an order where none was wanted, another order than the wanted one, or a forbidden outcome. */
  readonly verdict: "right" | "wrong" | "harmful";
  /** How many times the customer had written when the first order came; null without an order. */
  readonly orderedAfter: number | null;
  readonly why: readonly string[];
}

/** Plays all steps, and compares the orders at the end with the wanted one. */
export async function judgeConversation(
  line: ConversationLine,
  player: ScenarioPlayer,
  holds: readonly string[],
): Promise<JudgedConversation> {
  let before: Before = null;
  let written = 0;
  let orderedAfter: number | null = null;
  const harm: string[] = [];
  const earlier = line.context.before.map((says): ScenarioStep => ({ says }));
  for (const step of [...earlier, ...line.steps]) {
    const observed = await player.play(step);
    if (step.wait === undefined) written += 1;
    if (observed.orders.length > 0) orderedAfter ??= written;
    const outcomes = outcomesOf(observed, before, holds);
    harm.push(...line.forbidden.filter((name) => outcomes.has(name)));
    before = observed;
  }
  const orders = (before?.orders ?? []).filter(({ status }) => status !== "cancelled");
  const missed = orderFaults(line, orders);
  const isWrongOrder = orders.length > 0 && missed.length > 0;
  const unread = misread(line.fields, before?.session.datosCapturados ?? {});
  const why = [...harm, ...missed, ...unread.map((name) => `field:${name}`)];
  if (harm.length > 0 || isWrongOrder) return { line, verdict: "harmful", orderedAfter, why };
  return { line, verdict: why.length === 0 ? "right" : "wrong", orderedAfter, why };
}

function orderFaults({ order: wanted }: ConversationLine, orders: readonly SandboxOrder[]): string[] {
  if (wanted === null) return orders.length === 0 ? [] : ["an order that was not wanted"];
  const [order] = orders;
  if (order === undefined) return ["no order"];
  if (orders.length > 1) return [`${orders.length} orders`];
  return [
    ...(wanted.pack === undefined || wanted.pack === order.pack ? [] : [`pack ${order.pack}, not ${wanted.pack}`]),
    ...(wanted.total === undefined || wanted.total === order.total
      ? []
      : [`total ${order.total}, not ${wanted.total}`]),
  ];
}
