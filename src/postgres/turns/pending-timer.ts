import { type Statement, sql } from "../sql.ts";

/**
 * The timer that counts in a conversation, as a lateral `pending`: looked up for each conversation by its index. Joined instead,
 * it is read by a walk of all timers that count, once ANALYZE has come by at night and has seen none.
 */
export function pendingTimerOf(workspace: Statement, conversation: Statement): Statement {
  return sql`lateral (
        select m.workspace_id, m.id from timers m
        where m.workspace_id = ${workspace} and m.conversation_id = ${conversation}
          and m.fired_at is null and m.cancelled_at is null
        offset 0) pending`;
}

/** True while the timer `t`, which was found by its key, counts. (Not `is null and is null`: by that all that count are walked.) */
export const stillCounts: Statement = sql`coalesce(t.fired_at, t.cancelled_at) is null`;
