import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { DEFAULT_WORKSPACE, type ScheduledMessageId } from "../../src/core/ids.ts";
import type { Store } from "../../src/core/ports/store.ts";
import type { ClaimedTurn } from "../../src/core/turn/turn.ts";
import { enqueueRequest, inbound, leaseOffer, newId, newWorkerId } from "../support/inbound.ts";
import { eventually, openShop, recordingChannel, type Shop } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { reply, sessionOf, silence } from "../support/turn-commits.ts";

/**
 * A claim passes over a conversation whose row another statement has locked for a moment. The end
 * of that lock announces nothing, so the worker has to look again by itself, long before its poll.
 */
let database: TestDatabase;
let shop: Shop | null = null;
beforeAll(async () => {
  database = await createTestDatabase({ hasFullPools: true });
});
afterEach(async () => {
  await shop?.worker.stop(500);
  shop = null;
});
afterAll(() => database.drop());

const POLL_MS = 3_600_000;

/** The rows that another statement holds while the worker looks. */
const CONVERSATION = "select id from conversations where id = $1 for update";
const CONTACT = "select id from contacts where id = (select contact_id from conversations where id = $1) for update";

/** Counts how often one call of the worker's store has ended. */
function countsLooks<Arguments extends unknown[], Result>(call: (...given: Arguments) => Promise<Result>) {
  const counted = {
    looks: 0,
    async call(...given: Arguments): Promise<Result> {
      try {
        return await call(...given);
      } finally {
        counted.looks += 1;
      }
    },
  };
  return counted;
}

/** Starts a worker while the rows are locked, and ends the lock once that worker has looked. */
async function startBesideALock(
  conversationId: string,
  { locked = CONVERSATION, look }: { locked?: string; look: "replies" | "timers" | "scheduled" | "said" },
) {
  const { outbox, timers, scheduled } = database.store;
  const replies = countsLooks(outbox.claim);
  const fire = countsLooks(timers.fire);
  const claim = countsLooks(scheduled.claim);
  const settle = countsLooks(scheduled.settle);
  const store: Store = {
    ...database.store,
    outbox: { ...outbox, claim: replies.call },
    timers: { ...timers, fire: fire.call },
    scheduled: { ...scheduled, claim: claim.call, settle: settle.call },
  };
  const counted = { replies, timers: fire, scheduled: claim, said: settle }[look];
  const recording = recordingChannel();
  const opened = openShop(store, { channel: recording.channel }, { pollMs: POLL_MS });
  shop = opened;
  await database.database.transaction(async (run) => {
    await run({ text: locked, values: [conversationId] });
    opened.worker.start();
    await eventually("the worker has looked", () => counted.looks > 0);
    expect(recording.texts()).toEqual([]);
  });
  return recording;
}

/** A customer whose turn has begun, at ten on a Tuesday in Bogotá: an hour at which a shop may write to people. */
async function heard(phone: string): Promise<ClaimedTurn> {
  const occurredAt = new Date("2027-02-02T10:00:00-05:00");
  const [clock] = await database.rows("select recado_now()::text as now");
  await database.advance(occurredAt.getTime() - Date.parse(String(clock?.["now"])));
  const { turns } = await database.store.mailbox.enqueue(
    enqueueRequest([inbound("hola", { phone, occurredAt })], leaseOffer(newWorkerId())),
  );
  const [turn] = turns;
  if (turn === undefined) throw new Error("the turn was not leased");
  return turn;
}

test("a reply whose conversation was locked when the worker looked leaves without the poll", async () => {
  const turn = await heard("573070000002");
  await database.store.mailbox.commit(turn, { ...reply("ya le digo"), sendsAtOnce: false });
  const { texts } = await startBesideALock(turn.lease.conversationId, { look: "replies" });
  await eventually("the reply is sent", () => texts().length === 1);
});

test("a timer whose conversation was locked when the worker looked fires without the poll", async () => {
  const turn = await heard("573070000003");
  const { conversationId } = turn.lease;
  const timer = { level: "L1", dueAt: new Date(turn.now.getTime() + 1_000), settleMs: 0 };
  await database.store.mailbox.commit(turn, silence({ session: sessionOf(turn), timer }));
  await database.advance(2_000);
  const { texts } = await startBesideALock(conversationId, { look: "timers" });
  await eventually("the agent speaks of it", () => texts().length === 1);
});

test.each([
  ["contact was locked when the worker looked", "573070000004", { locked: CONTACT, look: "scheduled" }],
  ["conversation was locked when it was to be said", "573070000005", { locked: CONVERSATION, look: "said" }],
] as const)("a scheduled message whose %s is said without the poll", async (_when, phone, lock) => {
  const turn = await heard(phone);
  const { conversationId } = turn.lease;
  await database.store.mailbox.commit(turn, silence({ session: sessionOf(turn) }));
  const dueAt = new Date(turn.now.getTime() + 60_000);
  const created = await database.store.scheduled.create(DEFAULT_WORKSPACE, {
    ...{ id: newId() as ScheduledMessageId, idempotencyKey: newId(), argumentsHash: "h", conversationId },
    ...{ kind: "reminder", category: null, text: "su cita", template: null, isRequested: true, timeZone: null },
    rule: null,
    ...{ dueAt, usefulUntil: new Date(dueAt.getTime() + 12 * 3_600_000), createdBy: "maria@tienda.co" },
  });
  expect(created.kind).toBe("scheduled");
  await database.advance(120_000);
  const { texts } = await startBesideALock(conversationId, lock);
  await eventually("it is said", () => texts().some((text) => text.includes("su cita")));
});
