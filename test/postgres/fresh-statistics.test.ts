import { afterAll, beforeAll, expect, test } from "vitest";
import { createFreshStatistics } from "../../src/postgres/fresh-statistics.ts";
import { eventually } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  // The server's own turn may come at any moment, and would do what is to be done here.
  for (const table of ["contacts", "phone_numbers"])
    await database.rows(`alter table ${table} set (autovacuum_enabled = false)`);
});
afterAll(() => database.drop());

const statisticOf = async (column: "analyze_count" | "n_live_tup", table: string) =>
  Number((await database.rows(`select ${column} as n from pg_stat_user_tables where relname = '${table}'`))[0]?.["n"]);
const analysed = (table = "contacts") => statisticOf("analyze_count", table);
const countedRows = (table = "contacts") => statisticOf("n_live_tup", table);
const add = (count: number) =>
  database.rows(
    "insert into contacts (workspace_id, id) select 'default', gen_random_uuid() from generate_series(1, $1::int)",
    [count],
  );
/** A new one each time: it looks at once. */
const look = () => createFreshStatistics(database.database)();

test("a table that has grown fourfold is analysed, one that has not is left alone", async () => {
  await add(90);
  await eventually("the server has counted 90 rows", async () => (await countedRows()) === 90);
  await look();
  expect(await analysed()).toBe(0);
  await add(30);
  await eventually("the server has counted 120 rows", async () => (await countedRows()) === 120);
  await look();
  await eventually("the table was analysed", async () => (await analysed()) === 1);
  await look();
  expect(await analysed()).toBe(1);
  await add(200);
  await eventually("the server has counted 320 rows", async () => (await countedRows()) === 320);
  await look();
  expect(await analysed()).toBe(1);
  await add(200);
  await eventually("the server has counted 520 rows", async () => (await countedRows()) === 520);
  await look();
  await eventually("it was analysed again", async () => (await analysed()) === 2);
});

test("one that has grown a little is looked at along with one that has grown fourfold, and not by itself", async () => {
  const before = await countedRows("phone_numbers");
  await database.rows(
    "insert into phone_numbers (id, workspace_id, agent_id) select '9' || n, 'default', 'x' from generate_series(1, 60) n",
  );
  await eventually(
    "the server has counted 60 numbers more",
    async () => (await countedRows("phone_numbers")) === before + 60,
  );
  await look();
  expect(await analysed("phone_numbers")).toBe(0);
  await add(2_000);
  await eventually("the server has counted 2520 rows", async () => (await countedRows()) === 2_520);
  await look();
  await eventually("both were analysed", async () => (await analysed()) + (await analysed("phone_numbers")) === 4);
});

test("no look at a table makes the words of its texts: an index of words has no statistics", async () => {
  const counted = await database.rows(`
    select c.relname as name from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_am m on m.oid = c.relam and m.amname = 'gin'
    join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and i.indexprs is not null and a.attstattarget is distinct from 0`);
  expect(counted).toEqual([]);
});
