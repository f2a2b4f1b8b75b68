import { expect, test } from "vitest";
import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import { defineFlowAgent } from "../../src/flow/define-flow-agent.ts";
import { createSandboxConversation } from "../../src/lab/memory/sandbox-conversation.ts";
import { runScenario } from "../support/run-scenario.ts";
import { PIZZERIA } from "./pizzeria.ts";

test("another shop, with other words, fields and modes, sells by the same rules", async () => {
  const differences = await runScenario(defineFlowAgent(PIZZERIA), {
    id: "pizza",
    title: "a pizza",
    steps: [
      { says: "hola, ¿qué traen?", expect: { mode: "charla", templates: ["hola", "ingredientes"] } },
      {
        says: "quiero una pizza",
        expect: { mode: "datos", templates: ["pedir"], texts: ["• Nombre\n• Dirección"], level: "L0" },
      },
      {
        says: "soy Ana, con champiñones",
        expect: { mode: "datos", data: { nombre: "Ana", adicion: "champiñones" }, replies: 0, level: "L1" },
      },
      { says: "cll 9 # 3-15", expect: { mode: "carta", templates: ["carta"], texts: ["\\$18000[^]*\\$52000"] } },
      { says: "la familiar", expect: { mode: "cuenta", pack: "familiar", texts: ["Calle 9 # 3-15"] } },
      {
        says: "confirmo",
        expect: { mode: "en_horno", orders: [{ pack: "familiar", total: 52_000, status: "confirmed" }] },
      },
      { says: "llame al mesero", expect: { mode: "persona", handoff: true } },
    ],
  });
  expect(differences).toEqual([]);
});

test("an order that nobody confirmed is worth what the shop says (D5)", async () => {
  const from = {
    mode: "cuenta",
    data: { nombre: "Ana", calle: "Calle 9 # 3-15" },
    pack: "familiar",
    armed: { level: "L4", inSeconds: 600 },
  };
  const steps = (total: number) => [{ wait: "11m", expect: { orders: [{ total, status: "pending" }] } }];
  const free = { id: "zero", title: "zero", from, steps: steps(0) };
  expect(await runScenario(defineFlowAgent(PIZZERIA), free)).toEqual([]);
  const priced = { id: "price", title: "price", from, steps: steps(52_000) };
  expect(await runScenario(defineFlowAgent({ ...PIZZERIA, unconfirmedOrderValue: "pack_price" }), priced)).toEqual([]);
});

test("who is not interested may be left to a person, where the shop says so", async () => {
  const scenario = {
    id: "cautious",
    title: "cautious",
    steps: [
      { says: "no gracias, no me interesa", expect: { mode: "handoff", handoff: true, templates: ["no_interesa"] } },
    ],
  };
  expect(await runScenario(defineFlowAgent({ ...somnioFlow.definition, onNoInterest: "hand_over" }), scenario)).toEqual(
    [],
  );
});

test("the offer that follows from complete data is an intent that was seen (A4)", async () => {
  const conversation = createSandboxConversation(somnioFlow, { mode: "collecting_data" });
  await conversation.hear([
    "Marta Ríos, 301 555 0142, Cll 45 #12-30 barrio Laureles, Medellín, Antioquia, marta@ejemplo.co",
  ]);
  expect(conversation.session().intentsVistos.map(({ intent }) => intent)).toEqual(["ofrecer_promos"]);
});

test("beside data that says that they buy, the question is what the record shows (A19)", async () => {
  const conversation = createSandboxConversation(somnioFlow, { mode: "conversacion" });
  const { decision } = await conversation.hear([
    "me lo envían a la Carrera 4 # 10-55 en Neiva? cuánto se demora en llegar?",
  ]);
  expect(decision?.intentInfo?.intent).toBe("envio");
  expect(conversation.session().mode).toBe("collecting_data");
});
