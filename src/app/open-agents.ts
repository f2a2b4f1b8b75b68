import { createAgentRegistry } from "../agents/registry.ts";
import { SHIPPED_AGENT_IDS } from "../agents/shipped-agents.ts";
import type { Agent, AgentRegistry } from "../core/agent/agent.ts";
import { RecadoError } from "../core/errors.ts";
import { isModulePath, loadAgentModule } from "./load-agent-module.ts";
import { loadAllShipped, loadShippedThatWork } from "./load-shipped.ts";

/** The agents of a process, and which of them answers a number that is seen for the first time. */
export interface OpenAgents {
  readonly registry: AgentRegistry;
  readonly defaultId: string;
}

/** `agent`: the id of one that is shipped, or the file of one's own, which then stands beside them. */
export async function openAgents(agent: string): Promise<OpenAgents> {
  if (!isModulePath(agent)) return { registry: createAgentRegistry(await loadAllShipped()), defaultId: agent };
  try {
    return await joinShipped(await loadAgentModule(agent, process.cwd()));
  } catch (thrown) {
    // The file was not named on this command line, so the message must say where it comes from.
    if (thrown instanceof RecadoError) throw new RecadoError(thrown.code, `RECADO_AGENT: ${thrown.message}`, thrown);
    throw thrown;
  }
}

/** The first given version of an id is the newest. */
export async function joinShipped(own: readonly [Agent, ...Agent[]]): Promise<OpenAgents> {
  const shipped = new Set(SHIPPED_AGENT_IDS);
  const seen = new Set<string>();
  for (const { id, version } of own) {
    if (shipped.has(id)) {
      throw new RecadoError(
        "agent_invalid",
        `An agent with the id ${JSON.stringify(id)} is shipped: give yours another.`,
      );
    }
    if (seen.has(`${id} ${version}`)) {
      throw new RecadoError(
        "agent_invalid",
        `There are two agents ${JSON.stringify(id)} of version ${version}: give one another version.`,
      );
    }
    seen.add(`${id} ${version}`);
  }
  return {
    registry: createAgentRegistry([...(await loadShippedThatWork()), ...[...own].reverse()]),
    defaultId: own[0].id,
  };
}
