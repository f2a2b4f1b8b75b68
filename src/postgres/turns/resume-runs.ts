import type { Confirmations } from "../../core/ports/desk/confirmations.ts";
import type { Database } from "../database.ts";
import { readMs } from "../json-row.ts";
import { LOCKED_MS } from "../lock-order.ts";
import { sql } from "../sql.ts";

/**
 * How many runs are looked at: many that are due cannot go on yet, because their conversation is at
 * work.
 */
const LOOKED_AT = 5_000;

/**
 * Resumes runs the way timers fire: under the lock of the conversation's row, and only where that
 * is idle. A run that has waited for an answer or for its next segment gets the event that ends its wait; at the head of the conversation
 * it stays alone, and what customers write meanwhile collects behind it. A run that was called off
 * before we had the lock is looked at as it stands now, and left.
 */
export async function resumeRuns(
  database: Database,
  { limit, newId }: Parameters<Confirmations["resume"]>[0],
): ReturnType<Confirmations["resume"]> {
  const ids = Array.from({ length: limit }, () => ({ event_id: newId() }));
  const { rows } = await database.run(sql`
    with idle as materialized (
      select c.workspace_id, c.id, r.run_id, r.due_at
      from (
        select distinct on (d.conversation_id, d.workspace_id) d.workspace_id, d.conversation_id, d.id as run_id, d.due_at
        from (select * from agent_runs where due_at <= recado_now() order by due_at limit ${LOOKED_AT}::int) d
        order by d.conversation_id, d.workspace_id, d.due_at, d.id) r
      join conversations c on c.workspace_id = r.workspace_id and c.id = r.conversation_id
      where c.run_at is null
      order by r.due_at
      limit ${limit}::int
    ),
    due as materialized (
      select i.*
      from idle i
      join conversations c on c.workspace_id = i.workspace_id and c.id = i.id
      where c.run_at is null
      order by i.due_at
      for update of c skip locked
    ),
    taken as (
      update agent_runs r set due_at = null
      from due d
      where r.workspace_id = d.workspace_id and r.id = d.run_id and r.due_at <= recado_now()
        and r.status in ('waiting_confirmation', 'queued')
      returning r.workspace_id, r.id as run_id, r.conversation_id, r.status, r.segment, d.due_at
    ),
    expired as (
      update confirmations f set status = 'expired', decided_at = recado_now()
      from taken t
      where f.workspace_id = t.workspace_id and f.run_id = t.run_id and f.status = 'pending'
        and f.expires_at <= recado_now()
      returning f.id
    ),
    named as materialized (
      select t.*, i.event_id, q.id as confirmation_id, w.waiting_events, g.key, g.number,
        -- One event for a question that is answered and for a segment that comes due. A command, or a
        -- segment that a limit has turned away, has its own.
        case when w.waiting_events = 0 then 1 else 0 end as new_events
      from (select *, row_number() over (order by due_at) as position from taken) t
      cross join lateral (
        select count(*)::int as waiting_events from agent_events e
        where e.workspace_id = t.workspace_id and e.run_id = t.run_id and e.status = 'pending') w
      join rows from (jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as (event_id uuid))
        with ordinality as i (event_id, position) on i.position = t.position
      left join lateral (
        select f.id from confirmations f
        where f.workspace_id = t.workspace_id and f.run_id = t.run_id and t.status = 'waiting_confirmation'
        order by f.id desc limit 1) q on true
      left join run_segments g on t.status = 'queued' and g.workspace_id = t.workspace_id and g.run_id = t.run_id
        and g.number = t.segment
    ),
    placed as (
      update conversations c set
        last_seq = c.last_seq + n.new_events,
        pending = c.pending + n.new_events + n.waiting_events,
        active_run_id = n.run_id, run_at = recado_now()
      from named n
      where c.workspace_id = n.workspace_id and c.id = n.conversation_id and (select count(*) from expired) >= 0
      returning c.workspace_id, c.id, c.contact_id, c.last_seq, n.run_id, n.event_id, n.confirmation_id, n.key,
        n.number, n.new_events
    ),
    new_event as (
      insert into agent_events (
        workspace_id, id, conversation_id, seq, run_id, user_id, source, input_type, payload, idempotency_key, occurred_at,
        available_at, created_at)
      select workspace_id, event_id, id, last_seq, run_id, contact_id, 'system',
        case when confirmation_id is null then 'segment' else 'confirmation' end,
        jsonb_build_object('content', case
          when confirmation_id is null then jsonb_build_object('type', 'segment', 'key', key, 'number', number)
          else jsonb_build_object('type', 'confirmation', 'confirmationId', confirmation_id) end),
        coalesce('confirmation:' || confirmation_id, 'segment:' || run_id || ':' || number),
        recado_now(), recado_now(), recado_now()
      from placed where new_events = 1
      returning id
    )
    select (select count(*)::int from placed) as resumed, (select count(*)::int from idle) as idle, (select count(*) from new_event) as events,
      (select extract(epoch from min(due_at) - recado_now()) * 1000 from agent_runs
        where due_at > recado_now()) as next_due_ms,
      (select count(pg_notify('recado_mailbox', '')) from (select from placed limit 1) one) as notified`);
  const resumed = Number(rows[0]?.["resumed"]);
  const isPassedOver = resumed < Number(rows[0]?.["idle"]);
  return { resumed, nextDueInMs: isPassedOver ? LOCKED_MS : readMs(rows[0]?.["next_due_ms"]) };
}
