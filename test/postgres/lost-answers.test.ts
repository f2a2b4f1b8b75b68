import { afterAll, beforeAll, expect, test } from "vitest";
import type { ClaimedTurn } from "../../src/core/turn/turn.ts";
import { enqueueRequest, inbound, leaseOffer, newWorkerId } from "../support/inbound.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { reply } from "../support/turn-commits.ts";

/** What the simulation of the protocol has found (test/simulation), on the real database. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const worker = newWorkerId();
const SEND_LEASE_MS = 45_000;

async function lease(body: string, phone: string): Promise<ClaimedTurn> {
  const { turns } = await database.store.mailbox.enqueue(
    enqueueRequest([inbound(body, { phone })], leaseOffer(worker)),
  );
  return turns[0] as ClaimedTurn;
}

test("a reply that the outbox is sending is not sent a second time by a commit that hears late that it was made", async () => {
  const { mailbox, outbox } = database.store;
  const phone = "573010000001";
  const first = await lease("hola", phone);
  expect(await mailbox.commit(first, reply("uno", { sendsAtOnce: false }))).toMatchObject({ toSend: null });

  // Behind a message that has not left it is not marked; and the answer to this commit is lost.
  const second = await lease("y otra cosa", phone);
  const commit = reply("dos", { sendsAtOnce: true });
  expect(await mailbox.commit(second, commit)).toMatchObject({ kind: "committed", toSend: null });

  // Meanwhile this worker's own sender delivers the one and comes to the other.
  for (const text of ["uno", "dos"]) {
    const { claims } = await outbox.claim(worker, 10, SEND_LEASE_MS);
    const message = claims.find((claim) => claim.message.conversationId === second.lease.conversationId)?.message;
    expect(message?.content).toMatchObject({ body: text });
    const marked = message === undefined ? null : await outbox.markInFlight(worker, message, SEND_LEASE_MS);
    expect(marked).toMatchObject({ status: "in_flight", attempt: 1 });
    if (marked === null || text === "dos") continue;
    const accepted = { kind: "accepted", wamid: "wamid.uno", recipientPhone: null } as const;
    await outbox.settle(marked, accepted, accepted);
  }
  expect(await mailbox.commit(second, commit)).toEqual({
    kind: "committed",
    hasMore: false,
    hasDue: true,
    toSend: null,
  });
});

test("a reply that the commit itself marked is sent by the one who hears late that it was made", async () => {
  const turn = await lease("hola", "573010000002");
  const commit = reply("hola", { sendsAtOnce: true });
  const made = await database.store.mailbox.commit(turn, commit);
  expect(made).toMatchObject({ kind: "committed", toSend: { attempt: 1 } });
  expect(await database.store.mailbox.commit(turn, commit)).toMatchObject({
    kind: "committed",
    toSend: { attempt: 1 },
  });
});

test("an acceptance that is told after its attempt was doubted and followed by another ends the message: no third one", async () => {
  const { mailbox, outbox, conversations } = database.store;
  const turn = await lease("hola", "573010000005");
  const committed = await mailbox.commit(turn, reply("hola", { sendsAtOnce: true }));
  const first = committed.kind === "committed" ? committed.toSend : null;
  if (first === null) throw new Error("the commit marked nothing");
  const inDoubt = { kind: "in_doubt", detail: "no answer" } as const;
  await outbox.settle(first, { ...inDoubt, doubtMs: 0 }, inDoubt);
  const head = async () => {
    const { claims } = await outbox.claim(worker, 100, SEND_LEASE_MS);
    return claims.find((claim) => claim.message.id === first.id)?.message ?? null;
  };
  const doubted = await head();
  const second = doubted === null ? null : await outbox.markInFlight(worker, doubted, SEND_LEASE_MS);
  if (second === null) throw new Error("the second attempt was not marked");

  // The process that made the first attempt wakes, and has its answer; the second attempt is still on its way.
  const accepted = { kind: "accepted", wamid: "wamid.late", recipientPhone: null } as const;
  await outbox.settle(first, accepted, accepted);
  const view = async () => (await conversations.get(turn.lease.workspaceId, turn.lease.conversationId))?.messages;
  expect(await view()).toMatchObject([{ status: "accepted", wamid: "wamid.late", attempts: 2 }]);
  await outbox.settle(second, { ...inDoubt, doubtMs: 0 }, inDoubt);
  expect(await view()).toMatchObject([{ status: "accepted", wamid: "wamid.late", attempts: 2 }]);
  expect(await head()).toBeNull();
  expect(
    await database.rows("select attempt, outcome from outbox_attempts where outbox_id = $1 order by attempt", [
      first.id,
    ]),
  ).toEqual([
    { attempt: 1, outcome: "accepted" },
    { attempt: 2, outcome: "in_doubt" },
  ]);
  const [conversation] = await database.rows("select unsent, send_at from conversations where id = $1", [
    turn.lease.conversationId,
  ]);
  expect(conversation).toEqual({ unsent: 0, send_at: null });
});

test("a claim that a crash of the database undid is made again under another fence: who worked on it writes nothing", async () => {
  const { mailbox } = database.store;
  const phone = "573010000003";
  await mailbox.enqueue(enqueueRequest([inbound("hola", { phone })], leaseOffer(worker, { freeSlots: 0 })));
  const claimOurs = async () =>
    (await mailbox.claim(leaseOffer(worker, { freeSlots: 100 }))).turns.at(-1) as ClaimedTurn;
  const before = await claimOurs();
  expect(before.contact.phone).toBe(phone);

  // A claim is not fsynced: after the crash it is as if it had never been, and a message comes before the next one.
  const { conversationId } = before.lease;
  await database.rows(
    `update conversations set leased_by = null, fence = 0, run_at = now(), active_run_id = null, queued_run_id = active_run_id
     where id = $1`,
    [conversationId],
  );
  await database.rows("update agent_runs set status = 'queued', attempts = 0 where id = $1", [before.run.id]);
  await mailbox.enqueue(enqueueRequest([inbound("y otra cosa", { phone })], leaseOffer(worker, { freeSlots: 0 })));
  const after = await claimOurs();
  expect(after.lease.conversationId).toBe(conversationId);
  expect(after.events).toHaveLength(2);

  const agent = { id: "somnio", version: "1" };
  expect(await mailbox.flushSteps(before, [], agent)).toBe(false);
  expect(await mailbox.commit(before, reply("a la primera"))).toEqual({ kind: "fenced" });
  expect(await mailbox.commit(after, reply("a las dos"))).toMatchObject({ kind: "committed" });
  expect(
    await database.rows("select from agent_events where conversation_id = $1 and status = 'done'", [conversationId]),
  ).toHaveLength(2);
});

test("a turn that slept through the end of the window says nothing", async () => {
  const { channel, texts } = recordingChannel();
  const agent = testAgent(async () => {
    await database.advance(25 * 3_600_000);
    return decision("buenos días");
  });
  // Not started: nobody takes the conversation over meanwhile.
  const shop = openShop(database.store, { channel, agents: registryOf(agent) });
  const { runId } = await shop.says("hola", { phone: "573010000004" });
  const messages = () => database.rows("select status, detail from outbox_messages where run_id = $1", [runId]);
  await eventually("the attempt has ended", async () => (await messages())[0]?.["status"] === "queued");
  shop.worker.start();
  await eventually("the message is dropped", async () => (await messages())[0]?.["status"] === "dropped");
  expect(await messages()).toEqual([{ status: "dropped", detail: "the 24-hour window is closed" }]);
  expect(texts()).not.toContain("buenos días");
  await shop.worker.stop(1_000);
});
