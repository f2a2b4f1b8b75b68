import * as z from "zod";

const Schema = z.looseObject({
  $ref: z.string().optional(),
  example: z.unknown().optional(),
  default: z.unknown().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  minItems: z.number().optional(),
  minimum: z.number().optional(),
  minLength: z.number().optional(),
  format: z.string().optional(),
});

/** The smallest value that a schema of an OpenAPI document should take. */
export function sampleOf(given: unknown, schemas: Readonly<Record<string, unknown>>): unknown {
  const schema = Schema.parse(given ?? {});
  if (schema.$ref !== undefined) return sampleOf(schemas[schema.$ref.split("/").at(-1) ?? ""], schemas);
  if (schema.example !== undefined) return schema.example;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (choice !== undefined) return sampleOf(choice, schemas);
  if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map((one) => sampleOf(one, schemas)));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "object":
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name], schemas)]),
      );
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items, schemas));
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    case "null":
      return null;
    case "string":
      if (schema.format === "uuid") return "01900000-0000-7000-8000-0000000000fe";
      if (schema.format === "date-time") return "2026-11-22T12:00:00.000Z";
      return "x".repeat(Math.max(1, schema.minLength ?? 1));
    default:
      return {};
  }
}
