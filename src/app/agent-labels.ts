import { isFlowAgent } from "../flow/define-flow-agent.ts";
import type { KnownLabels } from "../nlu/review-file.ts";
import { isModulePath, loadAgentModule } from "./load-agent-module.ts";
import { loadShippedThatWork } from "./load-shipped.ts";
import { readVariable } from "./read-variable.ts";

/** The label of texts that belong to no intent of the shop (docs/nlu.md). */
const OUT_OF_SCOPE = "otro";

/** The intents of the agents that are here: those that are shipped, and those of RECADO_AGENT. */
export async function labelsOfAgents(): Promise<KnownLabels> {
  const own = readVariable(process.env, "RECADO_AGENT");
  const ofModule = own !== null && isModulePath(own) ? await loadAgentModule(own, process.cwd()) : [];
  const agents = [...(await loadShippedThatWork()), ...ofModule];
  return (agentId) => {
    const agent = agents.find(({ id }) => id === agentId);
    if (agent === undefined) return "unknown";
    return isFlowAgent(agent) ? [...Object.keys(agent.definition.intents), OUT_OF_SCOPE] : null;
  };
}
