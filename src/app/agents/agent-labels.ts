import { isFlowAgent } from "../../flow/define-flow-agent.ts";
import type { KnownLabels } from "../../nlu/linear/review-file.ts";
import { loadModulesThatWork } from "./load-agent.ts";
import { loadShippedThatWork } from "./load-shipped.ts";

/** The label of texts that belong to no intent of the shop (docs/nlu.md). */
const OUT_OF_SCOPE = "otro";

/** The intents of the agents that are here: those that are shipped, and those of RECADO_AGENT. */
export async function labelsOfAgents(): Promise<KnownLabels> {
  const own = (await loadModulesThatWork()).flatMap(({ agents }) => agents);
  const agents = [...(await loadShippedThatWork()), ...own];
  return (agentId) => {
    const agent = agents.find(({ id }) => id === agentId);
    if (agent === undefined) return "unknown";
    return isFlowAgent(agent) ? [...Object.keys(agent.definition.intents), OUT_OF_SCOPE] : null;
  };
}
