import { Task } from "../../core/answers/desk/task.ts";
import type { Tasks } from "../../core/ports/desk/tasks.ts";
import { pageOf, readCursor } from "../cursor.ts";
import { customerName } from "../customer-name.ts";
import type { Database } from "../database.ts";
import { andWhere, sql } from "../sql.ts";

// `case`, because with `coalesce` the planner reads all contacts in place of one by its key (bounded-reads.test.ts).
const ANSWER = sql`t.id, t.conversation_id as "conversationId", t.run_id as "runId", t.title, t.priority, t.note, t.about, t.status,
  t.assignee, t.assigned_at as "assignedAt", t.created_at as "createdAt", t.closed_at as "closedAt",
  t.closed_by as "closedBy", t.closing_note as "closingNote",
  (select ${customerName(sql`k`)} from conversations c
    join contacts own on own.workspace_id = c.workspace_id and own.id = c.contact_id
    join contacts k on k.workspace_id = own.workspace_id and k.id = case when own.merged_into is null then own.id else own.merged_into end
    where c.workspace_id = t.workspace_id and c.id = t.conversation_id) as "contactName"`;

export function createTasks(database: Database): Tasks {
  return {
    async list(workspace, { status, assignee, conversationId, cursor, limit }) {
      const before = readCursor(cursor);
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select ${ANSWER} from tasks t
          where t.workspace_id = ${workspace}
            ${andWhere(status, (given) => sql`t.status = ${given}`)}
            ${andWhere(assignee, (name) => sql`t.assignee = ${name}`)}
            ${andWhere(conversationId, (conversation) => sql`t.conversation_id = ${conversation}::uuid`)}
            ${andWhere(before, (last) => sql`t.id < ${last}::uuid`)}
          order by t.id desc
          limit ${limit + 1}::int`),
      );
      return pageOf(
        rows.map((row) => Task.parse(row)),
        limit,
      );
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
        returning ${ANSWER}`);
      return rows[0] === undefined ? null : Task.parse(rows[0]);
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
        returning ${ANSWER}`);
      return rows[0] === undefined ? null : Task.parse(rows[0]);
    },
  };
}
