import * as z from "zod";
import { errorText } from "../../core/errors.ts";
import type { ConversationId, RunId, WorkerId, WorkspaceId } from "../../core/ids.ts";
import type { ClaimedTurn, Lease } from "../../core/turn/turn.ts";
import type { Database } from "../database.ts";
import { fenceHolds } from "../fence.ts";
import { id, readList } from "../json-row.ts";
import { sql } from "../sql.ts";
import { pendingTimerOf, stillCounts } from "./pending-timer.ts";
import { readTurnRow } from "./turn-row.ts";

/** What must be readable of a turn to be able to say that the rest is not. */
const turnHead = z.object({
  workspaceId: id<WorkspaceId>(),
  conversationId: id<ConversationId>(),
  worker: id<WorkerId>(),
  fence: z.number(),
  run: z.object({ id: id<RunId>() }),
});

/**
 * Reads the turns of a claim. One that cannot be read (another program wrote its session, a newer version its event) goes
 * to the dead letters at once; those that were claimed with it go on. Thrown away together they would be claimed together
 * for ever.
 */
export async function readClaimed(database: Database, rows: unknown): Promise<ClaimedTurn[]> {
  const turns: ClaimedTurn[] = [];
  for (const row of readList(rows)) {
    try {
      turns.push(readTurnRow(row));
    } catch (error) {
      const { run, ...head } = turnHead.parse(row);
      await buryUnreadable(database, head, run.id, errorText(error));
    }
  }
  return turns;
}

async function buryUnreadable(database: Database, lease: Lease, runId: RunId, fault: string): Promise<void> {
  await database.run(sql`
    with held as (
      update conversations c set
        pending = c.pending - (
          select count(*)::int from agent_events e
          where e.workspace_id = c.workspace_id and e.run_id = c.active_run_id and e.status = 'pending'),
        active_run_id = null, leased_by = null, version = c.version + 1,
        run_at = case when c.queued_run_id is null then null else recado_now() end
      where ${fenceHolds(lease)} and c.active_run_id = ${runId}::uuid
      returning c.workspace_id, c.id
    ),
    timer_cancelled as (
      update timers t set cancelled_at = recado_now()
      from held h cross join ${pendingTimerOf(sql`h.workspace_id`, sql`h.id`)}
      where t.workspace_id = pending.workspace_id and t.id = pending.id and ${stillCounts}
      returning t.run_id
    ),
    run_ended as (
      update agent_runs r set status = 'dead_letter', outcome = 'abandoned', ended_at = recado_now(),
        failure_code = 'turn_unreadable', failure_reason = ${fault}
      from held h where r.workspace_id = h.workspace_id and r.id = ${runId}::uuid
      returning r.id
    ),
    events_ended as (
      update agent_events e set status = 'failed'
      from held h where e.workspace_id = h.workspace_id and e.run_id = ${runId}::uuid and e.status = 'pending'
      returning e.id
    )
    select (select count(*) from run_ended) + (select count(*) from events_ended) as written`);
}
