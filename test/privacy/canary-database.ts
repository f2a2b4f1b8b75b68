import type { TestDatabase } from "../support/test-database.ts";

type Rows = Pick<TestDatabase, "rows">;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** The table that a foreign key of this column alone, or with the workspace, leads to. */
  readonly refersTo: string | null;
  /** The first value that a check of this column allows, where it lists them. */
  readonly allowed: string | null;
  readonly isKey: boolean;
  readonly isGenerated: boolean;
}

/** Keys and ids that other rows or later webhooks must meet again; what WhatsApp's ids carry of a phone is in them already. */
const LEFT_ALONE =
  /^(workspace_id|idempotency_key|purchase_key|wamid|duplicate_wamid|source_message_id|phone_number_id|recipient|opaque|content_key|agent_id|agent_version)$/;

/** What is no customer's word: a catalogue's, a model's, a program's, or of somebody of the shop. */
const NOT_PERSONAL: Readonly<Record<string, readonly string[]>> = {
  orders: ["pack", "source", "status"],
  model_calls: ["purpose", "model", "prompt_id", "prompt_version", "failure_code", "outcome"],
  audit_log: [],
};

/** Every ordinary table, by what the catalog says of its columns. */
export async function readColumns({ rows }: Rows): Promise<Map<string, Column[]>> {
  const found = await rows(`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
      a.attidentity <> '' or a.attgenerated <> '' as "isGenerated",
      (select k.confrelid::regclass::text from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'f' and k.conkey[cardinality(k.conkey)] = a.attnum limit 1) as "refersTo",
      (select (regexp_match(pg_get_constraintdef(k.oid), '''([^'']+)''::text'))[1] from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
          and pg_get_constraintdef(k.oid) ~ 'ANY|= ''' limit 1) as allowed,
      exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any (i.indkey)) as "isKey"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1, a.attnum`);
  const tables = new Map<string, Column[]>();
  for (const { table, ...column } of found) {
    const name = String(table);
    tables.set(name, [...(tables.get(name) ?? []), column as unknown as Column]);
  }
  return tables;
}

/** Tables whose rows, as text, hold one of these. */
export async function countsOf({ rows }: Rows, words: readonly string[]): Promise<Record<string, number>> {
  // Bytes are text in hexadecimal there.
  const asBytes = words.map((word) => Buffer.from(word).toString("hex"));
  const counts: Record<string, number> = {};
  for (const name of (await readColumns({ rows })).keys()) {
    const [row] = await rows(
      `select count(*)::int as n from ${name} t where exists (
         select from unnest($1::text[]) as w (word) where position(lower(w.word) in lower(t::text)) > 0)`,
      [[...words, ...asBytes]],
    );
    if (Number(row?.["n"]) > 0) counts[name] = Number(row?.["n"]);
  }
  return counts;
}

/**
 * Puts the canary into every column that can hold words or bytes, in every row that leads to one of these ids, and makes a row
 * in each of the tables that have none. Without triggers and foreign keys: what is at stake is what erasing finds, not how it came.
 */
export async function fillWith(
  database: Rows,
  canary: string,
  ids: readonly string[],
): Promise<{ unfilled: string[] }> {
  const { rows } = database;
  const unfilled: string[] = [];
  for (const [table, columns] of await readColumns(database)) {
    if (table === "audit_log" || table === "tombstones") continue;
    const isTheirs = "exists (select from unnest($1::text[]) as i (id) where position(i.id in t::text) > 0)";
    const [found] = await rows(`select count(*)::int as n from ${table} t where ${isTheirs}`, [ids]);
    if (found?.["n"] === 0) {
      const isLinked = columns.some(({ name, type }) => type === "uuid" && LINK.test(name));
      if (!isLinked) continue;
      const failure = await insertRow(database, table, columns, ids);
      if (failure !== null) unfilled.push(`${table}: ${failure}`);
    }
    for (const column of columns) {
      const value = canaryFor(column, canary);
      if (value === null || NOT_PERSONAL[table]?.includes(column.name)) continue;
      const failure = await inReplicaMode(
        database,
        `update ${table} t set "${column.name}" = ${value} where ${isTheirs}`,
        [ids],
      );
      // A check that allows but certain words leaves no room for anything else.
      if (failure !== null && !/check constraint/.test(failure)) unfilled.push(`${table}.${column.name}: ${failure}`);
    }
  }
  return { unfilled };
}

const LINK = /^(contact|conversation|session|run|outbox|event)_id$/;

function canaryFor({ name, type, refersTo, isKey, allowed, isGenerated }: Column, canary: string): string | null {
  if (LEFT_ALONE.test(name) || refersTo !== null || isKey || allowed !== null || isGenerated) return null;
  if (type === "text") return `'${canary} ' || gen_random_uuid()`;
  if (type === "text[]") return `array['${canary}']`;
  if (type === "bytea") return `convert_to('${canary}', 'UTF8')`;
  if (type !== "jsonb") return null;
  return `case coalesce(jsonb_typeof("${name}"), 'object')
    when 'array' then "${name}" || '["${canary}"]' when 'object' then coalesce("${name}", '{}') || '{"nota": "${canary}"}'
    else to_jsonb('${canary}'::text) end`;
}

async function insertRow(
  database: Rows,
  table: string,
  columns: readonly Column[],
  ids: readonly string[],
): Promise<string | null> {
  const values: string[] = [];
  const used: string[] = [];
  for (const { name, type, required, allowed, isGenerated } of columns) {
    const isLink = type === "uuid" && LINK.test(name);
    if (isGenerated || (!required && !isLink)) continue;
    used.push(`"${name}"`);
    if (name === "workspace_id") values.push("'default'");
    else if (isLink) values.push(`'${await idFor(database, name, ids)}'`);
    else if (allowed !== null) values.push(`'${allowed}'`);
    else if (type === "uuid") values.push("gen_random_uuid()");
    else if (type === "jsonb") values.push("'{}'");
    else if (type === "bytea") values.push("sha256('x')");
    else if (type === "boolean") values.push("false");
    else if (type === "text[]") values.push("'{}'");
    // What ends, ends after it began.
    else if (/^timestamp|^date/.test(type))
      values.push(/expires|until|due/.test(name) ? "now() + interval '1 hour'" : "now()");
    else if (/int|numeric|double|real/.test(type)) values.push("1");
    else values.push("left(gen_random_uuid()::text, 8)");
  }
  return inReplicaMode(database, `insert into ${table} (${used.join(", ")}) values (${values.join(", ")})`, []);
}

const TABLE_OF: Readonly<Record<string, string>> = {
  contact_id: "contacts",
  conversation_id: "conversations",
  session_id: "agent_sessions",
  run_id: "agent_runs",
  outbox_id: "outbox_messages",
  event_id: "agent_events",
};

async function idFor({ rows }: Rows, column: string, ids: readonly string[]): Promise<unknown> {
  const [row] = await rows(
    `select id from ${TABLE_OF[column]} t where exists (
       select from unnest($1::text[]) as i (id) where position(i.id in t::text) > 0) order by id limit 1`,
    [ids],
  );
  return row?.["id"];
}

/** Null, or why it did not work. */
async function inReplicaMode({ rows }: Rows, text: string, values: readonly unknown[]): Promise<string | null> {
  // One statement is one transaction, and one connection.
  const quoted = values.length === 0 ? "" : ` using ${quoteArray(values[0] as readonly string[])}`;
  return rows(
    `do $do$ begin
       set local session_replication_role = replica;
       execute $x$${text}$x$${quoted};
     end $do$`,
  ).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

function quoteArray(words: readonly string[]): string {
  return `array[${words.map((word) => `'${word.replaceAll("'", "''")}'`).join(", ")}]::text[]`;
}
