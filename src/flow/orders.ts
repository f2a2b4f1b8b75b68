import type { DecidedToolCall } from "../core/agent.ts";
import type { Draft, Turn } from "./draft.ts";
import { pickupNote, shippingAddress } from "./shipping-address.ts";

export type OrderSource = "customer" | "timer_sinpack" | "timer_pendiente";

/** What `create_order` and `update_order` are called with (requirement A34). Amounts are whole units of the currency. */
export interface OrderCall {
  /** One order for each: a second call with the same key, by replay or by a double confirmation, creates nothing. */
  readonly purchaseKey: string;
  readonly source: OrderSource;
  readonly status: "confirmed" | "pending";
  /** Null where nobody chose one. */
  readonly pack: string | null;
  readonly products: readonly { readonly name: string; readonly qty: number; readonly unitPrice: number }[];
  readonly total: number;
  readonly shippingAddress: string;
  readonly note: string | null;
  /** The captured data as it stands. */
  readonly data: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly stage: string;
}

/** A session buys once: whoever wants more writes again later, in a new session, or talks to a person. */
export function purchaseKey({ input }: Pick<Turn, "input">): string {
  return `${input.session.id}:purchase:1`;
}

export function orderCall(
  tool: "create_order" | "update_order",
  turn: Turn,
  draft: Draft,
  source: OrderSource,
): DecidedToolCall {
  return { callId: tool, tool, input: orderInput(turn, draft, source) };
}

function orderInput(turn: Turn, draft: Draft, source: OrderSource): OrderCall {
  const { flow } = turn;
  const pack = flow.packs.find(({ id }) => id === draft.pack) ?? null;
  const isWorthless = pack === null || (source === "timer_pendiente" && flow.unconfirmedOrderValue === "zero");
  const product = pack ?? flow.packs.find(({ id }) => id === flow.placeholderPack);
  const unitPrice = isWorthless ? 0 : (pack?.price ?? 0);
  return {
    purchaseKey: purchaseKey(turn),
    source,
    // Without a pack nobody has confirmed anything yet.
    status: source === "customer" && pack !== null ? "confirmed" : "pending",
    pack: pack?.id ?? null,
    products: product === undefined ? [] : [{ name: product.name, qty: 1, unitPrice }],
    total: unitPrice,
    shippingAddress: shippingAddress(flow, draft.data),
    note: pickupNote(flow, draft.data),
    data: draft.data,
    tags: flow.order.tags,
    stage: flow.order.stage,
  };
}
