import type { DecidedToolCall } from "../../core/agent/agent.ts";
import type { OrderSource, OrderTerms } from "../../core/turn/effects.ts";
import type { FlowHooks } from "../definition/order-definition.ts";
import type { Draft, Turn } from "../draft/draft.ts";
import { orderLines, productsOf, totalOf } from "../sale/order-lines.ts";
import { saleProfile } from "../sale/sale-profile.ts";
import { pickupNote, shippingAddress } from "../sale/shipping-address.ts";

/** The input of `create_order` and `update_order`. */
export interface OrderCall extends OrderTerms {
  /**
   * One order for each: a second call with the same key, by replay or by a double confirmation,
   * creates nothing.
   */
  readonly purchaseKey: string;
}

/** A session buys once: a wish for another opens a new session (`start-anew.ts`). */
export function purchaseKey({ input }: Pick<Turn, "input">): string {
  return `${input.session.id}:purchase:1`;
}

function orderCall(
  tool: "create_order" | "update_order",
  turn: Turn,
  draft: Draft,
  source: OrderSource,
): DecidedToolCall {
  return { callId: tool, tool, input: orderInput(turn, draft, source) };
}

/** The shop's own tool first, so that no order stands that it has refused. */
export function orderCalls(
  tool: "create_order" | "update_order",
  turn: Turn,
  draft: Draft,
  source: OrderSource,
): DecidedToolCall[] {
  const call = orderCall(tool, turn, draft, source);
  // No customer confirms what a timer orders.
  if (source !== "customer") return [call];
  return [...hookCalls(tool === "create_order" ? "onConfirm" : "onChange", turn, draft), call];
}

/** The shop's tool comes after the customer's yes, for which our own call asks. */
export function cancelCalls(turn: Turn, draft: Draft): DecidedToolCall[] {
  const call = { callId: "cancel_order", tool: "cancel_order", input: { purchaseKey: purchaseKey(turn) } };
  return [call, ...hookCalls("onCancel", turn, draft)];
}

/** The call of the shop's own tool; none when the shop names no tool. */
function hookCalls(hook: keyof FlowHooks, turn: Turn, draft: Draft): DecidedToolCall[] {
  const name = turn.flow.hooks?.[hook];
  if (name === undefined) return [];
  const { purchaseKey: order, pack, total, data } = orderInput(turn, draft, "customer");
  return [{ callId: hook, tool: name, input: { order, pack, total, data } }];
}

function orderInput(turn: Turn, draft: Draft, source: OrderSource): OrderCall {
  const { flow } = turn;
  const lines = orderLines(flow, draft.data, draft.pack);
  const pack = lines[0]?.pack ?? null;
  const isWorthless = pack === null || (source === "timer_pendiente" && flow.unconfirmedOrderValue === "zero");
  const product = pack ?? flow.packs.find(({ id }) => id === flow.placeholderPack);
  const worthless = product === undefined ? [] : [{ name: product.name, qty: 1, unitPrice: 0 }];
  return {
    purchaseKey: purchaseKey(turn),
    source,
    // Without a pack the order cannot be confirmed yet.
    status: source === "customer" && pack !== null ? "confirmed" : "pending",
    pack: pack?.id ?? null,
    products: isWorthless ? worthless : productsOf(flow, lines),
    total: isWorthless ? 0 : totalOf(flow, lines),
    shippingAddress: shippingAddress(flow, draft.data),
    note: pickupNote(flow, draft.data),
    data: draft.data,
    tags: flow.order.tags,
    stage: flow.order.stage,
    contact: saleProfile(flow, draft.data),
  };
}
