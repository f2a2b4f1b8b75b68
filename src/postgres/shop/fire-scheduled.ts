import * as z from "zod";
import type { WorkspaceId } from "../../core/ids.ts";
import { packOf } from "../../core/locale/pack-of.ts";
import { occurrenceAfter } from "../../core/outbound/reminder-series.ts";
import { type DueMessage, StoredScheduledMessage } from "../../core/outbound/scheduled-message.ts";
import type { Judged, Scheduled } from "../../core/ports/scheduled.ts";
import { contactHours } from "../business-hours.ts";
import type { Database } from "../database.ts";
import { id, instant, readList, readMs } from "../json-row.ts";
import { LOCKED_MS } from "../lock-order.ts";
import { rowset, type Statement, sql } from "../sql.ts";
import { SCHEDULED } from "./scheduled-row.ts";

const dueRow = z
  .object({
    workspaceId: id<WorkspaceId>(),
    message: StoredScheduledMessage,
    attempt: z.number(),
    missed: z.number(),
    isContinued: z.boolean(),
    lastCustomerMessageAt: instant.nullable(),
    hasOptedOut: z.boolean(),
    isBotOff: z.boolean(),
    saidAt: z.array(instant),
    toldAt: z.array(instant),
    contactHours,
    limits: z.object({
      perDay: z.number(),
      spacingMinutes: z.number(),
      quietMinutes: z.number(),
      windowMaintenance: z.boolean(),
    }),
    now: instant,
  })
  .transform((row): DueMessage => row);

const backlogRow = z.object({ overdue: z.number(), tooLate: z.number(), oldest: instant.nullable() });

/** How many are looked at to find those whose conversations are idle: after an outage there may be a crowd. */
const LOOKED_AT = 2_000;

/** How far back what was said counts: a day of any time zone, and the spacing that may reach into the day before. */
const SAID_WITHIN_HOURS = 48;

/** When messages of a purpose were last said to the contact `k`, the newest first. The purpose stands in the text, so that its partial index is used. */
function saidTo(purpose: Statement): Statement {
  return sql`(
            select coalesce(jsonb_agg(o.created_at order by o.created_at desc), '[]')
            from conversations there
            join contacts own on own.workspace_id = there.workspace_id and own.id = there.contact_id
            join outbox_messages o on o.workspace_id = there.workspace_id and o.conversation_id = there.id
            where there.workspace_id = s.workspace_id and coalesce(own.merged_into, own.id) = k.id
              and o.purpose = ${purpose} and o.status <> 'dropped'
              and o.created_at > recado_now() - make_interval(hours => ${SAID_WITHIN_HOURS}::int))`;
}

/** One of a contact at a time: two that are due together are judged one after the other, the second with the first in mind. */
export async function claimScheduled(
  database: Database,
  { limit, leaseMs }: Parameters<Scheduled["claim"]>[0],
): ReturnType<Scheduled["claim"]> {
  const { rows } = await database.run(sql`
    -- The people of whom something is being said or judged: few, whatever waits. Asked for each candidate, it may read all conversations
    -- of a workspace each time.
    with busy as materialized (
      select there.workspace_id, coalesce(k.merged_into, k.id) as person
      from (
        select workspace_id, conversation_id from scheduled_messages where status = 'pending' and run_id is not null
        union all
        select workspace_id, conversation_id from scheduled_messages
        where status = 'pending' and run_id is null and fire_at <= recado_now() and claimed_until > recado_now()) o
      join conversations there on there.workspace_id = o.workspace_id and there.id = o.conversation_id
      join contacts k on k.workspace_id = there.workspace_id and k.id = there.contact_id
    ),
    candidate as materialized (
      select distinct on (coalesce(own.merged_into, own.id)) s.workspace_id, s.id, s.fire_at, s.is_late, c.id as conversation_id
      from (
        -- After months of a stop what is still of use is not kept waiting by what is too late.
        select *, useful_until < recado_now() as is_late from scheduled_messages
        where status = 'pending' and run_id is null and fire_at <= recado_now()
        order by is_late, fire_at limit ${LOOKED_AT}::int) s
      join conversations c on c.workspace_id = s.workspace_id and c.id = s.conversation_id
      join contacts own on own.workspace_id = c.workspace_id and own.id = c.contact_id
      where c.run_at is null
        and (c.workspace_id, coalesce(own.merged_into, own.id)) not in (select workspace_id, person from busy)
      order by coalesce(own.merged_into, own.id), s.is_late, s.fire_at, s.due_at, s.id
    ),
    -- The contact's lock: of two workers that find two of theirs at once, one goes without.
    due as materialized (
      select d.workspace_id, d.id
      from candidate d
      join conversations c on c.workspace_id = d.workspace_id and c.id = d.conversation_id
      join contacts own on own.workspace_id = c.workspace_id and own.id = c.contact_id
      join contacts k on k.workspace_id = own.workspace_id and k.id = coalesce(own.merged_into, own.id)
      join scheduled_messages s on s.workspace_id = d.workspace_id and s.id = d.id
      where s.status = 'pending' and s.run_id is null and coalesce(s.claimed_until <= recado_now(), true)
      order by d.is_late, d.fire_at
      limit ${limit}::int
      for update of s, k skip locked
    ),
    claimed as (
      update scheduled_messages s set
        attempt = s.attempt + 1, claimed_until = recado_now() + make_interval(secs => ${leaseMs / 1000}::float8)
      from due d
      where s.workspace_id = d.workspace_id and s.id = d.id and s.status = 'pending' and s.run_id is null
        and coalesce(s.claimed_until <= recado_now(), true)
      returning s.*
    )
    select
      (select count(*) from due) < least(${limit}::int, (select count(*) from candidate)) as is_passed_over,
      (select jsonb_agg(jsonb_build_object(
          'workspaceId', s.workspace_id, 'message', ${SCHEDULED}, 'attempt', s.attempt,
          'missed', s.missed, 'isContinued', s.is_continued,
          'lastCustomerMessageAt', c.last_customer_message_at,
          'hasOptedOut', k.marketing_stopped_at is not null,
          'isBotOff', not c.bot_enabled or not w.agent_enabled or 'WPP' = any (k.tags),
          'saidAt', ${saidTo(sql`'commercial'`)},
          'toldAt', ${saidTo(sql`'requested'`)},
          'contactHours', jsonb_build_object('locale', w.locale, 'timeZone', w.time_zone, 'businessHours', w.business_hours),
          'limits', jsonb_build_object(
            'perDay', w.proactive_per_day, 'spacingMinutes', w.proactive_spacing_minutes,
            'quietMinutes', w.quiet_minutes, 'windowMaintenance', w.window_maintenance),
          'now', recado_now()))
        from claimed s
        join conversations c on c.workspace_id = s.workspace_id and c.id = s.conversation_id
        join contacts own on own.workspace_id = c.workspace_id and own.id = c.contact_id
        join contacts k on k.workspace_id = own.workspace_id and k.id = coalesce(own.merged_into, own.id)
        join workspace_agent_config w on w.workspace_id = c.workspace_id) as due,
      (select jsonb_build_object('overdue', count(*), 'tooLate', count(*) filter (where useful_until < recado_now()),
          'oldest', min(due_at)) from scheduled_messages
        where status = 'pending' and run_id is null and fire_at <= recado_now()) as backlog,
      (select extract(epoch from min(fire_at) - recado_now()) * 1000 from scheduled_messages
        where status = 'pending' and run_id is null and fire_at > recado_now()) as next_due_ms`);
  return {
    due: readList(rows[0]?.["due"]).map((row) => dueRow.parse(row)),
    backlog: backlogRow.parse(rows[0]?.["backlog"]),
    nextDueInMs: rows[0]?.["is_passed_over"] === true ? LOCKED_MS : readMs(rows[0]?.["next_due_ms"]),
  };
}

/**
 * What was judged is true as long as the claim is (`attempt`) and, of what is to be said, as long as the conversation is idle: a
 * message that has come meanwhile goes first, and the claim is given back. The event's key is its claim's, so that nothing is
 * said twice.
 */
export async function settleScheduled(
  database: Database,
  judged: readonly Judged[],
  newId: () => string,
): Promise<number> {
  if (judged.length === 0) return 0;
  const given = judged.map(({ due, verdict }) => {
    const { message, missed, isContinued } = due;
    const { rule, dueAt, timeZone } = message;
    const next = occurrenceAfter({ rule, dueAt, timeZone, missed, isContinued }, verdict, due.now);
    return {
      workspace_id: due.workspaceId,
      id: due.message.id,
      attempt: due.attempt,
      verdict: verdict.kind,
      fire_at: verdict.kind === "wait" ? verdict.until.toISOString() : null,
      status: verdict.kind === "end" ? verdict.status : null,
      reason: verdict.kind === "say" ? null : verdict.reason,
      asks_person: verdict.kind === "end" && verdict.asksPerson,
      task_id: newId(),
      task_title: packOf(due.contactHours.locale).texts.tasks.not_said,
      event_id: newId(),
      run_id: newId(),
      next_id: next === null ? null : newId(),
      next_due_at: next?.dueAt.toISOString() ?? null,
      next_useful_until: next?.usefulUntil.toISOString() ?? null,
      next_missed: next?.missed ?? 0,
      next_skipped: next?.skipped ?? 0,
    };
  });
  const columns = sql`workspace_id text, id uuid, attempt int, verdict text, fire_at timestamptz, status text, reason text,
    asks_person boolean, task_id uuid, task_title text, event_id uuid, run_id uuid, next_id uuid, next_due_at timestamptz,
    next_useful_until timestamptz, next_missed int, next_skipped int`;
  const { rows } = await database.run(sql`
    with given as materialized (
      select g.*, s.conversation_id
      from ${rowset(given, columns)} g
      join scheduled_messages s on s.workspace_id = g.workspace_id and s.id = g.id
    ),
    idle as materialized (
      select g.*, c.contact_id
      from given g
      join conversations c on c.workspace_id = g.workspace_id and c.id = g.conversation_id
      where g.verdict = 'say' and c.run_at is null
      order by c.contact_id, c.workspace_id, c.phone_number_id
      for update of c skip locked
    ),
    decided as (
      update scheduled_messages s set
        run_id = i.run_id,
        claimed_until = null,
        fire_at = coalesce(g.fire_at, s.fire_at),
        held_by = case when g.verdict = 'wait' then g.reason end,
        status = coalesce(g.status, s.status),
        reason = case when g.verdict = 'end' then g.reason end,
        settled_at = case when g.verdict = 'end' then recado_now() end,
        settled_by = case when g.verdict = 'end' then 'system' end,
        is_continued = s.is_continued or (g.next_id is not null and (g.verdict = 'end' or i.run_id is not null))
      from given g
      left join idle i on i.workspace_id = g.workspace_id and i.id = g.id
      where s.workspace_id = g.workspace_id and s.id = g.id
        and s.attempt = g.attempt and s.status = 'pending' and s.run_id is null
      returning s.*, i.event_id, i.contact_id, g.task_id, g.task_title, g.asks_person, g.next_id, g.next_due_at, g.next_useful_until,
        g.next_missed, g.next_skipped
    ),
    -- The next time of a series exists as soon as this one is decided, so a cancellation meets it, and a kill repeats neither.
    followed as (
      insert into scheduled_messages (
        workspace_id, id, idempotency_key, conversation_id, kind, text, template, is_requested, time_zone, due_at,
        useful_until, fire_at, created_by, created_at, agent_key, rule, series_id, missed, skipped)
      select workspace_id, next_id, concat('reminder:', next_id), conversation_id, kind, text, template, is_requested,
        time_zone, next_due_at, next_useful_until, next_due_at, created_by, recado_now(), agent_key, rule, series_id,
        next_missed, next_skipped
      from decided where next_id is not null and is_continued
      returning id
    ),
    asked as (
      insert into tasks (workspace_id, id, conversation_id, title, priority, note, data, about, created_at, updated_at)
      select workspace_id, task_id, conversation_id, task_title, 'high', text, '{}',
        jsonb_build_object('code', 'not_said', 'values', jsonb_build_object('kind', kind, 'reason', reason)),
        recado_now(), recado_now()
      from decided where asks_person
      returning id
    ),
    placed as (
      update conversations c set
        last_seq = c.last_seq + 1, pending = c.pending + 1, queued_run_id = d.run_id, run_at = recado_now()
      from decided d
      where d.run_id is not null and c.workspace_id = d.workspace_id and c.id = d.conversation_id
      returning c.workspace_id, c.id as conversation_id, c.last_seq, d.run_id, d.event_id, d.contact_id, d.id, d.kind, d.text,
        d.template, d.is_requested, d.useful_until, d.attempt, d.agent_key,
        d.skipped
    ),
    new_run as (
      insert into agent_runs (workspace_id, id, conversation_id, event_id, status, created_at)
      select workspace_id, run_id, conversation_id, event_id, 'queued', recado_now() from placed
      returning id
    ),
    new_event as (
      insert into agent_events (
        workspace_id, id, conversation_id, seq, run_id, user_id, source, input_type, payload, idempotency_key, occurred_at,
        available_at, created_at)
      select workspace_id, event_id, conversation_id, last_seq, run_id, contact_id, 'system', 'scheduled',
        jsonb_build_object('content', jsonb_build_object(
          'type', 'scheduled', 'id', id, 'kind', kind, 'text', text, 'template', template, 'isRequested', is_requested,
          'isVerbatim', agent_key is not null, 'usefulUntil', useful_until)
          || case when skipped > 0 then jsonb_build_object('skipped', skipped) else '{}' end),
        'scheduled:' || id || ':' || attempt, recado_now(), recado_now(), recado_now()
      from placed
      returning id
    )
    select (select count(*)::int from new_event) as fired, (select count(*) from asked) + (select count(*) from new_run) + (select count(*) from followed) as written,
      (select count(pg_notify('recado_mailbox', '')) from (select from new_run limit 1) one) as notified`);
  return Number(rows[0]?.["fired"]);
}

/** How soon one is looked at again whose customer spoke first. */
const AGAIN_AFTER_SECONDS = 60;

/** The run that says it may have been joined by a newer one: its event says which it is now. */
export async function concludeScheduled(database: Database): Promise<number> {
  const { rowCount } = await database.run(sql`
    with said as materialized (
      select s.workspace_id, s.id, r.status as run_status, r.outcome, o.status as sent, o.detail,
        exists (select from scheduled_messages n
          where n.workspace_id = s.workspace_id and n.conversation_id = s.conversation_id
            and (n.category = s.category or n.agent_key = s.agent_key)
            -- The next time of its own series replaces nothing.
            and (s.series_id is null or n.series_id is distinct from s.series_id)
            and n.status = 'pending' and n.run_id is null)
          -- A series that was called off meanwhile has no next time that waits.
          or s.is_continued and not exists (select from scheduled_messages n
            where n.workspace_id = s.workspace_id and n.series_id = s.series_id and n.id <> s.id
              and n.status = 'pending') as is_replaced
      from scheduled_messages s
      join agent_events e on e.idempotency_key = 'scheduled:' || s.id || ':' || s.attempt and e.workspace_id = s.workspace_id
      join agent_runs r on r.workspace_id = e.workspace_id and r.id = e.run_id
      left join lateral (
        select o.status, o.detail from outbox_messages o
        where o.workspace_id = r.workspace_id and o.conversation_id = s.conversation_id and o.run_id = r.id
          and o.purpose <> 'reply'
        order by o.seq limit 1) o on true
      where s.status = 'pending' and s.run_id is not null and r.status in ('completed', 'dead_letter')
        and (o.status is null or o.status in ('accepted', 'failed', 'dropped'))
      limit 500
    ),
    verdict as (
      select workspace_id, id, coalesce(detail, outcome, 'dead_letter') as reason,
        case
          when sent = 'accepted' then 'sent'
          when sent is not null or run_status = 'dead_letter' then 'failed'
          when outcome = 'opted_out' then 'cancelled'
          when outcome in ('bot_off', 'window_closed') then 'failed'
          when is_replaced then 'cancelled'
          -- The customer spoke first, and was answered: it is judged again.
          else 'pending' end as becomes
      from said
    )
    update scheduled_messages s set
      status = v.becomes,
      run_id = case when v.becomes = 'pending' then null else s.run_id end,
      fire_at = case when v.becomes = 'pending' then recado_now() + make_interval(secs => ${AGAIN_AFTER_SECONDS}) else s.fire_at end,
      reason = case when v.becomes in ('failed', 'cancelled') then v.reason end,
      settled_at = case when v.becomes <> 'pending' then recado_now() end,
      settled_by = case when v.becomes <> 'pending' then 'system' end
    from verdict v
    where s.workspace_id = v.workspace_id and s.id = v.id and s.status = 'pending' and s.run_id is not null`);
  return rowCount ?? 0;
}
