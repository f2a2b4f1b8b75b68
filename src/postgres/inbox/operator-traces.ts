import * as z from "zod";
import type { WorkspaceId } from "../../core/ids.ts";
import type {
  OperatorDesk,
  ReviewedRun,
  Speaker,
  ToolOutput,
  TraceContext,
  TranscriptLine,
} from "../../core/ports/desk/operator-desk.ts";
import type { Database } from "../database.ts";
import { andWhere, sql } from "../sql.ts";

const MOST_TRACES = 12;
const MOST_STEPS = 10;

const reviewed = z.object({
  traceId: z.string(),
  at: z.date(),
  status: z.enum(["started", "completed", "failed"]),
  input: z.string(),
  output: z.string(),
  minScore: z.number().nullable(),
  avgScore: z.number().nullable(),
  weakest: z.string().nullable(),
});
const score = z.object({ name: z.string(), value: z.number(), source: z.string(), comment: z.string().nullable() });
const context = reviewed.omit({ minScore: true, avgScore: true, weakest: true }).extend({
  scores: z.array(score),
  steps: z.array(z.object({ name: z.string(), status: z.string(), latencyMs: z.number().nullable() })),
  tools: z.array(z.object({ name: z.string(), status: z.string(), input: z.string(), output: z.string() })),
});

/** Lists the newest runs with their scores (`OperatorDesk.review`), those of the reviewer's own chat left out. */
export async function readTraces(
  database: Database,
  { workspaceId, conversationId }: Speaker,
  of: string | null,
): Promise<ReviewedRun[]> {
  const { rows } = await database.asTenant(workspaceId as WorkspaceId, (run) =>
    run(sql`
      with newest as materialized (
        select r.id from agent_runs r
        where r.workspace_id = ${workspaceId} and r.conversation_id <> ${conversationId}::uuid and r.kept = 'all'
          ${andWhere(of ?? undefined, (one) => sql`r.conversation_id = ${one}::uuid`)}
        order by r.id desc limit ${MOST_TRACES}::int
      )
      select t.trace_id as "traceId", t.created_at as at, t.status, left(coalesce(t.input, ''), 80) as input,
        left(coalesce(t.output, ''), 200) as output, s.low as "minScore", s.mean as "avgScore", s.weakest
      from newest n
      join traces t on t.workspace_id = ${workspaceId} and t.trace_id = n.id
      cross join lateral (
        select min(value) as low, avg(value) as mean,
          (array_agg(name || coalesce(': ' || comment, '') order by value))[1] as weakest
        from trace_scores s where s.workspace_id = ${workspaceId} and s.trace_id = n.id) s
      order by t.trace_id desc`),
  );
  return rows.map((row) => reviewed.parse(row));
}

/** Shows one run with its scores, steps and calls (`OperatorDesk.trace`). */
export async function readTrace(
  database: Database,
  { workspaceId, conversationId }: Speaker,
  id: Parameters<OperatorDesk["trace"]>[1],
): Promise<TraceContext | null> {
  const { rows } = await database.asTenant(workspaceId as WorkspaceId, (run) =>
    run(sql`
      select t.trace_id as "traceId", t.created_at as at, t.status, left(coalesce(t.input, ''), 500) as input,
        left(coalesce(t.output, ''), 500) as output,
        (select coalesce(jsonb_agg(jsonb_build_object('name', s.name, 'value', s.value, 'source', s.source, 'comment', s.comment)), '[]')
          from trace_scores s where s.workspace_id = ${workspaceId} and s.trace_id = t.trace_id) as scores,
        (select coalesce(jsonb_agg(jsonb_build_object('name', s.name, 'status', s.status, 'latencyMs', s.latency_ms) order by s.position), '[]')
          from (select * from agent_steps a where a.workspace_id = ${workspaceId} and a.run_id = t.trace_id
            order by a.position limit ${MOST_STEPS}::int) s) as steps,
        (select coalesce(jsonb_agg(jsonb_build_object('name', k.tool_name, 'status', k.status,
            'input', left(coalesce(k.input::text, ''), 300), 'output', left(coalesce(k.output::text, ''), 500)) order by k.started_at), '[]')
          from (select * from agent_tool_calls a where a.workspace_id = ${workspaceId} and a.run_id = t.trace_id
            order by a.started_at limit ${MOST_STEPS}::int) k) as tools
      from traces t
      where t.workspace_id = ${workspaceId} and t.trace_id = ${id}::uuid and t.conversation_id <> ${conversationId}::uuid`),
  );
  return rows[0] === undefined ? null : context.parse(rows[0]);
}

const MOST_LINES = 20;
const line = z.object({ role: z.string(), at: z.date(), text: z.string() });

/** Shows the newest lines of a conversation (`OperatorDesk.transcript`). */
export async function readTranscript(
  database: Database,
  { workspaceId, conversationId }: Speaker,
  of: string | null,
): Promise<TranscriptLine[]> {
  const { rows } = await database.asTenant(workspaceId as WorkspaceId, (run) =>
    run(sql`
      select t.role, t.created_at as at, left(t.content, 300) as text from agent_turns t
      where t.workspace_id = ${workspaceId} and t.conversation_id = ${of ?? conversationId}::uuid and not t.is_unsaid
      order by t.turn_number desc limit ${MOST_LINES}::int`),
  );
  return rows.map((row) => line.parse(row)).toReversed();
}

const toolOutput = z.object({
  callId: z.string(),
  name: z.string(),
  status: z.string(),
  input: z.string(),
  output: z.string(),
});

/** Shows the calls of a run (`OperatorDesk.toolOutputs`): of one call much, of all a little. */
export async function readToolOutputs(
  database: Database,
  { workspaceId, conversationId }: Speaker,
  { traceId, callId }: Parameters<OperatorDesk["toolOutputs"]>[1],
): Promise<ToolOutput[] | null> {
  const most = callId === null ? 500 : 8_000;
  return database.asTenant(workspaceId as WorkspaceId, async (run) => {
    const known = await run(sql`
      select from agent_runs r
      where r.workspace_id = ${workspaceId} and r.id = ${traceId}::uuid and r.conversation_id <> ${conversationId}::uuid`);
    if (known.rowCount === 0) return null;
    const { rows } = await run(sql`
      select k.call_id as "callId", k.tool_name as name, k.status, left(coalesce(k.input::text, ''), 300) as input,
        left(coalesce(k.output::text, ''), ${most}::int) as output
      from agent_tool_calls k
      where k.workspace_id = ${workspaceId} and k.run_id = ${traceId}::uuid
        ${andWhere(callId ?? undefined, (one) => sql`k.call_id = ${one}`)}
      order by k.started_at limit ${MOST_LINES}::int`);
    return rows.map((row) => toolOutput.parse(row));
  });
}
