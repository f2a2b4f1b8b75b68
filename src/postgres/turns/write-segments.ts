import { rowset, type Statement, sql } from "../sql.ts";
import type { Ending } from "./ending.ts";

const NOTHING = sql``;

const SEGMENT_COLUMNS = sql`
  turn int, number int, key text, state jsonb, origin jsonb, session_id uuid, due_at timestamptz`;

/**
 * CTEs of the segments that turns decide, and of the runs that a customer calls off, for the
 * conversations of the CTEs `held` and `run_ended`. Each begins with a comma. Nearly no turn goes
 * on, and the statement then has no word of it.
 */
export function writeSegments(endings: readonly Ending[]): Statement {
  return sql`${parkRuns(endings)}${stopParked(endings)}`;
}

function parkRuns(endings: readonly Ending[]): Statement {
  const rows = endings.flatMap(segmentRows);
  if (rows.length === 0) return NOTHING;
  return sql`,
    segment_written as (
      insert into run_segments (
        workspace_id, run_id, number, key, state, origin, session_id, since_turn, due_at, created_at)
      select h.workspace_id, h.run_id, g.number, g.key, g.state, g.origin, g.session_id, h.turn_count,
        greatest(coalesce(g.due_at, recado_now()), recado_now()), recado_now()
      from held h
      join ${rowset(rows, SEGMENT_COLUMNS)} g on g.turn = h.turn
      -- One that was called off while it was thought ends here.
      join run_ended r on r.id = h.run_id and r.status = 'queued'
      returning number
    )`;
}

/** The function updates runs of the conversation that are not the turn's own. */
function stopParked(endings: readonly Ending[]): Statement {
  const rows = endings.flatMap(({ commit }, turn) => (commit.cancelsParked === true ? [{ turn }] : []));
  if (rows.length === 0) return NOTHING;
  return sql`,
    parked_stopped as materialized (
      select stop_segments(h.workspace_id, h.conversation_id, null, 'cancelled_by_customer'::text, 'customer'::text) as runs
      from held h join ${rowset(rows, sql`turn int`)} s on s.turn = h.turn
    )`;
}

/** How many runs were called off; read, so that the CTE runs. */
export function countStopped(endings: readonly Ending[]): Statement {
  return endings.some(({ commit }) => commit.cancelsParked === true)
    ? sql` + (select coalesce(sum(runs), 0) from parked_stopped)`
    : NOTHING;
}

function segmentRows({ commit: { goesOn } }: Ending, index: number): object[] {
  if (goesOn == null) return [];
  return [
    {
      turn: index,
      number: goesOn.number,
      key: goesOn.key,
      state: goesOn.state,
      origin: goesOn.origin,
      session_id: goesOn.sessionId,
      due_at: goesOn.at?.toISOString() ?? null,
    },
  ];
}
