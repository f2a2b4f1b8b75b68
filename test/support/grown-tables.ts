import pg from "pg";
import type { TestDatabase } from "./test-database.ts";

/**
 * What a copy of a shop's rows must have of its own; ids and times have it anyway. In the order of their rows, so that a walk of
 * such an index looks as cheap to the planner as it can.
 */
const OWN_TEXTS = new Set(["idempotency_key", "wamid", "value", "purchase_key", "source_message_id", "content_key"]);

/** A table is seen as large from here on, and more copies of it show nothing new. */
const ENOUGH_ROWS = 5_000;

/** What is not of the customers, or names processes that would be looked after. */
const NOT_COPIED = new Set([
  "workers",
  "test_clock",
  "recado_migrations",
  "recado_functions",
  "phone_numbers",
  "api_tokens",
  "circuits",
]);

/** Makes many customers of the few that a database holds, in all tables that there are: a new one grows too. */
export interface GrownTables {
  /** Copies the customers of the beginning so often again. */
  grow(copies: number): Promise<void>;
  /** Makes what the night leaves: no session is open, no timer counts. */
  closeAll(): Promise<void>;
  /** Makes what a busy day leaves: the sessions of `count` conversations are open, and their timers count. */
  openSessions(count: number): Promise<void>;
  analyze(): Promise<void>;
  close(): Promise<void>;
}

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

export async function growTables(database: TestDatabase): Promise<GrownTables> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("set auto_explain.log_min_duration = -1");
  // The copies are right where the first ones are: they need no trigger and no look at a foreign key.
  await client.query("set session_replication_role = replica");
  // What the server or a worker would mend by itself, sooner or later: here it never comes.
  await client.query(
    "create or replace function analyze_table(of_table text) returns void language plpgsql as 'begin end'",
  );
  // Copies of what is sealed are sealed, and no work for anybody.
  await client.query("select seal_audit(10000)");
  const { rows: columns } = await client.query<Column>(
    `select c.table_name as table, c.column_name as name, c.udt_name as type
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
     order by c.table_name, c.ordinal_position`,
  );
  const tables = new Map<string, Column[]>();
  for (const column of columns) tables.set(column.table, [...(tables.get(column.table) ?? []), column]);
  await client.query("create schema first_customers");
  for (const name of tables.keys()) {
    await client.query(`alter table ${name} set (autovacuum_enabled = false)`);
    await client.query(`create table first_customers.${name} as select * from ${name}`);
  }
  let made = 0;
  return {
    async grow(copies) {
      for (const [name, of] of tables) {
        if (NOT_COPIED.has(name) || !of.some(({ type }) => type === "uuid" || type === "bytea")) continue;
        const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from first_customers.${name}`);
        const first = rows[0]?.n ?? 0;
        if (first === 0) continue;
        const through = made + Math.min(copies, Math.max(Math.ceil(ENOUGH_ROWS / first), 250));
        await client.query(
          `insert into ${name} (${of.map((one) => one.name).join(", ")}) overriding system value
           select ${of.map(copied).join(", ")} from generate_series(${made + 1}, ${through}) n, first_customers.${name} f
           on conflict do nothing`,
        );
      }
      made += copies;
    },
    async closeAll() {
      await client.query(
        "update agent_sessions set status = 'closed', closed_at = recado_now() where status = 'active'",
      );
      await client.query(
        "update timers set cancelled_at = recado_now() where fired_at is null and cancelled_at is null",
      );
    },
    async openSessions(count) {
      await client.query(
        `with opened as (
           update agent_sessions set status = 'active', closed_at = null
           where (workspace_id, id) in (
             select distinct on (conversation_id) workspace_id, id from agent_sessions
             where conversation_id not in (select id from first_customers.conversations)
             order by conversation_id limit ${count})
           returning workspace_id, id)
         update timers t set cancelled_at = null, fired_at = null, fire_at = recado_now() + interval '1 day'
         where (workspace_id, run_id) in (
           select distinct on (t.conversation_id) t.workspace_id, t.run_id
           from timers t join opened o on o.workspace_id = t.workspace_id and o.id = t.session_id)`,
      );
    },
    async analyze() {
      await client.query("analyze");
    },
    close: () => client.end(),
  };
}

/** The n-th copy: another id for each, another key, and a moment before or, of what is still to come, after the first. */
function copied({ table, name, type }: Column): string {
  if (type === "uuid") return `md5(f.${name}::text || ':' || n)::uuid`;
  if (OWN_TEXTS.has(name)) return `lpad(n::text, 6, '0') || ':' || f.${name}`;
  if (type === "timestamptz") {
    return `f.${name} + case when f.${name} > recado_now() then 1 else -1 end * make_interval(secs => n)`;
  }
  // Numbered through the whole workspace.
  return table === "audit_log" && type === "int8" ? `f.${name} - 1000000 * n` : `f.${name}`;
}
