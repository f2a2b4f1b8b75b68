import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ConversationId, DEFAULT_WORKSPACE, type RunId } from "../../src/core/ids.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** Other files have loaded the phase already, so the source is loaded again around the one that fails. */
const LEARN = "../../src/runtime/phases/learn.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.doMock(LEARN, () => ({
    learn: () => {
      throw new Error("nothing can be learnt today");
    },
  }));
  vi.resetModules();
});
afterAll(async () => {
  vi.doUnmock(LEARN);
  vi.resetModules();
  await database?.drop();
});

test("learn fails alone: the customer is answered at the first attempt, the run is completed, and its step says that it failed", async () => {
  const { eventually, openShop, recordingChannel } = await import("../support/shop.ts");
  const { channel, texts } = recordingChannel();
  const shop = openShop(database.store, { channel });
  const { runId, conversationId } = await shop.says("hola", { phone: "573009990001" });
  await eventually("the reply is on its way", () => texts().length > 0);
  await shop.worker.stop(1_000);
  expect(texts()).toEqual(["eco: hola"]);
  const run = await database.store.runs.get(DEFAULT_WORKSPACE, runId as RunId);
  expect(run).toMatchObject({ status: "completed", outcome: "answered", attempts: 1 });
  expect(run?.steps.at(-1)).toMatchObject({ phase: "learn", status: "error" });
  const conversation = await database.store.conversations.get(DEFAULT_WORKSPACE, conversationId as ConversationId);
  expect(conversation?.turns?.map(({ role, content, intent }) => [role, content, intent])).toEqual([
    ["user", "hola", null],
    ["assistant", "eco: hola", null],
  ]);
});
