import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import { type OpenPostgres, openPostgres } from "../../src/postgres/open-postgres.ts";
import { silentLogger } from "../support/silent-logger.ts";

/**
 * A database as Supabase hands it out: whatever the owner makes in `public`, its roles may use in every way, and a gateway serves it.
 * Threat S11: after `recado migrate`, who has nothing but the public key may do nothing with ours.
 */
const STRANGERS = ["anon", "authenticated", "service_role"];
const name = `recado_test_${randomBytes(6).toString("hex")}`;
const plain = (text: string) => ({ text, values: [] });
const options = { applicationName: "recado test", logger: silentLogger, maxConnections: 2 };

let admin: OpenPostgres;
let postgres: OpenPostgres;
beforeAll(async () => {
  admin = await openPostgres({ ...options, url: inject("serverUrl") });
  await admin.owner.run(plain(`create database ${name} template template0`));
  const url = new URL(inject("serverUrl"));
  url.pathname = `/${name}`;
  postgres = await openPostgres({ ...options, url: url.toString() });
  for (const role of STRANGERS) {
    await postgres.owner.run(
      plain(
        `do $$ begin create role ${role} nologin; exception when duplicate_object or unique_violation then null; end $$`,
      ),
    );
  }
  for (const kind of ["tables", "functions", "sequences"]) {
    await postgres.owner.run(
      plain(`alter default privileges in schema public grant all on ${kind} to ${STRANGERS.join(", ")}`),
    );
  }
  await postgres.owner.run(plain("create function shop_of_their_own() returns int language sql as 'select 1'"));
  await postgres.migrate();
});
afterAll(async () => {
  await postgres.close();
  await admin.owner.run(plain(`drop database ${name} with (force)`));
  await admin.close();
});

async function rightsOf(role: string): Promise<unknown[]> {
  const { rows } = await postgres.owner.run(
    plain(`
      select p.oid::regprocedure::text as ours, 'execute' as may from pg_proc p
      where p.pronamespace = 'public'::regnamespace and has_function_privilege('${role}', p.oid, 'execute')
      union all
      select c.oid::regclass::text, v.verb from pg_class c
      cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) v (verb)
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
        and has_table_privilege('${role}', c.oid, v.verb)
      union all
      select c.oid::regclass::text, v.verb from pg_class c
      cross join unnest(array['usage', 'select', 'update']) v (verb)
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' and has_sequence_privilege('${role}', c.oid, v.verb)
      order by 1, 2`),
  );
  return rows;
}

const theirs = [{ ours: "shop_of_their_own()", may: "execute" }];

test.each(["anon", "authenticated"])("%s may execute, read, write and empty nothing of ours", async (role) => {
  expect(await rightsOf(role)).toEqual(theirs);
});

test("who holds the project's secret key executes nothing of ours, and has no sequence and no clock", async () => {
  const rights = await rightsOf("service_role");
  expect(rights.filter((one) => /\(|seq|test_clock/.test(JSON.stringify(one)))).toEqual(theirs);
});

describe("what the gateway would send for the public key is refused", () => {
  test.each([
    "select analyze_table('conversations')",
    "select secure_tables()",
    "select recado_now()",
    "truncate test_clock",
    "select * from contacts",
    "select nextval('audit_log_id_seq')",
  ])("%s", async (text) => {
    const asAnon = postgres.owner.transaction(async (run) => {
      await run(plain("set local role anon"));
      await run(plain(text));
    });
    await expect(asAnon).rejects.toThrow(/permission denied/);
  });
});

test("what a later migration makes, and what a host gives away meanwhile, is taken back by the next migrate", async () => {
  await postgres.owner.run(plain("create function newest_of_ours() returns int language sql as 'select 1'"));
  await postgres.owner.run(plain("select secure_schema(array['newest_of_ours'])"));
  await postgres.owner.run(plain("grant execute on function recado_now() to anon, public"));
  await postgres.owner.run(plain("grant all on test_clock to anon"));
  await postgres.owner.run(plain("grant all on sequence audit_log_id_seq to anon"));
  await postgres.migrate();
  expect(await rightsOf("anon")).toEqual(theirs);
  await postgres.owner.run(plain("drop function newest_of_ours()"));
});

test("our own roles go on: the data plane, who asks through us, and members who read the database itself", async () => {
  await postgres.store.health.ping();
  await postgres.database.run(plain("select analyze_table('contacts'), recado_now()"));
  await postgres.database.asTenant(DEFAULT_WORKSPACE, (run) =>
    run(plain("select count(*), recado_now() from conversations")),
  );
  await postgres.owner.transaction(async (run) => {
    await run(plain("grant recado_member to authenticated"));
    await run(plain(`select set_config('request.jwt.claims', '{"sub":"eva"}', true)`));
    await run(plain("set local role authenticated"));
    await run(plain("select count(*) from contacts where is_workspace_member(workspace_id)"));
    await run(plain("reset role"));
    await run(plain("revoke recado_member from authenticated"));
  });
});
