import { createAgentRegistry } from "../agents/registry.ts";
import { SHIPPED_AGENTS } from "../agents/shipped-agents.ts";
import type { Agent, AgentRegistry } from "../core/agent.ts";
import { RecadoError } from "../core/errors.ts";
import { isModulePath, loadAgentModule } from "./load-agent-module.ts";

/** The agents of a process, and which of them answers a number that is seen for the first time. */
export interface OpenAgents {
  readonly registry: AgentRegistry;
  readonly defaultId: string;
}

/** `agent`: the id of one that is shipped, or the file of one's own, which then stands beside them. */
export async function openAgents(agent: string): Promise<OpenAgents> {
  if (!isModulePath(agent)) return { registry: createAgentRegistry(SHIPPED_AGENTS), defaultId: agent };
  return joinShipped(await loadAgentModule(agent, process.cwd()));
}

export function joinShipped(own: readonly [Agent, ...Agent[]]): OpenAgents {
  const taken = new Set(SHIPPED_AGENTS.map(({ id }) => id));
  for (const { id } of own) {
    if (taken.has(id)) {
      throw new RecadoError(
        "agent_invalid",
        `There are two agents with the id ${JSON.stringify(id)}: give yours another.`,
      );
    }
    taken.add(id);
  }
  return { registry: createAgentRegistry([...SHIPPED_AGENTS, ...own]), defaultId: own[0].id };
}
