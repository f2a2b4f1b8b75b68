import type { OrderStatus } from "./shop-words.ts";

/** `yes`: for all who may change orders. `owner`: it takes back what the customer was told, so the owner alone. */
type Step = "yes" | "owner" | "no";

/** Maps each status to its next statuses. A cancelled order has none: the shop makes a new order. */
const STEPS: Readonly<Record<OrderStatus, Readonly<Record<OrderStatus, Step>>>> = {
  pending: stepsTo({ confirmed: "yes", cancelled: "yes" }),
  confirmed: stepsTo({ pending: "yes", packed: "yes", sent: "yes", cancelled: "yes" }),
  packed: stepsTo({ confirmed: "yes", sent: "yes", cancelled: "yes" }),
  sent: stepsTo({ packed: "owner", delivered: "yes", returned: "yes" }),
  delivered: stepsTo({ sent: "owner", returned: "yes" }),
  returned: stepsTo({ packed: "yes", delivered: "owner", cancelled: "yes" }),
  cancelled: stepsTo({}),
};

function stepsTo(steps: Partial<Record<OrderStatus, Step>>): Readonly<Record<OrderStatus, Step>> {
  const none = { pending: "no", confirmed: "no", packed: "no", sent: "no", delivered: "no", returned: "no" } as const;
  return { ...none, cancelled: "no", ...steps };
}

export function mayStep(from: OrderStatus, to: OrderStatus, role: "owner" | "operator"): "yes" | "owner_only" | "no" {
  const step = STEPS[from][to];
  return step === "owner" ? (role === "owner" ? "yes" : "owner_only") : step;
}

/** The next statuses that this role may choose, in the order of a shop's day. */
export function nextStatuses(from: OrderStatus, role: "owner" | "operator"): readonly OrderStatus[] {
  return DAY.filter((to) => mayStep(from, to, role) === "yes");
}

const DAY = ["pending", "confirmed", "packed", "sent", "delivered", "returned", "cancelled"] as const;

/** True when the shop has begun to ship the order. Agents can then neither change nor cancel it. */
export function isOnItsWay(status: OrderStatus): boolean {
  return status === "packed" || status === "sent" || status === "delivered" || status === "returned";
}

/** Address, carrier and note may still be corrected: the parcel is in the shop. */
export function isInTheShop(status: OrderStatus): boolean {
  return status === "pending" || status === "confirmed" || status === "packed" || status === "returned";
}
