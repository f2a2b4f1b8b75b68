import { RecadoError } from "../../core/errors.ts";
import { DEFAULT_WORKSPACE } from "../../core/ids.ts";
import type { LearningAdmin } from "../../core/ports/learning/learning-admin.ts";
import { actorName } from "../actor-name.ts";
import { print } from "../print.ts";
import { withDatabase } from "../with-database.ts";

export function withLearningAdmin<Result>(work: (admin: LearningAdmin) => Promise<Result>): Promise<Result> {
  return withDatabase(({ learningAdmin }) => work(learningAdmin));
}

/** `recado nlu texts on|off`: allows or forbids keeping customers' words for learning. */
export async function keepTexts(wanted: string, { by }: { by?: string }): Promise<void> {
  if (wanted !== "on" && wanted !== "off") {
    throw new RecadoError("request_invalid", `"${wanted}" must be "on" or "off"`);
  }
  const keeps = wanted === "on";
  const hasChanged = await withLearningAdmin((admin) => admin.keepTexts(DEFAULT_WORKSPACE, keeps, actorName(by)));
  const now = keeps
    ? "Texts are kept for learning from the next message on."
    : "Texts are no longer kept for learning. Those that were kept are deleted.";
  print(hasChanged ? now : `${now} (Nothing changed.)`);
}

/** `recado nlu resume`: lifts the stop of an agent's own answers. */
export async function resumeLocalAnswers({ agent, by }: { agent?: string; by?: string }): Promise<void> {
  const resumed = await withLearningAdmin((admin) => admin.resume(DEFAULT_WORKSPACE, agent ?? null, actorName(by)));
  const whose = agent === undefined ? "" : ` of ${agent}`;
  const lines = resumed.map(({ agentId, localModel }) => `${agentId} answers by itself again (model ${localModel}).`);
  print(lines.length === 0 ? `No local answers${whose} are stopped.` : lines);
}
