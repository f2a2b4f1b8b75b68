import { describe, expect, test } from "vitest";
import pizzeria from "../../../examples/pizzeria/pizzeria.js";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import { defineFlowAgent, type FlowAgent, isFlowAgent } from "../../../src/flow/define-flow-agent.ts";
import { createSandboxConversation, type SandboxConversation } from "../../../src/lab/memory/sandbox-conversation.ts";

/** The shop starts again with other prices, in the middle of a sale: a yes covers the price that was read back. */
function withPrices(agent: FlowAgent, more: number): FlowAgent {
  const { definition } = agent;
  const packs = definition.packs.map((pack) => ({ ...pack, price: pack.price + more }));
  return defineFlowAgent({ ...definition, packs });
}

const goesOn = (chat: SandboxConversation, agent: FlowAgent) =>
  createSandboxConversation(agent, {}, { from: chat.snapshot() });
const WISH = "quiero 2 frascos. Soy Ana Gómez, 3001112233, Calle 5 # 1-2 barrio Granada, Cali, Valle del Cauca";

async function summarised(): Promise<SandboxConversation> {
  const chat = createSandboxConversation(somnioFlow);
  await chat.hear(["hola"]);
  const { heard } = await chat.hear([WISH]);
  expect(heard.join("\n")).toContain("$129.900");
  expect(chat.session().mode).toBe("resumen");
  return chat;
}

describe("when the price has changed since the summary", () => {
  test("a yes orders nothing: the new price is read back, and the next yes orders at it", async () => {
    const chat = goesOn(await summarised(), withPrices(somnioFlow, 10_000));
    const { heard } = await chat.hear(["sí, confirmo"]);
    expect(heard.join("\n")).toMatch(/cambió el precio[\s\S]*\$139\.900/);
    expect(chat.orders()).toEqual([]);
    await chat.hear(["sí, confirmo"]);
    expect(chat.orders()).toMatchObject([{ pack: "2x", total: 139_900, status: "confirmed" }]);
  });

  test("silence orders nothing at another price either", async () => {
    const chat = goesOn(await summarised(), withPrices(somnioFlow, 10_000));
    const turns = await chat.wait(3 * 3_600);
    const said = turns.flatMap(({ heard }) => heard).join("\n");
    expect(said).toMatch(/cambió el precio[\s\S]*\$139\.900/);
    for (const { total } of chat.orders()) expect([0, 139_900]).toContain(total);
  });

  test("a cheaper one is read back too, and other goods have the price of their own summary", async () => {
    const chat = goesOn(await summarised(), withPrices(somnioFlow, -5_000));
    const { heard } = await chat.hear(["mejor 3 frascos"]);
    expect(heard.join("\n")).toContain("$164.900");
    expect(heard.join("\n")).not.toContain("cambió el precio");
    await chat.hear(["sí, confirmo"]);
    expect(chat.orders()).toMatchObject([{ pack: "3x", total: 164_900 }]);
  });

  test("an order that stands keeps its price: a person looks at its change", async () => {
    const before = await summarised();
    await before.hear(["sí, confirmo"]);
    const chat = goesOn(before, withPrices(somnioFlow, 10_000));
    await chat.hear(["perdón, la dirección es Carrera 9 # 20-30 barrio Granada"]);
    expect(chat.orders()).toMatchObject([{ total: 129_900 }]);
    expect(chat.tasks().length).toBe(1);
  });
});

test("an order of several lines is one price for all its lines", async () => {
  if (!isFlowAgent(pizzeria)) throw new Error("the pizzeria is a flow");
  const chat = createSandboxConversation(pizzeria);
  await chat.hear(["hola, quiero 2 pizzas familiares hawaianas"]);
  const summary = await chat.hear(["Ana Gómez, 3001112233, Calle 5 # 1-2 barrio Granada"]);
  expect(summary.heard.join("\n")).toContain("$108.000");
  const later = goesOn(chat, withPrices(pizzeria, 1_000));
  const { heard } = await later.hear(["sí"]);
  expect(heard.join("\n")).toMatch(/cambió el precio[\s\S]*\$110\.000/);
  expect(later.orders()).toEqual([]);
});
