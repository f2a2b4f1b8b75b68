import { afterAll, beforeAll, beforeEach } from "vitest";
import { violations } from "../../support/oracle.ts";
import { readsOf } from "../../support/reads.ts";
import { eventually, openShop, recordingChannel, type Shop } from "../../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";

/** Shops that type like a person, and the phone of the customer of this test. */
export function pacedShops() {
  let database: TestDatabase;
  let shops: Shop[];
  let phone: string;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    shops = [];
    phone = `57302${Math.floor(Math.random() * 1e7)}`.padEnd(12, "0");
    return async () => {
      await Promise.all(shops.map((shop) => shop.worker.stop(500)));
      // What a test left unfinished is finished, and the database is asked whether all is in order.
      await database.advance(120_000);
      const last = openShop(database.store, { channel: recordingChannel().channel });
      last.worker.start();
      await eventually("all is quiet", async () => (await violations(database)).length === 0);
      await last.worker.stop(500);
    };
  });

  /** A shop that types like a person. */
  function open(...[parts, options]: Parameters<typeof openUnpaced>): Shop {
    return openUnpaced({ responseSpeed: 1, ...parts }, options);
  }
  function openUnpaced(...[parts, options]: [Parameters<typeof openShop>[1], Parameters<typeof openShop>[2]?]): Shop {
    const shop = openShop(database.store, parts, options);
    shops.push(shop);
    shop.worker.start();
    return shop;
  }

  const { runOf, conversationOf } = readsOf(() => database);
  const isTyped = (runId: string) =>
    eventually("the reply is being typed", async () => {
      const run = await runOf(runId);
      return run.status === "queued" && run.steps.some((step) => step.name === "respond");
    });
  const passes = async (ms: number, shop: Shop) => {
    await database.advance(ms);
    shop.worker.wake("mailbox");
    shop.worker.wake("outbox");
  };

  return {
    ...{ open, openUnpaced, runOf, conversationOf, isTyped, passes },
    get database() {
      return database;
    },
    get phone() {
      return phone;
    },
  };
}
