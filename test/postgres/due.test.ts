import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConversationId, DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import type { ConversationKey } from "../../src/core/ports/mailbox.ts";
import { enqueueRequest, inbound, leaseOffer, newWorkerId } from "../support/inbound.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function writes(phone: string): Promise<ConversationKey> {
  const { items } = await database.store.mailbox.enqueue(enqueueRequest([inbound("hola", { phone })]));
  return { workspaceId: DEFAULT_WORKSPACE, conversationId: items[0]?.conversationId as ConversationId };
}

const dueNow = async () => (await database.store.mailbox.due(100, 0)).map(({ conversationId }) => conversationId);

test("a call takes only the conversation that it is for", async () => {
  const { mailbox } = database.store;
  const [first, second] = [await writes("573011110001"), await writes("573011110002")];
  const { turns } = await mailbox.claim({ ...leaseOffer(newWorkerId()), conversations: [second] });
  expect(turns.map(({ lease }) => lease.conversationId)).toEqual([second.conversationId]);
  expect(await dueNow()).toEqual([first.conversationId]);
  expect((await mailbox.claim({ ...leaseOffer(newWorkerId()), conversations: [second] })).turns).toEqual([]);
});

test("a conversation is not asked for while a lease holds it, and again when the lease is over", async () => {
  const { mailbox } = database.store;
  const key = await writes("573011110003");
  const held = await mailbox.claim({ ...leaseOffer(newWorkerId()), conversations: [key] });
  expect(held.turns).toHaveLength(1);
  expect((await mailbox.due(100, 60_000)).map(({ conversationId }) => conversationId)).not.toContain(
    key.conversationId,
  );
  expect((await mailbox.nextDue(key))?.inMs).toBeGreaterThan(25_000);
  await database.advance(31_000);
  expect(await dueNow()).toContain(key.conversationId);
});

test("a conversation says when its timer is due, though nothing of it runs", async () => {
  const patient = testAgent(() =>
    decision("le escucho", {
      timer: { level: "silence", seconds: { real: 600, rapido: 600, instantaneo: 600 } },
      timerSignals: [{ type: "start" }],
    }),
  );
  const provider = recordingChannel();
  const shop = openShop(database.store, { channel: provider.channel, agents: registryOf(patient) });
  shop.worker.start();
  const { conversationId } = await shop.says("hola", { phone: "573011110004" });
  await eventually("it is answered", () => provider.texts().length > 0);
  await shop.worker.stop(2_000);
  const key = { workspaceId: DEFAULT_WORKSPACE, conversationId: conversationId as ConversationId };
  const next = await database.store.mailbox.nextDue(key);
  expect(next?.inMs).toBeGreaterThan(590_000);
  expect(next?.inMs).toBeLessThan(610_000);
  expect(await database.store.mailbox.nextDue(key)).toMatchObject({ id: next?.id });
});

test("work that a dead worker held has another name than before: an engine takes it for no repetition", async () => {
  const { mailbox } = database.store;
  const key = await writes("573011110005");
  const named = async () =>
    (await mailbox.due(100, 0)).find(({ conversationId }) => conversationId === key.conversationId)?.id;
  const before = await named();
  const { turns } = await mailbox.claim({ ...leaseOffer(newWorkerId()), conversations: [key] });
  // What `workers.sweep` writes: due since its message came.
  await database.rows(
    `update conversations c set run_at = r.created_at from agent_runs r
     where c.id = $1 and r.workspace_id = c.workspace_id and r.id = c.active_run_id`,
    [turns[0]?.lease.conversationId],
  );
  expect(await named()).toMatch(/^\d+-\d+$/);
  expect(await named()).not.toBe(before);
});

test("calls that ask together each hear of their own conversation", async () => {
  const { mailbox } = database.store;
  const [due, unknown] = [await writes("573011110006"), newWorkerId() as string as ConversationId];
  const [next, nothing] = await Promise.all([
    mailbox.nextDue(due),
    mailbox.nextDue({ workspaceId: DEFAULT_WORKSPACE, conversationId: unknown }),
  ]);
  expect(next).toMatchObject({ isTurnDue: true, isReplyDue: false });
  expect(nothing).toBeNull();
});
