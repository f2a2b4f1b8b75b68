import * as z from "zod";

/** Limits of one request, as the provider counts (API version 2026-10-21). */
const MOST_OPTIONAL_FIELDS = 24;
const MOST_UNION_FIELDS = 16;

type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema that a model gets for a structured answer or a tool's input. Limits that the provider does not enforce (lengths,
 * ranges, patterns) become words of the description; the answer is held against the zod schema again. A schema that a model could not
 * follow is a mistake of ours and throws at the start: see `modelSchemaFaults`.
 */
export function modelSchema(schema: z.ZodType): JsonSchema {
  const json = strictModelSchema(z.toJSONSchema(schema, { reused: "inline" }));
  const faults = modelSchemaFaults([json]);
  if (faults.length > 0) throw new Error(`A model cannot follow this schema: ${faults.join("; ")}`);
  return json;
}

/**
 * What a provider would refuse, or answer with something empty; over all schemas of one request.
 */
export function modelSchemaFaults(schemas: readonly JsonSchema[]): string[] {
  const count = { optional: 0, union: 0 };
  const faults = schemas.flatMap((schema) =>
    schema["type"] === "object" ? nodeFaults(schema, "", count) : ["the outermost value must be an object"],
  );
  if (count.optional > MOST_OPTIONAL_FIELDS) {
    faults.push(`${count.optional} optional fields, at most ${MOST_OPTIONAL_FIELDS} a request`);
  }
  if (count.union > MOST_UNION_FIELDS)
    faults.push(`${count.union} fields of several types, at most ${MOST_UNION_FIELDS} a request`);
  return faults;
}

const ENFORCED = new Set([
  "type",
  "enum",
  "const",
  "anyOf",
  "items",
  "properties",
  "required",
  "additionalProperties",
  "description",
  "title",
]);

/** Says in words what a provider does not enforce; the shape stays. Doing it twice changes nothing. */
export function strictModelSchema(node: JsonSchema): JsonSchema {
  const strict: Record<string, unknown> = {};
  const words: string[] = [];
  for (const [name, value] of Object.entries(node)) {
    if (name === "$schema" || name === "default" || name === "~standard") continue;
    if (name === "oneOf") strict["anyOf"] = nodes(value).map(strictModelSchema);
    else if (name === "anyOf") strict["anyOf"] = nodes(value).map(strictModelSchema);
    else if (name === "items" && isNode(value)) strict["items"] = strictModelSchema(value);
    else if (name === "properties" && isNode(value)) {
      strict["properties"] = Object.fromEntries(
        Object.entries(value).map(([key, part]) => [key, isNode(part) ? strictModelSchema(part) : part]),
      );
    } else if (ENFORCED.has(name)) strict[name] = value;
    else if (isSaidInWords(name, value)) words.push(`${name}: ${JSON.stringify(value)}`);
    else strict[name] = value;
  }
  if (words.length > 0)
    strict["description"] = [strict["description"], `{${words.join(", ")}}`].filter(Boolean).join(" ");
  return strict;
}

const SAID_IN_WORDS = new Set([
  "format",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "minItems",
  "maxItems",
]);

/** The ranges of zod's integers are those of the machine, and say nothing to a model. */
function isSaidInWords(name: string, value: unknown): boolean {
  return SAID_IN_WORDS.has(name) && !(typeof value === "number" && Math.abs(value) >= Number.MAX_SAFE_INTEGER);
}

function nodeFaults(node: JsonSchema, path: string, count: { optional: number; union: number }): string[] {
  const at = path === "" ? "(whole)" : path;
  const faults: string[] = [];
  const variants = nodes(node["anyOf"]);
  if (variants.length > 0 || Array.isArray(node["type"])) count.union += 1;
  for (const [index, variant] of variants.entries()) faults.push(...nodeFaults(variant, `${path}|${index}`, count));
  if (isNode(node["items"])) faults.push(...nodeFaults(node["items"], `${path}[]`, count));
  else if (node["type"] === "array") faults.push(`${at}: a list must say what it holds`);
  if (node["type"] === "object") {
    const properties = isNode(node["properties"]) ? node["properties"] : {};
    const required: readonly unknown[] = Array.isArray(node["required"]) ? node["required"] : [];
    if (node["additionalProperties"] !== false)
      faults.push(`${at}: an object must be closed (no records, no loose objects)`);
    if (Object.keys(properties).length === 0) faults.push(`${at}: an object without fields always comes back empty`);
    for (const [name, part] of Object.entries(properties)) {
      if (!required.includes(name)) count.optional += 1;
      if (isNode(part)) faults.push(...nodeFaults(part, path === "" ? name : `${path}.${name}`, count));
    }
  } else if (variants.length === 0 && node["type"] === undefined && !("enum" in node) && !("const" in node)) {
    faults.push(`${at}: has no type`);
  }
  for (const name of Object.keys(node)) {
    if (!ENFORCED.has(name)) faults.push(`${at}: "${name}" is not understood by the provider`);
  }
  return faults;
}

function nodes(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function isNode(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
