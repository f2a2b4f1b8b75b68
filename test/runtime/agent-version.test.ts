import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_WORKSPACE, type RunId } from "../../src/core/ids.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("an attempt that failed before its agent decided does not hold the next one to the agent's version", async () => {
  const { channel, texts } = recordingChannel();
  const retry = { maxAttempts: 5, baseDelayMs: 1, maxDelayMs: 1 };
  const broken = testAgent(() => {
    throw new Error("roto");
  });
  const old = openShop(database.store, { channel, agents: registryOf(broken) }, { retry });
  const { runId } = await old.says("hola", { phone: "573040000001" });
  const run = () => database.store.ledger.getRun(DEFAULT_WORKSPACE, runId as RunId);
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
