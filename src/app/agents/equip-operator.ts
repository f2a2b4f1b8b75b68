import { openOperator } from "../../agents/operator/operator.ts";
import type { AgentRegistry } from "../../core/agent/agent.ts";

/** The same agents, whose operator has a developer's shell. */
export function withDeveloperShell(agents: AgentRegistry): AgentRegistry {
  const operator = openOperator({ hasShell: true });
  return {
    ...agents,
    get(id, version) {
      const found = agents.get(id, version);
      return id === operator.id && found?.version === operator.version ? operator : found;
    },
  };
}
