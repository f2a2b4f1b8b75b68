import type { ClaimedTurn, StepRecord } from "../../core/turn/turn.ts";
import { rowset, type Statement, sql } from "../sql.ts";

/** The ledger of a run, as everybody writes it. */
export const stepColumns = sql`
  name text, node text, status text, position int, output_snapshot jsonb, started_at timestamptz, latency_ms float8`;

export function stepRow(step: StepRecord) {
  return {
    name: step.name,
    node: step.phase,
    status: step.status,
    position: step.position,
    output_snapshot: step.output,
    started_at: step.startedAt.toISOString(),
    latency_ms: step.durationMs,
  };
}

/** A completed journal step stays as it is. */
export const stepsOnConflict = sql`
    on conflict (workspace_id, run_id, name) do update set
      status = excluded.status, position = excluded.position, output_snapshot = excluded.output_snapshot,
      started_at = excluded.started_at, latency_ms = excluded.latency_ms
    where agent_steps.status <> 'ok' or agent_steps.name = agent_steps.node`;

/** Writes `steps` into the ledger of a run, for each row of the CTE `held`. */
export function writeSteps(turn: ClaimedTurn, steps: readonly StepRecord[]): Statement {
  return sql`
    insert into agent_steps (
      workspace_id, run_id, name, node, status, position, output_snapshot, started_at, latency_ms)
    select h.workspace_id, ${turn.run.id}::uuid, s.name, s.node, s.status, s.position, s.output_snapshot, s.started_at,
      s.latency_ms
    from held h
    cross join ${rowset(steps.map(stepRow), stepColumns)} s
    ${stepsOnConflict}
    returning name`;
}
