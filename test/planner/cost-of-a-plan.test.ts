import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import * as z from "zod";
import { estimatePromptTokens } from "../../src/core/model/estimate-tokens.ts";
import { openConversation, type ScriptedReply, scriptedModel } from "../../src/doors/test.ts";
import { definePlanner, defineTool } from "../../src/index.ts";
import { PLANNER, PLANNER_OPTIONS, partOf, step } from "./planner-models.ts";

/** Counts every part but `lost`, of which there is no inventory. */
const stock = defineTool({
  ...{ module: "external", permissions: [], reversible: false, risk: "low", effect: "read" },
  ...{ name: "shop.stock", description: "Counts what is in stock." },
  input: z.strictObject({ item: z.string() }),
  output: z.strictObject({ text: z.string() }),
  run: ({ item }) =>
    item === "lost"
      ? { kind: "denied", reason: "there is no inventory of that part" }
      : { kind: "ok", output: { text: `${item}: ${"una línea del inventario. ".repeat(40)}` } },
});

interface Goal {
  readonly name: string;
  /** What has to be read. In a plan each read is a task. */
  readonly reads: readonly string[];
  /** Each task needs the result of the one before. */
  readonly isChain?: boolean;
}
const GOALS: readonly Goal[] = [
  { name: "one read", reads: ["a"] },
  { name: "three reads", reads: ["a", "b", "c"] },
  { name: "four reads, each on the result of the one before", reads: ["a", "b", "c", "d"], isChain: true },
  { name: "three reads, of which one fails and is made another way", reads: ["a", "lost", "c"] },
];
/** What is read in place of the part that is lost. */
const OTHER_WAY = "other";

/** The same goal with a plan, or by one worker alone. */
async function costOf({ reads, isChain = false }: Goal, usePlanner: boolean) {
  const model = scriptedModel((request): ScriptedReply => {
    const part = partOf(request);
    if (part === "plan" && JSON.stringify(request.outputSchema).includes("verdict"))
      return { json: { verdict: "replan", tasks: [step(OTHER_WAY, [], "reader")] } };
    if (part === "plan")
      return {
        json: { tasks: reads.map((id, at) => step(id, isChain ? reads.slice(0, at).slice(-1) : [], "reader")) },
      };
    if (part === "synthesis") return "Hay de todo.";
    const said = JSON.stringify(request.messages);
    const results = said.split('"tool_result"').length - 1;
    const [, only] = said.match(/Your task: mirar la parte (\w+)/) ?? [];
    const wanted = only === undefined ? [...reads, ...(reads.includes("lost") ? [OTHER_WAY] : [])] : [only];
    const item = wanted[results];
    if (item !== undefined) return { calls: [{ name: "shop_stock", input: { item } }] };
    return only === "lost" ? "FAILED: no hay inventario de esa parte" : "Hay suficiente.";
  });
  const tools = { shop: ["shop.stock"] };
  const agent = definePlanner({ ...PLANNER_OPTIONS, tools, texts: PLANNER.texts, usePlanner });
  const heard = await openConversation(agent, { model, tools: [stock] }).says("revise lo que hay");
  const tokens = model.requests.reduce((sum, request) => sum + estimatePromptTokens(request), 0);
  return { questions: model.requests.length, tokens, last: heard.at(-1) ?? "" };
}

test("what a plan costs beside one worker alone is what docs/planner.md tells", async () => {
  const count = (number: number) => number.toLocaleString("en-US");
  const rows: string[] = [];
  for (const goal of GOALS) {
    const [planned, alone] = [await costOf(goal, true), await costOf(goal, false)];
    // The worker of a plan of one task answers itself; what a plan could not do is named below its answer.
    const answer = goal.reads.length === 1 ? "Hay suficiente." : "Hay de todo.";
    expect([goal.name, planned.last.split("\n")[0], alone.last]).toEqual([goal.name, answer, "Hay suficiente."]);
    expect(planned.questions).toBeGreaterThan(alone.questions);
    const more = `${(planned.tokens / alone.tokens).toFixed(1)}`;
    rows.push(
      `| ${goal.name} | ${planned.questions}, ${count(planned.tokens)} | ${alone.questions}, ${count(alone.tokens)} | ${more} |`,
    );
  }
  const page = await readFile(new URL("../../docs/planner.md", import.meta.url), "utf8");
  expect(
    page.split("\n").filter((line) => rows.includes(line) || GOALS.some(({ name }) => line.startsWith(`| ${name} |`))),
  ).toEqual(rows);
});
