import type { Lease } from "../core/turn/turn.ts";
import { type Statement, sql } from "./sql.ts";

/**
 * The condition that every write of a turn carries, on `conversations c`: this worker still holds this lease. A worker
 * that slept past its lease finds a higher fence or another name, and touches no row.
 */
export function fenceHolds(lease: Lease): Statement {
  return sql`c.workspace_id = ${lease.workspaceId} and c.id = ${lease.conversationId}::uuid
    and c.leased_by = ${lease.worker}::uuid and c.fence = ${lease.fence}::bigint`;
}

/** The same of the leases in the rows `g` (workspace_id, conversation_id, worker, fence). */
export const fenceHoldsOfEach = sql`c.workspace_id = g.workspace_id and c.id = g.conversation_id
    and c.leased_by = g.worker and c.fence = g.fence`;
