import { somnioFlow } from "../agents/somnio/somnio-flow.ts";
import type { Agent } from "../core/agent.ts";
import { RecadoError } from "../core/errors.ts";
import { nearestName } from "../core/nearest-name.ts";
import { isModulePath, loadAgentModule } from "./load-agent-module.ts";

const SHIPPED_AGENTS: readonly Agent[] = [somnioFlow];

/** An agent by its id, when it is shipped, else the first one of the module at that path. */
export async function loadAgent(name: string): Promise<Agent> {
  if (isModulePath(name)) return (await loadAgentModule(name, process.cwd()))[0];
  const shipped = SHIPPED_AGENTS.find(({ id }) => id === name);
  if (shipped !== undefined) return shipped;
  const nearest = nearestName(
    name,
    SHIPPED_AGENTS.map(({ id }) => id),
  );
  throw new RecadoError(
    "agent_invalid",
    `"${name}" is no agent that is shipped (did you mean "${nearest}"?); name one of your own by its file: ./${name}.js`,
  );
}
