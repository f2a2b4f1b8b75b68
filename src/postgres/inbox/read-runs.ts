import { Run } from "../../core/answers/run.ts";
import type { RunId, WorkspaceId } from "../../core/ids.ts";
import type { Page } from "../../core/ports/page.ts";
import type { Runs } from "../../core/ports/runs.ts";
import { pageOf, readCursor } from "../cursor.ts";
import type { Database } from "../database.ts";
import { andWhere, type Statement, sql } from "../sql.ts";
import {
  EVENT_JSON,
  eventsOfRun,
  IS_MODEL_STEP,
  MODEL_STEP_JSON,
  RUN_FRAME,
  SEGMENTS_OF_RUN,
  SHOWN_SEGMENTS_OF_RUN,
  STEP_JSON,
  TOOL_CALLS_OF_RUN,
} from "./run-json.ts";

/** A step in a list. One that asked no language model has no `model`. */
const LISTED_STEP = sql`
  ${STEP_JSON} || case when ${IS_MODEL_STEP} then jsonb_build_object('model', ${MODEL_STEP_JSON}) else '{}' end`;

/** A step of the one run that is asked for, with what the journal kept of it. */
const SHOWN_STEP = sql`
  ${LISTED_STEP} || case when jsonb_typeof(s.output_snapshot) = 'object'
    then jsonb_build_object('output', s.output_snapshot) else '{}' end`;

const ONLY_OF_ONE_RUN = sql`
  jsonb_build_object('toolCalls', ${TOOL_CALLS_OF_RUN},
    'forced', (select jsonb_build_object('intent', e.payload #> '{content,intent}', 'actor', e.payload #> '{content,actor}',
        'note', nullif(e.payload #>> '{content,note}', ''))
      from agent_events e where e.workspace_id = r.workspace_id and e.run_id = r.id
        and e.input_type = 'operator_command' and e.payload #>> '{content,type}' = 'intent' limit 1))
  || coalesce((select jsonb_build_object('decision', s.output_snapshot -> 'decision') from agent_steps s
    where s.workspace_id = r.workspace_id and s.run_id = r.id and s.name = 'plan'
      and jsonb_typeof(s.output_snapshot -> 'decision') = 'object'), '{}')
  || ${SHOWN_SEGMENTS_OF_RUN}`;

/** The runs of `page`, each as a `Run`, newest first. */
function selectRuns(page: Statement, step: Statement, more: Statement): Statement {
  return sql`
    with page as materialized (${page})
    select jsonb_build_object(${RUN_FRAME}, 'conversationId', r.conversation_id, 'createdAt', r.created_at,
        'discarded', case when r.discarded_at is not null and r.discarded_by is not null
          then jsonb_build_object('at', r.discarded_at, 'actor', r.discarded_by, 'note', r.discard_note) end,
        'events', ${eventsOfRun(EVENT_JSON)})
      || ${SEGMENTS_OF_RUN}
      || (select jsonb_build_object(
          'steps', coalesce(jsonb_agg(${step} order by s.segment, s.position, s.started_at), '[]'),
          'tokens', coalesce(sum((s.output_snapshot ->> 'tokens')::float8) filter (where ${IS_MODEL_STEP}), 0),
          'costUsd', coalesce(sum((s.output_snapshot ->> 'microUsd')::float8) filter (where ${IS_MODEL_STEP}), 0) / 1e6)
        from agent_steps s where s.workspace_id = r.workspace_id and s.run_id = r.id)
      || ${more} as run
    from page r
    order by r.id desc`;
}

export async function getRun(database: Database, workspace: WorkspaceId, id: RunId): Promise<Run | null> {
  const page = sql`select * from agent_runs r where r.workspace_id = ${workspace} and r.id = ${id}::uuid`;
  const { rows } = await database.asTenant(workspace, (run) => run(selectRuns(page, SHOWN_STEP, ONLY_OF_ONE_RUN)));
  return rows[0] === undefined ? null : Run.parse(rows[0]["run"]);
}

export async function listRuns(
  database: Database,
  workspace: WorkspaceId,
  filter: Parameters<Runs["list"]>[1],
): Promise<Page<Run>> {
  const before = readCursor(filter.cursor);
  const page = sql`
    select * from agent_runs r
    where r.workspace_id = ${workspace}
      ${andWhere(
        filter.status,
        // Twice, so that the index of the status is the cheaper one also before PostgreSQL has seen a second status. Otherwise
        // it walks all completed runs to find the few that failed.
        // Completed runs stand in no index of their own; the others do, and PostgreSQL must read that it is one of them.
        (status) => sql`r.status = ${status} and r.status >= ${status}
          ${status === "completed" ? sql`` : sql`and r.status <> 'completed'`}`,
      )}
      ${andWhere(filter.discarded, (isDiscarded) => sql`r.status = 'dead_letter' and (r.discarded_at is not null) = ${isDiscarded}::boolean`)}
      ${andWhere(filter.minAttempts, (least) => sql`r.attempts >= ${least}::int`)}
      ${andWhere(
        filter.minDurationMs,
        (least) =>
          sql`extract(epoch from coalesce(r.ended_at, recado_now()) - r.created_at) * 1000 >= ${least}::float8`,
      )}
      ${andWhere(filter.conversationId, (conversation) => sql`r.conversation_id = ${conversation}::uuid`)}
      ${andWhere(before, (last) => sql`r.id < ${last}::uuid`)}
    order by r.id desc
    limit ${filter.limit + 1}::int`;
  const { rows } = await database.asTenant(workspace, (run) => run(selectRuns(page, LISTED_STEP, sql`'{}'::jsonb`)));
  return pageOf(
    rows.map(({ run }) => Run.parse(run)),
    filter.limit,
  );
}
