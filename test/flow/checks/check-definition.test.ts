import { expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import { checkDefinition } from "../../../src/flow/checks/check-definition.ts";
import { defineFlowAgent, FlowDefinitionError } from "../../../src/flow/define-flow-agent.ts";
import type { FlowOptions } from "../../../src/flow/definition/flow-defaults.ts";
import type { FlowDefinition, Template } from "../../../src/flow/definition/flow-definition.ts";
import type { OrderReminder } from "../../../src/flow/definition/order-definition.ts";
import { PIZZERIA } from "../pizzeria.ts";

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

function remind(changes: Partial<OrderReminder>): OrderReminder {
  const template = { name: "cita", language: "es", parameters: [] };
  return { date: "nombre", before: "1d", text: "Le recordamos.", template, ...changes };
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
    'template "t.1" has the variable {{color}}, which has no source',
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
  ['remind.date names the field "dia", which fields does not have', { remind: remind({ date: "dia" }) }],
  ['remind.hour names the field "hora", which fields does not have', { remind: remind({ hour: "hora" }) }],
  ["remind.text has the variable {{signo}}, which has no source", { remind: remind({ text: "Hola, {{signo}}" }) }],
  [
    "remind.template.parameters has the variable {{signo}}, which has no source",
    { remind: remind({ template: { name: "cita", language: "es", parameters: ["{{nombre}}", "{{signo}}"] } }) },
  ],
  ["fieldSets.all asks for 2 fields, and the offer waits for 3", { fieldSets: { ...SOUND.fieldSets, offerAt: 3 } }],
  [
    'timer L3 lasts 90000 s in the preset "real", and its session ends after at most 24 quiet hours, so it would never fire: give the shop a later sessionEnd, or use a reminder',
    {
      timers: {
        ...SOUND.timers,
        L3: { action: "order_without_pack", seconds: { real: 90_000, rapido: 1, instantaneo: 1 } },
      },
    },
  ],
  [
    'timer L3 lasts 10800 s in the preset "real", and its session ends after at most 3 quiet hours, so it would never fire: give the shop a later sessionEnd, or use a reminder',
    {
      sessionEnd: { nightHour: null, quietHours: 3 },
      timers: {
        ...SOUND.timers,
        L3: { action: "order_without_pack", seconds: { real: 10_800, rapido: 1, instantaneo: 1 } },
      },
    },
  ],
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
  [
    'pack "gratis" can be chosen by no intent',
    { packs: [...SOUND.packs, { id: "gratis", name: "x", quantity: 1, price: 1 }] },
  ],
  ['two packs have the id "personal"', { packs: [...SOUND.packs, ...SOUND.packs] }],
  [
    'purposes.offer names "charla", whose stage is "talk"; it must be "offer"',
    { purposes: { ...SOUND.purposes, offer: "charla" } },
  ],
  ['initialMode is "carta", whose stage is "offer"; it must be "welcome" or "talk"', { initialMode: "carta" }],
  [
    'transitions has no row for the mode "persona": write an empty one where it leads nowhere',
    { transitions: leaveOut(SOUND.transitions, "persona") },
  ],
  [
    'no transition leads from "cuenta" to "en_horno", where the customer confirms',
    { transitions: { ...SOUND.transitions, cuenta: { ...SOUND.transitions["cuenta"], en_horno: false } } },
  ],
  ['greeting names the intent "buenas", which intents does not have', { greeting: "buenas" }],
  ['greeting names the intent "pide", which is no informational intent', { greeting: "pide" }],
  [
    'no intent has the effect "confirm", so no order can be confirmed',
    { intents: leaveOut(SOUND.intents, "confirma") },
  ],
  [
    'intent "ingredientes" has no examples, so its meaning is unclear',
    { intents: { ...SOUND.intents, ingredientes: { effect: "inform", examples: [] } } },
  ],
  [
    'intent "ingredientes" may stay without an answer: template "t.1" needs {{nombre}}, which may have no value then, and no other template does without',
    { templates: [...without("ingredientes"), template({ intent: "ingredientes", text: "{{nombre}}, llevan queso" })] },
  ],
  [
    'step "summary" may stay unsaid: template "t.1" needs {{adicion}}, which may have no value then, and no other template does without',
    { templates: [...without("cuenta"), template({ intent: "cuenta", text: "{{pack}} con {{adicion}}" })] },
  ],
  ['address names the field "ciudad", which fields does not have', { address: "{{calle}}, {{ciudad}}" }],
  [
    "bands go from act (50) down to reanalyse (60) and clarify (40); these do not",
    { bands: { act: 50, reanalyse: 60, clarify: 40 } },
  ],
])("one clear sentence: %s", (fault, changes) => {
  expect(faultsOf({ ...SOUND, ...changes })).toContain(fault);
});

/** What a JavaScript author may write, whom no compiler stops. */
test.each<[string, Record<string, unknown>]>([
  ["intents is missing", { intents: undefined }],
  [
    'intents.hola.effect is "infrom"; it must be one of inform, start_collecting, offer, choose_pack, confirm, postpone, close, cancel, hand_over, order_without_pack, order_unconfirmed',
    { intents: { hola: { effect: "infrom", examples: ["hola"] } } },
  ],
  [
    "intents.hola.effect is missing; it must be one of inform, start_collecting, offer, choose_pack, confirm, postpone, close, cancel, hand_over, order_without_pack, order_unconfirmed",
    { intents: { hola: { examples: ["hola"] } } },
  ],
  [
    'modes.inicio.stage is "start"; it must be one of welcome, talk, collect, offer, summary, confirmed, provisional, handoff',
    { modes: { inicio: { stage: "start" } } },
  ],
  [
    "timers.L1.action is missing; it must be one of remind_data, list_missing, offer, order_without_pack, order_unconfirmed, retake, soft_retry, list_pickup_missing",
    { timers: { L1: { seconds: { real: 1, rapido: 1, instantaneo: 1 } } } },
  ],
  ['timers has "L9", which nothing reads', { timers: { L9: {} } }],
  ['the definition has "templtes", which nothing reads', { templtes: [] }],
  ['packs[0].price must be a number, and is "18000"', { packs: [{ id: "a", name: "a", quantity: 1, price: "18000" }] }],
  ["packs is empty", { packs: [] }],
  ['id is "La Pizzería"; it must be small letters, digits, "-" and "_", such as "panaderia"', { id: "La Pizzería" }],
  ["reader.read must be a function", { reader: { read: 3, compareGist: () => "new" } }],
  ["reader is missing", { reader: undefined }],
  ["texts.sticker is missing", { texts: { fallback: "a", richInput: "b", unsupported: "c" } }],
  ['fieldSets.critical must be an array, and is "nombre"', { fieldSets: { ...SOUND.fieldSets, critical: "nombre" } }],
])("misshapen data is told, not crashed on: %s", (fault, changes) => {
  expect(faultsOf({ ...SOUND, ...changes } as FlowOptions)).toContain(fault);
});

test.each([[undefined], [null], ["a shop"], [[]], [{}]])("a definition that is %j is refused in words", (value) => {
  expect(faultsOf(value as unknown as FlowOptions).length).toBeGreaterThan(0);
});

test("what a shop leaves out is as most shops have it", () => {
  const { timers, bands, limits, gates, media, steps, ...said } = SOUND;
  const { definition } = defineFlowAgent({ ...said, steps });
  expect(definition.timers.L3.seconds.real).toBe(600);
  expect(definition.gates).toMatchObject({
    carta: ["critical_data"],
    en_horno: ["critical_data", "pack_chosen", "summary_shown"],
  });
  expect(definition.media).toEqual({
    sticker: "standby_reply",
    image: "vision",
    audio: "transcribe",
    document: "vision",
  });
  expect([timers, bands, limits, gates, media]).not.toContain(undefined);
});

function faultsOf(options: FlowOptions): readonly string[] {
  try {
    defineFlowAgent(options);
    return [];
  } catch (thrown) {
    if (thrown instanceof FlowDefinitionError) return thrown.faults;
    throw thrown;
  }
}

function leaveOut<Value>(values: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([one]) => one !== name));
}
