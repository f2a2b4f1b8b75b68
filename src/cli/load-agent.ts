import { SHIPPED_AGENTS } from "../agents/shipped-agents.ts";
import type { Agent } from "../core/agent.ts";
import { RecadoError } from "../core/errors.ts";
import { nearestName } from "../core/nearest-name.ts";
import { type AgentModule, isModulePath, loadAgentModule } from "./load-agent-module.ts";

/** An agent by its id, when it is shipped, else the first one of the module at that path. */
export async function loadAgent(name: string): Promise<Agent> {
  return (await loadAgents(name))[0];
}

/** The agent of that id, or all that the module at that path exports. */
export async function loadAgents(name: string): Promise<AgentModule> {
  if (isModulePath(name)) return loadAgentModule(name, process.cwd());
  const shipped = SHIPPED_AGENTS.find(({ id }) => id === name);
  if (shipped !== undefined) return [shipped];
  const ids = SHIPPED_AGENTS.map(({ id }) => id);
  throw new RecadoError(
    "agent_invalid",
    `"${name}" is no agent that is shipped (did you mean "${nearestName(name, ids)}"?); name one of your own by its file: ./${name}.js`,
  );
}
