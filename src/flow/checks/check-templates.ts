import { type FlowDefinition, OPTIONAL_STEPS, PICKUP_STEPS, STEPS, type Step } from "../definition/flow-definition.ts";
import { variablesIn } from "../sale/shipping-address.ts";
import { knownVariables } from "../sale/template-context.ts";
import { checkRichTemplates } from "./check-rich-templates.ts";

/** Checks that everything that must be said can be said. */
export function checkTemplates(flow: FlowDefinition): string[] {
  return [...checkTexts(flow), ...checkGroups(flow), ...checkHandoffs(flow), ...checkRichTemplates(flow)];
}

function checkTexts({ templates, ...rest }: FlowDefinition): string[] {
  const flow = { ...rest, templates };
  const variables = new Set(knownVariables(flow));
  const groups = new Set([
    ...Object.keys(flow.intents),
    ...Object.values(flow.steps),
    ...noticesOf(flow),
    ...flow.fields.flatMap(({ validate }) => (validate === undefined ? [] : [validate.refused, validate.failed])),
  ]);
  const ids = templates.map(({ id }) => id);
  return [
    ...templates.flatMap(({ id, text }) =>
      variablesIn(text)
        .filter((name) => !variables.has(name))
        .map((name) => `template "${id}" has the variable {{${name}}}, which has no source`),
    ),
    ...templates.flatMap(({ id, intent }) =>
      groups.has(intent) ? [] : [`template "${id}" answers "${intent}", which is no intent and no step`],
    ),
    ...[...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))].map(
      (id) => `two templates have the id "${id}"`,
    ),
    ...templates.flatMap(({ id, text }) => (text.trim() === "" ? [`template "${id}" is empty`] : [])),
  ];
}

/**
 * An answered intent, and each step, needs a template; and one whose variables all have a value at
 * that moment.
 */
function checkGroups(flow: FlowDefinition): string[] {
  const cancels = Object.values(flow.intents).some(({ effect }) => effect === "cancel");
  const own = OPTIONAL_STEPS.filter(
    (step) => textsOf(flow, flow.steps[step]).length > 0 || (step === "orderCancelled" && cancels),
  );
  const steps = [...STEPS, ...(flow.pickup === null ? [] : PICKUP_STEPS), ...own].filter((step) =>
    isReached(flow, step),
  );
  const always = new Set(flow.packs.map(({ id }) => `precio_${id}`));
  return [
    ...Object.entries(flow.intents).flatMap(([intent, { effect }]) => {
      if (effect !== "inform" && effect !== "hand_over") return [];
      if (textsOf(flow, intent).length === 0)
        return [`intent "${intent}" (${effect}) has no templates, so nothing answers it`];
      if (effect === "hand_over") return [];
      const hole = holeIn(flow, intent, always);
      return hole === null ? [] : [`intent "${intent}" may stay without an answer: ${hole}`];
    }),
    ...steps.flatMap((step) => {
      const group = flow.steps[step];
      if (textsOf(flow, group).length === 0) return [`step "${step}" is said with "${group}", which has no templates`];
      const hole = holeIn(flow, group, new Set([...always, ...knownAt(flow, step)]));
      return hole === null ? [] : [`step "${step}" may stay unsaid: ${hole}`];
    }),
  ];
}

/** A shop that orders nothing unconfirmed needs no text about it. */
function isReached({ purposes }: FlowDefinition, step: Step): boolean {
  return (step !== "orderedWithoutPack" && step !== "orderedUnconfirmed") || purposes[step] !== null;
}

/**
 * The first variable that may be missing in every text of a group; null when one text can always be
 * said.
 */
function holeIn(flow: FlowDefinition, group: string, known: ReadonlySet<string>): string | null {
  const holes = flow.templates
    .filter(({ intent }) => intent === group)
    .map(({ id, text }) => ({ id, name: variablesIn(text).find((variable) => !known.has(variable)) }));
  const [first] = holes;
  if (first === undefined || holes.some(({ name }) => name === undefined)) return null;
  return `template "${first.id}" needs {{${first.name}}}, which may have no value then, and no other template does without`;
}

const ORDER = ["pack", "precio"];

/** Variables that always have a value when a step is said. */
function knownAt(flow: FlowDefinition, step: Step): readonly string[] {
  switch (step) {
    case "askData":
    case "missingData":
    case "progress":
    case "askNumber":
    case "softRetry":
    case "pickupMissing":
      return ["campos_faltantes"];
    case "packNoted":
      return [...ORDER, "campos_faltantes"];
    case "knownData":
      return ["datos_conocidos"];
    case "summary":
    case "askConfirmation":
    case "orderConfirmed":
    case "orderedUnconfirmed":
      return [...ORDER, ...criticalData(flow)];
    case "orderedWithoutPack":
    case "askPlace":
      return criticalData(flow);
    default:
      return [];
  }
}

/**
 * The variables with a value once the critical fields have one, for delivery at the door and for
 * pickup.
 */
function criticalData(flow: FlowDefinition): string[] {
  const atHome = flow.fieldSets.critical;
  const critical = atHome.filter((field) => flow.pickup === null || flow.pickup.fields.critical.includes(field));
  const isNamed = critical.some((field) => Object.values(flow.nameFields).includes(field));
  const hasPlace =
    hasSurePart(flow.address, atHome) &&
    (flow.pickup === null || hasSurePart(flow.pickup.address, flow.pickup.fields.critical));
  return [...critical, ...(isNamed ? ["nombre_completo"] : []), ...(hasPlace ? ["direccion_envio"] : [])];
}

function hasSurePart(pattern: string, known: readonly string[]): boolean {
  return pattern
    .split(", ")
    .some((part) => part.trim() !== "" && variablesIn(part).every((name) => known.includes(name)));
}

/** A handoff and a refused value are never silent: their words must not depend on anything. */
function checkHandoffs(flow: FlowDefinition): string[] {
  const refusals = flow.fields.flatMap(({ name, validate }) =>
    (["refused", "failed"] as const).flatMap((why) =>
      validate === undefined ? [] : [[`fields.${name}.validate.${why}`, validate[why]] as const],
    ),
  );
  return [
    ...refusals
      .filter(([, group]) => !isAlwaysSayable(flow, group))
      .map(
        ([where, group]) =>
          `${where} is said with "${group}", which needs a template without variables, so that it is never silent`,
      ),
    ...[...new Set(noticesOf(flow))]
      .filter((group) => !isAlwaysSayable(flow, group))
      .map((group) => `"${group}" hands over, and needs a template without variables, so that it is never silent`),
  ];
}

function isAlwaysSayable(flow: FlowDefinition, group: string): boolean {
  return textsOf(flow, group).some((text) => variablesIn(text).length === 0);
}

function noticesOf(flow: FlowDefinition): string[] {
  const handoffs = Object.entries(flow.intents).filter(([, { effect }]) => effect === "hand_over");
  const concerns = Object.values(flow.concerns).flatMap((one) =>
    one.does === "hand_over" ? [one.notice] : one.holds === undefined ? [] : [one.holds.notice],
  );
  return [flow.unknownIntent, ...Object.values(flow.handoff), ...handoffs.map(([intent]) => intent), ...concerns];
}

function textsOf({ templates }: FlowDefinition, group: string): string[] {
  return templates.filter(({ intent }) => intent === group).map(({ text }) => text);
}
