import { describe, expect, test } from "vitest";
import type { ToolResult, ToolScope } from "../../src/core/ports/tools.ts";
import { SHOP_TOOLS } from "../../src/tools/shop-tools.ts";
import { CUSTOMER_SCOPE } from "../support/tool-scope.ts";

const SESSION = "0195d6a0-0000-7000-8000-000000000001";
const KEY = `${SESSION}:purchase:1`;

const scope: ToolScope = {
  ...CUSTOMER_SCOPE,
  catalogue: {
    packs: [
      { id: "1x", name: "Frasco", price: 79_900 },
      { id: "2x", name: "Dos frascos", price: 129_900 },
    ],
    placeholderPack: "1x",
    unconfirmedOrderValue: "pack_price",
  },
  sessionId: SESSION,
};
const known = {
  id: "old",
  purchaseKey: KEY,
  status: "pending",
  pack: "2x",
  total: 129_900,
} as ToolScope["orders"][number];

const order = {
  purchaseKey: KEY,
  source: "customer",
  status: "confirmed",
  pack: "2x",
  products: [{ name: "Dos frascos", qty: 1, unitPrice: 129_900 }],
  total: 129_900,
  shippingAddress: "Calle 45 # 12-30, Medellín",
  note: null,
  data: { nombre: "Marta" },
  tags: ["lead"],
  stage: "NUEVO PEDIDO",
};
const unnamed = {
  ...order,
  source: "timer_sinpack",
  status: "pending",
  pack: null,
  products: [{ name: "Frasco", qty: 1, unitPrice: 0 }],
  total: 0,
};
const byTimer: ToolScope = { ...scope, cause: "timer" };

function call(tool: string, input: unknown, where: ToolScope = scope): Promise<ToolResult> {
  const signal = new AbortController().signal;
  return SHOP_TOOLS.execute({ tool, input, idempotencyKey: "run:call", scope: where, signal });
}
const denial = async (...args: Parameters<typeof call>) => {
  const result = await call(...args);
  return result.kind === "denied" ? result.reason : `not denied: ${JSON.stringify(result)}`;
};

describe("create_order", () => {
  test("leaves an order to be committed, with an id made before, and names whose consent it stands on", async () => {
    expect(await call("create_order", order)).toEqual({
      kind: "ok",
      output: { orderId: "id-1" },
      effect: { kind: "create_order", id: "id-1", ...order },
      allowedBy: expect.stringMatching(/^consent/),
    });
    expect(await call("create_order", unnamed, byTimer)).toMatchObject({
      effect: { total: 0, status: "pending" },
      allowedBy: expect.stringMatching(/^system policy timer_sinpack/),
    });
  });

  test("of a purchase that has this very order is done already; of one that has another is denied", async () => {
    const again = { ...scope, orders: [{ ...known, status: "confirmed" as const }] };
    expect(await call("create_order", order, again)).toMatchObject({ output: { orderId: "old" }, effect: null });
    const cheaper = { ...order, pack: "1x", products: [{ name: "Frasco", qty: 1, unitPrice: 79_900 }], total: 79_900 };
    expect(await denial("create_order", cheaper, again)).toMatch(/another order already \(old\)/);
  });

  test.each(["pending", "cancelled"] as const)("is not done already by one that is %s", async (status) => {
    const books = { ...scope, orders: [{ ...known, status }] };
    expect(await denial("create_order", order, books)).toMatch(/another order already \(old\)/);
  });

  test.each([
    [
      "a price of the message's own",
      { total: 1, products: [{ ...order.products[0], unitPrice: 1 }] },
      /costs 129900, not 1$/,
    ],
    ["a total that is not the sum", { total: 1 }, /the total is 129900, not 1$/],
    ["three for the price of one", { products: [{ ...order.products[0], qty: 3 }] }, /is one "Dos frascos", not 3/],
    [
      "a gift beside it",
      { products: [order.products[0], { name: "Frasco", qty: 1, unitPrice: 0 }] },
      /is one "Dos frascos"/,
    ],
    [
      "another product under the pack's name",
      { products: [{ name: "Colchón", qty: 1, unitPrice: 129_900 }] },
      /Colchón/,
    ],
    ["a pack that there is none of", { pack: "9x" }, /no pack "9x"/],
    ["nothing chosen", { ...unnamed, source: "customer" }, /names a pack/],
    ["a confirmation of nothing", { ...unnamed, source: "customer", status: "confirmed" }, /cannot be confirmed/],
    ["another session's purchase", { purchaseKey: "other:purchase:1" }, /none of session/],
    ["a timer's order in a customer's turn", unnamed, /not made by a customer's turn/],
    ["a word that no order has", { discount: 10 }, /not valid/],
    ["a price with a fraction", { total: 0.5 }, /total/],
    ["a negative price", { total: -1 }, /total/],
    ["nowhere to go", { shippingAddress: "" }, /shippingAddress: an order goes somewhere/],
    ["no order at all", null, /not valid/],
  ])("with %s is denied, and the denial says why", async (_, change, reason) => {
    expect(await denial("create_order", change === null ? null : { ...order, ...change })).toMatch(reason);
  });

  test("an agent without a catalogue sells nothing", async () => {
    expect(await denial("create_order", order, { ...scope, catalogue: null })).toMatch(/no catalogue/);
  });

  test("of a timer is pending, and worth what the shop says of a pack that nobody confirmed", async () => {
    const pending = { ...order, source: "timer_pendiente", status: "pending" };
    expect(await call("create_order", pending, byTimer)).toMatchObject({ kind: "ok" });
    expect(await denial("create_order", { ...pending, status: "confirmed" }, byTimer)).toMatch(/is pending/);
    const zero = { ...byTimer, catalogue: { ...scope.catalogue, unconfirmedOrderValue: "zero" } } as ToolScope;
    expect(await denial("create_order", pending, zero)).toMatch(/costs 0/);
  });
});

describe("update_order", () => {
  test("changes the order that the purchase has, under its own id", async () => {
    expect(await call("update_order", order, { ...scope, orders: [known] })).toMatchObject({
      kind: "ok",
      output: { orderId: "old" },
      effect: { kind: "update_order", id: "old", pack: "2x" },
    });
  });

  test("of an order that is not there, or was cancelled, is denied", async () => {
    expect(await denial("update_order", order)).toMatch(/no order that could be changed/);
    const cancelled = { ...scope, orders: [{ ...known, status: "cancelled" as const }] };
    expect(await denial("update_order", order, cancelled)).toMatch(/cancelled/);
  });
});

describe("what a person is told", () => {
  test("a task goes with what is known of the sale", async () => {
    const task = { title: "Somnio: asesor", priority: "high", mode: "resumen", data: { nombre: "Ana" }, pack: "2x" };
    expect(await call("create_task", task)).toMatchObject({
      kind: "ok",
      effect: { kind: "create_task", id: "id-1", note: null, ...task },
    });
    expect(await denial("create_task", { ...task, priority: "urgent" })).toMatch(/priority/);
    expect(await denial("create_task", { ...task, title: " " })).toMatch(/title/);
  });

  test("what was not understood is kept as it was taken", async () => {
    const intent = { intent: "fallback", confidence: 20, alternatives: [], reasoning: "no rule" };
    expect(await call("log_disambiguation", { message: "asdf", mode: "conversacion", intent })).toMatchObject({
      effect: { kind: "log_disambiguation", message: "asdf", intent },
    });
    expect(await denial("log_disambiguation", { message: "a", mode: "x", intent: "hola" })).toMatch(/intent/);
  });
});

test("whatever has no name here is denied", async () => {
  expect(SHOP_TOOLS.kindOf("send_money")).toBeNull();
  expect(SHOP_TOOLS.kindOf("__proto__")).toBeNull();
  expect(await denial("send_money", {})).toMatch(/no tool is named "send_money"/);
});
