import type { Question } from "../../core/ports/model/turn-model.ts";
import type { SummaryJob } from "../../core/ports/summaries.ts";
import { historyLines } from "./conversation-lines.ts";
import { says } from "./detector-question.ts";
import { fenced } from "./fence.ts";
import { fillPrompt, partOf, refOf } from "./prompt.ts";
import { shippedPrompt } from "./prompts/shipped-prompts.ts";

const NONE = "(ninguno)";
const MAX_TOKENS = 2_048;

/**
 * Asks for one summary of what was said before (requirement B9): the former one, and the lines
 * since.
 */
export function summaryQuestion({ former, lines }: Pick<SummaryJob, "former" | "lines">): Question {
  const prompt = shippedPrompt("summary");
  const values = {
    anterior: former === null ? NONE : fenced(former, "anterior"),
    dicho: historyLines({ history: lines }, lines.length),
  };
  return {
    key: "summary",
    purpose: "writer",
    prompt: refOf(prompt),
    system: [{ text: prompt.stable, cached: true }],
    messages: [says("user", fillPrompt(partOf(prompt, "turno"), values))],
    maxTokens: MAX_TOKENS,
    effort: "low",
  };
}
