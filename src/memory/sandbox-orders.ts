import type { DecidedToolCall } from "../core/agent.ts";

export interface SandboxOrder {
  readonly purchaseKey: string;
  readonly source: string;
  readonly status: string;
  readonly pack: string | null;
  readonly total: number;
  readonly shippingAddress: string;
  readonly note: string | null;
}

/** Orders of the sandbox: one for each purchase key, whatever is called how often. Nothing leaves the memory. */
export interface SandboxOrders {
  carryOut(call: DecidedToolCall): void;
  all(): readonly SandboxOrder[];
}

export function createSandboxOrders(): SandboxOrders {
  const orders = new Map<string, SandboxOrder>();
  return {
    carryOut({ tool, input }) {
      const order = readOrder(input);
      if (order === null) return;
      if (tool === "create_order" && !orders.has(order.purchaseKey)) orders.set(order.purchaseKey, order);
      if (tool === "update_order" && orders.has(order.purchaseKey)) orders.set(order.purchaseKey, order);
    },
    all: () => [...orders.values()],
  };
}

function readOrder(input: unknown): SandboxOrder | null {
  if (typeof input !== "object" || input === null || !("purchaseKey" in input)) return null;
  const field = (name: string): unknown => (name in input ? Reflect.get(input, name) : undefined);
  const text = (name: string): string => String(field(name) ?? "");
  const orNull = (name: string): string | null => (field(name) == null ? null : text(name));
  return {
    purchaseKey: text("purchaseKey"),
    source: text("source"),
    status: text("status"),
    pack: orNull("pack"),
    total: Number(field("total")),
    shippingAddress: text("shippingAddress"),
    note: orNull("note"),
  };
}
