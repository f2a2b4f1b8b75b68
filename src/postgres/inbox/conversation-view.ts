import * as z from "zod";
import type { ConversationId, EventId, OrderId, OutboxId, PhoneNumberId, TaskId, WorkspaceId } from "../../core/ids.ts";
import { windowClosesAt } from "../../core/outbound/service-window.ts";
import type { ConversationView, Ledger } from "../../core/ports/ledger.ts";
import type { Page } from "../../core/ports/page.ts";
import { ORDER_ORIGINS, ORDER_STATUSES, TASK_PRIORITIES, TASK_STATUSES } from "../../core/turn/effects.ts";
import { pageOf, readCursor } from "../cursor.ts";
import type { Database } from "../database.ts";
import { id, instant } from "../json-row.ts";
import { andWhere, type Statement, sql } from "../sql.ts";

const conversationRow = z.object({
  id: z.string(),
  phone_number_id: z.string(),
  agent_id: z.string(),
  bot_enabled: z.boolean(),
  last_customer_message_at: z.date().nullable(),
  free_entry_until: z.date().nullable(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  bsuid: z.string().nullable(),
  unreachable_at: z.date().nullable(),
  identity_changed_at: z.date().nullable(),
  marketing_stopped_at: z.date().nullable(),
  stopped_by_event_id: id<EventId>().nullable(),
  session: z
    .object({
      id: z.string(),
      status: z.enum(["active", "paused", "closed", "handed_off"]),
      mode: z.string(),
      version: z.number(),
      datos_capturados: z.record(z.string(), z.string()),
      pack_seleccionado: z.string().nullable(),
      intents_vistos: z.array(z.unknown()),
      templates_enviados: z.array(z.string()),
    })
    .nullable(),
  used_tokens: z.coerce.number(),
  timer: z.object({ level: z.string(), dueAt: instant }).nullable(),
  orders: z.array(
    z.object({
      id: id<OrderId>(),
      status: z.enum(ORDER_STATUSES),
      source: z.enum(ORDER_ORIGINS),
      pack: z.string().nullable(),
      total: z.number(),
      createdAt: instant,
    }),
  ),
});

const detailRow = z.object({
  tasks: z.array(
    z.object({
      id: id<TaskId>(),
      title: z.string(),
      priority: z.enum(TASK_PRIORITIES),
      status: z.enum(TASK_STATUSES),
      createdAt: instant,
    }),
  ),
  turns: z.array(
    z.object({
      role: z.string(),
      content: z.string(),
      intent: z.string().nullable(),
      confidence: z.number().nullable(),
      createdAt: instant,
    }),
  ),
  messages: z.array(
    z.object({
      id: id<OutboxId>(),
      status: z.enum(["queued", "in_flight", "accepted", "failed", "in_doubt", "dropped"]),
      delivery: z.string().nullable(),
      attempts: z.number(),
      wamid: z.string().nullable(),
      detail: z.string().nullable(),
      price: z.object({ type: z.string().nullable(), category: z.string().nullable() }).nullable(),
      createdAt: instant,
    }),
  ),
});

/** The newest of everything: a conversation may be years old. */
const TURNS_SHOWN = 200;
const ORDERS_SHOWN = 50;
const TASKS_SHOWN = 50;

function selectConversations(where: Statement): Statement {
  return sql`
    select c.id, c.phone_number_id, coalesce(w.conversational_agent_id, n.agent_id) as agent_id, c.bot_enabled, c.last_customer_message_at, k.name,
      k.unreachable_at, k.identity_changed_at, k.marketing_stopped_at, k.stopped_by_event_id,
      case when c.free_entry_asked_at is not null
        then free_entry_until(c.workspace_id, c.id, c.free_entry_asked_at) end as free_entry_until,
      newest_alias(c.workspace_id, c.contact_id, 'phone') as phone,
      newest_alias(c.workspace_id, c.contact_id, 'bsuid') as bsuid,
      -- The active session, else the last one.
      (select jsonb_build_object('id', s.id, 'status', s.status, 'mode', s.current_mode, 'version', s.version,
          'datos_capturados', t.datos_capturados, 'pack_seleccionado', t.pack_seleccionado,
          'intents_vistos', t.intents_vistos, 'templates_enviados', t.templates_enviados)
        from agent_sessions s
        join session_state t on t.workspace_id = s.workspace_id and t.session_id = s.id
        where s.workspace_id = c.workspace_id and s.conversation_id = c.id
        order by s.status = 'active' desc, s.created_at desc, s.id desc limit 1) as session,
      coalesce((select b.used_tokens
        from agent_sessions s
        left join token_budgets b on b.workspace_id = s.workspace_id and b.session_id = s.id
        where s.workspace_id = c.workspace_id and s.conversation_id = c.id
        order by s.status = 'active' desc, s.created_at desc, s.id desc limit 1), 0) as used_tokens,
      (select jsonb_build_object('level', m.level, 'dueAt', m.due_at)
        from timers m
        where m.workspace_id = c.workspace_id and m.conversation_id = c.id
          and m.fired_at is null and m.cancelled_at is null) as timer,
      (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'status', o.status, 'source', o.source, 'pack', o.pack,
          'total', o.total, 'createdAt', o.created_at) order by o.created_at desc), '[]')
        from (select * from orders o where o.workspace_id = c.workspace_id and o.conversation_id = c.id
          order by o.created_at desc limit ${ORDERS_SHOWN}) o) as orders
    from conversations c
    join contacts own on own.workspace_id = c.workspace_id and own.id = c.contact_id
    join contacts k on k.workspace_id = own.workspace_id and k.id = case when own.merged_into is null then own.id else own.merged_into end
    join phone_numbers n on n.id = c.phone_number_id
    join workspace_agent_config w on w.workspace_id = c.workspace_id
    where ${where}`;
}

export async function getConversation(
  database: Database,
  workspace: WorkspaceId,
  id: ConversationId,
): Promise<ConversationView | null> {
  return database.asTenant(workspace, async (run) => {
    const found = await run(selectConversations(sql`c.workspace_id = ${workspace} and c.id = ${id}::uuid`));
    if (found.rows[0] === undefined) return null;
    const { rows } = await run(sql`
      select
        (select coalesce(jsonb_agg(jsonb_build_object('role', t.role, 'content', t.content,
            'intent', t.intent_detected, 'confidence', t.confidence, 'createdAt', t.created_at)
            order by t.turn_number), '[]')
          from (select * from agent_turns
            where workspace_id = ${workspace} and conversation_id = ${id}::uuid and not is_unsaid
            order by turn_number desc limit ${TURNS_SHOWN}) t) as turns,
        (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'title', k.title, 'priority', k.priority,
            'status', k.status, 'createdAt', k.created_at) order by k.created_at desc), '[]')
          from (select * from tasks where workspace_id = ${workspace} and conversation_id = ${id}::uuid
            order by created_at desc limit ${TASKS_SHOWN}) k) as tasks,
        (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'status', o.status, 'delivery', o.delivery,
            'attempts', o.attempt, 'wamid', o.wamid, 'detail', o.detail, 'createdAt', o.created_at,
            'price', case when coalesce(o.price_type, o.price_category) is not null
              then jsonb_build_object('type', o.price_type, 'category', o.price_category) end) order by o.seq), '[]')
          from (select * from outbox_messages where workspace_id = ${workspace} and conversation_id = ${id}::uuid
            order by seq desc limit ${TURNS_SHOWN}) o) as messages`);
    const detail = detailRow.parse(rows[0]);
    return { ...readConversation(found.rows[0]), turns: detail.turns, messages: detail.messages, tasks: detail.tasks };
  });
}

export async function listConversations(
  database: Database,
  workspace: WorkspaceId,
  filter: Parameters<Ledger["listConversations"]>[1],
): Promise<Page<ConversationView>> {
  const before = readCursor(filter.cursor);
  const { rows } = await database.asTenant(workspace, (run) =>
    run(
      selectConversations(sql`
        c.workspace_id = ${workspace}
        -- All that this person has ever had: also what stands under a record that was merged into theirs.
        ${andWhere(
          filter.contact,
          (contact) => sql`c.contact_id in (
            select k.id from contact_aliases a
            join contacts k on k.workspace_id = a.workspace_id and a.contact_id in (k.id, k.merged_into)
            where a.workspace_id = ${workspace} and a.value = ${contact})`,
        )}
        ${andWhere(before, (last) => sql`c.id < ${last}::uuid`)}
        order by c.id desc
        limit ${filter.limit + 1}::int`),
    ),
  );
  return pageOf(rows.map(readConversation), filter.limit);
}

function readConversation(row: Record<string, unknown>): ConversationView {
  const found = conversationRow.parse(row);
  return {
    id: found.id as ConversationId,
    contact: {
      phone: found.phone,
      bsuid: found.bsuid,
      name: found.name,
      ...(found.marketing_stopped_at === null
        ? {}
        : { optedOut: { at: found.marketing_stopped_at, eventId: found.stopped_by_event_id } }),
      ...(found.unreachable_at === null ? {} : { unreachableAt: found.unreachable_at }),
      ...(found.identity_changed_at === null ? {} : { identityChangedAt: found.identity_changed_at }),
    },
    phoneNumberId: found.phone_number_id as PhoneNumberId,
    agent: found.agent_id,
    botEnabled: found.bot_enabled,
    windowClosesAt: windowClosesAt(found.last_customer_message_at),
    freeEntryUntil: found.free_entry_until,
    session: found.session,
    usedTokens: found.used_tokens,
    timer: found.timer,
    orders: found.orders,
  };
}
