import type { Agent, AgentRegistry } from "../../core/agent/agent.ts";
import { RecadoError } from "../../core/errors.ts";

/** The agent of this id and version; without a version, the one that serves now. */
export function requireAgent(agents: AgentRegistry, id: string, version?: string): Agent {
  const agent = agents.get(id, version ?? null);
  if (agent !== null) return agent;
  const what = version === undefined ? `agent "${id}"` : `agent "${id}" of version ${version}`;
  throw new RecadoError("request_invalid", `There is no ${what} here; there are ${agents.ids.join(", ")}.`);
}
