import { expect, test } from "vitest";
import * as z from "zod";
import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import { defineFlowAgent } from "../../src/flow/define-flow-agent.ts";
import { toolsInMemory } from "../../src/lab/memory/memory-tools.ts";
import { createSandboxConversation } from "../../src/lab/memory/sandbox-conversation.ts";
import { defineTool, type ToolAnswer } from "../../src/tools/define-tool.ts";
import { createShopTools } from "../../src/tools/shop-tools.ts";
import { summing } from "../scenarios/somnio/starting-points.ts";

/** A shop that books each order in a system of its own; `booked` is what reached it. */
function booking(answer: ToolAnswer = { kind: "ok", output: null }) {
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
  const agent = defineFlowAgent({ ...somnioFlow.definition, hooks: { onConfirm: book.name } });
  const tools = toolsInMemory(createShopTools({ tools: [book] }));
  return { booked, agent, conversation: createSandboxConversation(agent, summing("2x"), { tools }) };
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
