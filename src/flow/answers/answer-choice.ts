import type { IntentInfo } from "../../core/agent/agent.ts";
import { plainText } from "../../core/plain-text.ts";
import { because, type Draft, goOn, type RuleResult, type Turn } from "../draft/draft.ts";
import { standingQuestions } from "../draft/standing-questions.ts";
import { offeredIntents } from "../intents/ask-which.ts";
import { followInfo } from "../intents/follow-intents.ts";

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
  const chosen = byWords >= 0 ? offered[byWords] : numbered(turn, offered, reading.bareNumber);
  if (chosen === undefined || turn.flow.intents[chosen] === undefined) return goOn(draft);
  const reasoning = "tapped, of the two that were offered";
  const info: IntentInfo = { intent: chosen, confidence: 100, alternatives: [], reasoning, engine: "context" };
  return followInfo(turn, because(draft, `${chosen} was chosen of two`), info);
}

/** Beside an offer of packs, or once they were shown, a number is one of goods; else it is the place of a button. */
function numbered(turn: Turn, offered: readonly string[], number: number | null): string | undefined {
  const { flow } = turn;
  const packs = offered.filter((intent) => flow.intents[intent]?.effect === "choose_pack");
  if (packs.length === 0 && !standingQuestions(turn).lately.includes("packs")) return offered[(number ?? 0) - 1];
  return packs.find((intent) =>
    flow.packs.some(({ id, quantity }) => id === flow.intents[intent]?.pack && quantity === number),
  );
}
