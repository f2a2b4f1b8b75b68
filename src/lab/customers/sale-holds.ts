import type { Agent } from "../../core/agent/agent.ts";
import { isFlowAgent } from "../../flow/define-flow-agent.ts";

/**
 * The fields in which an agent notes why it holds a sale. The agent writes them, so they are no data that a customer
 * told.
 */
export function saleHolds(agent: Agent): readonly string[] {
  if (!isFlowAgent(agent)) return [];
  return Object.values(agent.definition.concerns).flatMap((policy) =>
    "holds" in policy && policy.holds ? [policy.holds.field] : [],
  );
}
