import { StoredTimer } from "../../core/answers/timer.ts";
import type { RunId, WorkspaceId } from "../../core/ids.ts";
import type { TimerAdmin, TimerCommand } from "../../core/ports/timer-admin.ts";
import { pageOf, readCursor } from "../cursor.ts";
import { customerName } from "../customer-name.ts";
import type { Database } from "../database.ts";
import { andWhere, type Statement, sql } from "../sql.ts";

/** The answer of each row of `timers`, a select from that table. */
const shown = (timers: Statement) => sql`
  select t.id, t.conversation_id as "conversationId",
    jsonb_build_object('name', coalesce(${customerName(sql`merged`)}, ${customerName(sql`k`)}),
      'phone', newest_alias(c.workspace_id, c.contact_id, 'phone')) as contact,
    s.agent_id as agent, s.current_mode as mode, t.level,
    case when t.fired_at is not null then 'fired' when t.cancelled_at is not null then 'cancelled' else 'pending' end as status,
    t.hurried_by as "hurriedBy", t.cancelled_by as "cancelledBy", t.armed_at as "armedAt", t.due_at as "dueAt",
    t.fired_at as "firedAt", t.cancelled_at as "cancelledAt"
  from (${timers}) t
  join conversations c on c.workspace_id = t.workspace_id and c.id = t.conversation_id
  join contacts k on k.workspace_id = c.workspace_id and k.id = c.contact_id
  left join contacts merged on merged.workspace_id = k.workspace_id and merged.id = k.merged_into
  join agent_sessions s on s.workspace_id = t.workspace_id and s.id = t.session_id`;

export function createTimerAdmin(database: Database): TimerAdmin {
  return {
    async list(workspace, { status, conversationId, cursor, limit }) {
      const after = readCursor(cursor);
      const mine = sql`t.workspace_id = ${workspace}
        ${andWhere(conversationId, (conversation) => sql`t.conversation_id = ${conversation}::uuid`)}`;
      const { rows } = await database.asTenant(workspace, (run) =>
        run(
          status === "pending"
            ? sql`${shown(sql`
                select * from timers t
                where ${mine} and t.fired_at is null and t.cancelled_at is null and t.fire_at is not null
                  ${andWhere(
                    after,
                    (last) => sql`(t.fire_at, t.id) > (
                      select a.fire_at, a.id from timers a where a.workspace_id = ${workspace} and a.id = ${last}::uuid)`,
                  )}
                order by t.fire_at, t.id limit ${limit + 1}::int`)}
              order by t.fire_at, t.id`
            : sql`${shown(sql`
                select * from timers t
                where ${mine} and case when ${status}::text = 'fired' then t.fired_at is not null else t.cancelled_at is not null end
                  ${andWhere(
                    after,
                    (last) => sql`(t.armed_at, t.id) < (
                      select a.armed_at, a.id from timers a where a.workspace_id = ${workspace} and a.id = ${last}::uuid)`,
                  )}
                order by t.armed_at desc, t.id desc limit ${limit + 1}::int`)}
              order by t.armed_at desc, t.id desc`,
        ),
      );
      return pageOf(
        rows.map((row) => StoredTimer.parse(row)),
        limit,
      );
    },
    // `fire_at` too: the operator decided after hearing the messages that were on their way.
    hurry: (workspace, timerId, actor) =>
      command(database, workspace, timerId, sql`due_at = recado_now(), fire_at = recado_now(), hurried_by = ${actor}`),
    cancel: (workspace, timerId, actor) =>
      command(database, workspace, timerId, sql`cancelled_at = recado_now(), cancelled_by = ${actor}`),
  };
}

/**
 * Changes a timer under the lock of its conversation's row, as every settlement does. The version moves, so that a turn
 * that read the old timer commits nothing and is read again. The second of two commands finds the timer settled.
 */
async function command(
  database: Database,
  workspace: WorkspaceId,
  timerId: RunId,
  change: Statement,
): Promise<TimerCommand> {
  const { rowCount } = await database.run(sql`
    with held as (
      update conversations c set version = c.version + 1
      from timers t
      where t.workspace_id = ${workspace} and t.id = ${timerId}::uuid and t.fired_at is null and t.cancelled_at is null
        and c.workspace_id = t.workspace_id and c.id = t.conversation_id
      returning c.workspace_id
    ),
    changed as (
      update timers t set ${change}
      from held
      where t.workspace_id = held.workspace_id and t.id = ${timerId}::uuid
        and t.fired_at is null and t.cancelled_at is null
      returning t.id
    )
    select pg_notify('recado_mailbox', '') from changed`);
  const { rows } = await database.asTenant(workspace, (run) =>
    run(shown(sql`select * from timers t where t.workspace_id = ${workspace} and t.id = ${timerId}::uuid`)),
  );
  if (rows[0] === undefined) return { kind: "not_found" };
  const timer = StoredTimer.parse(rows[0]);
  return rowCount === 1 ? { kind: "done", timer } : { kind: "over", status: timer.status };
}
