import { expect, test } from "vitest";
import * as z from "zod";
import { modelSchemaFaults } from "../../../src/core/model/schema.ts";
import { registryTool } from "../../../src/core/tool-calls/registry-tool.ts";
import { offeredTools } from "../../../src/core/tool-calls/tool-offer.ts";
import { BUILT_IN_TOOLS } from "../../../src/tools/built-in-tools.ts";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { createShopTools, SHOP_TOOLS } from "../../../src/tools/shop-tools.ts";

const kindOf = (name: string) => SHOP_TOOLS.kindOf(name);
const names = BUILT_IN_TOOLS.map(({ name }) => name);

test("each of the 29 tools is offered with its own schema: numbers, lists, enums", () => {
  const offered = offeredTools(kindOf, names);
  expect(offered.map(({ tool }) => tool)).toEqual(names);
  for (const { tool, inputSchema } of offered) expect([tool, modelSchemaFaults([inputSchema])]).toEqual([tool, []]);
  const inputsOf = (tool: string) => offered.find((one) => one.tool === tool)?.inputSchema["properties"];
  expect(inputsOf("whatsapp.template.send")).toMatchObject({ values: { type: "array", items: { type: "string" } } });
  expect(inputsOf("crm.order.list")).toMatchObject({ limit: { type: "integer" } });
  expect(inputsOf("crm.task.create")).toMatchObject({ priority: { enum: ["low", "normal", "high"] } });
});

test("names go both ways by a table", () => {
  for (const { name, tool } of offeredTools(kindOf, names)) {
    expect([name, SHOP_TOOLS.names.toInside(name)]).toEqual([tool.replace(/\W/g, "_"), tool]);
  }
});

const search = defineTool({
  ...{ name: "shop.search", description: "Searches.", module: "system", effect: "read", risk: "low", permissions: [] },
  reversible: true,
  input: z.strictObject({ text: z.string(), most: z.int().min(1), sort: z.enum(["new", "old"]).optional() }),
  output: z.strictObject({}),
  run: () => ({ kind: "ok", output: {} }),
});
const shop = createShopTools({ tools: [search] });

test("an author may change the words, the inputs and what is fixed; the model sets nothing else", async () => {
  const [offered] = shop.toolsFor({
    offers: [{ name: "shop.search", inputs: [{ name: "text", description: "what" }], fixed: { most: 3 } }],
  });
  if (offered === undefined) throw new Error("it is offered");
  expect(offered.inputSchema).toMatchObject({ properties: { text: { description: "what" } }, required: ["text"] });
  const asked: unknown[] = [];
  const tool = registryTool(offered, {
    async read(_, input) {
      asked.push(input);
      return { ok: true, output: {} };
    },
    tryTool: async () => ({ kind: "denied", reason: "a read is not tried" }),
  });
  await tool.carryOut({ text: "a", most: 900, sort: "old" }, "c1");
  expect(asked).toEqual([{ text: "a", most: 3 }]);
  expect(await tool.carryOut({ text: " " }, "c2")).toMatchObject({ isError: true, output: 'error: "text" is missing' });
});

const loose = defineTool({
  ...{ name: "shop.loose", description: "Takes anything.", module: "system", effect: "read", risk: "low" },
  ...{ permissions: [], reversible: true, output: z.strictObject({}) },
  input: z.strictObject({ data: z.record(z.string(), z.string()) }),
  run: () => ({ kind: "ok", output: {} }),
});

test.each<[string, Parameters<typeof shop.toolsFor>[0], string]>([
  ["a tool of nobody's", { offers: ["crm.note.creat"] }, 'no tool is named "crm.note.creat"'],
  ["an input that it does not have", { offers: [{ name: "shop.search", fixed: { page: 1 } }] }, 'has no input "page"'],
  ["more tools than fit", { offers: names }, "29 tools, at most 20 in one request"],
  ["the same tool twice", { offers: ["shop.search", "shop.search"] }, "looks like another tool"],
  ["a record", { offers: ["shop.loose"] }, '"shop.loose": data: an object must be closed'],
  ["an undefined grant", { tools: ["crm.nada"] }, 'No tool is named "crm.nada"'],
])("an agent with %s is refused with a sentence", (_, agent, sentence) => {
  expect(() => createShopTools({ tools: [search, loose] }).toolsFor(agent)).toThrow(sentence);
});

test("optional inputs and inputs of several types are counted over all tools of a request", () => {
  const wide = (name: string) =>
    defineTool({
      ...{ name, description: "Many inputs.", module: "system", effect: "read", risk: "low", permissions: [] },
      ...{ reversible: true, output: z.strictObject({}) },
      input: z.strictObject(
        Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`i${at}`, z.string().optional()])),
      ),
      run: () => ({ kind: "ok", output: {} }),
    });
  const tools = createShopTools({ tools: [wide("a.one"), wide("a.two")] });
  expect(() => tools.toolsFor({ offers: ["a.one"] })).not.toThrow();
  expect(() => tools.toolsFor({ offers: ["a.one", "a.two"] })).toThrow("26 optional fields, at most 24");
});
