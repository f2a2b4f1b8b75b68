import { ENGINES } from "../../core/agent/intent.ts";
import { LOCAL_TRUST } from "../../core/agent/local-trust.ts";
import { DEFAULT_WORKSPACE } from "../../core/ids.ts";
import type { AgentLearning, LearningStatus } from "../../core/ports/learning/learning-admin.ts";
import { printResult } from "../print.ts";
import { textTable } from "../text-table.ts";
import { withLearningAdmin } from "./learning-admin.ts";
import { shareText } from "./share-text.ts";

/** `recado nlu status`. */
export async function printLearningStatus({ json }: { json?: true }): Promise<void> {
  const status = await withLearningAdmin((admin) => admin.status(DEFAULT_WORKSPACE, LOCAL_TRUST.days));
  printResult(json, toJson(status), () => describeStatus(status));
}

function toJson({ agents, ...status }: LearningStatus) {
  return {
    ...status,
    agents: agents.map((agent) => ({
      ...agent,
      localShare: shareOf(agent.settled, agent.decisions),
      precision: shareOf(agent.right, agent.audited),
    })),
  };
}

export function describeStatus({ agents, days, keepsTexts }: LearningStatus): string[] {
  const texts = keepsTexts ? "Texts are kept to be learnt from." : "Texts are not kept (`recado nlu texts on`).";
  if (agents.length === 0) {
    return [`Nothing was understood in the last ${days} days (a message counts half a minute after its turn).`, texts];
  }
  return [...agents.flatMap((agent) => describeAgent(agent, days)), texts];
}

function describeAgent(agent: AgentLearning, days: number): string[] {
  const { agentId, decisions, byEngine, settled, audited, right, waiting, stopped } = agent;
  const engines = ENGINES.filter((engine) => byEngine[engine] !== undefined);
  const by = engines.map((engine) => `${engine} ${shareText((byEngine[engine] ?? 0) / decisions)}`).join(", ");
  const precision =
    audited === 0 ? "not known: nothing was audited" : `${shareText(right / audited)} of ${audited} audited`;
  return [
    `${agentId}: ${decisions} messages understood in the last ${days} days`,
    ...textTable([
      ["by engine", by || "none"],
      ["without a model", decisions === 0 ? "none" : `${shareText(settled / decisions)} (${settled})`],
      ["right", precision],
      ["wait for an audit", String(waiting)],
      ...(stopped.length === 0 ? [["local answers", "on"]] : stopped.map(describeStop)),
    ]),
    "",
  ];
}

function describeStop({ localModel, stoppedAt }: AgentLearning["stopped"][number]): string[] {
  return [
    "local answers",
    `STOPPED for model ${localModel} since ${stoppedAt.toISOString()}; \`recado nlu resume\` lifts it`,
  ];
}

function shareOf(part: number, of: number): number | null {
  return of === 0 ? null : part / of;
}
