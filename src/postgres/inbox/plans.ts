import { Plan } from "../../core/answers/plan.ts";
import type { WorkspaceId } from "../../core/ids.ts";
import type { Page } from "../../core/ports/page.ts";
import type { Runs } from "../../core/ports/runs.ts";
import { pageOf, readCursor } from "../cursor.ts";
import type { Database } from "../database.ts";
import { andWhere, sql } from "../sql.ts";

export async function listPlans(
  database: Database,
  workspace: WorkspaceId,
  filter: Parameters<Runs["plans"]>[1],
): Promise<Page<Plan>> {
  const before = readCursor(filter.cursor);
  const { rows } = await database.asTenant(workspace, (run) =>
    run(sql`
      select jsonb_build_object(
        'id', p.plan_id, 'conversationId', p.conversation_id, 'agent', p.agent_id, 'objective', p.objective,
        'summary', p.context_summary, 'status', p.status, 'endedBy', p.ended_by, 'replans', p.replans, 'calls', p.calls,
        'tokens', p.tokens, 'createdAt', p.created_at, 'endedAt', p.ended_at,
        'paused', case when p.paused_at is not null then jsonb_build_object('at', p.paused_at, 'by', p.paused_by) end,
        'tasks', (select coalesce(jsonb_agg(jsonb_build_object(
            'id', t.task_id, 'description', t.description, 'worker', t.worker_type, 'dependsOn', t.depends_on,
            'status', t.status, 'result', t.result, 'reason', t.reason, 'segment', t.segment, 'isCurrent', t.is_current) order by t.position), '[]')
          from agent_tasks t where t.workspace_id = p.workspace_id and t.plan_id = p.plan_id)) as plan
      from agent_plans p
      where p.workspace_id = ${workspace}
        ${andWhere(filter.status, (status) => sql`p.status = ${status}`)}
        ${andWhere(filter.conversationId, (conversation) => sql`p.conversation_id = ${conversation}::uuid`)}
        ${andWhere(before, (last) => sql`p.plan_id < ${last}::uuid`)}
      order by p.plan_id desc
      limit ${filter.limit + 1}::int`),
  );
  return pageOf(
    rows.map(({ plan }) => Plan.parse(plan)),
    filter.limit,
  );
}
