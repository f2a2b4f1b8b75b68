import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_WORKSPACE, type RunId } from "../../src/core/ids.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("a run whose decision did nothing yet is thought over by the version that is here, when the one that decided is gone", async () => {
  const { channel, texts } = recordingChannel();
  const retry = { maxAttempts: 5, baseDelayMs: 1, maxDelayMs: 1 };
  // It decides, and fails after it: a reply with a hole for a call that was refused.
  const tools = {
    kindOf: () => ({ kind: "transactional", timeoutMs: 1_000 }) as const,
    execute: async () => ({ kind: "error", code: "busy", message: "come again" }) as const,
  };
  const former = testAgent(() => decision("uno", { tools: [{ callId: "c1", tool: "order", input: {} }] }));
  const old = openShop(
    database.store,
    { channel, tools, agents: registryOf(former) },
    { retry: { ...retry, baseDelayMs: 60_000, maxDelayMs: 60_000 } },
  );
  const { runId } = await old.says("hola", { phone: "573040000002" });
  const run = () => database.store.runs.get(DEFAULT_WORKSPACE, runId as RunId);
  await eventually("the first attempt has failed", async () => (await run())?.status === "failed");
  expect(await run()).toMatchObject({ agentVersion: "1" });
  await old.worker.stop(500);
  const next = openShop(
    database.store,
    { channel, agents: registryOf(testAgent(() => decision("dos"), { version: "2" })) },
    { retry },
  );
  next.worker.start();
  await database.advance(61_000);
  await eventually("the run ends", async () => (await run())?.status === "completed");
  expect(await run()).toMatchObject({ agentVersion: "2" });
  await eventually("the reply", () => texts().includes("dos"));
  expect(texts()).not.toContain("uno");
  await next.worker.stop(500);
});

test("an attempt that failed before its agent decided does not hold the next one to the agent's version", async () => {
  const { channel, texts } = recordingChannel();
  const retry = { maxAttempts: 5, baseDelayMs: 1, maxDelayMs: 1 };
  const broken = testAgent(() => {
    throw new Error("roto");
  });
  const old = openShop(database.store, { channel, agents: registryOf(broken) }, { retry });
  const { runId } = await old.says("hola", { phone: "573040000001" });
  const run = () => database.store.runs.get(DEFAULT_WORKSPACE, runId as RunId);
  await eventually("the first attempt has failed", async () => (await run())?.status === "failed");
  expect(await run()).toMatchObject({ agentVersion: null });
  // A new version is deployed, and the old one is gone with its process.
  await old.worker.stop(500);
  const mended = testAgent(() => decision("ya"), { version: "2" });
  const next = openShop(database.store, { channel, agents: registryOf(mended) }, { retry });
  next.worker.start();
  await eventually("the run ends", async () => (await run())?.status === "completed");
  expect(await run()).toMatchObject({ agentVersion: "2" });
  await eventually("the reply", () => texts().includes("ya"));
  await next.worker.stop(500);
});
