import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Store } from "../../src/core/ports/store.ts";
import { reply } from "../contracts/store-contract.ts";
import { enqueueRequest, inbound, leaseOffer, newWorkerId } from "../support/inbound.ts";
import { eventually, openShop, recordingChannel, type Shop } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/**
 * A claim passes over a conversation whose row another statement has locked for a moment. The end of that lock
 * announces nothing, so the worker has to look again by itself, long before its poll.
 */
let database: TestDatabase;
let shop: Shop | null = null;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await shop?.worker.stop(500);
  shop = null;
});
afterAll(() => database.drop());

const POLL_MS = 3_600_000;

/** Starts a worker while the row is locked, and ends the lock once that worker has looked for replies. */
async function startBesideALock(conversationId: string) {
  let looks = 0;
  const { outbox } = database.store;
  const store: Store = {
    ...database.store,
    outbox: {
      ...outbox,
      claim: (...offer) =>
        outbox.claim(...offer).finally(() => {
          looks += 1;
        }),
    },
  };
  const recording = recordingChannel();
  const opened = openShop(store, { channel: recording.channel }, { pollMs: POLL_MS });
  shop = opened;
  await database.database.transaction(async (run) => {
    await run({ text: "select id from conversations where id = $1 for update", values: [conversationId] });
    opened.worker.start();
    await eventually("the worker has looked", () => looks > 0);
    expect(recording.texts()).toEqual([]);
  });
  return recording;
}

test("a reply whose conversation was locked when the worker looked leaves without the poll", async () => {
  const { turns } = await database.store.mailbox.enqueue(
    enqueueRequest([inbound("hola", { phone: "573070000002" })], leaseOffer(newWorkerId())),
  );
  const [turn] = turns;
  if (turn === undefined) throw new Error("the turn was not leased");
  await database.store.mailbox.commit(turn, { ...reply("ya le digo"), sendsAtOnce: false });
  const { texts } = await startBesideALock(turn.lease.conversationId);
  await eventually("the reply is sent", () => texts().length === 1);
});
