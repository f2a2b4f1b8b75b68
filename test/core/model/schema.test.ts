import { describe, expect, test } from "vitest";
import * as z from "zod";
import { modelSchema, modelSchemaFaults } from "../../../src/core/model/schema.ts";
import { tolerantEnum } from "../../../src/core/model/tolerant-json.ts";

test("limits that a provider does not enforce become words, the rest stays", () => {
  const schema = z.object({
    intent: tolerantEnum(["precio", "otro"]).describe("Lo que quiere el cliente."),
    confidence: z.int().min(0).max(100),
    note: z.string().max(200).nullable(),
    alternatives: z.array(z.object({ intent: z.string() })).max(3),
  });
  expect(modelSchema(schema)).toEqual({
    type: "object",
    additionalProperties: false,
    required: ["intent", "confidence", "note", "alternatives"],
    properties: {
      intent: { type: "string", enum: ["precio", "otro"], description: "Lo que quiere el cliente." },
      confidence: { type: "integer", description: "{minimum: 0, maximum: 100}" },
      note: { anyOf: [{ type: "string", description: "{maxLength: 200}" }, { type: "null" }] },
      alternatives: {
        type: "array",
        description: "{maxItems: 3}",
        items: {
          type: "object",
          properties: { intent: { type: "string" } },
          required: ["intent"],
          additionalProperties: false,
        },
      },
    },
  });
});

test("a format is told in words as well", () => {
  const { properties } = modelSchema(z.object({ day: z.iso.date() }));
  expect(JSON.stringify(properties)).toMatch(/format: .*date/);
});

describe("a schema that a model could not follow is refused where it is made:", () => {
  const fields = (count: number, field: z.ZodType) =>
    z.object(Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, field])));

  test.each([
    ["a record comes back empty", z.object({ data: z.record(z.string(), z.string()) }), "closed"],
    ["a loose object", z.object({ data: z.looseObject({ a: z.string() }) }), "closed"],
    ["an object without fields", z.object({ data: z.object({}) }), "empty"],
    ["a transform", z.object({ total: z.string().transform(Number) }), "Transforms"],
    ["a date", z.object({ day: z.date() }), "Date"],
    ["anything", z.object({ what: z.unknown() }), "no type"],
    ["a list of anything", z.object({ what: z.array(z.unknown()) }), "what"],
    ["a list as the whole", z.array(z.string()), "must be an object"],
    ["too many optional fields", fields(25, z.string().optional()), "at most 24"],
    ["too many unions", fields(17, z.string().nullable()), "at most 16"],
  ])("%s", (_name, schema, problem) => {
    expect(() => modelSchema(schema)).toThrow(problem);
  });

  test("at the limits it is taken", () => {
    expect(() => modelSchema(fields(24, z.string().optional()))).not.toThrow();
    expect(() => modelSchema(fields(16, z.string().nullable()))).not.toThrow();
  });
});

test("limits count over all schemas of a request together", () => {
  const one = modelSchema(z.object({ a: z.string().optional(), b: z.string().optional() }));
  expect(modelSchemaFaults(Array.from({ length: 12 }, () => one))).toEqual([]);
  expect(modelSchemaFaults(Array.from({ length: 13 }, () => one))).toEqual([expect.stringContaining("26 optional")]);
});
