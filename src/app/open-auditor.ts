import type { AgentRegistry } from "../core/agent/agent.ts";
import type { Clock } from "../core/ports/clock.ts";
import type { Auditor } from "../core/ports/governance/auditor.ts";
import { isFlowAgent } from "../flow/define-flow-agent.ts";
import { auditByModel } from "../flow/model/audit.ts";
import type { ModelGate } from "../runtime/model-gate.ts";

/** Audits the answers of flow agents by the model that they would have asked. Any other agent's wait for a person. */
export function openAuditor(
  modelGate: Pick<ModelGate, "askInBackground"> | null,
  { agents, clock }: { agents: AgentRegistry; clock: Clock },
): Auditor | null {
  if (modelGate === null) return null;
  return {
    async label(audit) {
      const agent = agents.get(audit.agentId);
      if (agent === null || !isFlowAgent(agent)) return null;
      const { workspaceId, conversationId } = audit;
      return auditByModel(agent.definition, audit, {
        ask: (question) => modelGate.askInBackground({ workspaceId, conversationId, question }),
        now: clock.now(),
      });
    },
  };
}
