import type { TimerRequest, Timers } from "../../core/ports/timers.ts";
import { STANDARD_SESSION_END } from "../../core/time/session-end.ts";
import type { Database } from "../database.ts";
import { readMs } from "../json-row.ts";
import { LOCKED_MS } from "../lock-order.ts";
import { sql } from "../sql.ts";
import { stillCounts } from "./pending-timer.ts";

export function createTimers(database: Database): Timers {
  return {
    fire: (request) => fireTimers(database, request),
    endDay: (limit) => endDay(database, limit),
  };
}

/**
 * How many timers are looked at: many that are due cannot fire yet, because their conversation is
 * at work. After an outage there may be a crowd.
 */
const LOOKED_AT = 5_000;

/**
 * Fires timers under the lock of the conversation's row, which every commit, takeover and message
 * takes too, and only where the row is idle. A timer that was cancelled before we had the lock is
 * looked at once more as it stands now, and left.
 */
async function fireTimers(database: Database, { limit, newId }: TimerRequest): ReturnType<Timers["fire"]> {
  const ids = Array.from({ length: limit }, () => ({ event_id: newId(), run_id: newId() }));
  const { rows } = await database.run(sql`
    with idle as materialized (
      select t.workspace_id, t.conversation_id, t.id as armed_by, t.fire_at
      from (
        select * from timers
        where fired_at is null and cancelled_at is null and fire_at <= recado_now()
        order by fire_at limit ${LOOKED_AT}::int) t
      join conversations c on c.workspace_id = t.workspace_id and c.id = t.conversation_id
      where c.run_at is null
    ),
    due as materialized (
      select c.workspace_id, c.id, i.armed_by
      from idle i
      join conversations c on c.workspace_id = i.workspace_id and c.id = i.conversation_id
      where c.run_at is null
      order by i.fire_at
      limit ${limit}::int
      for update of c skip locked
    ),
    fired as (
      update timers t set fired_at = recado_now()
      from due d
      where t.workspace_id = d.workspace_id and t.id = d.armed_by and ${stillCounts}
      returning t.workspace_id, t.id as armed_by, t.conversation_id, t.session_id, t.level, t.fire_at
    ),
    named as materialized (
      select f.*, i.event_id, i.run_id
      from (select *, row_number() over (order by fire_at) as position from fired) f
      join rows from (jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as (event_id uuid, run_id uuid))
        with ordinality as i (event_id, run_id, position) on i.position = f.position
    ),
    placed as (
      update conversations c set
        last_seq = c.last_seq + 1, pending = c.pending + 1, queued_run_id = n.run_id, run_at = recado_now()
      from named n where c.workspace_id = n.workspace_id and c.id = n.conversation_id
      returning c.workspace_id, c.id, c.contact_id, c.last_seq, n.event_id, n.run_id, n.armed_by, n.session_id, n.level
    ),
    new_run as (
      insert into agent_runs (workspace_id, id, conversation_id, event_id, status, created_at)
      select workspace_id, run_id, id, event_id, 'queued', recado_now() from placed
      returning id
    ),
    new_event as (
      insert into agent_events (
        workspace_id, id, conversation_id, seq, run_id, user_id, source, input_type, payload, idempotency_key, occurred_at,
        available_at, created_at)
      select workspace_id, event_id, id, last_seq, run_id, contact_id, 'system', 'timer',
        jsonb_build_object('content', jsonb_build_object('type', 'timer', 'level', level, 'sessionId', session_id)),
        'timer:' || armed_by, recado_now(), recado_now(), recado_now()
      from placed
      returning id
    )
    select (select count(*)::int from new_event) as fired,
      (select count(*) from due) < least(${limit}::int, (select count(*) from idle)) as is_passed_over,
      (select extract(epoch from min(fire_at) - recado_now()) * 1000 from timers
        where fired_at is null and cancelled_at is null and fire_at > recado_now()) as next_due_ms,
      (select count(pg_notify('recado_mailbox', '')) from (select from new_run limit 1) one) as notified`);
  return {
    fired: Number(rows[0]?.["fired"]),
    nextDueInMs: rows[0]?.["is_passed_over"] === true ? LOCKED_MS : readMs(rows[0]?.["next_due_ms"]),
  };
}

/** A timer that is due speaks first: workers that were away over night fire it before the session ends. */
async function endDay(database: Database, limit: number): ReturnType<Timers["endDay"]> {
  const { rowCount } = await database.run(sql`
    with over as materialized (
      select c.workspace_id, s.id, s.quiet_since
      from (
        -- The oldest first, by the index.
        select a.workspace_id, a.id, a.conversation_id, a.created_at, q.quiet_since
        from agent_sessions a
        join workspace_agent_config w on w.workspace_id = a.workspace_id
        cross join lateral (
          select coalesce(w.session_end, a.session_end, ${JSON.stringify(STANDARD_SESSION_END)}::jsonb) as ends offset 0) e
        cross join lateral (
          select make_interval(hours => (e.ends ->> 'nightHour')::int) as night_hour,
            make_interval(hours => (e.ends ->> 'quietHours')::int) as quiet_hours) i
        cross join lateral (
          -- Without an hour of the night the first is null, and least() passes it over.
          select least(
            (date_trunc('day', (recado_now() at time zone w.time_zone) - i.night_hour) + i.night_hour) at time zone w.time_zone,
            recado_now() - i.quiet_hours) as quiet_since) q
        where a.status = 'active' and a.created_at < q.quiet_since and a.updated_at < q.quiet_since
        order by a.created_at limit ${LOOKED_AT}::int) s
      join conversations c on c.workspace_id = s.workspace_id and c.id = s.conversation_id
      where c.run_at is null
        and coalesce(c.last_customer_message_at, '-infinity') < s.quiet_since
        and not exists (
          select from timers t
          where t.workspace_id = c.workspace_id and t.conversation_id = c.id and t.fired_at is null
            and t.cancelled_at is null and t.fire_at <= recado_now())
      order by s.created_at
      limit ${limit}::int
      for update of c skip locked
    )
    update agent_sessions s set
      status = 'closed', version = s.version + 1, updated_at = recado_now(), closed_at = recado_now()
    from over o
    where s.workspace_id = o.workspace_id and s.id = o.id and s.status = 'active'
      and s.updated_at < o.quiet_since
    returning s.id`);
  return { closed: rowCount ?? 0 };
}
