import type { OwnLine } from "../../core/memory/fact.ts";
import { TOLD_FACTS } from "../../core/memory/told-by-model.ts";
import { modelSchema } from "../../core/model/schema.ts";
import type { Question } from "../../core/ports/model/turn-model.ts";
import { says } from "./detector-question.ts";
import { fenced } from "./fence.ts";
import { fillPrompt, partOf, refOf } from "./prompt.ts";
import { shippedPrompt } from "./prompts/shipped-prompts.ts";

const MAX_TOKENS = 2_048;

/** Asks once what the customer of a closed session told of themselves. It sees their own lines and nothing else. */
export function memoryQuestion(lines: readonly Pick<OwnLine, "text">[]): Question {
  const prompt = shippedPrompt("memory");
  const lineas = lines.map(({ text }, place) => `${place + 1}. ${fenced(text, "línea")}`).join("\n");
  return {
    key: "memory",
    purpose: "writer",
    prompt: refOf(prompt),
    system: [{ text: prompt.stable, cached: true }],
    messages: [says("user", fillPrompt(partOf(prompt, "turno"), { lineas }))],
    outputSchema: modelSchema(TOLD_FACTS),
    maxTokens: MAX_TOKENS,
    effort: "low",
  };
}
