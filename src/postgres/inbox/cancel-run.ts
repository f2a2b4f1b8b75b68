import * as z from "zod";
import type { RunId, WorkspaceId } from "../../core/ids.ts";
import type { CancelResult } from "../../core/ports/runs.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import { getRun } from "./read-runs.ts";

const result = z.enum(["not_found", "cancelled", "over", "no_segments"]);

/** Calls a run off that goes on in segments (the function `cancel_run`), and wakes what may end it. */
export async function cancelRun(
  database: Database,
  workspace: WorkspaceId,
  id: RunId,
  actor: string,
): Promise<CancelResult> {
  const { rows } = await database.run(sql`
    with done as materialized (select cancel_run(${workspace}, ${id}::uuid, ${actor}) as kind)
    select kind, pg_notify('recado_mailbox', '') from done`);
  const kind = result.parse(rows[0]?.["kind"]);
  if (kind === "not_found" || kind === "no_segments") return { kind };
  const run = await getRun(database, workspace, id);
  if (run === null) return { kind: "not_found" };
  return kind === "over" ? { kind, status: run.status } : { kind, run };
}
