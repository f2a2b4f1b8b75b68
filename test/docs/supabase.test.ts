import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** docs/supabase.md is carried out as its reader would, on a database that has Supabase's roles and publication. */
const page = readFileSync(fileURLToPath(new URL("../../docs/supabase.md", import.meta.url)), "utf8");
const [login = "", grant = "", table = "", look = "", publish = ""] = [
  ...page.matchAll(/^```sql\n([\s\S]*?)^```$/gm),
].map(([, text = ""]) => text);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  for (const role of ["anon", "authenticated", "service_role"]) {
    await database.rows(`do $$ begin create role ${role}; exception when duplicate_object then null; end $$`);
  }
  await database.rows("create publication supabase_realtime");
});
// Roles belong to the whole server, which other tests use too.
afterAll(async () => {
  await database?.rows("drop role if exists recado_login");
  await database?.rows("revoke recado_member from authenticated").catch(() => {});
  await database?.drop();
});

async function run(sql: string): Promise<Record<string, unknown>[]> {
  let rows: Record<string, unknown>[] = [];
  for (const statement of sql.split(";").filter((one) => one.trim() !== "")) rows = await database.rows(statement);
  return rows;
}

test("the login of servers and workers is bound by row security, and owns nothing", async () => {
  await run(login);
  const [role] = await database.rows(
    `select rolsuper, rolbypassrls, pg_has_role('recado_login', 'recado_runtime', 'member') as works,
       has_schema_privilege('recado_login', 'public', 'create') as creates
     from pg_roles where rolname = 'recado_login'`,
  );
  expect(role).toEqual({ rolsuper: false, rolbypassrls: false, works: true, creates: false });
});

test("people who read through Supabase's API read their workspace, and write nothing", async () => {
  await run(grant);
  await run(table);
  const [may] = await database.rows(
    `select has_table_privilege('authenticated', 'loyalty_cards', 'select') as own,
       has_table_privilege('authenticated', 'conversations', 'insert, update, delete') as writes`,
  );
  expect(may).toEqual({ own: true, writes: false });
  await database.rows("insert into loyalty_cards (workspace_id, contact_id) values ($1, gen_random_uuid())", [
    DEFAULT_WORKSPACE,
  ]);
  const stranger = await database.owner.run({
    text: "select has_table_privilege('anon', 'loyalty_cards', 'select') as reads",
    values: [],
  });
  expect(stranger.rows).toEqual([{ reads: false }]);
});

test("no table of Recado is in supabase_realtime until a person puts it there", async () => {
  expect(await run(look)).toEqual([]);
  await run(publish);
  expect(await run(look)).toEqual([{ tablename: "conversations" }]);
});
