import * as z from "zod";
import type { ConversationId, RunId, WorkspaceId } from "../../core/ids.ts";
import type { TimerAdmin, TimerCommand, TimerStatus, TimerView } from "../../core/ports/timer-admin.ts";
import { pageOf, readCursor } from "../cursor.ts";
import type { Database } from "../database.ts";
import { id } from "../json-row.ts";
import { andWhere, type Statement, sql } from "../sql.ts";

const timerRow = z.object({
  id: id<RunId>(),
  conversation_id: id<ConversationId>(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  agent_id: z.string(),
  mode: z.string(),
  level: z.string(),
  armed_at: z.date(),
  due_at: z.date(),
  fired_at: z.date().nullable(),
  cancelled_at: z.date().nullable(),
  hurried_by: z.string().nullable(),
  cancelled_by: z.string().nullable(),
});

/** `timers` stands for the rows that are shown. */
const shown = (timers: Statement) => sql`
  select t.run_id as id, t.conversation_id, coalesce(merged.name, k.name) as name,
    newest_alias(c.workspace_id, c.contact_id, 'phone') as phone, s.agent_id, s.current_mode as mode, t.level,
    t.armed_at, t.due_at, t.fired_at, t.cancelled_at, t.hurried_by, t.cancelled_by
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
                    (last) => sql`(t.fire_at, t.run_id) > (
                      select a.fire_at, a.run_id from timers a where a.workspace_id = ${workspace} and a.run_id = ${last}::uuid)`,
                  )}
                order by t.fire_at, t.run_id limit ${limit + 1}::int`)}
              order by t.fire_at, t.run_id`
            : sql`${shown(sql`
                select * from timers t
                where ${mine} and case when ${status}::text = 'fired' then t.fired_at is not null else t.cancelled_at is not null end
                  ${andWhere(
                    after,
                    (last) => sql`(t.armed_at, t.run_id) < (
                      select a.armed_at, a.run_id from timers a where a.workspace_id = ${workspace} and a.run_id = ${last}::uuid)`,
                  )}
                order by t.armed_at desc, t.run_id desc limit ${limit + 1}::int`)}
              order by t.armed_at desc, t.run_id desc`,
        ),
      );
      return pageOf(rows.map(readTimer), limit);
    },
    // `fire_at` too: what is on its way was heard when the person decided.
    hurry: (workspace, timerId, actor) =>
      command(database, workspace, timerId, sql`due_at = recado_now(), fire_at = recado_now(), hurried_by = ${actor}`),
    cancel: (workspace, timerId, actor) =>
      command(database, workspace, timerId, sql`cancelled_at = recado_now(), cancelled_by = ${actor}`),
  };
}

/**
 * Under the lock of the conversation's row, as everything that settles a timer. The version moves, so that a turn which has
 * read the timer as it was commits nothing and is read again. Whoever comes second finds it settled, as it stands then.
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
      where t.workspace_id = ${workspace} and t.run_id = ${timerId}::uuid and t.fired_at is null and t.cancelled_at is null
        and c.workspace_id = t.workspace_id and c.id = t.conversation_id
      returning c.workspace_id
    ),
    changed as (
      update timers t set ${change}
      from held
      where t.workspace_id = held.workspace_id and t.run_id = ${timerId}::uuid
        and t.fired_at is null and t.cancelled_at is null
      returning t.run_id
    )
    select pg_notify('recado_mailbox', '') from changed`);
  const { rows } = await database.asTenant(workspace, (run) =>
    run(shown(sql`select * from timers t where t.workspace_id = ${workspace} and t.run_id = ${timerId}::uuid`)),
  );
  if (rows[0] === undefined) return { kind: "not_found" };
  const timer = readTimer(rows[0]);
  return rowCount === 1 ? { kind: "done", timer } : { kind: "over", status: timer.status };
}

function readTimer(row: Record<string, unknown>): TimerView {
  const found = timerRow.parse(row);
  return {
    id: found.id,
    conversationId: found.conversation_id,
    contact: { name: found.name, phone: found.phone },
    agent: found.agent_id,
    mode: found.mode,
    level: found.level,
    status: statusOf(found),
    armedAt: found.armed_at,
    dueAt: found.due_at,
    firedAt: found.fired_at,
    cancelledAt: found.cancelled_at,
    hurriedBy: found.hurried_by,
    cancelledBy: found.cancelled_by,
  };
}

function statusOf({ fired_at, cancelled_at }: z.output<typeof timerRow>): TimerStatus {
  if (fired_at !== null) return "fired";
  return cancelled_at !== null ? "cancelled" : "pending";
}
