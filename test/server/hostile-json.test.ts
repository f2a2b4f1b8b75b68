import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { openDoor } from "./open-door.ts";

/** What no honest caller sends, in every query and every field of every body that the OpenAPI document knows: never a 500. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const Schema: z.ZodType<{ properties?: Record<string, unknown>; $ref?: string }> = z.looseObject({
  $ref: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
});
const Document = z.looseObject({
  components: z.looseObject({ schemas: z.record(z.string(), Schema) }),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        parameters: z.array(z.looseObject({ in: z.string(), name: z.string() })).optional(),
        requestBody: z
          .looseObject({ content: z.record(z.string(), z.looseObject({ schema: Schema.optional() })) })
          .optional(),
      }),
    ),
  ),
});

const ID = "01900000-0000-7000-8000-0000000000ff";
const DEEP = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;

test("the null character and deep trees are refused wherever they stand", async () => {
  const { store, signIn, accessAdmin, templates, learningAdmin } = database;
  const { api, app } = openDoor({ parts: { store, signIn, accessAdmin, templates, learningAdmin } });
  const document = Document.parse(await (await app.request("/openapi.json")).json());
  const fieldsOf = ({ $ref, properties }: z.infer<typeof Schema>): string[] =>
    Object.keys(properties ?? document.components.schemas[$ref?.split("/").at(-1) ?? ""]?.properties ?? {});

  const failed: string[] = [];
  let asked = 0;
  const ask = async (method: string, path: string, body?: string) => {
    asked += 1;
    const { status } = await api(method.toUpperCase(), path, body);
    if (status >= 500) failed.push(`${status} ${method} ${path} ${body?.slice(0, 60) ?? ""}`);
    return status;
  };
  for (const [template, methods] of Object.entries(document.paths)) {
    if (!template.startsWith("/internal/") || template.endsWith("/stream") || template.endsWith("/mcp")) continue;
    const path = template.replace(/\{[^{}]+\}/g, ID);
    for (const [method, { parameters = [], requestBody }] of Object.entries(methods)) {
      for (const { name } of parameters.filter((one) => one.in === "query"))
        expect([method, path, name, await ask(method, `${path}?${name}=a%00b`)]).toEqual([method, path, name, 422]);
      const schema = requestBody?.content["application/json"]?.schema;
      if (schema === undefined) continue;
      for (const field of fieldsOf(schema)) {
        // Beside what all of them need, so that the field itself is what is refused.
        for (const value of ['"a\\u0000b"', DEEP, `{"a\\u0000b":${DEEP}}`]) {
          const rest = fieldsOf(schema).filter((one) => one !== field);
          const filled = rest.map((one) => `${JSON.stringify(one)}:"x"`);
          await ask(method, path, `{${[`${JSON.stringify(field)}:${value}`, ...filled].join(",")}}`);
        }
      }
    }
  }
  expect(failed).toEqual([]);
  expect(asked).toBeGreaterThan(200);
});

test.each([
  ["a tool's input", `/internal/agent/conversations/${ID}/tools`, { tool: "create_task", input: "@" }],
  ["a template's part", `/internal/agent/conversations/${ID}/messages`, { template: { name: "x", components: ["@"] } }],
])("%s that is nested without end is 422", async (_, path, body) => {
  const text = JSON.stringify({ ...body, idempotencyKey: "k" }).replace('"@"', DEEP);
  expect((await openDoor().api("POST", path, text)).status).toBe(422);
});
