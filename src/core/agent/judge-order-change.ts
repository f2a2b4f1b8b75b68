import { isInTheShop, mayStep, nextStatuses } from "./order-steps.ts";
import type { OrderStatus } from "./shop-words.ts";

/** An order as it stands, and what is asked of it. */
interface Asked {
  readonly status?: OrderStatus | undefined;
  readonly carrier?: string | undefined;
  readonly guide?: string | undefined;
  readonly address?: string | undefined;
  readonly note?: string | null | undefined;
  readonly stage?: string | undefined;
  readonly role: "owner" | "operator";
}

/** What of an order a change may concern. */
export interface StandingOrder {
  readonly status: OrderStatus;
  readonly carrier: string | null;
  readonly guide: string | null;
  readonly address: string;
  readonly note: string | null;
  readonly stage: string;
}

const FIELDS = ["status", "carrier", "guide", "address", "note", "stage"] as const;

/** What a spreadsheet makes of a long number: 2,20001E+11. */
const ROUNDED = /^\d([.,]\d+)?E\+?\d+$/i;

export const ORDER_FAULT_CODES = ["step", "owner_only", "cancelled", "left", "rounded", "carrier", "guide"] as const;
export type OrderFaultCode = (typeof ORDER_FAULT_CODES)[number];

export interface OrderFault {
  readonly code: OrderFaultCode;
  readonly field: string;
  readonly why: string;
  readonly isOwnerOnly: boolean;
}

/** Why an order does not change as asked, with the way out; null when it may. */
export function orderChangeFault(order: StandingOrder, asked: Asked): OrderFault | null {
  // A file that was exported and comes back asks for what is there already.
  const news = FIELDS.filter((field) => asked[field] !== undefined && asked[field] !== order[field]);
  if (news.length === 0) return null;
  const to = asked.status ?? order.status;
  if (to !== order.status) {
    const step = mayStep(order.status, to, asked.role);
    if (step !== "yes") return stepFault(order.status, to, step, asked.role);
  }
  if (order.status === "cancelled") {
    return fault("cancelled", "status", "a cancelled order stays as it is: make a new one, or duplicate it");
  }
  if (news.includes("address") && !isInTheShop(order.status)) {
    return fault(
      "left",
      "address",
      `the parcel has left the shop (${order.status}): ask the carrier to change its address`,
    );
  }
  if (asked.guide !== undefined && asked.guide !== order.guide && ROUNDED.test(asked.guide)) {
    return fault("rounded", "guide", "was rounded by a spreadsheet: make its column text, and write the whole number");
  }
  if (to !== "sent") return null;
  if ((asked.carrier ?? order.carrier) === null)
    return fault("carrier", "carrier", "is missing: a sent order names who brings it");
  if ((asked.guide ?? order.guide) === null)
    return fault("guide", "guide", "is missing: a sent order has its guide number");
  return null;
}

function stepFault(
  from: OrderStatus,
  to: OrderStatus,
  step: "no" | "owner_only",
  role: "owner" | "operator",
): OrderFault {
  if (step === "owner_only") {
    return {
      code: "owner_only",
      field: "status",
      why: `only an owner takes an order back from ${from} to ${to}`,
      isOwnerOnly: true,
    };
  }
  const next = nextStatuses(from, role);
  const may = next.length === 0 ? "it stays so: make a new order" : `next may be ${next.join(", ")}`;
  return fault("step", "status", `an order that is ${from} does not become ${to}; ${may}`);
}

function fault(code: OrderFaultCode, field: string, why: string): OrderFault {
  return { code, field, why, isOwnerOnly: false };
}
