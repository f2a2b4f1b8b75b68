import type { KnownOrder, OrderSource } from "../core/effects.ts";
import type { OrderId } from "../core/ids.ts";
import type { ToolScope } from "../core/ports/tools.ts";
import { type OrderInput, orderInput } from "./order-input.ts";
import { priceFault } from "./order-price.ts";
import { deny, type Judged, transactionalTool } from "./transactional-tool.ts";

/** Requirement R12: who has agreed to it. */
const CONSENT: Readonly<Record<OrderSource, string>> = {
  customer: "consent: the customer asked for it in this conversation",
  timer_sinpack:
    "system policy timer_sinpack: an offer that nobody answered is noted without a pack and without a value",
  timer_pendiente: "system policy timer_pendiente: a chosen pack that nobody confirmed is noted as pending",
};

export const createOrder = transactionalTool({
  name: "create_order",
  riskLevel: "high",
  input: orderInput,
  judge(order, scope) {
    const fault = orderFault(order, scope);
    if (fault !== null) return deny(fault);
    if (order.source === "customer" && order.pack === null) return deny("a customer's own order names a pack");
    const known = knownOrder(order, scope);
    if (known === null) return allow(order, scope.newId() as OrderId, "create_order");
    // A double confirmation: the order stands, if it is the same one. One that is cancelled, or still waits for a yes, is not.
    if (known.status === order.status && known.pack === order.pack && known.total === order.total) {
      return { decision: "allow", by: CONSENT[order.source], output: { orderId: known.id }, effect: null };
    }
    return deny(`purchase ${order.purchaseKey} has another order already (${known.id}): it is changed by update_order`);
  },
});

export const updateOrder = transactionalTool({
  name: "update_order",
  riskLevel: "high",
  input: orderInput,
  judge(order, scope) {
    const fault = orderFault(order, scope);
    if (fault !== null) return deny(fault);
    const known = knownOrder(order, scope);
    if (known === null) return deny(`purchase ${order.purchaseKey} has no order that could be changed`);
    if (known.status === "cancelled") return deny(`order ${known.id} was cancelled: a person decides about it`);
    return allow(order, known.id, "update_order");
  },
});

function orderFault(order: OrderInput, scope: ToolScope): string | null {
  // A session buys for itself alone.
  if (!order.purchaseKey.startsWith(`${scope.sessionId}:`)) {
    return `purchase ${order.purchaseKey} is none of session ${scope.sessionId}`;
  }
  const byTimer = order.source !== "customer";
  if (byTimer !== (scope.cause === "timer"))
    return `an order of ${order.source} is not made by a ${scope.cause}'s turn`;
  if (byTimer && order.status !== "pending") return `an order of ${order.source} is pending, not ${order.status}`;
  if (order.pack === null && order.status === "confirmed") return "an order without a pack is not confirmed by anybody";
  return priceFault(order, scope.catalogue);
}

function knownOrder({ purchaseKey }: OrderInput, { orders }: ToolScope): KnownOrder | null {
  return orders.find((order) => order.purchaseKey === purchaseKey) ?? null;
}

function allow(order: OrderInput, id: OrderId, kind: "create_order" | "update_order"): Judged {
  return { decision: "allow", by: CONSENT[order.source], output: { orderId: id }, effect: { kind, id, ...order } };
}
