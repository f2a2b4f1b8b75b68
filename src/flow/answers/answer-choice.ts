import type { IntentInfo } from "../../core/agent/agent.ts";
import { plainText } from "../../core/plain-text.ts";
import { offeredIntents } from "../ask-which.ts";
import { because, type Draft, goOn, type RuleResult, type Turn } from "../draft.ts";
import { followInfo } from "../follow-intents.ts";

/**
 * A tap on one of the two offered intents, or its words, or its number: the customer means that
 * one.
 */
export function answerChoice(turn: Turn, draft: Draft): RuleResult {
  const offered = offeredIntents(turn);
  const [reading, ...more] = turn.reading?.messages ?? [];
  if (reading === undefined || more.length > 0 || offered === null) return goOn(draft);
  const labels = offered.map((intent) => plainText(turn.flow.intents[intent]?.label ?? ""));
  const byWords = labels.indexOf(plainText(reading.text));
  const chosen = offered[byWords >= 0 ? byWords : (reading.bareNumber ?? 0) - 1];
  if (chosen === undefined || turn.flow.intents[chosen] === undefined) return goOn(draft);
  const reasoning = "tapped, of the two that were offered";
  const info: IntentInfo = { intent: chosen, confidence: 100, alternatives: [], reasoning, engine: "context" };
  return followInfo(turn, because(draft, `${chosen} was chosen of two`), info);
}
