import { RecadoError } from "../../core/errors.ts";
import { isUuid, type RunId } from "../../core/ids.ts";
import { actorName } from "../actor-name.ts";
import { print } from "../print.ts";
import { withDatabase } from "../with-database.ts";
import { readId } from "./access.ts";

export interface PauseOptions {
  readonly by?: string;
  readonly workspace: string;
}

/** `recado run pause` and `recado run resume`. */
export async function pauseRun(id: string, isPaused: boolean, { by, workspace }: PauseOptions): Promise<void> {
  const of = readId(workspace);
  const unknown = new RecadoError("not_found", `The workspace ${workspace} has no run "${id}".`);
  if (!isUuid(id)) throw unknown;
  const change = { isPaused, actor: actorName(by) };
  const result = await withDatabase(({ store }) => store.runs.pause(of, id as RunId, change));
  switch (result.kind) {
    case "not_found":
      throw unknown;
    case "over":
      throw new RecadoError("run_not_pausable", `Run ${id} is ${result.status}: it goes on no more.`);
    case "no_segments":
      throw new RecadoError("run_not_pausable", `Run ${id} does not go on in segments: it ends with its own answer.`);
    case "paused":
      print(
        result.run.status === "queued"
          ? `Run ${id} is paused. \`recado run resume ${id}\` lets it go on.`
          : `Run ${id} is at work. The part that is worked on ends, and no other begins before \`recado run resume ${id}\`.`,
      );
      return;
    case "resumed":
      print(`Run ${id} goes on.`);
  }
}
