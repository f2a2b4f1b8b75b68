import * as z from "zod";
import type { RunId, WorkspaceId } from "../../core/ids.ts";
import type { PauseResult } from "../../core/ports/runs.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import { getRun } from "./read-runs.ts";

const result = z.enum(["not_found", "paused", "resumed", "over", "no_segments"]);

/** Pauses a run that goes on in segments, or resumes it (the function `pause_run`), and wakes what may go on with it. */
export async function pauseRun(
  database: Database,
  workspace: WorkspaceId,
  id: RunId,
  { isPaused, actor }: { readonly isPaused: boolean; readonly actor: string },
): Promise<PauseResult> {
  const { rows } = await database.run(sql`
    with done as materialized (select pause_run(${workspace}, ${id}::uuid, ${isPaused}::boolean, ${actor}) as kind)
    select kind, pg_notify('recado_mailbox', '') from done`);
  const kind = result.parse(rows[0]?.["kind"]);
  if (kind === "not_found" || kind === "no_segments") return { kind };
  const run = await getRun(database, workspace, id);
  if (run === null) return { kind: "not_found" };
  return kind === "over" ? { kind, status: run.status } : { kind, run };
}
