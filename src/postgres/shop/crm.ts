import * as z from "zod";
import {
  CrmContact,
  CrmConversation,
  CrmField,
  CrmMessage,
  CrmNote,
  CrmOrder,
  CrmTask,
  FieldValue,
} from "../../core/answers/crm.ts";
import { id } from "../../core/answers/json-values.ts";
import { MessageTemplate } from "../../core/answers/message-template.ts";
import { type EventId, isUuid, type WorkspaceId } from "../../core/ids.ts";
import { FACT_KINDS, MOST_FACTS, SENSITIVITIES } from "../../core/memory/fact.ts";
import type { Crm } from "../../core/ports/crm.ts";
import { customerName } from "../customer-name.ts";
import type { Database } from "../database.ts";
import { instant } from "../json-row.ts";
import { type Statement, sql } from "../sql.ts";
import { keepingWords, type NewLine, recollecting, recollectionRow } from "./recollect.ts";
import { readTeam } from "./team.ts";

/** So many lines without kept words are worth a statement: every eighth turn. */
const LINES_TO_KEEP = 16;

const expensesRow = z.object({
  count: z.coerce.number(),
  totals: z.array(z.object({ currency: z.string(), total: z.number() })),
  byCategory: z.array(z.object({ currency: z.string(), category: z.string(), total: z.number() })),
  last: z
    .object({
      id: z.string(),
      amount: z.number(),
      currency: z.string(),
      category: z.string(),
      created_at: z.string(),
    })
    .nullable(),
});

const valueRow = z.object({ field: z.string(), value: FieldValue });

const factRow = z.object({
  id: z.string(),
  subject: z.string(),
  key: z.string(),
  value: z.string(),
  quote: z.string(),
  saidAt: z.date(),
  kind: z.enum(FACT_KINDS),
  confidence: z.number(),
  sensitivity: z.enum(SENSITIVITIES),
});

const permissionsRow = z.object({
  asked: z.array(
    z.object({ sensitivity: z.enum(SENSITIVITIES), key: z.string(), eventId: id<EventId>(), saidAt: instant }),
  ),
});

const FACT_COLUMNS = sql`f.id, f.subject, f.key, f.value, f.quote, f.said_at as "saidAt", f.kind, f.confidence, f.sensitivity`;

/** A contact that was merged away is the one that it is part of now. */
const CONTACTS = sql`
  select k.id, ${customerName(sql`k`)} as name, k.tags, k.profile, k.created_at as "createdAt",
    -- A customer who has written since is here again.
    case when not exists (
      select from conversations c
      where c.workspace_id = k.workspace_id and c.contact_id = k.id and c.last_customer_message_at > k.deleted_at)
      then k.deleted_at end as "deletedAt",
    newest_alias(k.workspace_id, k.id, 'phone') as phone, newest_alias(k.workspace_id, k.id, 'bsuid') as bsuid
  from contacts k`;

const ORDERS = sql`
  select o.id, coalesce(k.merged_into, k.id) as "contactId", o.conversation_id as "conversationId", o.status, o.source, o.stage,
    o.pack, o.products, o.total, o.shipping_address as "shippingAddress", o.note, o.data, o.created_at as "createdAt",
    o.deleted_at as "deletedAt"
  from orders o
  join contacts k on k.workspace_id = o.workspace_id and k.id = o.contact_id`;

const TASKS = sql`
  select t.id, coalesce(k.merged_into, k.id) as "contactId", t.conversation_id as "conversationId", t.title, t.priority, t.status,
    t.note, t.assignee, t.created_at as "createdAt"
  from tasks t
  join conversations c on c.workspace_id = t.workspace_id and c.id = t.conversation_id
  join contacts k on k.workspace_id = c.workspace_id and k.id = c.contact_id`;

const NOTES = sql`
  select n.id, n.contact_id as "contactId", n.author, n.body, n.created_at as "createdAt" from contact_notes n`;

const CONVERSATIONS = sql`
  select c.id, c.contact_id as "contactId", ${customerName(sql`k`)} as "contactName",
    c.phone_number_id as "phoneNumberId", c.assignee, c.bot_enabled as "isBotOn",
    coalesce(c.closed_at >= coalesce(c.last_customer_message_at, '-infinity'), false) as "isClosed",
    c.last_customer_message_at as "lastCustomerMessageAt"
  from conversations c
  join contacts k on k.workspace_id = c.workspace_id and k.id = c.contact_id`;

/** What tools read: through the role that row security confines to one workspace, as all that people and programs read. */
export function createCrm(database: Database): Crm {
  async function all<Row>(workspace: string, shape: z.ZodType<Row>, statement: Statement): Promise<Row[]> {
    const { rows } = await database.asTenant(workspace as WorkspaceId, (run) => run(statement));
    return rows.map((row) => shape.parse(row));
  }
  // What is no id names nothing; PostgreSQL would call it a mistake.
  async function one<Row>(
    workspace: string,
    id: string,
    shape: z.ZodType<Row>,
    statement: Statement,
  ): Promise<Row | null> {
    if (!isUuid(id)) return null;
    return (await all(workspace, shape, statement))[0] ?? null;
  }

  let isKeepingWords = false;
  /** After the read that met the lines: its caller waits for nothing (L-37). Lines that come meanwhile are met by the next read again. */
  function keepWords(workspace: string, lines: readonly NewLine[]): void {
    if (isKeepingWords || lines.length < LINES_TO_KEEP) return;
    isKeepingWords = true;
    void database
      .runApart(keepingWords(workspace, lines), "the words of lines were not kept: the next read makes them again")
      .finally(() => {
        isKeepingWords = false;
      });
  }

  return {
    contact: (workspace, id) =>
      one(
        workspace,
        id,
        CrmContact,
        sql`${CONTACTS} where k.workspace_id = ${workspace} and k.id = (
          select coalesce(m.merged_into, m.id) from contacts m where m.workspace_id = ${workspace} and m.id = ${id}::uuid)`,
      ),
    async contactByPhone(workspace, phone) {
      const found = await all(
        workspace,
        CrmContact,
        sql`${CONTACTS} where k.workspace_id = ${workspace} and k.merged_into is null and k.id in (
          select a.contact_id from contact_aliases a
          where a.workspace_id = ${workspace} and a.kind = 'phone' and right(a.value, 10) = right(${phone}, 10))
        limit 2`,
      );
      const exact = found.find((contact) => contact.phone === phone);
      return exact ?? (found.length === 1 ? (found[0] ?? null) : null);
    },
    contacts: (workspace, { tag, search, limit }) =>
      all(
        workspace,
        CrmContact,
        sql`
          select * from (${CONTACTS} where k.workspace_id = ${workspace} and k.merged_into is null
            and (${tag}::text is null or ${tag} = any (k.tags))
            and (${search}::text is null
              or position(lower(${search}) in lower(${customerName(sql`k`)})) > 0)) x
          where x."deletedAt" is null
          order by x."createdAt" desc, x.id desc limit ${limit}::int`,
      ),
    order: (workspace, id) =>
      one(workspace, id, CrmOrder, sql`${ORDERS} where o.workspace_id = ${workspace} and o.id = ${id}::uuid`),
    orders: (workspace, { contactId, limit }) =>
      all(
        workspace,
        CrmOrder,
        sql`${ORDERS} where o.workspace_id = ${workspace} and o.deleted_at is null
          and (${contactId}::uuid is null or coalesce(k.merged_into, k.id) = ${contactId}::uuid)
          order by o.id desc limit ${limit}::int`,
      ),
    task: (workspace, id) =>
      one(workspace, id, CrmTask, sql`${TASKS} where t.workspace_id = ${workspace} and t.id = ${id}::uuid`),
    tasks: (workspace, { contactId, status, limit }) =>
      all(
        workspace,
        CrmTask,
        sql`${TASKS} where t.workspace_id = ${workspace} and (${status}::text is null or t.status = ${status})
          and (${contactId}::uuid is null or coalesce(k.merged_into, k.id) = ${contactId}::uuid)
          order by t.id desc limit ${limit}::int`,
      ),
    note: (workspace, id) =>
      one(
        workspace,
        id,
        CrmNote,
        sql`${NOTES} where n.workspace_id = ${workspace} and n.id = ${id}::uuid and n.deleted_at is null`,
      ),
    notes: (workspace, { contactId, limit }) =>
      all(
        workspace,
        CrmNote,
        sql`${NOTES} where n.workspace_id = ${workspace} and n.deleted_at is null
          and (${contactId}::uuid is null or n.contact_id = ${contactId}::uuid)
          order by n.id desc limit ${limit}::int`,
      ),
    fields: (workspace) =>
      all(
        workspace,
        CrmField,
        sql`select f.name, f.type, f.choices from contact_fields f where f.workspace_id = ${workspace} order by f.name`,
      ),
    async fieldValues(workspace, contactId) {
      if (!isUuid(contactId)) return {};
      const found = await all(
        workspace,
        valueRow,
        sql`select v.field, v.value from contact_field_values v
          where v.workspace_id = ${workspace} and v.contact_id = ${contactId}::uuid order by v.field`,
      );
      return Object.fromEntries(found.map(({ field, value }) => [field, value]));
    },
    messages: async (workspace, conversationId, limit) => {
      const found = await all(
        workspace,
        CrmMessage,
        sql`select t.role, t.content, t.created_at as "createdAt" from agent_turns t
          where t.workspace_id = ${workspace} and t.conversation_id = ${conversationId}::uuid and not t.is_unsaid and t.content <> ''
          order by t.turn_number desc limit ${limit}::int`,
      );
      return found.reverse();
    },
    facts: (workspace, contactId) =>
      all(
        workspace,
        factRow,
        sql`select ${FACT_COLUMNS} from contact_facts f
          where f.workspace_id = ${workspace} and f.valid_to is null
            and f.contact_id = (select coalesce(k.merged_into, k.id) from contacts k
              where k.workspace_id = ${workspace} and k.id = ${contactId}::uuid)
          order by f.seq desc limit ${MOST_FACTS}::int`,
      ),
    async recollect(workspace, contactId, asked) {
      const nothing = { profile: [], facts: [], windows: [] };
      if (!isUuid(contactId)) return nothing;
      const [found] = await all(workspace, recollectionRow, recollecting(workspace, contactId, asked));
      if (found === undefined) return nothing;
      keepWords(workspace, found.newLines);
      return found.read;
    },
    team: async (workspace, contactId) => (isUuid(contactId) ? readTeam(database, workspace, contactId) : null),
    async askedPermissions(workspace, contactId) {
      if (!isUuid(contactId)) return [];
      const [found] = await all(
        workspace,
        permissionsRow,
        sql`select k.memory_asked as asked from contacts k
          where k.workspace_id = ${workspace} and k.id = (select coalesce(own.merged_into, own.id) from contacts own
            where own.workspace_id = ${workspace} and own.id = ${contactId}::uuid)`,
      );
      return found?.asked ?? [];
    },
    templates: (workspace) =>
      all(
        workspace,
        MessageTemplate,
        sql`select m.name, m.language, m.category, m.body, m.variables from message_templates m
          where m.workspace_id = ${workspace} order by m.name, m.language`,
      ),
    conversation: (workspace, id) =>
      one(
        workspace,
        id,
        CrmConversation,
        sql`${CONVERSATIONS} where c.workspace_id = ${workspace} and c.id = ${id}::uuid`,
      ),
    async expenses(workspace, conversationId, since) {
      const [found] = await all(
        workspace,
        expensesRow,
        sql`with own as (
            select e.id, e.amount, e.currency, e.category, e.created_at from expenses e
            where e.workspace_id = ${workspace} and e.conversation_id = ${conversationId}::uuid and e.undone_at is null
              and e.created_at >= ${since}::timestamptz),
          totals as (select currency, sum(amount) as total from own group by currency order by count(*) desc, 1),
          sums as (select currency, category, sum(amount) as total from own group by 1, 2 order by 3 desc, 2 limit 20),
          newest as (select * from own order by created_at desc, id desc limit 1)
          select (select count(*) from own) as count, (select coalesce(json_agg(t), '[]') from totals t) as totals,
            (select coalesce(json_agg(s), '[]') from sums s) as "byCategory",
            (select to_json(n) from newest n) as last`,
      );
      if (found === undefined) throw new Error("a sum has one row");
      const { last, ...sums } = found;
      if (last === null) return { ...sums, last };
      const { created_at: at, ...kept } = last;
      return { ...sums, last: { ...kept, at: new Date(at) } };
    },
    conversations: (workspace, { assignee, limit }) =>
      all(
        workspace,
        CrmConversation,
        sql`${CONVERSATIONS} where c.workspace_id = ${workspace} and (${assignee}::text is null or c.assignee = ${assignee})
          order by c.last_customer_message_at desc nulls last, c.id desc limit ${limit}::int`,
      ),
  };
}
