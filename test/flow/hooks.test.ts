import { expect, test } from "vitest";
import * as z from "zod";
import pizzeria from "../../examples/pizzeria/pizzeria.js";
import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import { defineFlowAgent } from "../../src/flow/define-flow-agent.ts";
import type { FlowDefinition } from "../../src/flow/definition/flow-definition.ts";
import { toolsInMemory } from "../../src/lab/memory/memory-tools.ts";
import { createSandboxConversation } from "../../src/lab/memory/sandbox-conversation.ts";
import { defineTool, type ToolAnswer } from "../../src/tools/define-tool.ts";
import { createShopTools } from "../../src/tools/shop-tools.ts";
import { summing } from "../scenarios/somnio/starting-points.ts";

/** A shop that books each order in a system of its own; `booked` is what reached it. */
function booking(answers: ToolAnswer = { kind: "ok", output: null }) {
  let answer = answers;
  const booked: unknown[] = [];
  const book = defineTool({
    name: "shop.book",
    description: "Books an order in the shop's own system.",
    module: "system",
    input: z.object({ order: z.string(), pack: z.string().nullable(), total: z.number(), data: z.unknown() }),
    output: z.unknown(),
    effect: "read",
    risk: "low",
    permissions: [],
    reversible: true,
    run(input) {
      booked.push(input);
      return answer;
    },
  });
  const tools = toolsInMemory(createShopTools({ tools: [book] }));
  const shopOf = (definition: FlowDefinition) =>
    defineFlowAgent({ ...definition, hooks: { onConfirm: book.name, onChange: book.name, onCancel: book.name } });
  const agent = shopOf(somnioFlow.definition);
  const ordered = async (definition: FlowDefinition) => {
    const conversation = createSandboxConversation(shopOf(definition), { mode: "saludo" }, { tools });
    await conversation.hear(["quiero una pizza hawaiana familiar, soy Marta, 3001112233, cra 80 # 12-34"]);
    await conversation.hear(["sí"]);
    expect(conversation.orders()).toMatchObject([{ status: "confirmed" }]);
    booked.length = 0;
    return conversation;
  };
  const fails = () => {
    answer = { kind: "error", code: "down", message: "down", type: "unavailable" };
  };
  return { booked, fails, agent, conversation: createSandboxConversation(agent, summing("2x"), { tools }), ordered };
}

test("the customer's yes calls the shop's tool before the order stands", async () => {
  const { booked, agent, conversation } = booking();
  const { decision } = await conversation.hear(["sí"]);
  expect(decision?.tools.map(({ tool }) => tool)).toEqual(["shop.book", "create_order"]);
  expect(agent.tools).toContain("shop.book");
  expect(booked).toMatchObject([{ pack: "2x", order: expect.stringMatching(/:purchase:1$/) }]);
  expect(conversation.orders()).toHaveLength(1);
});

test("an order that the shop's tool could not book does not stand, and the customer is asked whether to try again", async () => {
  const { conversation } = booking({ kind: "error", code: "down", message: "down", type: "unavailable" });
  const { heard } = await conversation.hear(["sí"]);
  expect(heard).toEqual([expect.stringMatching(/¿Lo intento otra vez\?$/)]);
  expect(conversation.orders()).toEqual([]);
});

test("a shop without hooks calls none", async () => {
  const conversation = createSandboxConversation(somnioFlow, summing("2x"));
  const { decision } = await conversation.hear(["sí"]);
  expect(decision?.tools.map(({ tool }) => tool)).toEqual(["create_order"]);
});

test("a change of an order calls the shop's tool before it is claimed", async () => {
  const { booked, ordered } = booking();
  const conversation = await ordered(pizzeria.definition);
  const { decision, heard } = await conversation.hear(["mi dirección es calle 50 # 20-30"]);
  expect(decision?.tools.map(({ tool }) => tool)).toEqual(["shop.book", "update_order"]);
  expect(booked).toMatchObject([{ data: { direccion: "Calle 50 # 20-30" } }]);
  expect(heard).toEqual([expect.stringContaining("anoté el cambio")]);
  expect(conversation.orders()).toMatchObject([{ shippingAddress: "Calle 50 # 20-30" }]);
});

test("an order is cancelled at the customer's yes alone, and the shop's tool hears of it then", async () => {
  const { booked, ordered } = booking();
  const conversation = await ordered(pizzeria.definition);
  const asked = await conversation.hear(["cancele mi pedido por favor"]);
  expect(asked.heard).toEqual([expect.stringMatching(/¿Confirma que cancelemos su pedido\?/)]);
  expect(booked).toEqual([]);
  expect(conversation.orders()).toMatchObject([{ status: "confirmed" }]);
  const { heard } = await conversation.hear(["sí"]);
  expect(heard).toEqual([expect.stringContaining("su pedido queda cancelado")]);
  expect(booked).toMatchObject([{ order: expect.stringMatching(/:purchase:1$/) }]);
  expect(conversation.orders()).toMatchObject([{ status: "cancelled" }]);
});

test("a no leaves the order as it was", async () => {
  const { booked, ordered } = booking();
  const conversation = await ordered(pizzeria.definition);
  await conversation.hear(["cancele mi pedido"]);
  const { heard } = await conversation.hear(["no"]);
  expect(heard.join(" ")).not.toMatch(/cancelado/);
  expect(booked).toEqual([]);
  expect(conversation.orders()).toMatchObject([{ status: "confirmed" }]);
});

test("an order that the shop's tool could not cancel stands, and its cancellation is not claimed", async () => {
  const { fails, ordered } = booking();
  const conversation = await ordered(pizzeria.definition);
  fails();
  await conversation.hear(["cancele mi pedido"]);
  const { heard } = await conversation.hear(["sí"]);
  expect(heard.join(" ")).not.toMatch(/queda cancelado/);
  expect(conversation.orders()).toMatchObject([{ status: "confirmed" }]);
});

test("after a cancellation the next wish is a new order", async () => {
  const { ordered } = booking();
  const conversation = await ordered(pizzeria.definition);
  await conversation.hear(["cancele mi pedido"]);
  await conversation.hear(["sí"]);
  const { heard } = await conversation.hear(["quiero una pizza mexicana mediana"]);
  expect(heard.join(" ")).not.toMatch(/una persona/);
});
