import * as z from "zod";
import type { ConversationId, RunId, WorkspaceId } from "../core/ids.ts";
import type { Ledger, RunView } from "../core/ports/ledger.ts";
import type { Page } from "../core/ports/page.ts";
import { RUN_STATUSES } from "../core/run-machine.ts";
import { pageOf, readCursor } from "./cursor.ts";
import type { Database } from "./database.ts";
import { instant } from "./json-row.ts";
import { type Statement, sql } from "./sql.ts";

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
  created_at: z.date(),
  started_at: z.date().nullable(),
  ended_at: z.date().nullable(),
  decision: z.unknown(),
  events: z.array(
    z.object({
      id: z.string(),
      seq: z.number(),
      source: z.string(),
      inputType: z.string(),
      occurredAt: instant,
      receivedAt: instant,
    }),
  ),
  steps: z.array(
    z.object({
      phase: z.string(),
      name: z.string(),
      status: z.string(),
      startedAt: instant,
      durationMs: z.number(),
      model: z
        .object({
          purpose: z.string(),
          prompt: z.object({ id: z.string(), version: z.string() }),
          model: z.string().nullable(),
          tokens: z.number(),
          microUsd: z.number(),
          calls: z.number(),
          isReplayed: z.boolean(),
          fault: z.string().nullable(),
        })
        .nullable(),
    }),
  ),
});

function selectRuns(where: Statement): Statement {
  return sql`
    select r.id, r.conversation_id, r.status, r.input_class, r.agent_id, r.agent_version, r.attempts, r.outcome,
      r.merged_into, r.failure_code, r.failure_reason, r.discarded_at, r.discarded_by, r.discard_note, r.created_at, r.started_at, r.ended_at,
      (select s.output_snapshot -> 'decision' from agent_steps s
        where s.workspace_id = r.workspace_id and s.run_id = r.id and s.name = 'plan') as decision,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'id', e.id, 'seq', e.seq, 'source', e.source, 'inputType', e.input_type, 'occurredAt', e.occurred_at,
          'receivedAt', e.created_at) order by e.seq), '[]')
        from agent_events e where e.workspace_id = r.workspace_id and e.run_id = r.id) as events,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'phase', s.node, 'name', s.name, 'status', s.status, 'startedAt', s.started_at, 'durationMs', s.latency_ms,
          'model', case when s.output_snapshot ? 'asked' and s.name like 'model.%' then jsonb_build_object(
            'purpose', s.output_snapshot -> 'purpose', 'prompt', s.output_snapshot -> 'prompt',
            'model', s.output_snapshot -> 'model', 'tokens', s.output_snapshot -> 'tokens',
            'microUsd', s.output_snapshot -> 'microUsd', 'calls', s.output_snapshot -> 'calls',
            'isReplayed', coalesce((select p.output_snapshot -> 'replayed' ? s.name from agent_steps p
              where p.workspace_id = s.workspace_id and p.run_id = s.run_id and p.name = 'plan'), false),
            'fault', coalesce(s.output_snapshot #> '{asked,failure,code}', s.output_snapshot #> '{asked,reason}')) end)
          order by s.position, s.started_at), '[]')
        from agent_steps s where s.workspace_id = r.workspace_id and s.run_id = r.id) as steps
    from agent_runs r
    where ${where}`;
}

export async function getRun(database: Database, workspace: WorkspaceId, id: RunId): Promise<RunView | null> {
  return database.asTenant(workspace, async (run) => {
    const { rows } = await run(selectRuns(sql`r.workspace_id = ${workspace} and r.id = ${id}::uuid`));
    return rows[0] === undefined ? null : readRun(rows[0]);
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
        and (${filter.status ?? null}::text is null or r.status = ${filter.status ?? null})
        and (${filter.discarded ?? null}::boolean is null
          or r.status = 'dead_letter' and (r.discarded_at is not null) = ${filter.discarded ?? null}::boolean)
        and (${filter.conversationId ?? null}::uuid is null or r.conversation_id = ${filter.conversationId ?? null}::uuid)
        and (${before}::uuid is null or r.id < ${before}::uuid)
        order by r.id desc
        limit ${filter.limit + 1}::int`),
    ),
  );
  const page = pageOf(rows.map(readRun), filter.limit);
  return { ...page, items: page.items.map(({ decision: _, ...item }) => item) };
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
    events: run.events,
    steps: run.steps,
    createdAt: run.created_at,
    startedAt: run.started_at,
    endedAt: run.ended_at,
    decision: run.decision ?? null,
    mergedInto: run.merged_into as RunId | null,
  };
}
