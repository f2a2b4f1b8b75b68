import * as z from "zod";
import { isOnItsWay } from "../core/agent/order-steps.ts";
import type { OrderId } from "../core/ids.ts";
import { DEFAULT_LOCALE } from "../core/locale/locale.ts";
import { packOf } from "../core/locale/pack-of.ts";
import type { ToolScope } from "../core/ports/tools.ts";
import type { KnownOrder } from "../core/turn/effects.ts";
import { changing } from "./crm/crm-call.ts";
import { defineTool, type ToolAnswer } from "./define-tool.ts";
import { type OrderInput, orderInput } from "./order-input.ts";
import { priceFault } from "./order-price.ts";

type OrderAnswer = ToolAnswer<{ orderId: string }>;

const traits = {
  module: "system",
  effect: "transactional",
  risk: "high",
  timeout: 1_000,
  permissions: ["crm.write"],
  reversible: true,
  input: orderInput,
  output: z.strictObject({ orderId: z.string() }),
  sourceOf: ({ source }: OrderInput) => source,
} as const;

export const createOrder = defineTool({
  ...traits,
  name: "create_order",
  description: "Creates the order of a session's purchase, once, at the catalogue's price.",
  run(order, scope): OrderAnswer {
    const fault = orderFault(order, scope);
    if (fault !== null) return deny(fault);
    if (order.source === "customer" && order.pack === null) return deny("a customer's own order names a pack");
    const known = knownOrder(order, scope);
    if (known === null) return write(order, scope.newId() as OrderId, "create_order");
    // A double confirmation: the order stands if it is the same one, also where the shop has packed or sent it
    // meanwhile. A cancelled or waiting order does not.
    const status = isOnItsWay(known.status) ? "confirmed" : known.status;
    if (status === order.status && known.pack === order.pack && known.total === order.total) {
      return { kind: "ok", output: { orderId: known.id }, effect: null };
    }
    return deny(`purchase ${order.purchaseKey} has another order already (${known.id}): it is changed by update_order`);
  },
});

export const updateOrder = defineTool({
  ...traits,
  name: "update_order",
  description: "Changes the order of a session's purchase, at the catalogue's price.",
  run(order, scope): OrderAnswer {
    const fault = orderFault(order, scope);
    if (fault !== null) return deny(fault);
    const known = knownOrder(order, scope);
    if (known === null) return deny(`purchase ${order.purchaseKey} has no order that could be changed`);
    if (known.status === "cancelled" || isOnItsWay(known.status)) {
      return deny(`order ${known.id} was ${known.status}: a person decides about it`);
    }
    return write(order, known.id, "update_order");
  },
});

export const cancelOrder = defineTool({
  module: "system",
  effect: "transactional",
  risk: "high",
  timeout: 1_000,
  permissions: ["crm.write"],
  reversible: false,
  name: "cancel_order",
  description: "Cancels the order of a session's purchase, for good. The customer says yes first.",
  input: z.strictObject({ purchaseKey: z.string().min(1).max(200) }),
  output: z.strictObject({ orderId: z.string() }),
  question: (_, { catalogue }) =>
    catalogue?.cancelQuestion ?? packOf(catalogue?.locale ?? DEFAULT_LOCALE).texts.cancelsOrder,
  run({ purchaseKey }, scope, run) {
    const fault = purchaseFault(purchaseKey, scope);
    if (fault !== null) return deny(fault);
    const known = knownOrder({ purchaseKey }, scope);
    if (known === null) return deny(`purchase ${purchaseKey} has no order that could be cancelled`);
    const output = { orderId: known.id };
    if (known.status === "cancelled") return { kind: "ok", output, effect: null };
    if (isOnItsWay(known.status)) return deny(`order ${known.id} was ${known.status}: a person decides about it`);
    const change = { op: "order.status", orderId: known.id, seenStatus: known.status, status: "cancelled" } as const;
    return { kind: "ok", output, effect: changing(change, scope, run) };
  },
});

function orderFault(order: OrderInput, scope: ToolScope): string | null {
  const fault = purchaseFault(order.purchaseKey, scope);
  if (fault !== null) return fault;
  const byTimer = order.source !== "customer";
  if (byTimer && order.status !== "pending") return `an order of ${order.source} is pending, not ${order.status}`;
  if (order.pack === null && order.status === "confirmed") return "an order without a pack cannot be confirmed";
  return priceFault(order, scope.catalogue);
}

/** A session buys only for itself. */
function purchaseFault(purchaseKey: string, { sessionId }: ToolScope): string | null {
  return purchaseKey.startsWith(`${sessionId}:`) ? null : `purchase ${purchaseKey} is none of session ${sessionId}`;
}

function knownOrder({ purchaseKey }: Pick<OrderInput, "purchaseKey">, { orders }: ToolScope): KnownOrder | null {
  return orders.find((order) => order.purchaseKey === purchaseKey) ?? null;
}

function write(order: OrderInput, id: OrderId, kind: "create_order" | "update_order"): OrderAnswer {
  return { kind: "ok", output: { orderId: id }, effect: { kind, id, ...order } };
}

function deny(reason: string): OrderAnswer {
  return { kind: "denied", reason };
}
