import { expect, test } from "vitest";
import * as z from "zod";
import { estimatePromptTokens } from "../../src/core/model/estimate-tokens.ts";
import { openConversation, type ScriptedReply, scriptedModel } from "../../src/doors/test.ts";
import { definePlanner, defineTool } from "../../src/index.ts";
import { PLANNER, PLANNER_OPTIONS, partOf, step } from "./planner-models.ts";

const stock = defineTool({
  ...{ module: "external", permissions: [], reversible: false, risk: "low", effect: "read" },
  ...{ name: "shop.stock", description: "Counts what is in stock." },
  input: z.strictObject({ item: z.string() }),
  output: z.strictObject({ text: z.string() }),
  run: ({ item }) => ({ kind: "ok", output: { text: `${item}: ${"una línea del inventario. ".repeat(40)}` } }),
});
const ITEMS = ["a", "b", "c"];

/** The same goal, which needs three reads: with a plan of three tasks, or by one worker alone. */
async function costOf(usePlanner: boolean) {
  const model = scriptedModel((request): ScriptedReply => {
    const part = partOf(request);
    if (part === "plan") return { json: { tasks: ITEMS.map((id) => step(id, [], "reader")) } };
    if (part === "synthesis") return "Hay de todo.";
    const said = JSON.stringify(request.messages);
    const [, only] = said.match(/Your task: mirar la parte (\w)/) ?? [];
    const item = (only === undefined ? ITEMS : [only])[said.split('"tool_result"').length - 1];
    return item === undefined ? "Hay suficiente." : { calls: [{ name: "shop_stock", input: { item } }] };
  });
  const tools = { shop: ["shop.stock"] };
  const agent = definePlanner({ ...PLANNER_OPTIONS, tools, texts: PLANNER.texts, usePlanner });
  const heard = await openConversation(agent, { model, tools: [stock] }).says("revise a, b y c");
  const tokens = model.requests.reduce((sum, request) => sum + estimatePromptTokens(request), 0);
  return { questions: model.requests.length, tokens, last: heard.at(-1) };
}

test("a plan of three reads asks twice as often as one worker alone", async () => {
  const planned = await costOf(true);
  const alone = await costOf(false);
  expect(planned).toMatchObject({ questions: 1 + 3 * 2 + 1, last: "Hay de todo." });
  expect(alone).toMatchObject({ questions: 4, last: "Hay suficiente." });
  // docs/planner.md tells what was measured: 4,353 and 3,680.
  expect(planned.tokens).toBeGreaterThan(alone.tokens);
});
