import type { ClaimedTurn } from "../../core/turn/turn.ts";
import type { Database } from "../database.ts";
import { fenceHolds } from "../fence.ts";
import { sql } from "../sql.ts";

/** The words of a turn belong to a new sale: its session ends as at night, its timer with it (the trigger `session_ends_with_its_timer`). */
export async function closeSession(database: Database, { lease, run, session }: ClaimedTurn): Promise<void> {
  if (session === null) return;
  await database.run(sql`
    with held as materialized (
      select c.workspace_id, c.id from conversations c
      where ${fenceHolds(lease)} and c.active_run_id = ${run.id}::uuid
      for update of c
    )
    update agent_sessions s set
      status = 'closed', version = s.version + 1, updated_at = recado_now(), closed_at = recado_now()
    from held h
    where s.workspace_id = h.workspace_id and s.conversation_id = h.id and s.id = ${session.id}::uuid
      and s.status = 'active' and s.version = ${session.version}::int`);
}
