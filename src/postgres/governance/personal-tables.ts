import * as z from "zod";
import type { Database } from "../database.ts";
import { identifier, type Statement, sql } from "../sql.ts";

/** All the ids and names of one customer: of their record and of those that were merged into it. */
export interface Subject {
  readonly workspace: string;
  readonly contacts: readonly string[];
  readonly conversations: readonly string[];
  readonly sessions: readonly string[];
  readonly runs: readonly string[];
  readonly events: readonly string[];
  readonly messages: readonly string[];
  readonly wamids: readonly string[];
  /** Phones and BSUIDs, also former ones, unless another customer has them now. */
  readonly names: readonly string[];
  /** Patterns (telling-marks.ts): what was kept as it came and matches one of them is about them. */
  readonly marks: readonly string[];
}

/** `unlink`: the row stays, and nothing in it leads to a person any more. */
type Fate = "delete" | "keep" | "unlink";

export interface PersonalTable {
  readonly name: string;
  /** Which rows `t` are the customer's. */
  readonly isTheirs: (subject: Subject) => Statement;
  readonly fate: Fate;
  readonly byteColumns: readonly string[];
  /** The table or view that an export reads and names: what shops have seen under this name stays so. null for an index. */
  readonly exportedFrom: string | null;
}

/** A run's journal is one row; its export has a row a step. */
const EXPORTED_FROM: Readonly<Record<string, string | null>> = {
  run_steps: "agent_steps",
  search_items: null,
  search_words: null,
};

/** Nothing in them is about a customer, and why. */
export const OF_NO_CUSTOMER: Readonly<Record<string, string>> = {
  workspaces: "the tenants themselves",
  phone_numbers: "the shop's own numbers",
  circuits: "which of the shop's numbers or tokens is held back",
  workers: "the processes",
  workspace_members: "people of the shop",
  api_tokens: "the shop's programs",
  studio_sessions: "people of the shop at their screens",
  recado_migrations: "the schema",
  recado_functions: "the schema",
  test_clock: "the clock of tests",
  workspace_agent_config: "how the shop's agents are set",
  nlu_settings: "a switch, and the salt of hashes",
  nlu_stops: "counts of audits by agent",
  model_costs: "sums of a day by model",
  tombstones: "salted hashes of what was erased",
  contact_fields: "what the shop wants to know of each of its contacts, by name and type",
  retention_settings: "days by class",
  retention_nights: "counts of what a night has forgotten",
  message_templates: "the texts that WhatsApp has approved",
  knowledge_entries: "what the shop's people write for all customers",
  evaluation_runs: "ids and counts of an evaluation",
  prompt_versions: "what the shop's people tell an agent",
  dismissed_questions: "a question without its asker, masked",
  tool_rates: "counts of a minute by module",
  number_moves: "which of the shop's numbers moved where, and how many rows",
  canned_replies: "texts for all customers",
  inbox_views: "names of selections",
  feed_endpoints: "where the shop's events are posted",
  push_keys: "by which push services know the shop",
  erased_orders: "the numbers of the books, which name no customer",
};

/**
 * The columns by which a row belongs to a customer, the strongest first: the first that is never
 * null decides, else any of them. Read from the catalog: a new table that has one of these columns
 * is exported and erased without a word here.
 */
const LINKS = {
  conversation_id: "conversations",
  contact_id: "contacts",
  session_id: "sessions",
  run_id: "runs",
  outbox_id: "messages",
  event_id: "events",
} as const satisfies Record<string, keyof Subject>;

type Rule = Pick<PersonalTable, "isTheirs" | "fate">;

const mentions = (text: Statement, marks: readonly string[]) =>
  sql`exists (select from unnest(${marks}::text[]) as m (mark) where ${text} ~ m.mark)`;

const isIndexed = ({ conversations }: Subject) =>
  sql`t.collection in (select 'documents:' || c from unnest(${conversations}::text[]) as c)`;

/** Where no column of the catalog says it, or where the rows have another end than most. */
const RULES: Readonly<Record<string, Rule>> = {
  contacts: { isTheirs: ({ contacts }) => sql`t.id = any (${contacts}::uuid[])`, fate: "delete" },
  conversations: { isTheirs: ({ conversations }) => sql`t.id = any (${conversations}::uuid[])`, fate: "delete" },
  // The customer it is about, and the conversation in which a person of the shop wrote it: they may
  // write about another customer there.
  contact_notes: {
    isTheirs: ({ contacts, conversations }) =>
      sql`(t.contact_id = any (${contacts}::uuid[]) or t.conversation_id = any (${conversations}::uuid[]))`,
    fate: "delete",
  },
  message_statuses: {
    isTheirs: ({ wamids, names, messages }) => sql`(
      t.wamid in (select unnest(${wamids}::text[])) or t.recipient in (select unnest(${names}::text[]))
      or split_part(t.opaque, ':', 2) in (select unnest(${messages}::text[])))`,
    fate: "delete",
  },
  quarantined_items: {
    isTheirs: ({ marks }) => mentions(sql`encode(t.raw, 'escape') || t.reason`, marks),
    fate: "delete",
  },
  channel_notices: { isTheirs: ({ marks }) => mentions(sql`t.raw::text`, marks), fate: "delete" },
  alerts: {
    isTheirs: ({ marks }) =>
      mentions(sql`t.subject || t.detail::text || coalesce(t.note, '') || coalesce(t.tell_failure, '')`, marks),
    fate: "delete",
  },
  desk_papers: { isTheirs: ({ marks }) => mentions(sql`t.title || E'\\n' || t.text`, marks), fate: "delete" },
  // Invented customers, unless an operator has tried a real one's words there.
  sandbox_saved_sessions: { isTheirs: ({ marks }) => mentions(sql`t.name || t.body`, marks), fate: "delete" },
  // What was paid for, by model and purpose: a bill must add up after a customer is erased.
  model_calls: {
    isTheirs: ({ conversations }) => sql`t.conversation_id = any (${conversations}::uuid[])`,
    fate: "unlink",
  },
  // Words of what customers sent, beside those of files that the shop chose. The texts themselves are exported.
  search_items: { isTheirs: isIndexed, fate: "delete" },
  search_words: { isTheirs: isIndexed, fate: "delete" },
  // Who did what, chained line to line: ids and rules, and nothing that a customer said.
  audit_log: {
    isTheirs: ({ contacts, conversations, runs }) => sql`(
      t.subject_id in (select unnest(${[...contacts, ...conversations]}::text[]))
      or t.run_id in (select unnest(${runs}::uuid[]))
      or t.detail ->> 'conversation' in (select unnest(${conversations}::text[])))`,
    fate: "keep",
  },
};

const columnRow = z.object({ table: z.string(), column: z.string(), type: z.string(), required: z.boolean() });
const referenceRow = z.object({ child: z.string(), parent: z.string() });

export interface PersonalTables {
  /** Each after all that refer to it: in this order rows can be deleted. */
  readonly tables: readonly PersonalTable[];
  /**
   * Tables that are neither a customer's nor named in OF_NO_CUSTOMER: their author has forgotten to
   * say what they hold.
   */
  readonly undeclared: readonly string[];
}

export async function readPersonalTables(run: Database["run"]): Promise<PersonalTables> {
  const columns = (
    await run(sql`
      select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type, a.attnotnull as required
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      -- Our tables are those with a policy for recado_tenant (functions/secure-tables.sql).
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and exists (select from pg_policy p where p.polrelid = c.oid and 'recado_tenant'::regrole = any (p.polroles))
      order by 1, a.attnum`)
  ).rows.map((row) => columnRow.parse(row));
  const references = (
    await run(sql`
      select distinct k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent
      from pg_constraint k
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid`)
  ).rows.map((row) => referenceRow.parse(row));

  const names = [...new Set(columns.map(({ table }) => table))];
  const found = names.flatMap((name): PersonalTable[] => {
    if (Object.hasOwn(OF_NO_CUSTOMER, name)) return [];
    const own = columns.filter(({ table }) => table === name);
    const rule = RULES[name] ?? ruleOf(own);
    const byteColumns = own.filter(({ type }) => type === "bytea").map(({ column }) => column);
    return rule === null
      ? []
      : [
          {
            name,
            ...rule,
            byteColumns,
            exportedFrom: Object.hasOwn(EXPORTED_FROM, name) ? (EXPORTED_FROM[name] ?? null) : name,
          },
        ];
  });
  const known = new Set(found.map(({ name }) => name));
  return {
    tables: childrenFirst(found, references),
    undeclared: names.filter((name) => !known.has(name) && !Object.hasOwn(OF_NO_CUSTOMER, name)),
  };
}

function ruleOf(columns: readonly z.output<typeof columnRow>[]): Rule | null {
  const links = Object.entries(LINKS).flatMap(([column, key]) => {
    const found = columns.find((one) => one.column === column && one.type === "uuid");
    return found === undefined ? [] : [{ column, key, required: found.required }];
  });
  const certain = links.find(({ required }) => required);
  const used = certain === undefined ? links : [certain];
  const [first, ...others] = used;
  if (first === undefined) return null;
  const isOf = ({ column, key }: (typeof used)[number], subject: Subject) =>
    sql`t.${identifier(column)} = any (${subject[key]}::uuid[])`;
  return {
    isTheirs: (subject) =>
      others.reduce((either, link) => sql`(${either} or ${isOf(link, subject)})`, isOf(first, subject)),
    fate: "delete",
  };
}

function childrenFirst(
  tables: readonly PersonalTable[],
  references: readonly z.output<typeof referenceRow>[],
): PersonalTable[] {
  const left = new Map(tables.map((table) => [table.name, table]));
  const ordered: PersonalTable[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name }) => !references.some(({ child, parent }) => parent === name && left.has(child)),
    );
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${[...left.keys()].join(", ")}`);
    for (const table of free) left.delete(table.name);
    ordered.push(...free);
  }
  return ordered;
}
