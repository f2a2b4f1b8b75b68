import { afterAll, beforeAll, expect, test } from "vitest";
import type { ClaimedTurn } from "../../src/core/turn/turn.ts";
import { enqueueRequest, inbound, leaseOffer, newWorkerId } from "../support/inbound.ts";
import { violations } from "../support/oracle.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { sessionOf, silence } from "../support/turn-commits.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ hasFullPools: true });
});
afterAll(() => database.drop());

/** A customer whose session waits; due so many milliseconds from now, by the clock of the database. */
async function waits(phone: string, ms: number): Promise<void> {
  const { mailbox } = database.store;
  const { turns } = await mailbox.enqueue(enqueueRequest([inbound("hola", { phone })], leaseOffer(newWorkerId())));
  const turn = turns[0] as ClaimedTurn;
  const timer = { level: "L2", dueAt: new Date(turn.now.getTime() + ms), settleMs: 0 };
  await mailbox.commit(turn, silence({ session: sessionOf(turn), timer }));
}

test("workers that nobody wakes act within a second of what is due, each timer once, also when they look together", async () => {
  const agents = registryOf(testAgent(() => decision(null)));
  const shops = await Promise.all(
    [1, 2].map(async () => openShop((await database.connect()).store, { channel: recordingChannel().channel, agents })),
  );
  for (const { worker } of shops) worker.start();
  const people = Array.from({ length: 12 }, (_, n) => `57300000${1000 + n}`);
  // Some timers are long overdue, and the others are due as in the presets `instantaneo` and `rapido`.
  for (const [n, phone] of people.entries()) await waits(phone, n < 3 ? -5_000 : 300 + 200 * n);
  await eventually("all have fired and been dealt with", async () => {
    const rows = await database.rows(`select from timers where fired_at is null
      union all select from conversations where run_at is not null`);
    return rows.length === 0;
  });
  await Promise.all(shops.map(({ worker }) => worker.stop(1_000)));
  const late = await database.rows(
    "select extract(epoch from fired_at - greatest(fire_at, armed_at))::float8 as seconds from timers",
  );
  expect(late).toHaveLength(people.length);
  expect(Math.max(...late.map(({ seconds }) => Number(seconds)))).toBeLessThan(1.3);
  expect(await violations(database)).toEqual([]);
});
