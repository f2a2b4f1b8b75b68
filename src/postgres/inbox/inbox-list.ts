import * as z from "zod";
import { InboxItem } from "../../core/answers/inbox-item.ts";
import { RecadoError } from "../../core/errors.ts";
import type { WorkspaceId } from "../../core/ids.ts";
import { SERVICE_WINDOW_MS } from "../../core/outbound/service-window.ts";
import type { Inbox } from "../../core/ports/inbox.ts";
import type { Page } from "../../core/ports/page.ts";
import type { Database } from "../database.ts";
import { type Statement, sql } from "../sql.ts";

/** The last row of a page: whether it waits for a person, its last activity, its id. */
const placeSchema = z.tuple([z.boolean(), z.iso.datetime({ offset: true }), z.uuid()]);

/**
 * Lists conversations in the order in which operators work them off. Open tasks, questions, dead letters and conversations
 * that a person answers are few and have their own indexes. The rest is sorted by time: about 10 ms for ten thousand
 * conversations. (Under row security PostgreSQL uses no index for a `coalesce`, which it does not trust; it does for a `case`.)
 */
export async function listInbox(
  database: Database,
  workspace: WorkspaceId,
  { filter, query, cursor, limit }: Parameters<Inbox["list"]>[1],
): Promise<Page<InboxItem>> {
  const place = readPlace(cursor);
  const { rows } = await database.asTenant(workspace, (run) =>
    run(sql`
      with need as materialized (
        select n.conversation_id, array_agg(distinct n.what) as needs
        from (
          select t.conversation_id, 'task' as what from tasks t
          where t.workspace_id = ${workspace} and t.status = 'open'
          union all
          select r.conversation_id, 'confirmation' from agent_runs r
          where r.workspace_id = ${workspace} and r.status = 'waiting_confirmation'
          union all
          select r.conversation_id, 'dead_letter' from agent_runs r
          where r.workspace_id = ${workspace} and r.status = 'dead_letter' and r.discarded_at is null
          union all
          select h.id, 'unanswered' from conversations h
          where h.workspace_id = ${workspace} and not h.bot_enabled and h.last_customer_message_at > coalesce((
            select o.created_at from outbox_messages o
            where o.workspace_id = h.workspace_id and o.conversation_id = h.id
            order by o.seq desc limit 1), '-infinity')
        ) n
        group by n.conversation_id
      ),
      page as materialized (
        select c.*, coalesce(n.needs, '{}') as needs, n.needs is not null as is_needed,
          date_trunc('milliseconds', coalesce(c.last_customer_message_at, c.created_at)) as at
        from conversations c
        left join need n on n.conversation_id = c.id
        where c.workspace_id = ${workspace} and ${chosenBy(filter)} and ${foundBy(workspace, query)}
          and ${
            place === null
              ? sql`true`
              : sql`(n.needs is not null, date_trunc('milliseconds', coalesce(c.last_customer_message_at, c.created_at)), c.id)
                < (${place[0]}::boolean, ${place[1]}::timestamptz, ${place[2]}::uuid)`
          }
        order by is_needed desc, at desc, c.id desc
        limit ${limit + 1}::int
      )
      select p.id,
        jsonb_build_object('name', k.name, 'phone', newest_alias(p.workspace_id, p.contact_id, 'phone'),
          'bsuid', newest_alias(p.workspace_id, p.contact_id, 'bsuid')) as contact,
        p.phone_number_id as "phoneNumberId", f.agent_id as agent, p.bot_enabled as "botEnabled",
        p.switched_by as "switchedBy",
        p.last_customer_message_at + make_interval(secs => ${SERVICE_WINDOW_MS / 1000}::float8) as "windowClosesAt",
        p.needs, p.at as "lastActivityAt",
        (select s.current_mode from agent_sessions s
          where s.workspace_id = p.workspace_id and s.conversation_id = p.id
          order by s.status = 'active' desc, s.created_at desc, s.id desc limit 1) as mode,
        (select jsonb_build_object('role', t.role, 'text', left(t.content, 200), 'at', t.created_at) from agent_turns t
          where t.workspace_id = p.workspace_id and t.conversation_id = p.id and t.role <> 'system' and not t.is_unsaid
          order by t.turn_number desc limit 1) as "lastMessage",
        (select jsonb_build_object('intent', t.intent_detected, 'confidence', t.confidence) from agent_turns t
          where t.workspace_id = p.workspace_id and t.conversation_id = p.id and t.role = 'user'
            and t.intent_detected is not null and t.confidence is not null
          order by t.turn_number desc limit 1) as understanding,
        (select r.status from agent_runs r
          where r.workspace_id = p.workspace_id and r.id = case when p.active_run_id is null then p.queued_run_id else p.active_run_id end) as "runStatus",
        p.bot_enabled and (p.unsent > 0 or exists (
          select from agent_runs r
          where r.workspace_id = p.workspace_id and r.status in ('running', 'queued')
            and r.id = case when p.active_run_id is null then p.queued_run_id else p.active_run_id end)) as "isBotWriting",
        (select jsonb_build_object('level', m.level, 'dueAt', m.due_at) from timers m
          where m.workspace_id = p.workspace_id and m.conversation_id = p.id
            and m.fired_at is null and m.cancelled_at is null) as timer
      from page p
      join contacts own on own.workspace_id = p.workspace_id and own.id = p.contact_id
      join contacts k on k.workspace_id = own.workspace_id and k.id = case when own.merged_into is null then own.id else own.merged_into end
      join phone_numbers f on f.id = p.phone_number_id
      order by p.is_needed desc, p.at desc, p.id desc`),
  );
  const found = rows.map((row) => InboxItem.parse(row));
  const last = found.slice(0, limit).at(-1);
  return {
    items: found.slice(0, limit),
    nextCursor: found.length > limit && last !== undefined ? writePlace(last) : null,
  };
}

function chosenBy(filter: Parameters<Inbox["list"]>[1]["filter"]): Statement {
  switch (filter) {
    case "all":
      return sql`true`;
    case "needs_me":
      return sql`n.needs is not null`;
    case "human":
      return sql`not c.bot_enabled`;
    case "bot":
      return sql`c.bot_enabled`;
  }
}

/** Matches part of a name, or at least three digits of a phone. */
function foundBy(workspace: WorkspaceId, query: string | undefined): Statement {
  if (query === undefined || query.trim() === "") return sql`true`;
  const name = `%${query.trim().replace(/[\\%_]/g, "\\$&")}%`;
  const digits = query.replace(/\D/g, "");
  return sql`c.contact_id in (
    select k.id from contacts k
    where k.workspace_id = ${workspace} and (k.name ilike ${name} or exists (
      select from contacts m where m.workspace_id = k.workspace_id and m.id = k.merged_into and m.name ilike ${name}))
    union all
    select k.id from contact_aliases a
    join contacts k on k.workspace_id = a.workspace_id and a.contact_id in (k.id, k.merged_into)
    where a.workspace_id = ${workspace} and a.value = ${query.trim()}
      or a.workspace_id = ${workspace} and a.kind = 'phone' and ${digits.length >= 3}::boolean
        and a.value like ${`%${digits}%`})`;
}

function writePlace({ needs, lastActivityAt, id: last }: InboxItem): string {
  return Buffer.from(JSON.stringify([needs.length > 0, lastActivityAt.toISOString(), last])).toString("base64url");
}

function readPlace(cursor: string | undefined): z.output<typeof placeSchema> | null {
  if (cursor === undefined) return null;
  try {
    return placeSchema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    throw new RecadoError("request_invalid", "cursor: this is not a nextCursor of an earlier page");
  }
}
