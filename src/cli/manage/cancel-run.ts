import { RecadoError } from "../../core/errors.ts";
import { isUuid, type RunId } from "../../core/ids.ts";
import { actorName } from "../actor-name.ts";
import { print } from "../print.ts";
import { withDatabase } from "../with-database.ts";
import { readId } from "./access.ts";

export interface CancelOptions {
  readonly by?: string;
  readonly workspace: string;
}

/** `recado run cancel`: calls off a run that goes on in segments. */
export async function cancelRun(id: string, { by, workspace }: CancelOptions): Promise<void> {
  const of = readId(workspace);
  const unknown = new RecadoError("not_found", `The workspace ${workspace} has no run "${id}".`);
  if (!isUuid(id)) throw unknown;
  const result = await withDatabase(({ store }) => store.runs.cancel(of, id as RunId, actorName(by)));
  switch (result.kind) {
    case "not_found":
      throw unknown;
    case "over":
      throw new RecadoError("run_not_cancellable", `Run ${id} is ${result.status}: it is over.`);
    case "no_segments":
      throw new RecadoError(
        "run_not_cancellable",
        `Run ${id} does not go on in segments: it ends with its own answer.`,
      );
    case "cancelled":
      print(
        result.run.status === "completed"
          ? `Run ${id} is cancelled.`
          : `Run ${id} is at work. It ends at its next edge and says nothing more.`,
      );
  }
}
