import { userInfo } from "node:os";
import { loadConfig } from "../../app/load-config.ts";
import { createLogger } from "../../app/log.ts";
import { openDatabase } from "../../app/open-database.ts";
import { RecadoError } from "../../core/errors.ts";
import { DEFAULT_WORKSPACE } from "../../core/ids.ts";
import { holdsPhone } from "../../core/inbound/identity.ts";
import type { LearningAdmin } from "../../core/ports/learning-admin.ts";

/** Opens the database that the environment names for as long as the work takes. */
export async function withLearningAdmin<Result>(work: (admin: LearningAdmin) => Promise<Result>): Promise<Result> {
  const logger = createLogger({ level: "warn", style: "line", secrets: [] });
  const database = await openDatabase(loadConfig(), { access: "shared", http: false, worker: false, logger });
  try {
    return await work(database.learningAdmin);
  } finally {
    await database.close();
  }
}

/** `recado nlu texts on|off`: whether customers' words are kept to be learnt from. */
export async function keepTexts(wanted: string, { by }: { by?: string }): Promise<void> {
  if (wanted !== "on" && wanted !== "off") {
    throw new RecadoError("request_invalid", `"${wanted}" is neither "on" nor "off"`);
  }
  const keeps = wanted === "on";
  const hasChanged = await withLearningAdmin((admin) => admin.keepTexts(DEFAULT_WORKSPACE, keeps, nameOf(by)));
  const now = keeps
    ? "Texts are kept to be learnt from, from the next message on."
    : "Texts are not kept to be learnt from; those that were are deleted.";
  process.stdout.write(`${hasChanged ? now : `${now} (It was so already.)`}\n`);
}

/** `recado nlu resume`: lifts the stop of an agent's own answers. */
export async function resumeLocalAnswers({ agent, by }: { agent?: string; by?: string }): Promise<void> {
  const resumed = await withLearningAdmin((admin) => admin.resume(DEFAULT_WORKSPACE, agent ?? null, nameOf(by)));
  const whose = agent === undefined ? "" : ` of ${agent}`;
  const lines = resumed.map(({ agentId, localModel }) => `${agentId} answers by itself again (model ${localModel}).`);
  process.stdout.write(`${lines.length === 0 ? `No local answers${whose} are stopped.` : lines.join("\n")}\n`);
}

/** Who stands in the audit log and beside a label. Only a model bears the name of one. */
export function nameOf(by: string | undefined): string {
  const name = (by ?? userInfo().username).trim();
  if (name !== "" && !name.startsWith("model:") && !holdsPhone(name)) return name;
  throw new RecadoError("request_invalid", `--by "${name}" is no person's name`);
}
