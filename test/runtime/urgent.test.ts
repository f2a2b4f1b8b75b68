import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { HANDOFF_NOTICES } from "../../src/agents/somnio/notices.ts";
import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import { type ConversationId, DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import { SHOP_TOOLS } from "../../src/tools/shop-tools.ts";
import { violations } from "../support/oracle.ts";
import { readsOf } from "../support/reads.ts";
import { openShop, recordingChannel, registryOf, type Shop } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** An emergency where the bot is off (A24): what a customer in danger hears, and what calls the shop's people. */
let database: TestDatabase;
let shop: Shop;
let heard: ReturnType<typeof recordingChannel>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());
beforeEach(() => {
  heard = recordingChannel();
  const parts = { channel: heard.channel, agents: registryOf(somnioFlow), tools: SHOP_TOOLS, responseSpeed: 0 };
  shop = openShop(database.store, parts, { pollMs: 100 });
  shop.worker.start();
});
afterEach(() => shop.worker.stop(1_000));

const { runOf, conversationOf, ended } = readsOf(() => database);
const DANGER = "mi mamá se tomó diez pastillas y no despierta";

async function says(body: string, phone: string) {
  const { runId, conversationId } = await shop.says(body, { phone });
  await ended(runId);
  return { run: await runOf(runId), conversationId: conversationId as ConversationId };
}
const tasksOf = (id: string) =>
  database.rows(`select title, priority, status from tasks where conversation_id = '${id}' order by created_at`);

test("beside a person the emergency line is said once and a task calls the team; every other word is theirs", async () => {
  const phone = "573021110401";
  const { conversationId } = await says("hola", phone);
  const change = { enabled: false, actor: "ana", note: null };
  await database.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, conversationId, change);
  const before = heard.texts().length;
  expect((await says("quiero dos frascos", phone)).run).toMatchObject({ outcome: "bot_off" });
  expect((await says(DANGER, phone)).run).toMatchObject({ outcome: "answered" });
  await expect.poll(() => heard.texts().slice(before)).toEqual([HANDOFF_NOTICES.danger]);
  expect((await says(DANGER, phone)).run).toMatchObject({ outcome: "bot_off" });
  expect(await tasksOf(conversationId)).toMatchObject([{ title: expect.stringMatching(/URGENTE/), priority: "high" }]);
  const { botEnabled, session } = await conversationOf(conversationId);
  expect([botEnabled, session?.status]).toEqual([false, "handed_off"]);
  await shop.worker.stop(1_000);
  expect(heard.texts().slice(before)).toEqual([HANDOFF_NOTICES.danger]);
  expect(await violations(database)).toEqual([]);
});

test("where the workspace has switched its agents off no word is said, and the task is made", async () => {
  const set = (agentEnabled: boolean) =>
    database.store.agentConfigs.change(DEFAULT_WORKSPACE, { agentEnabled }, "maria@tienda.co");
  await set(false);
  const { run, conversationId } = await says(DANGER, "573021110402");
  await set(true);
  expect(run).toMatchObject({ outcome: "bot_off" });
  expect(await tasksOf(conversationId)).toMatchObject([{ title: expect.stringMatching(/URGENTE/) }]);
  expect(heard.texts()).toEqual([]);
});

test("the workspace's own handoff message does not take the place of the emergency line", async () => {
  const set = (handoffMessage: string | null) =>
    database.store.agentConfigs.change(DEFAULT_WORKSPACE, { handoffMessage }, "maria@tienda.co");
  await set("Ya le escribe una persona.");
  const { run } = await says(DANGER, "573021110403");
  await set(null);
  expect(run).toMatchObject({ outcome: "handed_off" });
  await expect.poll(heard.texts).toEqual([HANDOFF_NOTICES.danger]);
});
