import * as z from "zod";
import type { WorkspaceId } from "../../core/ids.ts";
import type { Standing } from "../../core/operations/standing-troubles.ts";
import type { Database } from "../database.ts";
import { id } from "../json-row.ts";
import { sql } from "../sql.ts";

const standingRow = z.object({
  workspaceId: id<WorkspaceId>(),
  deadLetters: z.number(),
  untoldDeadLetters: z.number(),
  isDeadLetterAlertOpen: z.boolean(),
  conversations: z.number(),
  handedOff: z.number(),
  isHandoffAlertOpen: z.boolean(),
  isHandoffDealtWith: z.boolean(),
});

/**
 * Reads by the indexes alone: dead letters have one, and the hour's runs are found by their
 * time-ordered ids.
 */
export async function readStanding(database: Database): Promise<Standing[]> {
  const { rows } = await database.run(sql`
    with hour as materialized (
      select (lpad(to_hex((extract(epoch from recado_now() - interval '1 hour') * 1000)::bigint), 12, '0')
        || repeat('0', 20))::uuid as first_id
    )
    select w.id as "workspaceId", d.standing as "deadLetters", d.untold as "untoldDeadLetters",
      exists (select from alerts a where a.workspace_id = w.id and a.kind = 'dead_letters' and a.resolved_at is null)
        as "isDeadLetterAlertOpen",
      r.conversations, r.handed_off as "handedOff",
      exists (select from alerts a where a.workspace_id = w.id and a.kind = 'handoff_rate' and a.resolved_at is null)
        as "isHandoffAlertOpen",
      exists (select from alerts a where a.workspace_id = w.id and a.kind = 'handoff_rate'
        and a.resolved_by is not null and a.resolved_at > recado_now() - interval '1 hour') as "isHandoffDealtWith"
    from workspaces w
    cross join hour
    cross join lateral (
      select count(*)::int as standing, (count(*) filter (where x.ended_at > coalesce((
        select max(greatest(a.last_seen_at, a.resolved_at)) from alerts a
        where a.workspace_id = w.id and a.kind = 'dead_letters'), '-infinity')))::int as untold
      from agent_runs x where x.workspace_id = w.id and x.status = 'dead_letter' and x.discarded_at is null) d
    cross join lateral (
      select count(distinct x.conversation_id)::int as conversations,
        (count(distinct x.conversation_id) filter (where x.outcome = 'handed_off'))::int as handed_off
      from agent_runs x
      where x.workspace_id = w.id and x.status = 'completed' and x.id >= hour.first_id
        and x.outcome in ('answered', 'handed_off')) r
    where d.standing > 0 or r.conversations > 0 or exists (
      select from alerts a where a.workspace_id = w.id and a.kind in ('dead_letters', 'handoff_rate') and a.resolved_at is null)`);
  return standingRow.array().parse(rows);
}
