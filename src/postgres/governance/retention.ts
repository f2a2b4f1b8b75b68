import * as z from "zod";
import type { WorkspaceId } from "../../core/ids.ts";
import { type KeepDays, keepDaysOf, retentionFault } from "../../core/operations/retention.ts";
import type { KnownRetention, Retention } from "../../core/ports/governance/retention.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import { forgetNight } from "./forget-night.ts";
import { ownDays, removedRows } from "./retention-row.ts";

const knownRow = z.object({
  days: ownDays.nullable(),
  set_at: z.date().nullable(),
  set_by: z.string().nullable(),
  ended_at: z.date().nullable(),
  removed: removedRows,
  is_first: z.boolean(),
});

/** `installation`: what the environment sets for all workspaces that have not set it themselves. */
export function createRetention(door: Database, dataPlane: Database, installation: Partial<KeepDays>): Retention {
  return {
    get: (workspace) => readRetention(door, workspace, installation),
    async set(workspace, own, actor) {
      const fault = retentionFault(keepDaysOf(own, installation));
      if (fault !== null) return { kind: "refused", fault };
      await door.run(sql`
        insert into retention_settings (workspace_id, days, set_at, set_by)
        values (${workspace}, ${JSON.stringify(own)}::jsonb, recado_now(), ${actor})
        on conflict (workspace_id) do update set days = excluded.days, set_at = excluded.set_at, set_by = excluded.set_by`);
      return { kind: "set" };
    },
    forget: () => dataPlane.transaction((run) => forgetNight(run, installation)),
  };
}

async function readRetention(
  database: Database,
  workspace: WorkspaceId,
  installation: Partial<KeepDays>,
): Promise<KnownRetention> {
  const { rows } = await database.asTenant(workspace, (run) =>
    run(sql`
      select s.days, s.set_at, s.set_by, n.ended_at, n.removed, n.started_at = n.ended_at as is_first
      from retention_nights n
      left join retention_settings s on s.workspace_id = n.workspace_id
      where n.workspace_id = ${workspace}`),
  );
  const row = knownRow.parse(rows[0]);
  const own = row.days ?? {};
  return {
    own,
    days: keepDaysOf(own, installation),
    setAt: row.set_at,
    setBy: row.set_by,
    lastNight: row.ended_at === null || row.is_first ? null : { endedAt: row.ended_at, removed: row.removed },
  };
}
