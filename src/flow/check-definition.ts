import { type FlowDefinition, PICKUP_STEPS, STEPS, TIMER_LEVELS } from "./flow-definition.ts";
import { variablesIn } from "./shipping-address.ts";
import { knownVariables } from "./template-context.ts";

/** What is wrong with a shop's data, one clear sentence each; empty when it can be sold from. */
export function checkDefinition(flow: FlowDefinition): string[] {
  return [
    ...checkModes(flow),
    ...checkIntents(flow),
    ...checkFields(flow),
    ...checkTemplates(flow),
    ...checkSteps(flow),
    ...checkTimers(flow),
    ...checkPacks(flow),
  ];
}

function checkModes({ modes, transitions, purposes, initialMode, gates }: FlowDefinition): string[] {
  const known = new Set(Object.keys(modes));
  const named = [
    ["initialMode", initialMode],
    ...Object.entries(purposes).map(([purpose, mode]) => [`purposes.${purpose}`, mode] as const),
    ...Object.keys(transitions).map((mode) => ["transitions", mode] as const),
    ...Object.values(transitions).flatMap((row) => Object.keys(row).map((mode) => ["transitions", mode] as const)),
    ...Object.keys(gates).map((mode) => ["gates", mode] as const),
  ] as const;
  const unknown = named.flatMap(([where, mode]) =>
    mode === null || known.has(mode) ? [] : [`${where} names the mode "${mode}", which modes does not have`],
  );
  const reached = reachable(initialMode, transitions);
  const lost = [...known].filter((mode) => !reached.has(mode));
  return [...new Set([...unknown, ...lost.map((mode) => `mode "${mode}" cannot be reached from "${initialMode}"`)])];
}

function reachable(from: string, transitions: FlowDefinition["transitions"]): Set<string> {
  const reached = new Set([from]);
  for (const mode of reached) {
    for (const [to, isAllowed] of Object.entries(transitions[mode] ?? {})) if (isAllowed) reached.add(to);
  }
  return reached;
}

function checkIntents(flow: FlowDefinition): string[] {
  const groups = new Set(flow.templates.map(({ intent }) => intent));
  const needsTemplates = Object.entries(flow.intents).filter(
    ([, { effect }]) => effect === "inform" || effect === "hand_over",
  );
  const silent = needsTemplates.filter(([intent]) => !groups.has(intent));
  const packs = new Set(flow.packs.map(({ id }) => id));
  return [
    ...silent.map(([intent, { effect }]) => `intent "${intent}" (${effect}) has no templates, so nothing answers it`),
    ...Object.entries(flow.intents).flatMap(([intent, { effect, pack, asQuestion, examples }]) => [
      ...(effect === "choose_pack" && !packs.has(pack ?? "")
        ? [`intent "${intent}" chooses the pack "${pack}", which packs does not have`]
        : []),
      ...(asQuestion !== undefined && flow.intents[asQuestion]?.effect !== "inform"
        ? [`intent "${intent}" is answered as "${asQuestion}", which is no informational intent`]
        : []),
      ...(examples.length === 0 && !effect.startsWith("order_")
        ? [`intent "${intent}" has no examples, so nobody can tell what it means`]
        : []),
    ]),
    ...(flow.intents[flow.greeting] === undefined
      ? [`greeting names the intent "${flow.greeting}", which intents does not have`]
      : []),
  ];
}

function checkFields({ fields, fieldSets, pickup, nameFields }: FlowDefinition): string[] {
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
    ...Object.entries(nameFields).map(([key, field]) => [`nameFields.${key}`, field] as const),
    ...(pickup === null ? [] : pickup.clears.map((field) => ["pickup.clears", field] as const)),
  ];
  const unknown = named.flatMap(([where, field]) =>
    known.has(field) ? [] : [`${where} names the field "${field}", which fields does not have`],
  );
  const unasked = sets.flatMap(([where, { critical, minimum, all }]) =>
    [...critical, ...minimum]
      .filter((field) => !all.includes(field))
      .map((field) => `${where}: "${field}" is needed, and ${where}.all never asks for it`),
  );
  const impossible = sets.flatMap(([where, { all, welcome, offerAt }]) =>
    offerAt > new Set([...all, ...welcome]).size ? [`${where}.offerAt is ${offerAt}, more than there are fields`] : [],
  );
  // Whoever has answered all that is asked must be offered something (L-13).
  const stuck = sets.flatMap(([where, { all, offerAt }]) =>
    all.length < offerAt ? [`${where}.all asks for ${all.length} fields, and the offer waits for ${offerAt}`] : [],
  );
  return [...unknown, ...unasked, ...impossible, ...stuck];
}

function checkTemplates(flow: FlowDefinition): string[] {
  const variables = new Set(knownVariables(flow));
  const ids = flow.templates.map(({ id }) => id);
  const groups = new Set([
    ...Object.keys(flow.intents),
    ...Object.values(flow.steps),
    flow.unknownIntent,
    ...Object.values(flow.handoff),
  ]);
  return [
    ...flow.templates.flatMap(({ id, text }) =>
      variablesIn(text)
        .filter((name) => !variables.has(name))
        .map((name) => `template "${id}" has the variable {{${name}}}, which nobody fills`),
    ),
    ...flow.templates.flatMap(({ id, intent }) =>
      groups.has(intent) ? [] : [`template "${id}" answers "${intent}", which is no intent and no step`],
    ),
    ...[...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))].map(
      (id) => `two templates have the id "${id}"`,
    ),
    ...flow.templates.flatMap(({ id, text }) => (text.trim() === "" ? [`template "${id}" is empty`] : [])),
  ];
}

/** A handoff is never silent: its words must not depend on anything. */
function checkSteps(flow: FlowDefinition): string[] {
  const textsOf = (group: string): string[] =>
    flow.templates.filter(({ intent }) => intent === group).map(({ text }) => text);
  const steps = [...STEPS, ...(flow.pickup === null ? [] : PICKUP_STEPS)];
  const handoffs = Object.entries(flow.intents).filter(([, { effect }]) => effect === "hand_over");
  const notices = [flow.unknownIntent, ...Object.values(flow.handoff), ...handoffs.map(([intent]) => intent)];
  return [
    ...steps.flatMap((step) =>
      textsOf(flow.steps[step]).length > 0
        ? []
        : [`step "${step}" is said with "${flow.steps[step]}", which has no templates`],
    ),
    ...[...new Set(notices)].flatMap((group) =>
      textsOf(group).some((text) => variablesIn(text).length === 0)
        ? []
        : [`"${group}" hands over, and needs a template without variables, so that it is never silent`],
    ),
  ];
}

function checkTimers({ timers }: FlowDefinition): string[] {
  return TIMER_LEVELS.flatMap((level) => {
    const timer = timers[level];
    if (timer?.action === undefined) return [`timer ${level} has no action`];
    const bad = Object.entries(timer.seconds).filter(([, seconds]) => !(seconds > 0));
    return bad.map(
      ([preset, seconds]) => `timer ${level} lasts ${seconds} s in the preset "${preset}"; it must be more than 0`,
    );
  });
}

function checkPacks({ packs, placeholderPack }: FlowDefinition): string[] {
  return [
    ...(packs.some(({ id }) => id === placeholderPack)
      ? []
      : [`placeholderPack is "${placeholderPack}", which packs does not have`]),
    ...packs.flatMap(({ id, price }) =>
      Number.isInteger(price) && price > 0 ? [] : [`pack "${id}" costs ${price}; a price is a whole number above 0`],
    ),
  ];
}
