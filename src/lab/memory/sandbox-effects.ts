import type { DecidedToolCall } from "../../core/agent/agent.ts";

export interface SandboxOrder {
  readonly purchaseKey: string;
  readonly source: string;
  readonly status: string;
  readonly pack: string | null;
  readonly total: number;
  readonly shippingAddress: string;
  readonly note: string | null;
}

/** Something that a person is to do. */
export interface SandboxTask {
  readonly title: string;
  readonly priority: string;
}

/** What tools leave behind in the sandbox: one order for each purchase key, whatever is called how often. Nothing leaves the memory. */
export interface SandboxEffects {
  /** `turn` and the call's own id make the key: what is carried out again is done once. */
  carryOut(call: DecidedToolCall, turn: number): void;
  orders(): readonly SandboxOrder[];
  tasks(): readonly SandboxTask[];
  snapshot(): KeptEffects;
  restore(kept: KeptEffects): void;
}

/** The same as data, each under its key. */
export interface KeptEffects {
  readonly orders: readonly (readonly [string, SandboxOrder])[];
  readonly tasks: readonly (readonly [string, SandboxTask])[];
}

export function createSandboxEffects(): SandboxEffects {
  const orders = new Map<string, SandboxOrder>();
  const tasks = new Map<string, SandboxTask>();
  return {
    carryOut({ callId, tool, input }, turn) {
      const read = fieldsOf(input);
      if (read === null) return;
      if (tool === "create_task") {
        tasks.set(`${turn}:${callId}`, { title: read.text("title"), priority: read.text("priority") });
      }
      const key = read.text("purchaseKey");
      if (tool === "create_order" && !orders.has(key)) orders.set(key, readOrder(read));
      if (tool === "update_order" && orders.has(key)) orders.set(key, readOrder(read));
    },
    orders: () => [...orders.values()],
    tasks: () => [...tasks.values()],
    snapshot: () => ({ orders: [...orders], tasks: [...tasks] }),
    restore(kept) {
      for (const [key, order] of kept.orders) orders.set(key, order);
      for (const [key, task] of kept.tasks) tasks.set(key, task);
    },
  };
}

interface Fields {
  text(name: string): string;
  textOrNull(name: string): string | null;
  amount(name: string): number;
}

function fieldsOf(input: unknown): Fields | null {
  if (typeof input !== "object" || input === null) return null;
  const field = (name: string): unknown => Reflect.get(input, name);
  return {
    text: (name) => String(field(name) ?? ""),
    textOrNull: (name) => (field(name) == null ? null : String(field(name))),
    amount: (name) => Number(field(name)),
  };
}

function readOrder({ text, textOrNull, amount }: Fields): SandboxOrder {
  return {
    purchaseKey: text("purchaseKey"),
    source: text("source"),
    status: text("status"),
    pack: textOrNull("pack"),
    total: amount("total"),
    shippingAddress: text("shippingAddress"),
    note: textOrNull("note"),
  };
}
