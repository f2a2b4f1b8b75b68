import { nameInSegment } from "../../core/agent/segment.ts";
import type { ClaimedTurn, StepRecord } from "../../core/turn/turn.ts";
import { type Statement, sql } from "../sql.ts";

/**
 * The journal of a run, as its one row in run_steps holds it: an object of steps by name. Steps of a
 * segment bear its number, because the row is that of all segments.
 */
export function journalOf({ segment }: Pick<ClaimedTurn, "segment">, steps: readonly StepRecord[]) {
  return Object.fromEntries(
    steps.map((step) => [
      nameInSegment(segment, step.name),
      {
        node: step.phase,
        status: step.status,
        position: step.position,
        // Most phases find nothing that is kept, and a clock's last digits are noise: 130 bytes a turn.
        ...(step.output == null ? {} : { output: step.output }),
        startedAt: step.startedAt.toISOString(),
        latencyMs: Math.round(step.durationMs * 1_000) / 1_000,
      },
    ]),
  );
}

/** A run that was parked, or flushed before an effect, has a row already. A completed call stays as it is. */
export const mergeSteps = sql`
    on conflict (workspace_id, run_id) do update set steps = merged_steps(run_steps.steps, excluded.steps)`;

/** Writes `steps` into the journal of a run, for each row of the CTE `held`. */
export function writeSteps(turn: ClaimedTurn, steps: readonly StepRecord[]): Statement {
  return sql`
    insert into run_steps (workspace_id, run_id, steps)
    select h.workspace_id, ${turn.run.id}::uuid, ${JSON.stringify(journalOf(turn, steps))}::jsonb
    from held h where ${steps.length}::int > 0
    ${mergeSteps}
    returning run_id`;
}
