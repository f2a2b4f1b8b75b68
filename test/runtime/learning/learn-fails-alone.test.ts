import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConversationId, DEFAULT_WORKSPACE, type RunId } from "../../../src/core/ids.ts";
import { DEFAULT_LOCALE } from "../../../src/core/locale/locale.ts";
import { wordsOf } from "../../../src/core/memory/fact-words.ts";
import type { Store } from "../../../src/core/ports/store.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, testAgent } from "../../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

/** What was asked is read twice for a customer who says yes: to answer, and to learn. The second read fails. */
function failingToLearn({ crm, ...others }: Store): { store: Store; reads: () => number } {
  let reads = 0;
  const askedPermissions: Store["crm"]["askedPermissions"] = async (workspace, contactId) => {
    reads += 1;
    if (reads > 1) throw new Error("nothing can be learnt today");
    return crm.askedPermissions(workspace, contactId);
  };
  return { store: { ...others, crm: { ...crm, askedPermissions } }, reads: () => reads };
}

test("learn fails alone: the customer is answered at the first attempt, the run is completed, and its step says that it failed", async () => {
  const yes = wordsOf(DEFAULT_LOCALE).yes;
  const { store, reads } = failingToLearn(database.store);
  const { channel, texts } = recordingChannel();
  const agent = testAgent((input) => decision(`eco: ${input.messages.join(" + ")}`), { memory: "on_request" });
  const shop = openShop(store, { channel, agents: registryOf(agent) });
  const { runId, conversationId } = await shop.says(yes, { phone: "573009990001" });
  await eventually("the reply is on its way", () => texts().length > 0);
  await shop.worker.stop(1_000);
  expect(texts()).toEqual([`eco: ${yes}`]);
  expect(reads()).toBe(2);
  const run = await store.runs.get(DEFAULT_WORKSPACE, runId as RunId);
  expect(run).toMatchObject({ status: "completed", outcome: "answered", attempts: 1 });
  expect(run?.steps.at(-1)).toMatchObject({ phase: "learn", status: "error" });
  const conversation = await store.conversations.get(DEFAULT_WORKSPACE, conversationId as ConversationId);
  expect(conversation?.turns?.map(({ role, content, intent }) => [role, content, intent])).toEqual([
    ["user", yes, null],
    ["assistant", `eco: ${yes}`, null],
  ]);
});
