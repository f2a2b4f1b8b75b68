import type { ArmedTimer } from "../core/timer-policy.ts";
import type { ClaimedTurn, TurnCommit } from "../core/turn.ts";
import { type Statement, sql } from "./sql.ts";

const NOTHING = sql``;

/**
 * CTEs that make the timer of the conversation in the CTE `held` what the turn wants it to be. Each begins with a comma, and
 * where nothing changes there is none: what the turn has read is still true, because only commits arm, nothing fires while a
 * message waits, and whoever else cancels moves the conversation's version. A session that ends takes its timer with it
 * (the trigger `session_ends_with_its_timer`).
 */
export function writeTimer(turn: ClaimedTurn, { timer, session }: TurnCommit): Statement {
  const endsHere = session !== null && session.status !== "active";
  const wanted = endsHere ? null : timer;
  if (isSame(turn.timer, wanted)) return NOTHING;
  const cancelled =
    turn.timer === null
      ? NOTHING
      : sql`,
    timer_cancelled as (
      update timers t set cancelled_at = recado_now()
      from held h
      where t.workspace_id = h.workspace_id and t.conversation_id = h.id and t.fired_at is null and t.cancelled_at is null
      returning t.run_id
    )`;
  if (wanted === null) return cancelled;
  const sessionId = session?.id ?? turn.session?.id;
  if (sessionId === undefined) throw new Error(`run ${turn.run.id} arms timer ${wanted.level} for no session`);
  // The place of the old one must be free before the new one takes it.
  const first = turn.timer === null ? NOTHING : sql` cross join (select count(*) from timer_cancelled) gone`;
  return sql`${cancelled},
    timer_armed as (
      insert into timers (workspace_id, run_id, conversation_id, session_id, level, due_at, fire_at, armed_at)
      select h.workspace_id, ${turn.run.id}::uuid, h.id, ${sessionId}::uuid, ${wanted.level},
        ${wanted.dueAt.toISOString()}::timestamptz,
        ${new Date(wanted.dueAt.getTime() + wanted.settleMs).toISOString()}::timestamptz, recado_now()
      from held h${first}
      returning run_id
    )`;
}

function isSame(one: ArmedTimer | null, other: ArmedTimer | null): boolean {
  if (one === null || other === null) return one === other;
  return one.level === other.level && one.dueAt.getTime() === other.dueAt.getTime();
}
