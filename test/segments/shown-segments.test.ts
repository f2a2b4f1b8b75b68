import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { NO_PARTS } from "../../src/app/agents/module-parts.ts";
import { openFullStage } from "../../src/cli/test/full/open-full-stage.ts";
import type { AgentInput } from "../../src/core/agent/agent.ts";
import { type ConversationId, DEFAULT_WORKSPACE, type RunId } from "../../src/core/ids.ts";
import type { Scenario } from "../../src/lab/memory/scenario.ts";
import { recordScenario } from "../../src/lab/scenarios/record-scenario.ts";
import { happeningsOf } from "../../src/lab/scenarios/recorded-happenings.ts";
import { readRecordedConversation } from "../../src/postgres/inbox/recorded-conversation.ts";
import { runScenario } from "../support/run-scenario.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

const MINUTE_MS = 60_000;

/** It looks at once, and asks the carrier again in a minute. */
const follower = testAgent((input: AgentInput) => {
  const key = input.segment?.key ?? "opens";
  if (key === "opens") return decision("Ya miro.", { next: { key: "looks", at: null }, why: ["it opens"] });
  if (key === "looks") {
    const at = new Date(input.now.getTime() + MINUTE_MS);
    return decision("Va en camino.", { next: { key: "asks", at }, why: ["it looks"] });
  }
  return decision("Ya llegó.", { why: ["it asks"] });
});

let database: TestDatabase;
let runId: RunId;
let conversationId: ConversationId;

beforeAll(async () => {
  database = await createTestDatabase();
  const { channel, texts } = recordingChannel();
  const shop = openShop(database.store, { channel, agents: registryOf(follower) }, { pollMs: 100 });
  shop.worker.start();
  const said = await shop.says("¿dónde va mi pedido?");
  [runId, conversationId] = [said.runId as RunId, said.conversationId as ConversationId];
  await eventually("it waits for the carrier", () => texts().includes("Va en camino."));
  await eventually("it is parked", async () => {
    const [run] = await database.rows("select status from agent_runs where id = $1", [runId]);
    return run?.["status"] === "queued";
  });
  await database.advance(2 * MINUTE_MS);
  await eventually("it has ended", () => texts().includes("Ya llegó."));
  await shop.worker.stop(5_000);
});
afterAll(() => database?.drop());

const WHYS = [
  { number: 1, key: "looks", decision: { why: ["it looks"] } },
  { number: 2, key: "asks", decision: { why: ["it asks"] } },
];

test("a run shows what was decided in each of its segments, and so does its conversation", async () => {
  const run = await database.store.runs.get(DEFAULT_WORKSPACE, runId);
  expect(run).toMatchObject({ decision: { why: ["it opens"] }, segments: WHYS });
  const page = await database.store.inbox.timeline(DEFAULT_WORKSPACE, conversationId, { limit: 5 });
  expect(page?.items).toContainEqual(expect.objectContaining({ kind: "run" }));
  expect(page?.items.find(({ kind }) => kind === "run")).toMatchObject({ segments: WHYS });
});

test("a recorded conversation with segments is decided the same in memory", async () => {
  const recorded = await readRecordedConversation(database.database, conversationId);
  if (recorded === null) throw new Error("the conversation is not there");
  const scenario = recordScenario("followed", happeningsOf(recorded), (text) => text);
  expect(scenario.steps).toMatchObject([
    { says: ["¿dónde va mi pedido?"], expect: { replies: 2 } },
    { wait: expect.any(String), expect: { replies: 1 } },
  ]);
  expect(await runScenario(follower, scenario)).toEqual([]);
});

test("a scenario with segments goes the same in memory and through the whole stack", async () => {
  const scenario: Scenario = {
    ...{ id: "followed", title: "an order is followed" },
    steps: [
      { says: ["¿dónde va?"], expect: { replies: 2, texts: ["Ya miro.", "Va en camino."] } },
      { wait: "2m", expect: { replies: 1, texts: ["Ya llegó."] } },
    ],
  };
  expect(await runScenario(follower, scenario)).toEqual([]);
  const stage = await openFullStage({ agent: follower, parts: NO_PARTS }, inject("serverUrl"));
  try {
    const located = { scenario, file: "followed.yaml", line: 1, stepLines: [1, 2] };
    const [judged] = await stage.play([located], () => {});
    expect(judged?.result).toMatchObject({ differences: [], broke: null });
  } finally {
    await stage.close();
  }
});
