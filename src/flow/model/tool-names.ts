import { toolNameFaults } from "../../core/tool-calls/tool-names.ts";
import { offerName } from "../../core/tool-calls/tool-offer.ts";
import type { FlowDefinition } from "../definition/flow-definition.ts";

/**
 * The one tool of the engine itself: a move of the session, judged by the transition table and its
 * gates.
 */
export const MOVE_TOOL = "session.move";

/** Two tools that a model could not tell apart are a mistake, found when the shop is loaded. */
export function orchestratorNameFaults({ model }: FlowDefinition): string[] {
  const names = [MOVE_TOOL, ...(model.orchestrator?.tools ?? []).map(offerName)];
  return toolNameFaults(names).map((fault) => `model.orchestrator.tools: ${fault}`);
}
