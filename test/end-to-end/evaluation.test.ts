import { afterAll, beforeAll, expect, test } from "vitest";
import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import { promptsInUse } from "../../src/app/agents/prompts-in-use.ts";
import type { PromptSource } from "../../src/core/agent/own-prompts.ts";
import { DEFAULT_WORKSPACE, type RunId } from "../../src/core/ids.ts";
import { NO_KNOWLEDGE } from "../../src/core/knowledge/knowledge-source.ts";
import { exampleOf } from "../../src/lab/evaluation/harvest-examples.ts";
import { openEvaluator } from "../../src/lab/evaluation/open-evaluator.ts";
import { defineAgent } from "../../src/model-agent/define-agent.ts";
import { createScriptedModel } from "../../src/models/scripted-model.ts";
import { SHOP_TOOLS } from "../../src/tools/shop-tools.ts";
import { newId } from "../support/inbound.ts";
import { openModelGate } from "../support/model-gate.ts";
import { eventually, openShop, recordingChannel, registryOf } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** From a conversation to scores, from scores to examples, and from a proposed prompt to the next turn. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("what people and customers judge becomes examples without personal data, and the agent is played against them", async () => {
  const { channel, texts } = recordingChannel();
  const agents = registryOf(somnioFlow);
  const shop = openShop(database.store, { channel, agents, tools: SHOP_TOOLS }, { pollMs: 100 });
  shop.worker.start();
  const { reviews } = database.store;
  try {
    const says = async (text: string, phone: string) => {
      const before = texts().length;
      const { runId } = await shop.says(text, { phone });
      await eventually("the reply", () => texts().length > before);
      const done = "select from agent_runs where id = $1 and status = 'completed'";
      await eventually("the run's end", async () => (await database.rows(done, [runId])).length === 1);
      return runId as RunId;
    };
    const hers = "573115550101";
    const hello = await says("hola", hers);
    const price = await says("¿cuánto vale? mi correo es ana.perez@gmail.com y mi celular 311 555 0101", hers);
    const shipping = await says("hacen envios a cali?", "573115550102");

    const score = { name: "quality", source: "human", comment: null, correct: null, by: "Ana" } as const;
    expect(await reviews.score(DEFAULT_WORKSPACE, { ...score, runId: price, value: 1 })).toBe(true);
    expect(await reviews.score(DEFAULT_WORKSPACE, { ...score, runId: hello, value: 0 })).toBe(true);
    expect(await reviews.score(DEFAULT_WORKSPACE, { ...score, runId: newId() as RunId, value: 0 })).toBe(false);
    // A second thought of the same person replaces the first.
    await reviews.score(DEFAULT_WORKSPACE, { ...score, runId: shipping, value: 1 });
    await reviews.score(DEFAULT_WORKSPACE, { ...score, runId: shipping, value: 0, correct: "Sí, en 3.000 días" });

    // What a model judges is shown among the scores, and makes no example: only people and customers do.
    const verdict = {
      name: "meaning",
      source: "llm_judge",
      comment: "otras cifras",
      correct: null,
      by: "juez",
    } as const;
    await reviews.score(DEFAULT_WORKSPACE, { ...verdict, runId: shipping, value: 0.2 });
    const third = await says("gracias", "573115550103");
    await reviews.score(DEFAULT_WORKSPACE, { ...verdict, runId: third, value: 0 });
    const seen = await database.rows(
      "select name, source, value::float8 as value from trace_scores where trace_id = $1",
      [third],
    );
    expect(seen).toContainEqual({ name: "meaning", source: "llm_judge", value: 0 });

    const scores = await reviews.scores(DEFAULT_WORKSPACE, shipping);
    expect(scores?.filter(({ source }) => source === "human")).toMatchObject([
      { value: 0, correct: "Sí, en 3.000 días", by: "Ana" },
    ]);
    expect(scores?.map(({ name }) => name)).toContain("finished");
    const judged = await reviews.scored(DEFAULT_WORKSPACE, { agentId: "somnio", limit: 10 });
    expect(judged.map(({ runId, kind }) => [runId, kind])).toEqual([
      [shipping, "correction"],
      [price, "golden"],
      [hello, "failure"],
    ]);
    expect(judged[1]?.before).toEqual(["hola"]);
    const line = JSON.stringify(judged.map((run) => exampleOf(run, { keepsData: false })));
    expect(line).not.toMatch(/ana\.perez|311 555 0101/);
    expect(line).toContain('"intent":"precio"');

    const evaluator = openEvaluator({ agents, tools: SHOP_TOOLS, knowledge: NO_KNOWLEDGE });
    const played = await evaluator.evaluate(DEFAULT_WORKSPACE, "somnio", judged);
    // It answers now as it did then: what was right still is, and what was wrong still comes.
    expect(played).toMatchObject({
      examples: 3,
      byKind: {
        golden: { examples: 1, passed: 1 },
        failure: { examples: 1, passed: 0 },
        correction: { examples: 1, passed: 0 },
      },
    });
    if (played === null) throw new Error("somnio is there");
    const kept = await reviews.keepEvaluation(DEFAULT_WORKSPACE, {
      ...{ ...played, id: newId(), agentId: "somnio", model: null, dataset: "judged runs", by: "Ana" },
    });
    expect(await reviews.evaluations(DEFAULT_WORKSPACE, "somnio")).toEqual([kept]);
    expect(await evaluator.evaluate(DEFAULT_WORKSPACE, "nobody", judged)).toBeNull();

    const [line1] = await database.rows(
      "select actor, detail from audit_log where action = 'run.scored' order by id limit 1",
    );
    expect(line1).toMatchObject({ actor: "Ana", detail: { value: 1, source: "human" } });
  } finally {
    await shop.worker.stop(500);
  }
});

test("a customer's reaction makes an example (L-30): the newest counts, one that is taken back does not, a person's word counts more", async () => {
  const wamid = "wamid.reacted";
  const { channel, sent } = recordingChannel(() => ({ kind: "accepted", wamid, recipientPhone: null }));
  const shop = openShop(
    database.store,
    { channel, agents: registryOf(somnioFlow), tools: SHOP_TOOLS },
    { pollMs: 100 },
  );
  shop.worker.start();
  const { reviews } = database.store;
  const phone = "573115550109";
  try {
    const { runId } = await shop.says("hacen envios a cali?", { phone });
    await eventually("the reply", () => sent.length > 0);
    const kind = async () =>
      (await reviews.scored(DEFAULT_WORKSPACE, { agentId: "somnio", limit: 50 })).find((one) => one.runId === runId)
        ?.kind;
    const reacts = (emoji: string | null) =>
      shop.says("", { phone, content: { type: "reaction", emoji, targetWamid: wamid } });
    await reacts("👎");
    await eventually("it was wrong to the customer", async () => (await kind()) === "failure");
    await reacts("👍");
    await eventually("the customer thinks better of it", async () => (await kind()) === "golden");
    await reacts(null);
    await eventually("it is taken back", async () => (await kind()) === undefined);
    await reacts("❤");
    await eventually("it was right to the customer", async () => (await kind()) === "golden");
    const score = { name: "quality", source: "human", comment: null, correct: null, by: "Ana" } as const;
    await reviews.score(DEFAULT_WORKSPACE, { ...score, runId: runId as RunId, value: 0 });
    expect(await kind()).toBe("failure");
  } finally {
    await shop.worker.stop(500);
  }
});

test("a prompt that an owner approves is in the next turn, and so is the one before it", async () => {
  const asked: string[] = [];
  const model = createScriptedModel((request) => {
    const system = request.system.map(({ text }) => text).join("\n");
    if (system.includes("# Task"))
      return { json: { intent: "saludo", confidence: 99, alternatives: [], reasoning: "x" } };
    asked.push(system.split("\n")[0] ?? "");
    return "Con mucho gusto.";
  });
  const texts = {
    ...{ fallback: "f", sticker: "s", richInput: "r", unsupported: "u", clarify: "c", person: "p" },
    ...{ unavailable: "n", waiting: "w" },
  };
  const support = defineAgent({
    ...{
      id: "somnio",
      name: "S",
      description: "d",
      states: ["open"],
      initialState: "open",
      validTransitions: { open: [] },
    },
    detector: { systemPrompt: "READ" },
    orchestrator: { systemPrompt: "OWN" },
    ...{ tools: [], texts },
  });
  expect(support.prompts).toEqual({ detector: "READ", orchestrator: "OWN" });
  const { prompts } = database.store;
  const { channel, texts: said } = recordingChannel();
  const modelGate = openModelGate(database.store, model);
  // Two processes, each with what it has read.
  const [one, two] = [promptsInUse(prompts), promptsInUse(prompts)];
  const place = { agentId: "somnio", part: "orchestrator" };
  let customers = 0;
  const systemOf = async (source: PromptSource) => {
    customers += 1;
    const before = said().length;
    const agents = registryOf(support);
    const shop = openShop(database.store, { channel, modelGate, agents, prompts: source }, { pollMs: 100 });
    shop.worker.start();
    await shop.says("hola", { phone: `5731155520${customers}0` });
    await eventually("the reply", () => said().length > before);
    await shop.worker.stop(500);
    return asked.at(-1);
  };
  expect(await systemOf(one)).toBe("OWN");
  const first = await prompts.propose(DEFAULT_WORKSPACE, { ...place, text: "FIRST", note: null, by: "Luis" });
  expect(first).toMatchObject({ version: 1, isUsed: false, approvedBy: null });
  expect(await prompts.use(DEFAULT_WORKSPACE, place, 1, "Luis")).toBe("not_approved");
  expect(await prompts.use(DEFAULT_WORKSPACE, place, 9, "Luis")).toBe("not_found");
  await prompts.propose(DEFAULT_WORKSPACE, { ...place, text: "SECOND", note: "shorter", by: "Luis" });
  expect(await prompts.approve(DEFAULT_WORKSPACE, place, 9, "Ana")).toBeNull();
  expect(await prompts.approve(DEFAULT_WORKSPACE, place, 1, "Ana")).toMatchObject({ isUsed: true, approvedBy: "Ana" });
  expect(await prompts.approve(DEFAULT_WORKSPACE, place, 2, "Ana")).toMatchObject({ isUsed: true });
  const inUse = (await prompts.list(DEFAULT_WORKSPACE, "somnio")).map(({ version, isUsed }) => [version, isUsed]);
  expect(inUse.toSorted()).toEqual([
    [1, false],
    [2, true],
  ]);
  expect(await systemOf(two)).toBe("SECOND");
  expect(await prompts.use(DEFAULT_WORKSPACE, place, 1, "Ana")).toBe("ok");
  expect([await systemOf(one), await systemOf(two)]).toEqual(["FIRST", "FIRST"]);
  expect(await prompts.use(DEFAULT_WORKSPACE, place, null, "Ana")).toBe("ok");
  expect([await systemOf(one), await systemOf(two)]).toEqual(["OWN", "OWN"]);
  await expect(database.rows("update prompt_versions set text = 'x'")).rejects.toThrow("never changed");
  const lines = await database.rows("select actor, action from audit_log where action like 'prompt.%' order by id");
  expect(lines.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
    ...[
      "Luis prompt.proposed",
      "Luis prompt.proposed",
      "Ana prompt.approved",
      "Ana prompt.used",
      "Ana prompt.approved",
    ],
    ...["Ana prompt.used", "Ana prompt.used", "Ana prompt.used"],
  ]);
});
