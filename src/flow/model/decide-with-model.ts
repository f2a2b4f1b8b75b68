import type { AgentInput, Decision } from "../../core/agent.ts";
import type { Reading } from "../../core/ports/flow-reader.ts";
import type { TurnModel } from "../../core/ports/turn-model.ts";
import { decideTurn } from "../decide-turn.ts";
import type { Turn } from "../draft.ts";
import type { FlowDefinition } from "../flow-definition.ts";
import { type Asking, openAsking } from "./asking.ts";
import { understand } from "./understand.ts";

/** A turn with a model at hand. It is asked where the rules and the templates do not suffice; they decide all the same. */
export async function decideWithModel(
  flow: FlowDefinition,
  input: AgentInput,
  local: Reading | null,
  model: TurnModel,
): Promise<Decision> {
  const asking = openAsking(model);
  const reading = local === null ? null : await understand(flow, input, local, asking);
  const turn: Turn = { flow, input, reading, ...(reading === local || local === null ? {} : { rules: local }) };
  return withAsking(decideTurn(turn).decision, asking);
}

function withAsking(decision: Decision, asking: Asking): Decision {
  if (asking.why().length === 0) return decision;
  return { ...decision, totalTokens: asking.tokens(), why: [...asking.why(), ...decision.why] };
}
