import { entryFaults } from "../../core/knowledge/knowledge-entry.ts";
import { longestQuietHours, outlivesSession, sessionEndOf } from "../../core/time/session-end.ts";
import { TIMER_PRESETS } from "../../core/time/timer-policy.ts";
import { calibrationFaults } from "../definition/calibrate.ts";
import type { ConcernPolicy, Effect, FlowDefinition } from "../definition/flow-definition.ts";
import { TIMER_LEVELS } from "../definition/timer-definition.ts";
import { orchestratorNameFaults } from "../model/tool-names.ts";
import { variablesIn } from "../sale/shipping-address.ts";
import { knownVariables } from "../sale/template-context.ts";
import { checkModes } from "./check-modes.ts";
import { checkTemplates } from "./check-templates.ts";

/** The faults in a shop's data, one clear sentence each; empty when it can sell. */
export function checkDefinition(flow: FlowDefinition): string[] {
  return [
    ...checkModes(flow),
    ...checkIntents(flow),
    ...checkFields(flow),
    ...checkTemplates(flow),
    ...checkTimers(flow),
    ...checkBands(flow),
    ...checkPacks(flow),
    ...checkReminder(flow),
    ...checkLines(flow),
    ...checkConcerns(flow),
    ...calibrationFaults(flow.model.calibration),
    ...orchestratorNameFaults(flow),
    ...entryFaults(flow.knowledge).map((fault) => `knowledge: ${fault}`),
  ];
}

function checkIntents(flow: FlowDefinition): string[] {
  const packs = new Set(flow.packs.map(({ id }) => id));
  const intents = Object.entries(flow.intents);
  const has = (...effects: readonly Effect[]) => intents.some(([, { effect }]) => effects.includes(effect));
  return [
    ...intents.flatMap(([intent, { effect, pack, asQuestion, examples }]) => [
      ...(effect === "choose_pack" && !packs.has(pack ?? "")
        ? [`intent "${intent}" chooses the pack "${pack}", which packs does not have`]
        : []),
      ...(asQuestion !== undefined && flow.intents[asQuestion]?.effect !== "inform"
        ? [`intent "${intent}" is answered as "${asQuestion}", which is no informational intent`]
        : []),
      ...(examples.length === 0 && !effect.startsWith("order_")
        ? [`intent "${intent}" has no examples, so its meaning is unclear`]
        : []),
    ]),
    ...(flow.intents[flow.greeting]?.effect === "inform"
      ? []
      : flow.intents[flow.greeting] === undefined
        ? [`greeting names the intent "${flow.greeting}", which intents does not have`]
        : [`greeting names the intent "${flow.greeting}", which is no informational intent`]),
    ...(has("start_collecting", "choose_pack")
      ? []
      : ["no intent starts a purchase (start_collecting or choose_pack)"]),
    ...(has("confirm") ? [] : ['no intent has the effect "confirm", so no order can be confirmed']),
    ...flow.packs
      .filter(({ id }) => !intents.some(([, { effect, pack }]) => effect === "choose_pack" && pack === id))
      .map(({ id }) => `pack "${id}" can be chosen by no intent`),
    ...(flow.pickup?.speaksOf ?? [])
      .filter((intent) => flow.intents[intent] === undefined)
      .map((intent) => `pickup.speaksOf names the intent "${intent}", which intents does not have`),
  ];
}

function checkFields({
  fields,
  fieldSets,
  pickup,
  nameFields,
  contactFields,
  address,
  lines,
}: FlowDefinition): string[] {
  const known = new Set(fields.map(({ name }) => name));
  const sets = [
    ["fieldSets", fieldSets],
    ...(pickup === null ? [] : [["pickup.fields", pickup.fields] as const]),
  ] as const;
  const named = [
    ...sets.flatMap(([where, set]) =>
      (["critical", "minimum", "all", "welcome"] as const).flatMap((key) =>
        set[key].map((field) => [`${where}.${key}`, field] as const),
      ),
    ),
    ...Object.entries(nameFields).flatMap(([key, field]) =>
      field === null ? [] : [[`nameFields.${key}`, field] as const],
    ),
    ...Object.entries(contactFields ?? {}).map(([key, field]) => [`contactFields.${key}`, field] as const),
    ...(lines === undefined
      ? []
      : [["lines.field", lines.field] as const, ...lines.of.map((field) => ["lines.of", field] as const)]),
    ...fields.flatMap(({ name, validate, options }) => [
      ...(validate?.with ?? []).map((field) => [`fields.${name}.validate.with`, field] as const),
      ...(options?.with ?? []).map((field) => [`fields.${name}.options.with`, field] as const),
    ]),
    ...fields.flatMap(({ name, unsettles = [] }) =>
      unsettles.map((field) => [`fields.${name}.unsettles`, field] as const),
    ),
    ...(pickup === null
      ? []
      : [
          ...pickup.clears.map((field) => ["pickup.clears", field] as const),
          ["pickup.addressField", pickup.addressField] as const,
          ...(pickup.cityField === null ? [] : [["pickup.cityField", pickup.cityField] as const]),
        ]),
  ];
  const unknown = [...named, ...addressVariables(address, pickup)].flatMap(([where, field]) =>
    known.has(field) ? [] : [`${where} names the field "${field}", which fields does not have`],
  );
  const twice = fields.map(({ name }) => name).filter((name, index, all) => all.indexOf(name) !== index);
  const unasked = sets.flatMap(([where, { critical, minimum, all }]) =>
    [...critical, ...minimum]
      .filter((field) => !all.includes(field))
      .map((field) => `${where}: "${field}" is needed, and ${where}.all never asks for it`),
  );
  const impossible = sets.flatMap(([where, { all, welcome, offerAt }]) =>
    offerAt > new Set([...all, ...welcome]).size ? [`${where}.offerAt is ${offerAt}, more than there are fields`] : [],
  );
  // A customer who has answered everything must be offered something (L-13).
  const stuck = sets.flatMap(([where, { all, offerAt }]) =>
    all.length < offerAt ? [`${where}.all asks for ${all.length} fields, and the offer waits for ${offerAt}`] : [],
  );
  return [...unknown, ...twice.map((name) => `two fields are named "${name}"`), ...unasked, ...impossible, ...stuck];
}

function addressVariables(address: string, pickup: FlowDefinition["pickup"]): (readonly [string, string])[] {
  const patterns = [
    ["address", address] as const,
    ...(pickup === null
      ? []
      : ([
          ["pickup.address", pickup.address],
          ["pickup.note", pickup.note],
        ] as const)),
  ];
  return patterns.flatMap(([where, pattern]) => variablesIn(pattern).map((name) => [where, name] as const));
}

function checkTimers({ timers, sessionEnd }: FlowDefinition): string[] {
  const end = sessionEndOf(null, sessionEnd);
  return TIMER_LEVELS.flatMap((level) => {
    const timer = timers[level];
    if (timer?.action === undefined) return [`timer ${level} has no action`];
    const bad = Object.entries(timer.seconds).filter(([, seconds]) => !(seconds > 0));
    const late = TIMER_PRESETS.filter((preset) => outlivesSession(timer.seconds[preset], preset, end));
    return [
      ...bad.map(
        ([preset, seconds]) => `timer ${level} lasts ${seconds} s in the preset "${preset}"; it must be more than 0`,
      ),
      ...late.map(
        (preset) =>
          `timer ${level} lasts ${timer.seconds[preset]} s in the preset "${preset}", and its session ends after at most ${longestQuietHours(end)} quiet hours, so it would never fire: give the shop a later sessionEnd, or use a reminder`,
      ),
    ];
  });
}

function checkBands({ bands: { act, reanalyse, clarify } }: FlowDefinition): string[] {
  if (act >= reanalyse && reanalyse >= clarify) return [];
  return [`bands go from act (${act}) down to reanalyse (${reanalyse}) and clarify (${clarify}); these do not`];
}

/**
 * The intent that records and answers a concern must exist: a mistyped name must not leave a
 * customer in need without an answer.
 */
function checkConcerns({ concerns, intents, fields }: FlowDefinition): string[] {
  return Object.entries(concerns).flatMap(([concern, policy]) => {
    const wanted = policy.does === "hand_over" ? "hand_over" : "inform";
    const named = policy.does === "hand_over" ? [] : policy.beside;
    return [
      ...(intents[policy.intent]?.effect === wanted
        ? []
        : [`concerns.${concern} names the intent "${policy.intent}", which is none with the effect "${wanted}"`]),
      ...named
        .filter((intent) => intents[intent]?.effect !== "inform")
        .map((intent) => `concerns.${concern}.beside names "${intent}", which is no informational intent`),
      ...checkHold(concern, policy, fields),
    ];
  });
}

/** What holds a sale must not be something that a customer tells, or the same as what frees it. */
function checkHold(concern: string, policy: ConcernPolicy, fields: FlowDefinition["fields"]): string[] {
  const hold = policy.does === "answer" ? policy.holds : undefined;
  if (hold === undefined) return [];
  return [
    ...(fields.some(({ name }) => name === hold.field)
      ? [`concerns.${concern}.holds.field is "${hold.field}", which customers are asked for`]
      : []),
    ...(hold.held === hold.freed ? [`concerns.${concern}.holds says "${hold.held}" for both held and freed`] : []),
  ];
}

function checkReminder({ remind, fields, ...flow }: FlowDefinition): string[] {
  if (remind === undefined) return [];
  const named = { date: remind.date, hour: remind.hour ?? remind.date };
  const known = knownVariables({ ...flow, fields });
  return [
    ...Object.entries(named)
      .filter(([, field]) => !fields.some(({ name }) => name === field))
      .map(([where, field]) => `remind.${where} names the field "${field}", which fields does not have`),
    ...[
      ["text", remind.text] as const,
      ...remind.template.parameters.map((one) => ["template.parameters", one] as const),
    ]
      .flatMap(([where, text]) => variablesIn(text).map((name) => ({ where, name })))
      .filter(({ name }) => !known.includes(name))
      .map(({ where, name }) => `remind.${where} has the variable {{${name}}}, which has no source`),
  ];
}

function checkLines({ lines, packs }: FlowDefinition): string[] {
  if (lines === undefined) return [];
  const goods = new Set(packs.map(({ name }) => name));
  return [
    ...lines.extras
      .filter(({ name }) => goods.has(name))
      .map(({ name }) => `"${name}" is an extra and a pack: one price must hold`),
    ...lines.extras
      .filter(({ name }) => /[,;:]/.test(name))
      .map(({ name }) => `the extra "${name}" has a sign that separates lines`),
    ...packs.filter(({ id }) => /[,;:]/.test(id)).map(({ id }) => `the pack "${id}" has a sign that separates lines`),
  ];
}

function checkPacks({ packs, placeholderPack }: FlowDefinition): string[] {
  const twice = packs.map(({ id }) => id).filter((id, index, all) => all.indexOf(id) !== index);
  return [
    ...twice.map((id) => `two packs have the id "${id}"`),
    ...(packs.some(({ id }) => id === placeholderPack)
      ? []
      : [`placeholderPack is "${placeholderPack}", which packs does not have`]),
    ...packs.flatMap(({ id, price }) =>
      Number.isInteger(price) && price > 0 ? [] : [`pack "${id}" costs ${price}; a price is a whole number above 0`],
    ),
  ];
}
