import type { TestDatabase } from "./test-database.ts";

/** A table or view of the catalog, and the column that says whose a row is; null for one of no tenant. */
export interface Relation {
  readonly name: string;
  readonly of: string | null;
  readonly isView: boolean;
  /** What may be named in an insert. */
  readonly columns: readonly string[];
}

/** Who asks, and for which workspace, if any. */
export interface Asker {
  readonly role: string;
  /** `recado.workspace_id`. */
  readonly workspace?: string;
  /** `sub` of the claims of a JWT. */
  readonly subject?: string;
}

export const VERBS = ["select", "insert", "update", "delete"] as const;
export type Verb = (typeof VERBS)[number];

export async function readRelations(database: TestDatabase): Promise<Relation[]> {
  const rows = await database.rows(`
    select c.relname as name, c.relkind = 'v' as is_view,
      case when c.relname = 'workspaces' then 'id' when bool_or(a.attname = 'workspace_id') then 'workspace_id' end as of,
      array_agg(a.attname::text order by a.attnum) filter (where a.attidentity = '' and a.attgenerated = '') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
    group by c.oid order by c.relname`);
  return rows.map((row) => ({
    name: String(row["name"]),
    of: row["of"] === null ? null : String(row["of"]),
    isView: row["is_view"] === true,
    columns: row["columns"] as string[],
  }));
}

/**
 * One row of each workspace in every table, made from the catalog: whoever adds a table adds nothing here. Keys between
 * tables and checks are lifted in this copy, since the rows mean nothing; policies and grants stay as they are. All ids of one
 * workspace are the same, so that views find what they join.
 */
export async function fillEveryTable(database: TestDatabase, workspaces: readonly string[]): Promise<void> {
  const words = await listedWords(database);
  // The view of profiles shows facts of these alone.
  words.set("contact_facts.key", "'goals'");
  words.set("contact_facts.subject", "'self'");
  // The view of scores shows calls that have ended.
  words.set("agent_tool_calls.status", "'ok'");
  await database.rows(`
    do $$ declare one record; begin
      for one in select conrelid::regclass as of_table, conname from pg_constraint
        where connamespace = 'public'::regnamespace and contype in ('c', 'f') and conrelid <> 0 and conislocal
      loop execute format('alter table %s drop constraint %I', one.of_table, one.conname); end loop;
    end $$`);
  const columns = await database.rows(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attidentity = '' and a.attgenerated = ''
      and (a.attnotnull and not a.atthasdef or a.attname = 'workspace_id' or (c.relname = 'workspace_members' and a.attname = 'user_id'))
    order by c.relname, a.attnum`);
  const tables = new Map<string, Record<string, unknown>[]>();
  for (const column of columns) {
    const table = String(column["table"]);
    tables.set(table, [...(tables.get(table) ?? []), column]);
  }
  for (const workspace of workspaces) {
    const inserts = [...tables].map(([table, list]) => {
      const values = list.map(
        ({ name, type }) => words.get(`${table}.${name}`) ?? sampleOf(workspace, String(name), String(type)),
      );
      return `insert into ${table} (${list.map(({ name }) => `"${name}"`).join(", ")}) values (${values.join(", ")}) on conflict do nothing;`;
    });
    await database.rows(
      `do $$ begin set local session_replication_role = replica; ${inserts.join("\n")} ${GOES_ON} set local session_replication_role = origin; end $$`,
    );
  }
}

/** The views of plans show runs that go on, by the segment that the step before it began. The baseline knew none. */
const GOES_ON = `if exists (select from pg_attribute where attrelid = 'agent_runs'::regclass and attname = 'segment') then
  update agent_runs set segment = 1;
  update run_segments g set number = s.segment + 1 from agent_steps s where s.workspace_id = g.workspace_id and s.run_id = g.run_id;
  end if;`;

/** Finds the first word that each restricted column may hold, by table and column. */
async function listedWords(database: TestDatabase): Promise<Map<string, string>> {
  const checks = await database.rows(`
    select conrelid::regclass::text as table, pg_get_constraintdef(oid) as rule from pg_constraint
    where connamespace = 'public'::regnamespace and contype = 'c' and conrelid <> 0`);
  return new Map(
    checks.flatMap(({ table, rule }) => {
      const found = /^CHECK \(\((\w+) = ANY \(ARRAY\[('[^']*')/.exec(String(rule));
      return found === null ? [] : [[`${table}.${found[1]}`, String(found[2])] as const];
    }),
  );
}

const PLANNED = {
  decision: { next: { state: { format: 1, goal: "g", tasks: [{ id: "t1", status: "pending", dependsOn: [] }] } } },
};

function sampleOf(workspace: string, column: string, type: string): string {
  if (column === "workspace_id" || (column === "id" && type === "text")) return `'${workspace}'`;
  switch (type) {
    case "text":
    case "character varying":
      return `'of ${workspace}'`;
    case "uuid":
      return `md5('${workspace}')::uuid`;
    case "bytea":
      return "sha256(gen_random_uuid()::text::bytea)";
    case "jsonb":
    case "json":
      // Views show a row a step, and the plan that it decided.
      return column === "steps" ? `'${JSON.stringify({ plan: { node: "plan", output: PLANNED } })}'` : "'{}'";
    case "boolean":
      return "false";
    case "timestamp with time zone":
    case "date":
      return "now()";
    case "interval":
      return "interval '0'";
    default:
      return type.endsWith("[]") ? "'{}'" : "(random() * 1e6)::int";
  }
}

/** Does it as somebody and takes it back: `rows <workspaces seen>`, `did <n>`, `passed` (stopped by a key or a trigger), or `denied`. */
export const ATTEMPT = `
  create or replace function attempt(as_role text, workspace text, subject text, statement text) returns text language plpgsql as $$
  declare
    seen text; state text; told text;
  begin
    perform set_config('recado.workspace_id', coalesce(workspace, ''), true),
      set_config('request.jwt.claims', case when subject is null then '' else json_build_object('sub', subject)::text end, true);
    execute format('set local role %I', as_role);
    if statement ilike 'select %' then
      execute statement into seen;
      raise exception using errcode = 'ZZ001', message = coalesce('rows ' || seen, 'rows');
    end if;
    execute statement;
    get diagnostics seen = row_count;
    raise exception using errcode = 'ZZ001', message = 'did ' || seen;
  exception when others then
    get stacked diagnostics state = returned_sqlstate, told = message_text;
    return case when state = 'ZZ001' then told when state in ('42501', '42809', '55000') then 'denied' else 'passed' end;
  end $$`;

export function statementOf(relation: Relation, verb: Verb): string {
  const { name, of, columns } = relation;
  const column = of ?? columns[0];
  const list = columns.map((one) => `"${one}"`).join(", ");
  switch (verb) {
    case "select":
      return of === null
        ? `select count(*)::text from ${name}`
        : `select string_agg(distinct ${of}, ',' order by ${of}) from ${name}`;
    case "insert":
      return `insert into ${name} (${list}) select ${list} from ${name}`;
    case "update":
      return `update ${name} set ${column} = ${column}`;
    case "delete":
      return `delete from ${name}`;
  }
}
