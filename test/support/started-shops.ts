import { afterAll, beforeAll, beforeEach } from "vitest";
import { readsOf } from "./reads.ts";
import { openShop, type Shop } from "./shop.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

/** One database for a file of tests, and shops on it whose workers end with the test that opened them. */
export function startedShops() {
  let database: TestDatabase;
  let shops: Shop[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    shops = [];
    return async () => {
      await Promise.all(shops.map((shop) => shop.worker.stop(500)));
    };
  });
  return {
    get database() {
      return database;
    },
    open(...[parts, options]: [Parameters<typeof openShop>[1], Parameters<typeof openShop>[2]?]): Shop {
      const shop = openShop(database.store, parts, options);
      shops.push(shop);
      shop.worker.start();
      return shop;
    },
    /** Stops a shop that a test opened for itself when that test ends. */
    stopsAtEnd: (shop: Shop) => void shops.push(shop),
    newPhone: () => `57300${Math.floor(Math.random() * 1e7)}`.padEnd(12, "0"),
    ...readsOf(() => database),
  };
}
