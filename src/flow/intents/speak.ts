import type { IntentInfo } from "../../core/agent/agent.ts";
import type { FlowDefinition } from "../definition/flow-definition.ts";
import { because, type Draft, type Spoken, stageOf, type Turn } from "../draft/draft.ts";
import { enterMode } from "../modes/enter-mode.ts";

/** A clear wish that no intent of the shop covers. Never one of its own. */
export const OTHER_INTENT = "otro";

/** A clear question that no intent answers. */
export function isUnanswered(flow: FlowDefinition, { intent, confidence }: IntentInfo): boolean {
  // biome-ignore lint/suspicious/noUnnecessaryConditions: a shop may have no such intent
  return intent === OTHER_INTENT && confidence >= flow.bands.reanalyse && flow.intents[OTHER_INTENT] === undefined;
}

export function speak(turn: Turn, draft: Draft, { text, move, tools }: Spoken): Draft {
  const said: Draft = {
    ...because(draft, "no template answers it: said in words of the model's, checked against the facts"),
    mode: stageOf(turn.flow, draft.mode) === "welcome" ? turn.flow.purposes.talk : draft.mode,
    spoken: text,
    tools: [...draft.tools, ...tools],
  };
  if (move === null) return said;
  const entered = enterMode(turn, said, move);
  return entered.kind === "entered"
    ? entered.draft
    : because(said, `the move to ${move} is refused: ${entered.reason}`);
}
