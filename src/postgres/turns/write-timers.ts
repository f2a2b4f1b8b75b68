import type { ArmedTimer } from "../../core/time/timer-policy.ts";
import { rowset, type Statement, sql } from "../sql.ts";
import type { Ending } from "./ending.ts";
import { pendingTimerOf, stillCounts } from "./pending-timer.ts";

const NOTHING = sql``;

/**
 * CTEs that make the timers of the conversations in the CTE `held` what their turns want them to
 * be. Each begins with a comma, and where nothing changes there is none. What a turn has read is
 * still true: only commits arm, nothing fires while a message waits, and any other statement that
 * cancels moves the conversation's version. A session that ends takes its timer with it (the
 * trigger `session_ends_with_its_timer`).
 */
export function writeTimers(endings: readonly Ending[]): Statement {
  const changes = endings.flatMap((ending, index) => changeOf(ending, index) ?? []);
  if (changes.length === 0) return NOTHING;
  const armed = changes.flatMap(({ armed }) => armed ?? []);
  const cancelled = changes.filter(({ cancels }) => cancels).map(({ turn }) => ({ turn }));
  return sql`,
    timer_cancelled as (
      update timers t set cancelled_at = recado_now()
      from held h
      join ${rowset(cancelled, sql`turn int`)} x on x.turn = h.turn
      cross join ${pendingTimerOf(sql`h.workspace_id`, sql`h.conversation_id`)}
      where t.workspace_id = pending.workspace_id and t.id = pending.id and ${stillCounts}
      returning t.id
    ),
    timer_armed as (
      insert into timers (workspace_id, run_id, segment, conversation_id, session_id, level, due_at, fire_at, armed_at)
      select h.workspace_id, h.run_id, t.segment, h.conversation_id, t.session_id, t.level, t.due_at, t.fire_at, recado_now()
      from held h
      join ${rowset(armed, sql`turn int, segment int, session_id uuid, level text, due_at timestamptz, fire_at timestamptz`)} t
        on t.turn = h.turn
      -- The place of the old one must be free before the new one takes it.
      cross join (select count(*) from timer_cancelled) gone
      returning id
    )`;
}

/** What one turn changes; null: nothing. */
function changeOf({ turn, commit: { timer, session } }: Ending, index: number) {
  const endsHere = session !== null && session.status !== "active";
  const wanted = endsHere ? null : timer;
  if (isSame(turn.timer, wanted)) return null;
  const cancels = turn.timer !== null;
  if (wanted === null) return { turn: index, cancels, armed: null };
  const sessionId = session?.id ?? turn.session?.id;
  if (sessionId === undefined) throw new Error(`run ${turn.run.id} arms timer ${wanted.level} for no session`);
  const armed = {
    turn: index,
    segment: turn.segment?.number ?? 0,
    session_id: sessionId,
    level: wanted.level,
    due_at: wanted.dueAt.toISOString(),
    fire_at: new Date(wanted.dueAt.getTime() + wanted.settleMs).toISOString(),
  };
  return { turn: index, cancels, armed };
}

function isSame(one: ArmedTimer | null, other: ArmedTimer | null): boolean {
  if (one === null || other === null) return one === other;
  return one.level === other.level && one.dueAt.getTime() === other.dueAt.getTime();
}
