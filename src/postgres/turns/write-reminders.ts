import { MAX_OPEN_REMINDERS } from "../../core/outbound/reminder.ts";
import { rowset, type Statement, sql } from "../sql.ts";
import type { Ending } from "./ending.ts";

const NOTHING = sql``;

const COLUMNS = sql`turn int, id uuid, key text, due_at timestamptz, useful_until timestamptz, text text, template jsonb,
  rule text, is_requested boolean, time_zone text`;

/**
 * CTEs that set, move and cancel the reminders of the conversations in the CTE `held`. Each begins
 * with a comma, and there is none when no turn has a reminder. A reminder that came due and whose
 * event this very run answers has not been said, so the turn may still take it back.
 */
export function writeReminders(endings: readonly Ending[]): Statement {
  const rows = rowsOf(endings);
  if (rows.length === 0) return NOTHING;
  return sql`,
    reminder_given as materialized (
      select h.workspace_id, h.conversation_id, h.contact_id, h.run_id,
        concat('agent:', h.agent_id, '@', h.agent_version) as agent, r.*
      from held h join ${rowset(rows, COLUMNS)} r on r.turn = h.turn
    ),
    reminder_ended as (
      update scheduled_messages s set
        status = 'cancelled', reason = case when r.id is null then 'cancelled' else 'replaced' end,
        settled_at = recado_now(), settled_by = r.agent
      from reminder_given r
      where s.workspace_id = r.workspace_id and s.conversation_id = r.conversation_id and s.agent_key = r.key
        and s.status = 'pending'
        and (s.run_id is null or exists (
          select from agent_events e
          where e.workspace_id = s.workspace_id and e.idempotency_key = 'scheduled:' || s.id || ':' || s.attempt
            and e.run_id = r.run_id))
      returning s.id
    ),
    reminder_set as (
      insert into scheduled_messages (
        workspace_id, id, idempotency_key, conversation_id, kind, text, template, is_requested, time_zone, due_at,
        useful_until, fire_at, created_by, created_at, agent_key, rule, series_id)
      select r.workspace_id, r.id, concat('reminder:', r.id), r.conversation_id, 'reminder', r.text, r.template,
        r.is_requested, coalesce(r.time_zone, w.time_zone), r.due_at, r.useful_until, r.due_at, r.agent, recado_now(), r.key, r.rule,
        case when r.rule is not null then r.id end
      from reminder_given r
      join workspace_agent_config w on w.workspace_id = r.workspace_id
      -- The place of the old one must be free before the new one takes it.
      cross join (select count(*) from reminder_ended) gone
      where r.id is not null
      returning workspace_id, conversation_id
    )`;
}

/** True when a customer would have more than `MAX_OPEN_REMINDERS`; for a statement with the CTEs of `writeReminders`. */
export function areRemindersFull(endings: readonly Ending[]): Statement {
  if (!rowsOf(endings).some(({ id }) => id !== null)) return sql`false`;
  return sql`exists (
    select from reminder_given g
    where g.id is not null and ${MAX_OPEN_REMINDERS}::int < (
      select count(*) from reminder_set z
      where z.workspace_id = g.workspace_id and z.conversation_id = g.conversation_id
    ) + (
      select count(*) from conversations c
      join scheduled_messages s on s.workspace_id = c.workspace_id and s.conversation_id = c.id
      where c.workspace_id = g.workspace_id and c.contact_id = g.contact_id
        and s.status = 'pending' and s.agent_key is not null and not exists (select from reminder_ended e where e.id = s.id)))`;
}

function rowsOf(endings: readonly Ending[]) {
  return endings.flatMap(({ commit: { reminders = [] } }, turn) =>
    reminders.map((write) =>
      write.kind === "cancel"
        ? {
            turn,
            id: null,
            key: write.key,
            due_at: null,
            useful_until: null,
            text: null,
            template: null,
            rule: null,
            is_requested: false,
            time_zone: null,
          }
        : {
            turn,
            id: write.id,
            key: write.key,
            due_at: write.dueAt.toISOString(),
            useful_until: write.usefulUntil.toISOString(),
            text: write.text,
            template: write.template,
            rule: write.rule,
            is_requested: write.isRequested,
            time_zone: write.timeZone ?? null,
          },
    ),
  );
}
