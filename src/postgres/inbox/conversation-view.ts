import {
  ConversationRecord,
  type StoredConversation,
  StoredConversationSummary,
} from "../../core/answers/conversation.ts";
import type { ConversationId, WorkspaceId } from "../../core/ids.ts";
import { SERVICE_WINDOW_MS } from "../../core/outbound/service-window.ts";
import type { Conversations } from "../../core/ports/conversations.ts";
import type { Page } from "../../core/ports/page.ts";
import { pageOf, readCursor } from "../cursor.ts";
import { customerName } from "../customer-name.ts";
import type { Database } from "../database.ts";
import { andWhere, type Statement, sql } from "../sql.ts";
import { IS_ASLEEP, IS_RESOLVED, WRITING_MS } from "./desk-state.ts";

/** How many of each kind are shown, newest first. */
const TURNS_SHOWN = 200;
const ORDERS_SHOWN = 50;
const TASKS_SHOWN = 50;

function selectConversations(where: Statement): Statement {
  return sql`
    select c.id,
      jsonb_build_object('phone', newest_alias(c.workspace_id, c.contact_id, 'phone'),
          'bsuid', newest_alias(c.workspace_id, c.contact_id, 'bsuid'), 'name', ${customerName(sql`k`)})
        || case when k.name <> k.profile ->> 'name' then jsonb_build_object('whatsappName', k.name) else '{}' end
        || jsonb_strip_nulls(jsonb_build_object('unreachableAt', k.unreachable_at, 'identityChangedAt', k.identity_changed_at))
        || case when k.marketing_stopped_at is null then '{}' else jsonb_build_object('optedOut',
          jsonb_build_object('at', k.marketing_stopped_at, 'eventId', k.stopped_by_event_id)) end as contact,
      c.phone_number_id as "phoneNumberId", coalesce(w.conversational_agent_id, n.agent_id) as agent,
      c.bot_enabled as "botEnabled", c.assignee,
      case when ${IS_ASLEEP} then d.snoozed_until end as "snoozedUntil", ${IS_RESOLVED} as "isResolved",
      case when d.writing_at > recado_now() - make_interval(secs => ${WRITING_MS / 1000}::float8)
        then jsonb_build_object('by', d.writing_by, 'at', d.writing_at) end as writing,
      c.last_customer_message_at + make_interval(secs => ${SERVICE_WINDOW_MS / 1000}::float8) as "windowClosesAt",
      case when c.free_entry_asked_at is not null
        then free_entry_until(c.workspace_id, c.id, c.free_entry_asked_at) end as "freeEntryUntil",
      -- The active session, or the last one.
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
        order by s.status = 'active' desc, s.created_at desc, s.id desc limit 1), 0)::float8 as "usedTokens",
      (select jsonb_build_object('level', m.level, 'dueAt', m.due_at)
        from timers m
        where m.workspace_id = c.workspace_id and m.conversation_id = c.id
          and m.fired_at is null and m.cancelled_at is null) as timer,
      (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'status', o.status, 'source', o.source, 'pack', o.pack,
          'products', o.products, 'total', o.total, 'createdAt', o.created_at) order by o.created_at desc), '[]')
        from (select * from orders o where o.workspace_id = c.workspace_id and o.conversation_id = c.id
          order by o.created_at desc limit ${ORDERS_SHOWN}) o) as orders
    from conversations c
    join contacts own on own.workspace_id = c.workspace_id and own.id = c.contact_id
    join contacts k on k.workspace_id = own.workspace_id and k.id = case when own.merged_into is null then own.id else own.merged_into end
    left join conversation_desks d on d.workspace_id = c.workspace_id and d.conversation_id = c.id
    join phone_numbers n on n.id = c.phone_number_id
    join workspace_agent_config w on w.workspace_id = c.workspace_id
    where ${where}`;
}

export async function getConversation(
  database: Database,
  workspace: WorkspaceId,
  id: ConversationId,
): Promise<StoredConversation | null> {
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
        (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'title', k.title, 'about', k.about, 'priority', k.priority,
            'status', k.status, 'createdAt', k.created_at) order by k.created_at desc), '[]')
          from (select * from tasks where workspace_id = ${workspace} and conversation_id = ${id}::uuid
            order by created_at desc limit ${TASKS_SHOWN}) k) as tasks,
        (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'status', o.status, 'delivery', o.delivery,
            'attempts', o.attempt, 'wamid', o.wamid, 'detail', o.detail, 'createdAt', o.created_at,
            'price', case when coalesce(o.price_type, o.price_category) is not null
              then jsonb_build_object('type', o.price_type, 'category', o.price_category) end) order by o.seq), '[]')
          from (select * from outbox_messages where workspace_id = ${workspace} and conversation_id = ${id}::uuid
            order by seq desc limit ${TURNS_SHOWN}) o) as messages`);
    return { ...StoredConversationSummary.parse(found.rows[0]), ...ConversationRecord.parse(rows[0]) };
  });
}

export async function listConversations(
  database: Database,
  workspace: WorkspaceId,
  filter: Parameters<Conversations["list"]>[1],
): Promise<Page<StoredConversationSummary>> {
  const before = readCursor(filter.cursor);
  const { rows } = await database.asTenant(workspace, (run) =>
    run(
      selectConversations(sql`
        c.workspace_id = ${workspace}
        -- All conversations of the person, also those of contacts that were merged into theirs.
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
  return pageOf(
    rows.map((row) => StoredConversationSummary.parse(row)),
    filter.limit,
  );
}
