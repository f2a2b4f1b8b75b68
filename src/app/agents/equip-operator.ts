import { openOperator } from "../../agents/operator/operator.ts";
import type { AgentRegistry } from "../../core/agent/agent.ts";
import { SHELL_TOOLS } from "../../planner/worker-tools.ts";

/** The same agents, whose operator has a developer's shell. */
export function withDeveloperShell(agents: AgentRegistry): AgentRegistry {
  const operator = openOperator({ shell: SHELL_TOOLS });
  return {
    ...agents,
    get(id, version) {
      const found = agents.get(id, version);
      return id === operator.id && found?.version === operator.version ? operator : found;
    },
  };
}
