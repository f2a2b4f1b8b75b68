import { expect, test } from "vitest";
import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import { checkDefinition } from "../../src/flow/check-definition.ts";
import { defineFlowAgent } from "../../src/flow/define-flow-agent.ts";
import type { FlowDefinition, Template } from "../../src/flow/flow-definition.ts";
import { runScenario } from "../../src/memory/run-scenario.ts";
import { PIZZERIA } from "./pizzeria.ts";

const SOUND: FlowDefinition = PIZZERIA;

function template(changes: Partial<Template>): Template {
  return {
    id: "t.1",
    intent: "hola",
    visitType: "primera_vez",
    order: 2,
    priority: "OPCIONAL",
    gist: "",
    text: "Hola",
    ...changes,
  };
}

const without = (group: string): readonly Template[] => SOUND.templates.filter(({ intent }) => intent !== group);

test("the shops that we have are sound", () => {
  expect(checkDefinition(somnioFlow.definition)).toEqual([]);
  expect(checkDefinition(SOUND)).toEqual([]);
});

test.each<[string, Partial<FlowDefinition>]>([
  ['initialMode names the mode "nowhere", which modes does not have', { initialMode: "nowhere" }],
  [
    'purposes.talk names the mode "nowhere", which modes does not have',
    { purposes: { ...SOUND.purposes, talk: "nowhere" } },
  ],
  ['mode "island" cannot be reached from "inicio"', { modes: { ...SOUND.modes, island: { stage: "talk" } } }],
  ['gates names the mode "nowhere", which modes does not have', { gates: { nowhere: [] } }],
  [
    'template "t.1" has the variable {{color}}, which nobody fills',
    { templates: [...SOUND.templates, template({ text: "La {{color}}" })] },
  ],
  ['two templates have the id "pizza.hola.1"', { templates: [...SOUND.templates, template({ id: "pizza.hola.1" })] }],
  [
    'template "t.1" answers "nothing", which is no intent and no step',
    { templates: [...SOUND.templates, template({ intent: "nothing" })] },
  ],
  ['intent "ingredientes" (inform) has no templates, so nothing answers it', { templates: without("ingredientes") }],
  ['step "summary" is said with "cuenta", which has no templates', { templates: without("cuenta") }],
  [
    '"mesero" hands over, and needs a template without variables, so that it is never silent',
    { templates: [...without("mesero"), template({ intent: "mesero", text: "Ya viene, {{nombre}}" })] },
  ],
  [
    'intent "gigante" chooses the pack "xxl", which packs does not have',
    { intents: { ...SOUND.intents, gigante: { effect: "choose_pack", pack: "xxl", examples: ["la gigante"] } } },
  ],
  [
    'fieldSets.critical names the field "signo", which fields does not have',
    { fieldSets: { ...SOUND.fieldSets, critical: ["nombre", "signo"], all: ["nombre", "calle", "signo"] } },
  ],
  [
    'fieldSets: "calle" is needed, and fieldSets.all never asks for it',
    { fieldSets: { ...SOUND.fieldSets, all: ["nombre"], offerAt: 1 } },
  ],
  ["fieldSets.all asks for 2 fields, and the offer waits for 3", { fieldSets: { ...SOUND.fieldSets, offerAt: 3 } }],
  [
    'timer L3 lasts 0 s in the preset "real"; it must be more than 0',
    {
      timers: {
        ...SOUND.timers,
        L3: { action: "order_without_pack", seconds: { real: 0, rapido: 1, instantaneo: 1 } },
      },
    },
  ],
  ['placeholderPack is "xxl", which packs does not have', { placeholderPack: "xxl" }],
  [
    'pack "gratis" costs 0; a price is a whole number above 0',
    { packs: [...SOUND.packs, { id: "gratis", name: "x", quantity: 1, price: 0 }] },
  ],
])("one clear sentence: %s", (fault, changes) => {
  expect(() => defineFlowAgent({ ...SOUND, ...changes })).toThrow(`flow agent "pizzeria" cannot work:\n- ${fault}`);
});

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
