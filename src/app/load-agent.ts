import { SHIPPED_AGENT_IDS } from "../agents/shipped-agents.ts";
import type { Agent } from "../core/agent/agent.ts";
import { RecadoError } from "../core/errors.ts";
import { nearestName } from "../core/nearest-name.ts";
import { type AgentModule, isModulePath, loadAgentModule } from "./load-agent-module.ts";
import { loadShipped } from "./load-shipped.ts";

/** An agent by its id, when it is shipped, else the first one of the module at that path. */
export async function loadAgent(name: string): Promise<Agent> {
  return (await loadAgents(name))[0];
}

/** The agent of that id, or all that the module at that path exports. */
export async function loadAgents(name: string): Promise<AgentModule> {
  if (isModulePath(name)) return loadAgentModule(name, process.cwd());
  const shipped = await loadShipped(name);
  if (shipped !== null) return [shipped];
  throw new RecadoError(
    "agent_invalid",
    `"${name}" is no agent that is shipped (did you mean "${nearestName(name, SHIPPED_AGENT_IDS)}"?); name one of your own by its file: ./${name}.js`,
  );
}
