import * as z from "zod";

const Schema = z.looseObject({
  $ref: z.string().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
});
type Schema = z.output<typeof Schema>;
type Schemas = Readonly<Record<string, unknown>>;

/**
 * What of an answer an OpenAPI schema does not say, by its place: a field that is missing, a field that the schema does not
 * name, a value of another type. Stricter than JSON Schema, which lets any unnamed field pass.
 */
export function mismatches(value: unknown, given: unknown, schemas: Schemas, at = "answer"): string[] {
  const schema = Schema.parse(given ?? {});
  if (schema.$ref !== undefined) {
    return mismatches(value, schemas[schema.$ref.split("/").at(-1) ?? ""], schemas, at);
  }
  if (schema.allOf !== undefined) return mismatches(value, combined(schema.allOf, schemas), schemas, at);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) {
    const tried = choices.map((choice) => mismatches(value, choice, schemas, at));
    return tried.some((one) => one.length === 0) ? [] : (tried[0] ?? [`${at} has no schema to be`]);
  }
  if (value === null) return isOf(schema, "null") ? [] : [`${at} is null`];
  if (Array.isArray(value)) {
    if (!isOf(schema, "array")) return [`${at} is a list`];
    return value.flatMap((item, index) => mismatches(item, schema.items, schemas, `${at}[${index}]`));
  }
  if (typeof value === "object") return fieldMismatches({ ...value }, schema, schemas, at);
  const type = Number.isInteger(value) && isOf(schema, "integer") ? "integer" : typeof value;
  if (!isOf(schema, type)) return [`${at} is a ${type}`];
  if (schema.enum !== undefined && !schema.enum.includes(value)) return [`${at} is ${JSON.stringify(value)}`];
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value));
  return schema.format === "date-time" && !isInstant ? [`${at} is no instant: ${value}`] : [];
}

function fieldMismatches(value: Record<string, unknown>, schema: Schema, schemas: Schemas, at: string): string[] {
  if (!isOf(schema, "object")) return [`${at} is an object`];
  const { properties } = schema;
  const others = schema.additionalProperties ?? (properties === undefined ? {} : false);
  const additionalProperties = others === false ? undefined : others;
  const missing = schema.required.filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`);
  return [
    ...missing,
    ...Object.entries(value).flatMap(([name, inner]) => {
      const named = properties?.[name] ?? additionalProperties;
      return named === undefined
        ? [`${at}.${name} is not documented`]
        : mismatches(inner, named, schemas, `${at}.${name}`);
    }),
  ];
}

/** One schema of several that count together: how a document writes a name that may be null, or one that has more fields. */
function combined(parts: readonly unknown[], schemas: Schemas): Schema {
  const all = parts.map((part) => {
    const { $ref, ...schema } = Schema.parse(part);
    return $ref === undefined ? Schema.parse(schema) : resolved($ref, schemas);
  });
  return Schema.parse({
    type: all.map(({ type }) => type).findLast((type) => type !== undefined),
    properties: Object.assign({}, ...all.map(({ properties }) => properties ?? {})),
    required: all.flatMap(({ required }) => required),
  });
}

function resolved(ref: string, schemas: Schemas): Schema {
  const schema = Schema.parse(schemas[ref.split("/").at(-1) ?? ""]);
  return schema.allOf === undefined ? schema : combined(schema.allOf, schemas);
}

/** A schema without a type takes any value. */
function isOf({ type }: Schema, wanted: string): boolean {
  return type === undefined || [type].flat().includes(wanted);
}
