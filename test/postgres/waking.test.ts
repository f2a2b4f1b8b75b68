import { afterAll, beforeAll, expect, test } from "vitest";
import type { WorkerId } from "../../src/core/ids.ts";
import { keepPresence } from "../../src/postgres/turns/workers.ts";
import { createWorker } from "../../src/runtime/worker/worker.ts";
import { WORKER_DEFAULTS } from "../../src/runtime/worker/worker-options.ts";
import { enqueueRequest, inbound, leaseOffer, newWorkerId } from "../support/inbound.ts";
import { eventually, openShop, recordingChannel } from "../support/shop.ts";
import { silentLogger } from "../support/silent-logger.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** How a worker learns that there is work: told by another process, or by looking. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const HOUR = 3_600_000;
const answered = (phone: string) =>
  eventually(`${phone} is answered`, async () => {
    const rows = await database.rows(
      `select from agent_runs r join conversations c on c.id = r.conversation_id
       join contact_aliases a on a.contact_id = c.contact_id where a.value = $1 and r.status = 'completed'`,
      [phone],
    );
    return rows.length > 0;
  });

/** A worker in "another process": a pool, a presence and a worker of its own. */
async function openWorker(pollMs: number) {
  const other = await database.connect();
  const { dependencies } = openShop(other.store, { channel: recordingChannel().channel });
  const id = newWorkerId();
  const worker = createWorker(dependencies, { ...WORKER_DEFAULTS, worker: id, pollMs, sweepMs: HOUR }, (onWake) =>
    keepPresence(other.database, id, "test", silentLogger, onWake),
  );
  worker.start();
  await eventually(
    "it is present",
    async () => (await database.rows("select from workers where id = $1", [id])).length === 1,
  );
  return { worker, id };
}

test("a worker that never looks is told by the process that took the message in", async () => {
  const { worker } = await openWorker(HOUR);
  await database.store.mailbox.enqueue(enqueueRequest([inbound("hola", { phone: "573000000011" })]));
  await answered("573000000011");
  await worker.stop(1_000);
});

test("a worker whose announcements are cut off looks by itself, and comes back", async () => {
  const { worker, id } = await openWorker(200);
  await database.rows(
    "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()",
  );
  await database.store.mailbox.enqueue(enqueueRequest([inbound("hola", { phone: "573000000012" })]));
  await answered("573000000012");
  await eventually("its lock stands again", async () => {
    const rows = await database.rows("select from pg_locks where locktype = 'advisory' and granted");
    return rows.length > 0 && (await database.rows("select from workers where id = $1", [id])).length === 1;
  });
  await worker.stop(1_000);
});

test("a worker whose connection has just been lost stops in good order", async () => {
  const { worker } = await openWorker(HOUR);
  await database.rows(
    "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()",
  );
  await worker.stop(1_000);
  await eventually("nobody is left", async () => (await database.rows("select from workers")).length === 0);
});

test("a dead worker's conversations are freed by whoever sweeps; a living one's are not", async () => {
  // What the tests before may have left behind.
  await database.rows("delete from workers");
  const other = await database.connect();
  const id = newWorkerId();
  const living = keepPresence(other.database, id, "living", silentLogger, () => {});
  await living.ready;
  const dead = newWorkerId();
  await database.rows("insert into workers (id, lock_key, description) values ($1, 4711, 'dead')", [dead]);
  const lease = (by: WorkerId, phone: string) =>
    database.store.mailbox.enqueue(enqueueRequest([inbound("hola", { phone })], leaseOffer(by, { leaseMs: HOUR })));
  await lease(dead, "573000000013");
  await lease(id, "573000000014");
  // One look is not enough: a living worker's connection may just be coming back.
  expect(await database.store.workers.sweep()).toEqual({ deadWorkers: 0, freedConversations: 0 });
  await database.advance(500);
  expect(await database.store.workers.sweep()).toEqual({ deadWorkers: 1, freedConversations: 1 });
  const held = await database.rows("select leased_by from conversations where run_at > now() + interval '1 minute'");
  expect(held).toEqual([{ leased_by: id }]);
  await living.close();
});

test("what a worker had asked for before it died, and got after its burial, is freed as well", async () => {
  const { mailbox, workers } = database.store;
  await database.rows("delete from workers");
  const dead = newWorkerId();
  await database.rows("insert into workers (id, lock_key, description) values ($1, 4712, 'dead')", [dead]);
  await workers.sweep();
  await database.advance(500);
  await workers.sweep();
  await mailbox.enqueue(
    enqueueRequest([inbound("hola", { phone: "573000000015" })], leaseOffer(dead, { leaseMs: HOUR })),
  );
  await database.advance(500);
  expect(await workers.sweep()).toEqual({ deadWorkers: 1, freedConversations: 1 });
  await database.advance(60_000);
  await workers.sweep();
  expect(await database.rows("select from workers")).toEqual([]);
});

test("two thousand conversations that wait for tomorrow cost a claim nothing: it walks the index to the first", async () => {
  await database.rows(`
    with people as (
      insert into contacts (workspace_id, id) select 'default', gen_random_uuid() from generate_series(1, 2000)
      returning id)
    insert into conversations (workspace_id, id, phone_number_id, contact_id, run_at, pending, queued_run_id)
    select 'default', gen_random_uuid(), (select id from phone_numbers limit 1), id, now() + interval '1 day', 1,
      gen_random_uuid() from people`);
  await database.rows("analyze conversations");
  const plan = await database.rows(`
    explain select c.workspace_id, c.id from conversations c where c.run_at <= recado_now() order by c.run_at limit 16
    for update of c skip locked`);
  expect(plan.map((row) => String(row["QUERY PLAN"])).join("\n")).toContain("conversations_to_run");
  await database.rows("delete from conversations where run_at > now() + interval '1 hour'");
});

test("a message whose conversation another statement holds at that moment waits for it, not for the poll", async () => {
  const other = await database.connect();
  let looks = 0;
  const mailbox: typeof other.store.mailbox = {
    ...other.store.mailbox,
    async claim(offer) {
      const claimed = await other.store.mailbox.claim(offer);
      looks += 1;
      return claimed;
    },
  };
  const phone = "573000000021";
  const { channel } = recordingChannel();
  const { worker } = openShop({ ...other.store, mailbox }, { channel }, { pollMs: HOUR, sweepMs: HOUR });
  await database.store.mailbox.enqueue(enqueueRequest([inbound("hola", { phone })]));
  await database.owner.transaction(async (run) => {
    const text = `select from conversations c join contact_aliases a on a.contact_id = c.contact_id
      where a.value = '${phone}' for update of c`;
    expect((await run({ text, values: [] })).rowCount).toBe(1);
    worker.start();
    await eventually("the worker has looked", () => looks > 0);
  });
  await answered(phone);
  await worker.stop(1_000);
});
