import * as z from "zod";
import { InboxCounts } from "../../core/answers/desk/inbox-counts.ts";
import { InboxItem } from "../../core/answers/desk/inbox-item.ts";
import { RecadoError } from "../../core/errors.ts";
import type { WorkspaceId } from "../../core/ids.ts";
import { SERVICE_WINDOW_MS } from "../../core/outbound/service-window.ts";
import type { Inbox } from "../../core/ports/desk/inbox.ts";
import type { Page } from "../../core/ports/page.ts";

import { customerName } from "../customer-name.ts";
import type { Database } from "../database.ts";
import { SANDBOX_NUMBER } from "../shop/sandbox-places.ts";
import { andWhere, type Statement, sql } from "../sql.ts";
import { IS_ASLEEP, IS_RESOLVED, IS_UNREAD } from "./desk-state.ts";
import { findContacts } from "./find-contacts.ts";
import { needsPerson } from "./needs-person.ts";

/** The last row of a page: whether it waits for a person, its last activity in microseconds, its id. */
const placeSchema = z.tuple([z.boolean(), z.iso.datetime({ offset: true }), z.uuid()]);
type Place = z.output<typeof placeSchema>;

const Row = InboxItem.extend({ place: z.string() });

/**
 * Lists conversations in the order in which operators work them off. Those that wait for a person are few, and stand first. Of
 * the rest the newest come from an index, beside the few that are being worked on; of a choice that its own index finds, all
 * are sorted.
 */
export async function listInbox(
  database: Database,
  workspace: WorkspaceId,
  { filter, query, per, person, assignee, agent, cursor, limit }: Parameters<Inbox["list"]>[1],
): Promise<Page<InboxItem>> {
  const place = readPlace(cursor);
  const people =
    query === undefined || query.trim() === "" ? undefined : await findContacts(database, workspace, query);
  const isChosenFew = people !== undefined || assignee !== undefined || !["all", "bot"].includes(filter);
  const part = (of: "needed" | "others", which: Statement, most: number | null): Statement => sql`
    (select c.*, coalesce(n.needs, '{}') as needs, n.needs is not null as is_needed, ${LAST_ACTIVITY} as at,
      d.seen_seq, case when ${IS_ASLEEP} then d.snoozed_until end as snoozed_until, ${IS_RESOLVED} as is_resolved
    from ${of === "needed" ? sql`need n join conversations c on c.id = n.conversation_id` : sql`conversations c left join need n on false`}
    left join conversation_desks d on d.workspace_id = c.workspace_id and d.conversation_id = c.id
    where c.workspace_id = ${workspace} and ${which} and ${chosenBy(filter, person)} and ${IS_NO_EMPTY_TRIAL}
      ${of === "others" ? sql`and c.id <> all (array (select conversation_id from need))` : sql``}
      ${andWhere(assignee, (name) => sql`c.assignee = ${name}`)}
      ${andWhere(agent, (id) => sql`exists (select from phone_numbers f where f.id = c.phone_number_id and f.agent_id = ${id})`)}
      ${andWhere(people, (ids) => sql`c.contact_id = any (${ids}::uuid[])`)}
      and ${per === "customer" ? isNewestOfCustomer(workspace) : sql`true`}
      and ${isBehind(place, of === "needed")}
    ${most === null ? sql`` : sql`order by ${LAST_ACTIVITY} desc, c.id desc limit ${most}::int`})`;
  const parts = [
    part("needed", sql`true`, null),
    ...(filter === "needs_me"
      ? []
      : isChosenFew
        ? [part("others", sql`true`, null)]
        : [part("others", IS_AT_REST, limit + 1), part("others", sql`not (${IS_AT_REST})`, limit + 1)]),
  ];
  const { rows } = await database.asTenant(workspace, (run) =>
    run(sql`
      with need as materialized (${needsPerson(workspace)}),
      page as materialized (
        ${parts.reduce((before, next) => sql`${before} union all ${next}`)}
        order by is_needed desc, at desc, id desc
        limit ${limit + 1}::int
      )
      select p.id,
        jsonb_build_object('name', ${customerName(sql`k`)}, 'phone', newest_alias(p.workspace_id, p.contact_id, 'phone'),
          'bsuid', newest_alias(p.workspace_id, p.contact_id, 'bsuid')) as contact,
        p.phone_number_id as "phoneNumberId", f.agent_id as agent, p.bot_enabled as "botEnabled",
        p.switched_by as "switchedBy",
        p.last_customer_message_at + make_interval(secs => ${SERVICE_WINDOW_MS / 1000}::float8) as "windowClosesAt",
        p.needs, p.at as "lastActivityAt", p.assignee, p.snoozed_until as "snoozedUntil", p.is_resolved as "isResolved",
        to_json(p.at) #>> '{}' as place,
        (select count(*)::int from (
          select from agent_events e
          where e.workspace_id = p.workspace_id and e.conversation_id = p.id and e.input_type = 'message'
            and e.seq > case when p.seen_seq is null then 0 else p.seen_seq end
          order by e.seq desc limit ${MOST_UNREAD}::int) e) as unread,
        s.current_mode as mode,
        (select o.status from orders o
          where o.workspace_id = p.workspace_id and o.session_id = s.id and o.deleted_at is null
          order by o.id desc limit 1) as "orderStatus",
        (select jsonb_build_object('role', t.role,
            'by', case when t.role = 'user' then 'customer' when t.intent_detected = 'human' then 'person' else 'bot' end,
            'text', left(t.content, 200), 'at', t.created_at) from agent_turns t
          where t.workspace_id = p.workspace_id and t.conversation_id = p.id and t.role <> 'system' and not t.is_unsaid
          order by t.turn_number desc limit 1) as "lastMessage",
        (select jsonb_build_object('intent', t.intent_detected, 'confidence', t.confidence) from agent_turns t
          where t.workspace_id = p.workspace_id and t.conversation_id = p.id and t.role = 'user'
            and t.intent_detected is not null and t.confidence is not null
          order by t.turn_number desc limit 1) as understanding,
        (select r.status from agent_runs r
          where r.workspace_id = p.workspace_id and r.id = case when p.active_run_id is null then p.queued_run_id else p.active_run_id end) as "runStatus",
        -- A reply that waits for the morning is not being written.
        p.bot_enabled and ((p.unsent > 0 and p.send_at < recado_now() + interval '1 minute') or exists (
          select from agent_runs r
          where r.workspace_id = p.workspace_id and r.status in ('running', 'queued')
            and r.id = case when p.active_run_id is null then p.queued_run_id else p.active_run_id end
            and (p.run_at is null or p.run_at < recado_now() + interval '1 minute'))) as "isBotWriting",
        (select jsonb_build_object('level', m.level, 'dueAt', m.due_at) from timers m
          where m.workspace_id = p.workspace_id and m.conversation_id = p.id
            and m.fired_at is null and m.cancelled_at is null) as timer
      from page p
      join contacts own on own.workspace_id = p.workspace_id and own.id = p.contact_id
      join contacts k on k.workspace_id = own.workspace_id and k.id = case when own.merged_into is null then own.id else own.merged_into end
      join phone_numbers f on f.id = p.phone_number_id
      left join lateral (
        select s.id, s.current_mode from agent_sessions s
        where s.workspace_id = p.workspace_id and s.conversation_id = p.id
        order by s.status = 'active' desc, s.created_at desc, s.id desc limit 1) s on true
      order by p.is_needed desc, p.at desc, p.id desc`),
  );
  const found = rows.map((row) => Row.parse(row));
  const last = found.slice(0, limit).at(-1);
  return {
    items: found.slice(0, limit).map(({ place: _, ...item }) => item),
    nextCursor: found.length > limit && last !== undefined ? writePlace(last) : null,
  };
}

const lastActivityOf = (c: Statement): Statement =>
  sql`(case when ${c}.last_customer_message_at is null then ${c}.created_at else ${c}.last_customer_message_at end)`;
const LAST_ACTIVITY = lastActivityOf(sql`c`);

/** The predicate of the index `conversations_newest`. */
const IS_AT_REST = sql`c.run_at is null and c.leased_by is null and c.send_at is null and c.sender is null`;

/** Whether a conversation stands behind the last row of the former page. */
function isBehind(place: Place | null, isNeeded: boolean): Statement {
  if (place === null || (place[0] && !isNeeded)) return sql`true`;
  if (!place[0] && isNeeded) return sql`false`;
  return sql`(${LAST_ACTIVITY}, c.id) < (${place[1]}::timestamptz, ${place[2]}::uuid)`;
}

/** A sandbox that may use the shop's books, and in which nothing has been done yet, is no conversation of a customer. */
const IS_NO_EMPTY_TRIAL = sql`(c.last_seq > 0 or not starts_with(c.phone_number_id, ${SANDBOX_NUMBER}))`;

const MOST_UNREAD = 30;

/** What waits for people of the shop, in numbers. */
export async function countInbox(database: Database, workspace: WorkspaceId, person: string): Promise<InboxCounts> {
  const { rows } = await database.asTenant(workspace, (run) =>
    run(sql`
      with need as materialized (${needsPerson(workspace)}),
      unread as materialized (
        select c.last_customer_message_at as at from need n
        join conversations c on c.workspace_id = ${workspace} and c.id = n.conversation_id
        left join conversation_desks d on d.workspace_id = c.workspace_id and d.conversation_id = c.id
        where ${IS_UNREAD})
      select (select count(*)::int from need) as "needsMe",
        (select count(*)::int from unread) as unread,
        (select max(u.at) from unread u) as "newestUnreadAt",
        (select count(*)::int from conversations c
          left join conversation_desks d on d.workspace_id = c.workspace_id and d.conversation_id = c.id
          where c.workspace_id = ${workspace} and c.assignee = ${person} and not ${IS_RESOLVED}) as mine,
        (select count(*)::int from confirmations q
          where q.workspace_id = ${workspace} and q.status = 'pending' and q.audience = 'operator') as confirmations,
        (select count(*)::int from tasks t where t.workspace_id = ${workspace} and t.status = 'open') as tasks,
        (select count(*)::int from alerts a where a.workspace_id = ${workspace} and a.resolved_at is null) as alerts,
        (select count(*)::int from agent_runs r
          where r.workspace_id = ${workspace} and r.status = 'dead_letter' and r.discarded_at is null) as "deadLetters"`),
  );
  return InboxCounts.parse(rows[0]);
}

function chosenBy(filter: Parameters<Inbox["list"]>[1]["filter"], person: string): Statement {
  switch (filter) {
    case "all":
      return sql`true`;
    case "needs_me":
      return sql`n.needs is not null`;
    case "human":
      return sql`not c.bot_enabled`;
    case "bot":
      return sql`c.bot_enabled`;
    case "unread":
      return IS_UNREAD;
    case "mine":
      return sql`c.assignee = ${person} and not ${IS_RESOLVED}`;
    case "unassigned":
      return sql`c.assignee is null and not c.bot_enabled and not ${IS_RESOLVED}`;
    case "snoozed":
      return IS_ASLEEP;
    case "resolved":
      return IS_RESOLVED;
  }
}

/** A customer of two numbers of the shop, or of two names that turned out to be one, has several conversations. */
function isNewestOfCustomer(workspace: WorkspaceId): Statement {
  const person = sql`case when own.merged_into is null then own.id else own.merged_into end`;
  return sql`not exists (
    select from contacts own
    join contacts k on k.workspace_id = own.workspace_id and (k.id = ${person} or k.merged_into = ${person})
    join conversations x on x.workspace_id = k.workspace_id and x.contact_id = k.id
    where own.workspace_id = ${workspace} and own.id = c.contact_id
      and (${lastActivityOf(sql`x`)}, x.id) > (${LAST_ACTIVITY}, c.id))`;
}

function writePlace({ needs, place, id: last }: z.output<typeof Row>): string {
  return Buffer.from(JSON.stringify([needs.length > 0, place, last])).toString("base64url");
}

function readPlace(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  try {
    return placeSchema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    throw new RecadoError("request_invalid", "cursor: this is not a nextCursor of an earlier page");
  }
}
