import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readMigrations } from "../../src/postgres/migrate.ts";
import { FUNCTION_FILES } from "../../src/postgres/stored-functions.ts";
import { dumpSchema } from "../support/dump-schema.ts";
import { fillEveryTable } from "../support/row-access.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/**
 * 0.1.0 ships 0001_baseline. From then on shops have databases that were made by exactly this text, so
 * it is never edited again: a change is a new migration, and a test that fails here has met an edit.
 */
const BASELINE_SHA256 = "0fac8296588d616fa7d5aec6266b788d942b0b185eefb49917d6f55a60d8e247";
const SHIPPED_FUNCTIONS = new URL("./released/0.1.0-functions.sql", import.meta.url);

let fresh: TestDatabase;
let shop: TestDatabase;
beforeAll(async () => {
  [fresh, shop] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});
afterAll(async () => {
  await Promise.all([fresh.drop(), shop.drop()]);
});

async function script(database: TestDatabase, text: string): Promise<void> {
  await database.owner.run({ text, values: [], isScript: true });
}

/** A database as 0.1.0 left it. */
async function makeAsShipped(database: TestDatabase, baseline: string): Promise<void> {
  const functions = await readFile(SHIPPED_FUNCTIONS, "utf8");
  await script(
    database,
    `drop schema public cascade;
     create schema public;
     set local search_path = public, pg_temp;
     create table recado_migrations (name text primary key, applied_at timestamptz not null default now());
     create table recado_functions (
       name text primary key, hash text not null, applied_at timestamptz not null default now());
     ${baseline}
     ${functions}
     insert into recado_migrations (name) values ('0001_baseline');
     insert into recado_functions (name, hash) values ('read-turns', 'of 0.1.0'), ('renamed-since', 'of 0.1.0');
     select secure_tables()`,
  );
}

/** The columns of every table, by table. */
async function columnsByTable(database: TestDatabase): Promise<Map<string, string>> {
  const tables = await database.rows(
    `select table_name::text as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'recado\\_%'
     group by table_name order by 1`,
  );
  return new Map(tables.map(({ name, columns }) => [String(name), String(columns)]));
}

/** Every row of these tables, with these columns, by table. */
async function rowsOf(database: TestDatabase, tables: Map<string, string>): Promise<Record<string, unknown[]>> {
  const entries = [...tables].map(async ([name, columns]) => {
    const text = `select to_jsonb(t) as row from (select ${columns} from ${name}) t order by to_jsonb(t)::text`;
    return [name, (await database.rows(text)).map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

test("the baseline is the text that 0.1.0 shipped", async () => {
  const [baseline] = await readMigrations();
  expect(baseline?.name).toBe("0001_baseline");
  expect(createHash("sha256").update(String(baseline?.text)).digest("hex")).toBe(BASELINE_SHA256);
});

test("a database of 0.1.0 becomes what a fresh one is", async () => {
  const [baseline, ...later] = await readMigrations();
  await makeAsShipped(shop, String(baseline?.text));
  await expect(shop.requireMigrated()).rejects.toMatchObject({ code: "database_not_migrated" });
  const upgrade = await shop.migrate();
  expect(upgrade.applied).toEqual(later.map(({ name }) => name));
  expect(upgrade.functions).toEqual([...FUNCTION_FILES]);
  expect(await dumpSchema(shop)).toBe(await dumpSchema(fresh));
  await shop.requireMigrated();
});

test("an upgrade keeps every row of every table", async () => {
  const [baseline] = await readMigrations();
  await makeAsShipped(shop, String(baseline?.text));
  const rules = await shop.rows(
    `select format('alter table %s add constraint %I %s not valid', conrelid::regclass, conname,
       pg_get_constraintdef(oid)) as again
     from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'f') and conrelid <> 0 and conislocal`,
  );
  await fillEveryTable(shop, ["default", "other"]);
  // A migration may name them; the rows mean nothing, and need not keep them.
  for (const { again } of rules) await shop.rows(String(again));
  await shop.rows("delete from recado_migrations where name <> '0001_baseline'");
  const tables = await columnsByTable(shop);
  const before = await rowsOf(shop, tables);
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
  await shop.migrate();
  expect(await rowsOf(shop, tables)).toEqual(before);
});

test("each file of functions is in the declared order, and each can be applied again", async () => {
  const folder = await readdir(new URL("../../src/postgres/functions/", import.meta.url), { recursive: true });
  expect(folder.filter((path) => path.endsWith(".sql")).sort()).toEqual(
    FUNCTION_FILES.map((name) => `${name}.sql`).sort(),
  );
  const before = await dumpSchema(fresh);
  await fresh.rows("update recado_functions set hash = 'stale'");
  expect((await fresh.migrate()).functions).toEqual([...FUNCTION_FILES]);
  expect(await dumpSchema(fresh)).toBe(before);
});

test("functions of another version are refused by serve and worker, and mended by migrate alone", async () => {
  await fresh.rows("create or replace function delivery_rank(delivery text) returns int language sql as 'select 7'");
  await fresh.rows("update recado_functions set hash = 'of tomorrow' where name = 'delivery'");
  await expect(fresh.requireMigrated()).rejects.toMatchObject({
    code: "database_not_migrated",
    message: expect.stringContaining("the functions of this version (delivery)"),
  });
  expect(await fresh.migrate()).toEqual({ applied: [], functions: ["delivery"] });
  expect(await fresh.rows("select delivery_rank('sent') as rank")).toEqual([{ rank: 1 }]);
});

test("an upgrade that fails leaves nothing of itself", async () => {
  await fresh.rows("update recado_functions set hash = 'stale' where name in ('clock', 'timers')");
  // What `timers` makes meets a trigger function of the same name with another result.
  await fresh.rows("drop trigger session_ends_with_its_timer on agent_sessions");
  await fresh.rows("drop function cancel_timer()");
  await fresh.rows("create function cancel_timer() returns int language sql as 'select 1'");
  await expect(fresh.migrate()).rejects.toThrow(/cannot change return type/);
  const stale = await fresh.rows("select name from recado_functions where hash = 'stale' order by name");
  expect(stale).toEqual([{ name: "clock" }, { name: "timers" }]);
  await fresh.rows("drop function cancel_timer()");
  expect((await fresh.migrate()).functions).toEqual(["clock", "timers"]);
});

test("a database of a development version is refused and left as it was", async () => {
  await script(
    shop,
    `drop schema public cascade;
     create schema public;
     create table recado_migrations (name text primary key, applied_at timestamptz not null default now());
     insert into recado_migrations (name) values ('0001_main_road'), ('0002_sending')`,
  );
  await expect(shop.migrate()).rejects.toMatchObject({
    code: "database_of_development",
    message: expect.stringContaining("(0001_main_road, 0002_sending)"),
  });
  const tables = await shop.rows(
    "select relname::text from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  expect(tables).toEqual([{ relname: "recado_migrations" }]);
});
