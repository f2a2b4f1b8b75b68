import * as z from "zod";
import type { Database } from "../database.ts";
import { identifier, type Statement, sql } from "../sql.ts";

/** What is moved, or a part of it, as the statements of a move name it. */
export interface Scope {
  readonly workspace: string;
  readonly number: string;
  /** The ids of its conversations. */
  readonly conversations: Statement;
}

export function wholeNumber(workspace: string, number: string): Scope {
  const conversations = sql`select c.id from conversations c where c.workspace_id = ${workspace} and c.phone_number_id = ${number}`;
  return { workspace, number, conversations };
}

/** The columns that lead from a row to its conversation, or to its customer. The strongest first. */
const LINKS = {
  conversation_id: "conversation",
  outbox_id: "outbox",
  event_id: "event",
  session_id: "session",
  run_id: "run",
  contact_id: "contact",
} as const;

export type Link = (typeof LINKS)[keyof typeof LINKS];

export interface MovedTable {
  readonly name: string;
  /** Where the guard finds the row's conversation. Null: nothing is written there while the number is silent. */
  readonly guard: { readonly link: Link; readonly column: string } | null;
  /** Which rows `t` belong to the number. */
  readonly isOf: (scope: Scope) => Statement;
  /** A customer may be known in the other database already, by another number: what is known there stands. */
  readonly mayBeThere: boolean;
  /** What is copied: all columns but those that the database makes itself. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Orders the rows that go over. The target gives new values. */
  readonly identity: string | null;
  readonly hasBytes: boolean;
}

/** What stays where it is, and why. With the tables that are moved by their columns these are all. */
export const STAYS: Readonly<Record<string, string>> = {
  audit_log: "a chain of hashes of this database",
  alerts: "what a person should look at here",
  channel_notices: "what WhatsApp has said to this door",
  quarantined_items: "what this door could not read",
  member_phones: "people of the shop and their phones: the target grants its own access",
  model_calls: "what was paid for here; a session's budget moves",
  model_costs: "the bill of this database",
  nlu_stops: "audits of this database's models",
  sandbox_saved_sessions: "of no number",
  canned_replies: "texts for all customers of the shop",
  inbox_views: "names of selections",
  push_keys: "browsers subscribe with the target's own",
  desk_papers: "reports and notes of the shop's people, about no single number",
  evaluation_runs: "what was measured here",
  workers: "the processes of this database",
  workspace_members: "the target grants its own access",
  api_tokens: "the target grants its own access",
  studio_sessions: "the target grants its own access",
  recado_migrations: "the schema",
  recado_functions: "the schema",
  test_clock: "the clock of tests",
  retention_nights: "how far a night has come here",
  tool_rates: "a minute's counts",
  erased_orders: "the books of this database",
  phone_numbers: "made at the beginning of a move",
  number_moves: "written by the move itself",
};

/** What belongs to a workspace and not to one number: taken along when the workspace has no customer there yet. */
export const SETTINGS: readonly string[] = [
  "workspaces",
  "workspace_agent_config",
  "nlu_settings",
  "contact_fields",
  "retention_settings",
  "message_templates",
  "knowledge_entries",
  "prompt_versions",
  "dismissed_questions",
  "feed_endpoints",
  "tombstones",
];

const BY_LINK: Readonly<Record<Exclude<Link, "contact">, (scope: Scope) => Statement>> = {
  conversation: ({ conversations }) => conversations,
  outbox: (scope) =>
    sql`select o.id from outbox_messages o where o.workspace_id = ${scope.workspace} and o.conversation_id in (${scope.conversations})`,
  event: (scope) =>
    sql`select e.id from agent_events e where e.workspace_id = ${scope.workspace} and e.conversation_id in (${scope.conversations})`,
  session: (scope) =>
    sql`select s.id from agent_sessions s where s.workspace_id = ${scope.workspace} and s.conversation_id in (${scope.conversations})`,
  run: (scope) =>
    sql`select r.id from agent_runs r where r.workspace_id = ${scope.workspace} and r.conversation_id in (${scope.conversations})`,
};

const columnRow = z.object({
  table: z.string(),
  column: z.string(),
  type: z.string(),
  required: z.boolean(),
  identity: z.boolean(),
  generated: z.boolean(),
});
const referenceRow = z.object({
  child: z.string(),
  parent: z.string(),
  columns: z.array(z.string()),
  parentColumns: z.array(z.string()),
});

export interface Catalog {
  /** Each after all that it refers to. */
  readonly tables: readonly MovedTable[];
  readonly settings: readonly MovedTable[];
  readonly references: readonly z.output<typeof referenceRow>[];
  /** Tables of which nothing says whether they move: their author has forgotten to. */
  readonly undeclared: readonly string[];
}

/** Reads from the database itself which tables belong to a number: a new table moves by its columns, without a word here. */
export async function readCatalog(run: Database["run"]): Promise<Catalog> {
  const columns = (
    await run(sql`
      select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
        a.attidentity <> '' as identity, a.attgenerated <> '' as generated
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and exists (select from pg_policy p where p.polrelid = c.oid and p.polname in ('own_workspace', 'runtime'))
      order by 1, a.attnum`)
  ).rows.map((row) => columnRow.parse(row));
  const references = (
    await run(sql`
      select k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent,
        array(select a.attname::text from unnest(k.conkey) with ordinality as u (n, at) join pg_attribute a
          on a.attrelid = k.conrelid and a.attnum = u.n order by u.at) as columns,
        array(select a.attname::text from unnest(k.confkey) with ordinality as u (n, at) join pg_attribute a
          on a.attrelid = k.confrelid and a.attnum = u.n order by u.at) as "parentColumns"
      from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace`)
  ).rows.map((row) => referenceRow.parse(row));

  const names = [...new Set(columns.map(({ table }) => table))];
  const describe = (name: string): MovedTable | null => {
    const own = columns.filter(({ table }) => table === name);
    const rule = ruleOf(name, own, columns);
    if (rule === null) return null;
    const copied = own.filter(({ identity, generated }) => !identity && !generated);
    return {
      name,
      ...rule,
      columns: copied.map(({ column, type }) => ({ name: column, type })),
      identity: own.find(({ identity }) => identity)?.column ?? null,
      hasBytes: own.some(({ column, type }) => type === "bytea" && column === "bytes"),
    };
  };
  const stays = (name: string) => Object.hasOwn(STAYS, name) || SETTINGS.includes(name);
  const found = names.filter((name) => !stays(name)).flatMap((name) => describe(name) ?? []);
  const settings = SETTINGS.flatMap((name) => describe(name) ?? []);
  const known = new Set(found.map(({ name }) => name));
  return {
    tables: parentsFirst(found, references),
    settings,
    references,
    undeclared: names.filter((name) => !known.has(name) && !stays(name)),
  };
}

type Column = z.output<typeof columnRow>;
type Rule = Pick<MovedTable, "guard" | "isOf" | "mayBeThere">;

function ruleOf(name: string, own: readonly Column[], all: readonly Column[]): Rule | null {
  if (SETTINGS.includes(name)) {
    const column = identifier(name === "workspaces" ? "id" : "workspace_id");
    return { guard: null, isOf: ({ workspace }) => sql`t.${column} = ${workspace}`, mayBeThere: true };
  }
  const special = SPECIAL[name]?.(all);
  if (special !== undefined) return special;
  const links = (Object.entries(LINKS) as [keyof typeof LINKS, Link][]).flatMap(([column, link]) => {
    const found = own.find((one) => one.column === column && one.type === "uuid");
    // A document may be the whole shop's: it has no conversation, and stays.
    return found?.required === true || (found !== undefined && link === "conversation") ? [{ column, link }] : [];
  });
  const [guard] = links;
  if (guard === undefined) return null;
  const key = identifier(guard.column);
  return guard.link === "contact"
    ? {
        guard,
        isOf: (scope) => sql`t.workspace_id = ${scope.workspace} and t.${key} in (${ofContacts(all)(scope)})`,
        mayBeThere: true,
      }
    : {
        guard,
        isOf: (scope) =>
          sql`t.workspace_id = ${scope.workspace} and t.${key} in (${BY_LINK[guard.link as keyof typeof BY_LINK](scope)})`,
        mayBeThere: false,
      };
}

/** The customers that rows of the number name: in its conversations, its orders, notes that were written there. */
function ofContacts(all: readonly Column[]): (scope: Scope) => Statement {
  const naming = all
    .filter(({ table, column, required }) => column === "contact_id" && required && !Object.hasOwn(STAYS, table))
    .map(({ table }) => table)
    .filter((table) => all.some((one) => one.table === table && one.column === "conversation_id" && one.required));
  return (scope) => {
    const own = naming.reduce(
      (some, table) =>
        sql`${some} union select x.contact_id from ${identifier(table)} x where x.workspace_id = ${scope.workspace} and x.conversation_id in (${scope.conversations})`,
      sql`select c.contact_id as id from conversations c where c.workspace_id = ${scope.workspace} and c.id in (${scope.conversations})`,
    );
    // Records that were merged into one of them lead to it.
    return sql`select k.id from contacts k where k.workspace_id = ${scope.workspace} and (
      k.id in (${own}) or k.merged_into in (${own}))`;
  };
}

/** Where no column of the catalog says it. */
const SPECIAL: Readonly<Record<string, (all: readonly Column[]) => Rule>> = {
  contacts: (all) => ({
    guard: { link: "contact", column: "id" },
    isOf: (scope) => sql`t.workspace_id = ${scope.workspace} and t.id in (${ofContacts(all)(scope)})`,
    mayBeThere: true,
  }),
  conversations: () => ({
    guard: { link: "conversation", column: "id" },
    isOf: ({ workspace, conversations }) => sql`t.workspace_id = ${workspace} and t.id in (${conversations})`,
    mayBeThere: false,
  }),
  message_statuses: () => ({
    guard: null,
    isOf: ({ workspace, number }) => sql`t.workspace_id = ${workspace} and t.phone_number_id = ${number}`,
    mayBeThere: true,
  }),
  circuits: () => ({
    guard: null,
    isOf: ({ workspace, number }) => sql`t.workspace_id = ${workspace} and t.scope = 'number' and t.key = ${number}`,
    mayBeThere: true,
  }),
  search_items: () => indexed,
  search_words: () => indexed,
};

const indexed: Rule = {
  guard: null,
  isOf: (scope) =>
    sql`t.workspace_id = ${scope.workspace} and t.collection in (select 'documents:' || d.id from (${scope.conversations}) d)`,
  mayBeThere: false,
};

function parentsFirst(tables: readonly MovedTable[], references: Catalog["references"]): MovedTable[] {
  const left = new Map(tables.map((table) => [table.name, table]));
  const ordered: MovedTable[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name }) => !references.some(({ child, parent }) => child === name && parent !== name && left.has(parent)),
    );
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${[...left.keys()].join(", ")}`);
    for (const table of free) left.delete(table.name);
    ordered.push(...free);
  }
  return ordered;
}
