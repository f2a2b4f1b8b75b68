import type { Runs } from "../../core/ports/runs.ts";
import type { Database } from "../database.ts";
import { cancelRun } from "./cancel-run.ts";
import { discardRun, retryRun } from "./operator-commands.ts";
import { pauseRun } from "./pause-run.ts";
import { listPlans } from "./plans.ts";
import { getRun, listRuns } from "./read-runs.ts";

export function createRuns(database: Database): Runs {
  return {
    get: (workspace, id) => getRun(database, workspace, id),
    list: (workspace, filter) => listRuns(database, workspace, filter),
    retry: (workspace, id, by) => retryRun(database, workspace, id, by),
    discard: (workspace, id, by) => discardRun(database, workspace, id, by),
    cancel: (workspace, id, actor) => cancelRun(database, workspace, id, actor),
    pause: (workspace, id, change) => pauseRun(database, workspace, id, change),
    plans: (workspace, filter) => listPlans(database, workspace, filter),
  };
}
