import * as z from "zod";
import type { ConversationId, RunId, WorkspaceId } from "../../core/ids.ts";
import { KEPT } from "../../core/operations/retention.ts";
import type { Ledger, RunView, ToolCallView } from "../../core/ports/ledger.ts";
import type { Page } from "../../core/ports/page.ts";
import { POLICY_DECISIONS, RISK_LEVELS } from "../../core/tools/tool-call.ts";
import { RUN_STATUSES } from "../../core/turn/run-machine.ts";
import { pageOf, readCursor } from "../cursor.ts";
import type { Database } from "../database.ts";
import { instant } from "../json-row.ts";
import { andWhere, type Statement, sql } from "../sql.ts";

const modelStep = z.object({
  purpose: z.string(),
  prompt: z.object({ id: z.string(), version: z.string() }),
  model: z.string().nullable(),
  tokens: z.number(),
  microUsd: z.number(),
  calls: z.number(),
  isReplayed: z.boolean(),
  fault: z.string().nullable(),
});

/** A question to a model, of the step `s`; null of any other step. */
const modelStepJson = sql`
  case when s.output_snapshot ? 'asked' and s.name like 'model.%' then jsonb_build_object(
    'purpose', s.output_snapshot -> 'purpose', 'prompt', s.output_snapshot -> 'prompt',
    'model', s.output_snapshot -> 'model', 'tokens', s.output_snapshot -> 'tokens',
    'microUsd', s.output_snapshot -> 'microUsd', 'calls', s.output_snapshot -> 'calls',
    'isReplayed', coalesce((select p.output_snapshot -> 'replayed' ? s.name from agent_steps p
      where p.workspace_id = s.workspace_id and p.run_id = s.run_id and p.name = 'plan'), false),
    'fault', coalesce(s.output_snapshot #> '{asked,failure,code}', s.output_snapshot #> '{asked,reason}')) end`;

export const eventRow = z.object({
  id: z.string(),
  seq: z.number(),
  source: z.string(),
  inputType: z.string(),
  occurredAt: instant,
  receivedAt: instant,
});

export const stepRow = z.object({
  phase: z.string(),
  name: z.string(),
  status: z.string(),
  startedAt: instant,
  durationMs: z.number(),
  model: modelStep.nullable(),
});

/** The steps of the run `r`, in order, each as a `stepRow`. */
export const stepsOfRun = sql`
  (select coalesce(jsonb_agg(jsonb_build_object(
      'phase', s.node, 'name', s.name, 'status', s.status, 'startedAt', s.started_at, 'durationMs', s.latency_ms,
      'model', ${modelStepJson})
      order by s.position, s.started_at), '[]')
    from agent_steps s where s.workspace_id = r.workspace_id and s.run_id = r.id)`;

const runRow = z.object({
  id: z.string(),
  conversation_id: z.string(),
  status: z.enum(RUN_STATUSES),
  input_class: z.string().nullable(),
  agent_id: z.string().nullable(),
  agent_version: z.string().nullable(),
  attempts: z.number(),
  outcome: z.string().nullable(),
  merged_into: z.string().nullable(),
  failure_code: z.string().nullable(),
  failure_reason: z.string().nullable(),
  discarded_at: z.date().nullable(),
  discarded_by: z.string().nullable(),
  discard_note: z.string().nullable(),
  kept: z.enum(KEPT),
  created_at: z.date(),
  started_at: z.date().nullable(),
  ended_at: z.date().nullable(),
  decision: z.unknown(),
  events: z.array(eventRow),
  steps: z.array(stepRow),
});

function selectRuns(where: Statement): Statement {
  return sql`
    select r.id, r.conversation_id, r.status, r.input_class, r.agent_id, r.agent_version, r.attempts, r.outcome,
      r.merged_into, r.failure_code, r.failure_reason, r.discarded_at, r.discarded_by, r.discard_note, r.kept, r.created_at, r.started_at, r.ended_at,
      (select s.output_snapshot -> 'decision' from agent_steps s
        where s.workspace_id = r.workspace_id and s.run_id = r.id and s.name = 'plan') as decision,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'id', e.id, 'seq', e.seq, 'source', e.source, 'inputType', e.input_type, 'occurredAt', e.occurred_at,
          'receivedAt', e.created_at) order by e.seq), '[]')
        from agent_events e where e.workspace_id = r.workspace_id and e.run_id = r.id) as events,
      ${stepsOfRun} as steps
    from agent_runs r
    where ${where}`;
}

export async function getRun(database: Database, workspace: WorkspaceId, id: RunId): Promise<RunView | null> {
  return database.asTenant(workspace, async (run) => {
    const { rows } = await run(selectRuns(sql`r.workspace_id = ${workspace} and r.id = ${id}::uuid`));
    if (rows[0] === undefined) return null;
    const view = readRun(rows[0]);
    const outputs = await run(sql`
      select s.name, s.output_snapshot as output from agent_steps s
      where s.workspace_id = ${workspace} and s.run_id = ${id}::uuid and s.output_snapshot is not null`);
    const outputOf = new Map(outputs.rows.map(({ name, output }) => [name, output]));
    const calls = await run(sql`
      select t.call_id, t.tool_name, t.risk_level, t.input, t.output, t.status, t.error, t.policy_decision, t.policy_reason,
        t.is_dry_run, t.started_at, t.ended_at
      from agent_tool_calls t
      where t.workspace_id = ${workspace} and t.run_id = ${id}::uuid
      order by t.started_at, t.call_id`);
    return {
      ...view,
      steps: view.steps.map((step) => ({ ...step, output: outputOf.get(step.name) })),
      toolCalls: calls.rows.map(readToolCall),
    };
  });
}

export async function listRuns(
  database: Database,
  workspace: WorkspaceId,
  filter: Parameters<Ledger["listRuns"]>[1],
): Promise<Page<RunView>> {
  const before = readCursor(filter.cursor);
  const { rows } = await database.asTenant(workspace, (run) =>
    run(
      selectRuns(sql`
        r.workspace_id = ${workspace}
        ${andWhere(
          filter.status,
          // Said twice, so that the index of the status is the cheaper one also where PostgreSQL has never seen another status:
          // else it walks all runs that completed to find the few that failed.
          (status) => sql`r.status = ${status} and r.status >= ${status}`,
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
        limit ${filter.limit + 1}::int`),
    ),
  );
  const page = pageOf(rows.map(readRun), filter.limit);
  return { ...page, items: page.items.map(({ decision: _, ...item }) => item) };
}

const toolCallRow = z.object({
  call_id: z.string(),
  tool_name: z.string(),
  risk_level: z.enum(RISK_LEVELS),
  input: z.unknown(),
  output: z.unknown(),
  status: z.string(),
  error: z.string().nullable(),
  policy_decision: z.enum(POLICY_DECISIONS),
  policy_reason: z.string().nullable(),
  is_dry_run: z.boolean(),
  started_at: z.date(),
  ended_at: z.date().nullable(),
});

function readToolCall(row: Record<string, unknown>): ToolCallView {
  const call = toolCallRow.parse(row);
  return {
    callId: call.call_id,
    tool: call.tool_name,
    risk: call.risk_level,
    input: call.input,
    output: call.output,
    status: call.status,
    error: call.error,
    policy: call.policy_decision,
    policyReason: call.policy_reason,
    isDryRun: call.is_dry_run,
    startedAt: call.started_at,
    endedAt: call.ended_at,
  };
}

function readRun(row: Record<string, unknown>): RunView {
  const run = runRow.parse(row);
  return {
    id: run.id as RunId,
    conversationId: run.conversation_id as ConversationId,
    status: run.status,
    inputClass: run.input_class,
    agent: run.agent_id,
    agentVersion: run.agent_version,
    attempts: run.attempts,
    outcome: run.outcome,
    error:
      run.failure_code === null || run.failure_reason === null
        ? null
        : { code: run.failure_code, message: run.failure_reason },
    discarded:
      run.discarded_at === null || run.discarded_by === null
        ? null
        : { at: run.discarded_at, actor: run.discarded_by, note: run.discard_note },
    kept: run.kept,
    events: run.events,
    steps: run.steps,
    createdAt: run.created_at,
    startedAt: run.started_at,
    endedAt: run.ended_at,
    decision: run.decision ?? null,
    mergedInto: run.merged_into as RunId | null,
  };
}
