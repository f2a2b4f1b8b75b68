import { readTolerantJson } from "../../core/model/tolerant-json.ts";
import type { Question } from "../../core/ports/model/turn-model.ts";
import type { Asking } from "./asking.ts";
import { type Detected, detectorAnswer } from "./detector-answer.ts";
import { type DetectorBrief, detectorQuestion, repairQuestion, secondLookQuestion } from "./detector-question.ts";

/**
 * - `read`: the model's reading of the turn
 * - `unreadable`: it answered twice, and neither answer was valid: `unknown`, confidence 0
 *   (requirement B6)
 * - `nobody`: no answer could be had. That says nothing about the customer's words: the local
 *   reading decides
 */
export type Detection =
  | { readonly kind: "read"; readonly detected: Detected; readonly model: string }
  | { readonly kind: "unreadable" }
  | { readonly kind: "nobody" };

export function detect(brief: DetectorBrief, asking: Asking): Promise<Detection> {
  return askForReading(detectorQuestion(brief), brief, asking);
}

export function detectAgain(
  brief: DetectorBrief,
  first: { readonly intent: string; readonly confidence: number },
  asking: Asking,
): Promise<Detection> {
  return askForReading(secondLookQuestion(brief, first), brief, asking);
}

/** One question, and one repair. */
async function askForReading(question: Question, { flow }: DetectorBrief, asking: Asking): Promise<Detection> {
  const schema = detectorAnswer(flow);
  let asked = question;
  for (let repairs = 0; repairs <= 1; repairs += 1) {
    const outcome = await asking.ask(asked);
    if (outcome.kind === "not_asked") return { kind: "nobody" };
    if (outcome.kind === "failed") {
      const isNoAnswer = outcome.failure.kind === "broken_output" || outcome.failure.kind === "truncated";
      if (!isNoAnswer) return { kind: "nobody" };
      asked = repairQuestion(question, "", outcome.failure.kind === "truncated" ? "quedó cortada" : "no se pudo leer");
      continue;
    }
    const { text, model } = outcome.answer;
    const read = readTolerantJson(text, schema);
    // A cut-off answer may have lost the half that matters.
    if (read.kind === "accepted" && !read.isTruncated) return { kind: "read", detected: read.value, model };
    const fault = read.kind === "accepted" ? "quedó cortada" : read.problem;
    asking.note(`the answer to ${asked.key} is no answer: ${fault}`);
    asked = repairQuestion(question, text, fault);
  }
  return { kind: "unreadable" };
}
