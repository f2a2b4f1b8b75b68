import { afterAll, beforeAll, expect, test } from "vitest";
import type { PhoneNumberId } from "../../src/core/ids.ts";
import { opaqueKey, type StatusReport } from "../../src/core/outbound/outbox.ts";
import type { ClaimedTurn } from "../../src/core/turn/turn.ts";
import { openPool } from "../../src/postgres/database.ts";
import { createStore } from "../../src/postgres/open-postgres.ts";
import { enqueueRequest, inbound, leaseOffer, newWorkerId, SHOP_NUMBER } from "../support/inbound.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { reply } from "../support/turn-commits.ts";
import { explainEverything, watchPlans } from "../support/watched-plans.ts";

/** Reports come three for each reply: a planner that has seen few rows may read all of them, and goes on doing so as they become many. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.rows(`insert into message_statuses (workspace_id, phone_number_id, wamid, status, occurred_at)
    select 'default', '9' || n % 9, 'wamid.old' || n, 'sent', now() from generate_series(1, 200) n`);
  await database.rows("analyze message_statuses");
  await explainEverything(database);
});
afterAll(() => database.drop());

test("reports are looked up by their keys where the planner has seen some hundred", async () => {
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  const watch = watchPlans();
  const pool = openPool({ url: database.url, applicationName: "recado test", logger, maxConnections: 1 });
  try {
    const store = createStore(pool, pool);
    for (let n = 0; n < 3; n += 1) {
      const { turns } = await store.mailbox.enqueue(
        enqueueRequest([inbound("hola", { phone: `57311000000${n}` })], leaseOffer(newWorkerId())),
      );
      const result = await store.mailbox.commit(turns[0] as ClaimedTurn, reply("con gusto"));
      const message = result.kind === "committed" ? result.toSend : null;
      if (message === null) throw new Error("it was not sent at once");
      const report = (status: string, number = SHOP_NUMBER as PhoneNumberId): StatusReport => ({
        ...{
          phoneNumberId: number,
          wamid: `wamid.${n}`,
          status,
          occurredAt: new Date(),
          recipient: null,
          errors: null,
        },
        ...{ opaque: opaqueKey(message.id, message.attempt), failure: null, price: null, raw: null },
      });
      watch.take();
      await store.outbox.recordStatuses(["sent", "delivered", "read"].map((status) => report(status)));
      const scans = watch.take().filter(({ table }) => table === "message_statuses" || table === "outbox_messages");
      expect(scans.length).toBeGreaterThan(1);
      expect(scans.filter(({ node }) => node === "Seq Scan")).toEqual([]);
    }
  } finally {
    watch.stop();
    await pool.close();
  }
});
