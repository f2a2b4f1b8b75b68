import * as z from "zod";
import type { ConversationId, RunId, TaskId } from "../../core/ids.ts";
import type { Task, Tasks } from "../../core/ports/tasks.ts";
import { TASK_PRIORITIES, TASK_STATUSES } from "../../core/turn/effects.ts";
import { pageOf, readCursor } from "../cursor.ts";
import type { Database } from "../database.ts";
import { id } from "../json-row.ts";
import { andWhere, sql } from "../sql.ts";

const taskRow = z.object({
  id: id<TaskId>(),
  conversation_id: id<ConversationId>(),
  run_id: id<RunId>().nullable(),
  title: z.string(),
  priority: z.enum(TASK_PRIORITIES),
  note: z.string().nullable(),
  status: z.enum(TASK_STATUSES),
  assignee: z.string().nullable(),
  assigned_at: z.date().nullable(),
  created_at: z.date(),
  closed_at: z.date().nullable(),
  closed_by: z.string().nullable(),
  closing_note: z.string().nullable(),
});

const COLUMNS = sql`t.id, t.conversation_id, t.run_id, t.title, t.priority, t.note, t.status, t.assignee, t.assigned_at,
  t.created_at, t.closed_at, t.closed_by, t.closing_note`;

export function createTasks(database: Database): Tasks {
  return {
    async list(workspace, { status, assignee, conversationId, cursor, limit }) {
      const before = readCursor(cursor);
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select ${COLUMNS} from tasks t
          where t.workspace_id = ${workspace}
            ${andWhere(status, (given) => sql`t.status = ${given}`)}
            ${andWhere(assignee, (name) => sql`t.assignee = ${name}`)}
            ${andWhere(conversationId, (conversation) => sql`t.conversation_id = ${conversation}::uuid`)}
            ${andWhere(before, (last) => sql`t.id < ${last}::uuid`)}
          order by t.id desc
          limit ${limit + 1}::int`),
      );
      return pageOf(rows.map(readTask), limit);
    },
    async assign(workspace, taskId, assignee, by) {
      const { rows } = await database.run(sql`
        update tasks t set
          assigned_by = case when t.status = 'open' then ${by} else t.assigned_by end,
          assignee = case when t.status = 'open' then ${assignee}::text else t.assignee end,
          assigned_at = case
            when t.status <> 'open' or t.assignee is not distinct from ${assignee}::text then t.assigned_at
            when ${assignee}::text is not null then recado_now() end,
          updated_at = recado_now()
        where t.workspace_id = ${workspace} and t.id = ${taskId}::uuid
        returning ${COLUMNS}`);
      return rows[0] === undefined ? null : readTask(rows[0]);
    },
    async complete(workspace, taskId, { actor, note }) {
      const { rows } = await database.run(sql`
        update tasks t set
          status = 'done',
          closed_at = coalesce(t.closed_at, recado_now()),
          closed_by = coalesce(t.closed_by, ${actor}),
          closing_note = case when t.closed_at is null then ${note} else t.closing_note end,
          updated_at = recado_now()
        where t.workspace_id = ${workspace} and t.id = ${taskId}::uuid
        returning ${COLUMNS}`);
      return rows[0] === undefined ? null : readTask(rows[0]);
    },
  };
}

function readTask(row: Record<string, unknown>): Task {
  const found = taskRow.parse(row);
  return {
    id: found.id,
    conversationId: found.conversation_id,
    runId: found.run_id,
    title: found.title,
    priority: found.priority,
    note: found.note,
    status: found.status,
    assignee: found.assignee,
    assignedAt: found.assigned_at,
    createdAt: found.created_at,
    closedAt: found.closed_at,
    closedBy: found.closed_by,
    closingNote: found.closing_note,
  };
}
