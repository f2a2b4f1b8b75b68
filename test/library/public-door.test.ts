import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Decision, PolicyRule } from "recado";
import * as recado from "recado";
import * as engines from "recado/engines";
import * as flow from "recado/flow";
import * as language from "recado/language";
import * as testing from "recado/test";
import * as tools from "recado/tools";
import { afterAll, describe, expect, test } from "vitest";
import * as z from "zod";

const { exports: doors } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  exports: Record<string, unknown>;
};

/** What stands here is a promise to those who build on it. Adding is easy, taking away is not. */
const ENGINES = ["inngestEngine", "localEngine", "restateEngine"];
const FLOW = [
  "FlowDefinitionError",
  "LOCALES",
  "STANDARD_TIMERS",
  "defineFlowAgent",
  "drawModes",
  "formatCop",
  "formatMoney",
  "readKnowledge",
  "readMoney",
  "templatesFrom",
  "transitionTable",
];
const LANGUAGE = [
  "ANIMAL_HEAD",
  "MEDICINE_HEAD",
  "MINOR_HEAD",
  "MISTRUST_HEAD",
  "PERSON_HEAD",
  "PREGNANCY_HEAD",
  "createAnswerReader",
  "createDangerReader",
  "createEntityReader",
  "createLocalClassifier",
  "createOfflineReader",
  "createQuantityReader",
  "createRuleClassifier",
  "dangerHead",
  "foldText",
  "phraseRules",
  "readDate",
  "readHour",
  "readMoment",
  "readOrderLines",
  "readWhen",
  "sayMoment",
];
const TOOLS = ["defineTool", "httpTool", "webPage", "webSearch"];

test("the library exports what an agent's author needs, in groups, and nothing else", () => {
  const names = (door: object) => Object.keys(door).sort();
  expect(names(engines)).toEqual(ENGINES);
  expect(names(flow)).toEqual(FLOW);
  expect(names(language)).toEqual(LANGUAGE);
  expect(names(tools)).toEqual(TOOLS);
  expect(names(testing)).toEqual(["openConversation", "scriptedModel"]);
  expect(names(recado)).toEqual(
    [
      "createRuntime",
      "createServerless",
      "defineAgent",
      "definePlanner",
      "withArtifacts",
      ...ENGINES,
      ...FLOW,
      ...LANGUAGE,
      ...TOOLS,
    ].sort(),
  );
  expect(Object.keys(doors)).toEqual([".", "./flow", "./engines", "./language", "./tools", "./test", "./package.json"]);
});

test("defineAgent names every fault of an agent at once", () => {
  const faulty = { id: "", name: "Eco", description: "x", version: "1", initialMode: "a", texts: {} } as never;
  expect(() => recado.defineAgent(faulty)).toThrow(/"id" must be a text\n- "decide" must be a function\n- "texts"/);
});

test("a conversation of recado/test says what the customer hears, and moves time only when it waits", async () => {
  const seen: number[] = [];
  const agent = recado.defineAgent({
    ...{ id: "eco", name: "Eco", description: "repeats", version: "1", initialMode: "open" },
    texts: { fallback: "Un momento", sticker: "¡Hola!", richInput: "¿Me lo escribe?", unsupported: "¿Me lo escribe?" },
    decide({ message, now }) {
      seen.push(now.getTime());
      return {
        ...{ messages: [{ text: `¿${message}?`, templateId: null }], intentInfo: null, stateUpdates: {}, tools: [] },
        ...{ handoff: null, closesSession: false, totalTokens: 0, why: [] },
      };
    },
  });
  const begin = new Date("2026-03-02T15:00:00Z");
  const chat = testing.openConversation(agent, { clock: { now: () => begin } });
  expect(() => chat.state()).toThrow("has not begun");
  expect(await chat.says("hola")).toEqual(["¿hola?"]);
  expect(await chat.waits("6m")).toEqual([]);
  expect(await chat.says("qué", "más")).toEqual(["¿qué\nmás?"]);
  expect(await chat.sends({ kind: "image", words: "esta" })).toHaveLength(1);
  expect(chat.heard().slice(0, 2)).toEqual(["¿hola?", "¿qué\nmás?"]);
  expect(chat.state()).toMatchObject({ isBotOn: true, session: { mode: "open" } });
  expect(chat.orders()).toEqual([]);
  const [first = 0, second = 0] = seen;
  expect(second - first).toBeGreaterThanOrEqual(6 * 60_000);
  expect(first - begin.getTime()).toBeLessThan(60_000);
});

test("a tool of high risk is not said to be done before its yes, unless a rule of the shop allows it", async () => {
  const booked: string[] = [];
  const book = recado.defineTool({
    ...{ name: "clinic.book", description: "Books.", module: "external", effect: "external", risk: "high" },
    ...{ permissions: [], reversible: true, input: z.strictObject({ day: z.string() }), output: z.strictObject({}) },
    run({ day }) {
      booked.push(day);
      return { kind: "ok", output: {} };
    },
  });
  const decided = (input: object): Decision => ({
    ...{ messages: [{ text: "Quedó anotada.", templateId: null }], intentInfo: null, stateUpdates: {} },
    ...{ tools: [{ callId: "a", tool: "clinic.book", input }], handoff: null, closesSession: false },
    ...{ totalTokens: 0, why: [] },
  });
  const agent = recado.defineAgent({
    ...{
      id: "clinic",
      name: "Clinic",
      description: "books",
      version: "1",
      initialMode: "open",
      tools: ["clinic.book"],
    },
    texts: { fallback: "Un momento", sticker: "", richInput: "", unsupported: "" },
    decide: ({ message }) => decided(message === "martes" ? { day: message } : {}),
  });
  const asked = testing.openConversation(agent, { tools: [book] });
  expect(await asked.says("martes")).not.toContain("Quedó anotada.");
  const rule: PolicyRule = { name: "books", when: { tool: ["clinic.book"] }, decision: "allow", why: "decided once" };
  const allowed = testing.openConversation(agent, { tools: [book], policy: [rule] });
  expect(await allowed.says("martes")).toEqual(["Quedó anotada."]);
  expect(booked).toEqual([]);
});

test("an author says what the tools of a conversation answer, after the policy has judged them", async () => {
  const status = tools.httpTool({
    name: "external.orders.status",
    description: "Tells where an order is.",
    input: z.object({ order: z.string() }),
    output: z.object({ state: z.string() }),
    method: "GET",
    url: "https://shop.example/orders/{order}",
    risk: "low",
  });
  const refund = tools.httpTool({
    name: "external.orders.refund",
    description: "Pays an order back.",
    input: z.object({ order: z.string() }),
    output: z.unknown(),
    method: "POST",
    url: "https://shop.example/orders/{order}/refund",
    risk: "low",
  });
  const agent = recado.defineAgent({
    ...{ id: "desk", name: "Desk", description: "A desk", version: "1", initialMode: "open" },
    tools: [status.name, refund.name],
    texts: { fallback: "Un momento", sticker: "", richInput: "", unsupported: "" },
    async decide({ message, tools: called }) {
      const found = await called.read(status.name, { order: message });
      const text = found.ok ? `está ${JSON.stringify(found.output)}` : `no está: ${found.error}`;
      const call = { callId: "pay", tool: refund.name, input: { order: message } };
      return {
        ...{ messages: [{ text, templateId: null }], intentInfo: null, stateUpdates: {} },
        ...{ tools: message === "7" ? [call] : [], handoff: null, closesSession: false, totalTokens: 0, why: [] },
      };
    },
  });
  const paid: unknown[] = [];
  const answers: testing.ConversationOptions["answers"] = {
    [status.name]: (input) =>
      z.object({ order: z.string() }).parse(input).order === "7"
        ? { kind: "ok", output: { state: "en camino" } }
        : { kind: "error", code: "http_404", type: "not_found", message: "no" },
    [refund.name](input) {
      paid.push(input);
      return { kind: "ok", output: {} };
    },
  };
  const chat = testing.openConversation(agent, { tools: [status, refund], answers });
  expect(await chat.says("8")).toEqual(["no está: not_found"]);
  expect(await chat.says("7")).toEqual(['está {"state":"en camino"}']);
  expect(paid).toEqual([{ order: "7" }]);
  const rule: PolicyRule = { name: "never", when: { tool: [refund.name] }, decision: "deny", why: "no refunds" };
  const refused = testing.openConversation(agent, { tools: [status, refund], answers, policy: [rule] });
  await expect(refused.says("7")).rejects.toThrow("no refunds");
  expect(paid).toHaveLength(1);
  expect(() => testing.openConversation(agent, { tools: [status], answers })).toThrow(
    '`answers` names "external.orders.refund", and no tool in `tools` has that name.',
  );
});

/** An author has the package in node_modules, types by its exports, and the built code at run time. */
describe("a program of another's", () => {
  const folder = mkdtempSync(join(tmpdir(), "recado-author-"));
  const root = fileURLToPath(new URL("../../", import.meta.url));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules", "recado"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(
    join(folder, "shop.ts"),
    `import { createRuntime, defineFlowAgent, defineTool, type Agent, type RuntimeOptions } from "recado";
     import type { ModelAgentOptions, OutboundContent, Question, TimerPlan, TurnModel } from "recado";
     import { templatesFrom, type FlowDefinition, type Stage } from "recado/flow";
     import { createRuleClassifier, phraseRules, type Classifier } from "recado/language";
     import { openConversation, scriptedModel } from "recado/test";
     import { httpTool, type PolicyRule, type ToolModule } from "recado/tools";
     export const start: (options: RuntimeOptions) => Promise<unknown> = createRuntime;
     export const define = [defineFlowAgent, defineTool, httpTool, openConversation, scriptedModel];
     export const reader: Classifier = createRuleClassifier(phraseRules({ hola: ["buenas"] }));
     export type Models = [ModelAgentOptions, OutboundContent, Question, TimerPlan, TurnModel];
     export type Parts = [Agent, FlowDefinition, Stage, PolicyRule, ToolModule];
     console.log(reader.classifyIntent("buenas", { lastAssistant: [] }).intent, Object.keys(templatesFrom("a", { hola: ["Hola"] })).length);`,
  );
  const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each([
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ])("compiles as module %s, resolved as %s", (module, moduleResolution) => {
    const options = ["--strict", "--skipLibCheck", "--noEmit", "--target", "es2022", "--types", ""];
    const { stdout } = run(tsc, ...options, "--module", module, "--moduleResolution", moduleResolution, "shop.ts");
    expect(stdout).toBe("");
  });

  test("runs", () => {
    run(tsc, "--skipLibCheck", "--target", "es2022", "--module", "nodenext", "--types", "", "shop.ts");
    expect(run("shop.js")).toMatchObject({ stdout: "hola 1\n", stderr: "" });
  });
});

test("what is no door of the package cannot be imported through it", async () => {
  const inside = "recado/dist/app/app.js";
  await expect(import(/* @vite-ignore */ inside)).rejects.toThrow();
});

test("phrases are whole words, whatever the accents, capitals and doubled letters", () => {
  const classifier = recado.createRuleClassifier(
    recado.phraseRules({ pide: ["quiero una pizza"], precio: ["¿Cuánto vale?"] }),
  );
  const intent = (text: string) => classifier.classifyIntent(text, { lastAssistant: [] }).intent;
  expect(intent("Buenas, QUIERO una pizzaaa porfa")).toBe("pide");
  expect(intent("cuanto vale la grande")).toBe("precio");
  expect(intent("no quiero una pizzeria")).toBe("fallback");
  expect(() => recado.phraseRules({ nada: ["¿?"] })).toThrow('the phrase "¿?" of "nada" has no letter or digit');
});

test("templates come from texts: the first for the first time, the others for the next", () => {
  const [first, again, extra] = recado.templatesFrom("cafe", {
    hola: ["¡Hola!", "¡Hola de nuevo!"],
    precio: { text: "$5.000", priority: "OPCIONAL" },
  });
  expect(first).toMatchObject({ id: "cafe.hola.1", intent: "hola", visitType: "primera_vez", priority: "CORE" });
  expect(again).toMatchObject({ id: "cafe.hola.2", visitType: "siguientes" });
  expect(extra).toMatchObject({ id: "cafe.precio.1", text: "$5.000", priority: "OPCIONAL" });
});

test("a table of transitions says yes or no for every mode", () => {
  expect(recado.transitionTable({ a: ["b"], b: [] })).toEqual({ a: { a: false, b: true }, b: { a: false, b: false } });
});
