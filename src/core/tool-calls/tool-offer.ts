import { modelSchemaFaults } from "../model/schema.ts";
import type { ModelTool } from "../ports/model/model.ts";
import type { EffectKind, Tools } from "../ports/tools.ts";
import { toolNameFaults, toolNames } from "./tool-names.ts";

type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool that an agent's model is offered: its name alone, or with what the author changes of it. */
export type ToolOffer = string | NamedOffer;

export interface NamedOffer {
  /** The runtime's name: `crm.note.create`. */
  readonly name: string;
  /** For the model: what the tool does, and when it is called. Absent: the tool's own description. */
  readonly description?: string;
  /** The only inputs that the model fills in, each with its own description. Absent: all inputs of the tool. */
  readonly inputs?: readonly { readonly name: string; readonly description: string }[];
  /** Inputs that no model sets. They win over anything that it sends. */
  readonly fixed?: JsonSchema;
}

/** A tool as a model sees it, and what it stands for. */
export interface OfferedTool extends ModelTool {
  /** The runtime's name. */
  readonly tool: string;
  readonly effect: EffectKind;
  readonly fixed: JsonSchema;
  /** The names of the only inputs that the model fills in; null when it may fill in all. */
  readonly inputs: readonly string[] | null;
}

/** Limits of one request (API version 2026-10-21). */
export const MOST_OFFERED_TOOLS = 20;

export function offerName(offer: ToolOffer): string {
  return typeof offer === "string" ? offer : offer.name;
}

/** The offers that can be called, each with its own schema. An unknown tool is left out. */
export function offeredTools(kindOf: Tools["kindOf"], offers: readonly ToolOffer[]): OfferedTool[] {
  const names = toolNames(offers.map(offerName));
  return offers.flatMap((given) => {
    const offer: NamedOffer = typeof given === "string" ? { name: given } : given;
    const traits = kindOf(offer.name);
    if (traits?.inputSchema === undefined) return [];
    const { fixed = {}, inputs = null } = offer;
    return {
      name: names.toModel(offer.name) ?? offer.name,
      description: offer.description ?? traits.description ?? offer.name,
      inputSchema: narrowed(traits.inputSchema, fixed, inputs),
      tool: offer.name,
      effect: traits.kind,
      fixed,
      inputs: inputs?.map(({ name }) => name) ?? null,
    };
  });
}

/**
 * Why a model could not be offered these tools, one sentence each. `own` are the tools that stand
 * beside them in the same request, `shown` how many one request shows at most.
 */
export function offerFaults(
  kindOf: Tools["kindOf"],
  offers: readonly ToolOffer[],
  { own = [], shown = Number.POSITIVE_INFINITY }: { readonly own?: readonly ModelTool[]; readonly shown?: number } = {},
): string[] {
  const faults = offers.flatMap((given) => {
    const name = offerName(given);
    const traits = kindOf(name);
    if (traits === null) return [`no tool is named "${name}"`];
    if (traits.inputSchema === undefined) return [`"${name}" has no schema that a model could be given`];
    const known = propertiesOf(traits.inputSchema);
    const { fixed = {}, inputs = [] } = typeof given === "string" ? {} : given;
    return [...Object.keys(fixed), ...inputs.map((input) => input.name)]
      .filter((input) => !Object.hasOwn(known, input))
      .map((input) => `"${name}" has no input "${input}"; it has ${Object.keys(known).join(", ") || "none"}`);
  });
  const offered = offeredTools(kindOf, offers);
  const all: readonly ModelTool[] = [...own, ...offered];
  const isShownWhole = all.length <= shown;
  if (isShownWhole && all.length > MOST_OFFERED_TOOLS) {
    faults.push(`${all.length} tools, at most ${MOST_OFFERED_TOOLS} in one request`);
  }
  for (const { tool, inputSchema } of offered) {
    faults.push(...shapeFaults(inputSchema).map((fault) => `"${tool}": ${fault}`));
  }
  // Each schema was judged alone; what remains is what they are too many for together.
  if (faults.length === 0 && isShownWhole)
    faults.push(...modelSchemaFaults(all.map(({ inputSchema }) => withFields(inputSchema))));
  return [...toolNameFaults([...own.map(({ name }) => name), ...offers.map(offerName)]), ...faults];
}

function shapeFaults(schema: JsonSchema): string[] {
  return modelSchemaFaults([withFields(schema)]);
}

/** A tool without inputs is called with `{}`: of an input that is right, of an answer it is a fault. */
function withFields(schema: JsonSchema): JsonSchema {
  if (Object.keys(propertiesOf(schema)).length > 0) return schema;
  return { ...schema, properties: { none: { type: "string" } }, required: ["none"] };
}

function narrowed(schema: JsonSchema, fixed: JsonSchema, inputs: NamedOffer["inputs"] | null): JsonSchema {
  const wanted = new Map((inputs ?? []).map(({ name, description }) => [name, description]));
  const isLeft = (name: string) => !Object.hasOwn(fixed, name) && (inputs === null || wanted.has(name));
  const properties = Object.entries(propertiesOf(schema)).flatMap(([name, part]) => {
    if (!isLeft(name)) return [];
    const description = wanted.get(name);
    return [[name, description === undefined ? part : { ...required(part), description }] as const];
  });
  const must: readonly unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  const names = properties.map(([name]) => name);
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    // The author names the inputs that a call is about: each of them must be said.
    required: inputs === null ? names.filter((name) => must.includes(name)) : names,
  };
}

/** The part without its "or nothing". */
function required(part: unknown): Record<string, unknown> {
  if (!isObject(part)) return {};
  const { anyOf, ...rest } = part;
  if (!Array.isArray(anyOf)) return part;
  const said = anyOf.filter((one: unknown) => !(isObject(one) && one["type"] === "null"));
  const [only] = said;
  return said.length === 1 && isObject(only) ? { ...only, ...rest } : { ...rest, anyOf: said };
}

function propertiesOf(schema: JsonSchema): JsonSchema {
  const properties = schema["properties"];
  return isObject(properties) ? properties : {};
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
