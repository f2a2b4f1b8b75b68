import { type Statement, sql } from "../sql.ts";

/** SQL that writes a row `r` of `agent_runs`, and what belongs to it, with the names of src/core/answers/run.ts. */
export const RUN_FRAME = sql`
  'id', r.id, 'status', r.status, 'inputClass', r.input_class, 'agent', r.agent_id, 'agentVersion', r.agent_version,
  'attempts', r.attempts, 'outcome', r.outcome, 'kept', r.kept, 'mergedInto', r.merged_into,
  'startedAt', r.started_at, 'endedAt', r.ended_at, 'stopped', r.stopped,
  'paused', case when r.paused_at is not null then jsonb_build_object('at', r.paused_at, 'by', r.paused_by) end,
  'error', case when r.failure_code is not null and r.failure_reason is not null
    then jsonb_build_object('code', r.failure_code, 'message', r.failure_reason) end`;

/** The segments of a row `r`, as an object that is added to its frame; empty for a run without any. */
export const SEGMENTS_OF_RUN = sql`
  case when r.segment = 0 then '{}'::jsonb else (
    select jsonb_build_object('segments', coalesce(jsonb_agg(jsonb_build_object(
      'number', g.number, 'key', g.key, 'dueAt', g.due_at, 'endedAt', g.ended_at) order by g.number), '[]'))
    from run_segments g where g.workspace_id = r.workspace_id and g.run_id = r.id) end`;

/** The segments of the run `r`, each with what was decided in it. */
export const SHOWN_SEGMENTS_OF_RUN = sql`
  case when r.segment = 0 then '{}'::jsonb else (
    select jsonb_build_object('segments', coalesce(jsonb_agg(jsonb_build_object(
      'number', g.number, 'key', g.key, 'dueAt', g.due_at, 'endedAt', g.ended_at,
      'decision', (select case when jsonb_typeof(s.output_snapshot -> 'decision') = 'object'
          then s.output_snapshot -> 'decision' #- '{messages}' end
        from agent_steps s
        where s.workspace_id = g.workspace_id and s.run_id = g.run_id and s.name = plan_of_segment(g.number)))
      order by g.number), '[]'))
    from run_segments g where g.workspace_id = r.workspace_id and g.run_id = r.id) end`;

/** An event `e`. */
export const EVENT_JSON = sql`
  jsonb_build_object('id', e.id, 'seq', e.seq, 'source', e.source, 'inputType', e.input_type,
    'occurredAt', e.occurred_at, 'receivedAt', e.created_at)`;

export function eventsOfRun(event: Statement): Statement {
  return sql`
    (select coalesce(jsonb_agg(${event} order by e.seq), '[]')
      from agent_events e where e.workspace_id = r.workspace_id and e.run_id = r.id)`;
}

/** A step `s`, without its question to a language model. */
export const STEP_JSON = sql`
  jsonb_build_object('phase', s.node, 'name', s.name, 'status', s.status, 'startedAt', s.started_at,
    'durationMs', s.latency_ms)`;

export const IS_MODEL_STEP = sql`(s.output_snapshot ? 'asked' and step_in_segment(s.name) like 'model.%')`;

/** The question of the step `s` to a language model. Null when it asked none. */
export const MODEL_STEP_JSON = sql`
  case when ${IS_MODEL_STEP} then jsonb_build_object(
    'purpose', s.output_snapshot -> 'purpose', 'prompt', s.output_snapshot -> 'prompt',
    'model', s.output_snapshot -> 'model', 'tokens', s.output_snapshot -> 'tokens',
    'costUsd', (s.output_snapshot ->> 'microUsd')::float8 / 1e6, 'calls', s.output_snapshot -> 'calls',
    'replayed', coalesce((select p.output_snapshot -> 'replayed' ? step_in_segment(s.name) from agent_steps p
      where p.workspace_id = s.workspace_id and p.run_id = s.run_id and p.name = plan_of_segment(s.segment)), false),
    'fault', coalesce(s.output_snapshot #> '{asked,failure,code}', s.output_snapshot #> '{asked,reason}')) end`;

export const TOOL_CALLS_OF_RUN = sql`
  (select coalesce(jsonb_agg(jsonb_build_object('callId', t.call_id, 'tool', t.tool_name, 'risk', t.risk_level,
      'input', t.input, 'output', t.output, 'status', t.status, 'error', t.error, 'policy', t.policy_decision,
      'policyReason', t.policy_reason, 'isDryRun', t.is_dry_run, 'startedAt', t.started_at, 'endedAt', t.ended_at)
      order by t.started_at, t.call_id), '[]')
    from agent_tool_calls t where t.workspace_id = r.workspace_id and t.run_id = r.id)`;
