import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { modelSchemaFaults } from "../../src/core/model/schema.ts";
import type { ToolResult, ToolScope } from "../../src/core/ports/tools.ts";
import { BUILT_IN_TOOLS } from "../../src/tools/built-in-tools.ts";
import { createTools } from "../../src/tools/create-tools.ts";
import { defineTool, type Tool } from "../../src/tools/define-tool.ts";
import { createShopTools, SHOP_TOOLS } from "../../src/tools/shop-tools.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { CUSTOMER_SCOPE } from "../support/tool-scope.ts";

const traits = {
  description: "says it again",
  module: "external",
  effect: "external",
  risk: "low",
  permissions: [],
  reversible: true,
  input: z.strictObject({ text: z.string().min(1) }),
  output: z.strictObject({ text: z.string() }),
} as const;
let calls = 0;
const echo = defineTool({
  ...traits,
  name: "echo",
  run: ({ text }) => {
    calls += 1;
    return { kind: "ok", output: { text } };
  },
});

const granted: ToolScope = { ...CUSTOMER_SCOPE, granted: ["echo", ...BUILT_IN_TOOLS.map(({ name }) => name)] };
function call(
  tools: ReturnType<typeof createTools>,
  tool: string,
  input: unknown,
  scope = granted,
): Promise<ToolResult> {
  return tools.execute({ tool, input, idempotencyKey: "run:c1", scope, signal: new AbortController().signal });
}

describe("a definition", () => {
  test.each([
    ["a name of several words", { name: "say it" }, /words joined by dots/],
    ["no description", { description: " " }, /must be told what it does/],
    ["no time", { timeout: 0 }, /0 ms/],
    ["no try", { retry: { attempts: 0, backoffMs: 1 } }, /at least once/],
    ["a schema that is awaited", { input: slowSchema(0) }, /answers with a promise/],
    [
      "a schema that a model cannot be shown",
      { input: { "~standard": { version: 1, vendor: "x", validate: (value: unknown) => ({ value }) } } },
      /inputJson/,
    ],
  ])("with %s is refused, and says why", (_, change, why) => {
    expect(() =>
      defineTool({
        ...traits,
        name: "echo",
        run: () => ({ kind: "ok", output: { text: "" } }),
        ...change,
      } as Parameters<typeof defineTool>[0]),
    ).toThrow(why);
  });

  test("takes any Standard Schema, and one that turns out to be awaited denies the call", async () => {
    const numbers = {
      "~standard": {
        version: 1 as const,
        vendor: "own",
        validate: (value: unknown) => (typeof value === "number" ? { value } : { issues: [{ message: "no number" }] }),
        types: undefined as unknown as { input: number; output: number },
      },
    };
    const json = { type: "number" };
    const twice = defineTool({
      ...traits,
      name: "twice",
      input: numbers,
      output: numbers,
      inputJson: json,
      outputJson: json,
      run: (n) => ({ kind: "ok", output: n * 2 }),
    });
    const late = defineTool({
      ...traits,
      name: "late",
      input: slowSchema(1),
      inputJson: json,
      run: () => ({ kind: "ok", output: { text: "" } }),
    });
    const tools = createTools({ tools: [twice, late] });
    const scope = { ...granted, granted: ["twice", "late"] };
    expect(await call(tools, "twice", 4, scope)).toMatchObject({ kind: "ok", output: 8 });
    expect(await call(tools, "twice", "4", scope)).toMatchObject({
      kind: "denied",
      reason: expect.stringContaining("input: no number"),
    });
    expect(await call(tools, "late", {}, scope)).toMatchObject({
      kind: "denied",
      reason: expect.stringContaining("belongs into run"),
    });
  });

  test("is held to its output, and asked again only when it says that it may be", async () => {
    let asked = 0;
    const flaky = defineTool({
      ...traits,
      name: "flaky",
      retry: { attempts: 3, backoffMs: 5 },
      run: () => {
        asked += 1;
        if (asked < 3) return { kind: "error", code: "busy", message: "busy", retryable: true };
        return { kind: "ok", output: { text: "done" } };
      },
    });
    const wrong = defineTool({
      ...traits,
      name: "wrong",
      run: () => ({ kind: "ok", output: { text: 1 as unknown as string } }),
    });
    const pauses: number[] = [];
    const tools = createTools({
      tools: [flaky, wrong],
      ofEveryAgent: ["flaky", "wrong"],
      pause: async (ms) => void pauses.push(ms),
    });
    expect(await call(tools, "flaky", { text: "a" })).toMatchObject({ kind: "ok" });
    expect([asked, pauses]).toEqual([3, [5, 10]]);
    await expect(call(tools, "wrong", { text: "a" })).rejects.toThrow("does not answer as its output schema says");
  });
});

describe("the registry", () => {
  test("refuses two tools that are one to a model, and an agent's tool that nobody has defined", () => {
    const named = (name: string) => defineTool({ ...traits, name, run: () => ({ kind: "ok", output: { text: "" } }) });
    expect(() => createTools({ tools: [named("web.search"), named("web_search")] })).toThrow("looks like another tool");
    expect(() => createTools({ tools: [named("a"), named("a")] })).toThrow("Two tools have one name: a");
    expect(() => SHOP_TOOLS.toolsFor({ tools: ["crm.note.creat"] })).toThrow('No tool is named "crm.note.creat"');
  });

  test("maps names by its table, never by their look", () => {
    const search = defineTool({ ...traits, name: "web_search", run: () => ({ kind: "ok", output: { text: "" } }) });
    const { names } = createShopTools({ tools: [search] });
    expect(names.toInside("web_search")).toBe("web_search");
    expect(names.toInside("crm_custom_field_update")).toBe("crm.custom-field.update");
    expect(names.toInside("crm.note.create")).toBeNull();
  });

  test("has the 29 tools of the CRM and WhatsApp, each with a schema that a model can follow and no way to name another person", () => {
    expect(BUILT_IN_TOOLS).toHaveLength(29);
    for (const { name, inputSchema, timeoutMs } of BUILT_IN_TOOLS) {
      expect(modelSchemaFaults([inputSchema]), name).toEqual([]);
      const fields = Object.keys(inputSchema["properties"] ?? {});
      expect(
        fields.filter((field) => /contact|phone|conversationId|^to$|recipient|price|total|workspace/i.test(field)),
        name,
      ).toEqual([]);
      expect(timeoutMs, name).toBe(name.startsWith("crm.") ? 5_000 : 15_000);
    }
  });

  test("a recipient among the arguments of an agent is no argument at all", async () => {
    for (const key of ["phone", "to", "contactId", "conversationId"]) {
      const input = { text: "hola", [key]: "573005550000" };
      expect(await call(SHOP_TOOLS, "whatsapp.message.send", input)).toMatchObject({
        kind: "denied",
        rule: "invalid_input",
      });
    }
    expect(await call(SHOP_TOOLS, "crm.note.create", { text: "x", contactId: crypto.randomUUID() })).toMatchObject({
      kind: "denied",
    });
  });

  test("a variable that nobody has filled is sent to nobody", async () => {
    expect(await call(SHOP_TOOLS, "whatsapp.message.send", { text: "Hola {{nombre}}" })).toMatchObject({
      kind: "error",
      code: "message_invalid",
      retryable: false,
    });
  });

  test("what an agent was not given does not exist for it", async () => {
    const scope = { ...granted, granted: [] };
    expect(await call(SHOP_TOOLS, "crm.note.create", { text: "x" }, scope)).toMatchObject({
      kind: "denied",
      rule: "not_granted",
    });
    expect(await call(SHOP_TOOLS, "create_task", { title: "x", priority: "low" }, scope)).toMatchObject({ kind: "ok" });
  });

  test("a tool that calls the registry from inside is denied", async () => {
    const inner: { answer: ToolResult | null; tools: ReturnType<typeof createTools> | null } = {
      answer: null,
      tools: null,
    };
    const nested: Tool = defineTool({
      ...traits,
      name: "nested",
      async run({ text }, scope) {
        inner.answer =
          (await inner.tools?.execute({
            tool: "echo",
            input: { text },
            idempotencyKey: "k",
            scope: { ...scope },
            signal: new AbortController().signal,
          })) ?? null;
        return { kind: "ok", output: { text } };
      },
    });
    inner.tools = createTools({ tools: [nested, echo], ofEveryAgent: ["nested", "echo"] });
    await call(inner.tools, "nested", { text: "a" });
    expect(inner.answer).toMatchObject({ kind: "denied", rule: "tool_chain" });
  });

  test("the same call again brings nothing, until something was done in between", async () => {
    const read = { tool: "crm.note.list", input: { limit: 5 } };
    const write = { tool: "crm.note.create", input: { text: "x" } };
    const made = (...before: { tool: string; input: unknown }[]) =>
      call(SHOP_TOOLS, "crm.tag.add", { tag: "x" }, { ...granted, made: before });
    const same = { tool: "crm.tag.add", input: { tag: "x" } };
    expect(await made(same)).toMatchObject({ kind: "denied", rule: "no_progress" });
    expect(await made(same, read)).toMatchObject({ kind: "denied", rule: "no_progress" });
    await expect(made(same, write)).rejects.toThrow("this test has no books");
  });

  test("what needs a yes asks with the arguments' and the catalogue's words alone", async () => {
    const catalogue = {
      packs: [{ id: "1x", name: "Un frasco", price: 79_900 }],
      placeholderPack: "1x",
      unconfirmedOrderValue: "zero",
    } as const;
    const input = { pack: "1x", shippingAddress: "Calle 1 # 2-3, Cali" };
    expect(await call(SHOP_TOOLS, "crm.order.create", input, { ...granted, catalogue })).toEqual({
      kind: "confirm",
      rule: "their_own",
      reason: expect.any(String),
      audience: "customer",
      question: "¿Confirma el pedido de Un frasco por $79.900, para enviar a Calle 1 # 2-3, Cali?",
    });
  });
});

describe("a dry run", () => {
  test("has an id of its own, writes nothing and calls nobody", async () => {
    const tools = createShopTools({ tools: [echo] });
    const scope = { ...granted, isDryRun: true };
    calls = 0;
    expect(await call(tools, "crm.task.create", { title: "Llamar" }, scope)).toMatchObject({
      kind: "ok",
      isDryRun: true,
      effect: null,
      output: { taskId: "id-1" },
    });
    expect(await call(tools, "echo", { text: "a" }, scope)).toMatchObject({
      kind: "ok",
      isDryRun: true,
      output: { dryRun: true },
    });
    expect(calls).toBe(0);
    expect(await call(tools, "echo", { text: 1 }, scope)).toMatchObject({ kind: "denied" });
  });
});

describe("rates", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test("over the limit of a minute a call is turned away and told when; the shop's own rules never are", async () => {
    await database.rows(
      "insert into test_clock (ahead) values (date_trunc('minute', now()) + interval '1 minute 5 seconds' - now())",
    );
    const tools = createShopTools({ rates: database.toolRates });
    const send = () => call(tools, "whatsapp.message.send", { text: "hola" });
    for (let n = 0; n < 30; n += 1) expect(await send()).toMatchObject({ kind: "ok" });
    expect(await send()).toMatchObject({
      kind: "error",
      type: "rate_limited",
      retryable: true,
      suggestion: expect.stringMatching(/^Call it again after 20.*:00\.000Z\.$/),
    });
    expect(await call(tools, "create_task", { title: "x", priority: "low" })).toMatchObject({ kind: "ok" });
    expect(await call(tools, "crm.task.create", { title: "x" })).toMatchObject({ kind: "ok" });
    expect(await database.rows("select module, calls from tool_rates order by module")).toEqual([
      { module: "crm", calls: 1 },
      { module: "whatsapp", calls: 31 },
    ]);
    await database.advance(60_000);
    expect(await send()).toMatchObject({ kind: "ok" });
  });
});

/** A schema whose answer must be awaited: always (0), or only once a value is a text or an object (1). */
function slowSchema(from: 0 | 1) {
  const validate = (value: unknown) =>
    from === 0 || value !== undefined ? Promise.resolve({ value }) : { issues: [{ message: "missing" }] };
  return {
    "~standard": {
      version: 1 as const,
      vendor: "slow",
      validate,
      types: undefined as unknown as { input: unknown; output: unknown },
    },
  };
}
