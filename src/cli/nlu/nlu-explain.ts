import { readFileSync } from "node:fs";
import { errorText, RecadoError } from "../../core/errors.ts";
import type { LinearParts } from "../../nlu/linear/create-linear-classifier.ts";
import { type Explanation, explainText } from "../../nlu/linear/explain-text.ts";
import { readModelParts } from "../../nlu/linear/model-file.ts";
import { printResult } from "../print.ts";
import { textTable } from "../text-table.ts";
import { shareText, thresholdText } from "./share-text.ts";

/** `recado nlu explain`. */
export function explainModel(text: string, options: { readonly model: string; readonly json?: true }): void {
  const parts = openModel(options.model);
  const explanation = explainText(parts, text);
  printResult(options.json, toJson(explanation), () => explanationText(explanation));
}

function openModel(path: string): LinearParts {
  return readModelParts(readJson(path));
}

function readJson(path: string): unknown {
  let content: string;
  try {
    content = readFileSync(path, "utf8");
  } catch (thrown) {
    throw new RecadoError("bad_model_file", `${path} cannot be read: ${errorText(thrown)}`);
  }
  try {
    return JSON.parse(content);
  } catch {
    throw new RecadoError("bad_model_file", `${path} is not JSON; \`recado nlu train\` writes model files`);
  }
}

function toJson({ verdict, ...rest }: Explanation) {
  const threshold = Number.isFinite(verdict.threshold) ? verdict.threshold : null;
  return { ...rest, verdict: { ...verdict, threshold }, follows: whatFollows({ verdict, ...rest }) };
}

function explanationText(explanation: Explanation): string {
  const { normalised, verdict, features, probabilities, evidence } = explanation;
  const threshold = Number.isFinite(verdict.threshold) ? verdict.threshold : null;
  return [
    `read as     ${normalised === "" ? "(nothing that can be read)" : normalised}`,
    `intent      ${verdict.intent}`,
    `confidence  ${shareText(verdict.probability)}, calibrated; threshold ${thresholdText(threshold)}`,
    `so          ${whatFollows(explanation)}`,
    "",
    "What spoke for it, against the next best:",
    ...(features.length === 0
      ? ["  nothing: no part of the text was seen in training"]
      : textTable(features.map(({ feature, weight }) => [signed(weight), feature]))),
    "",
    "Before calibration:",
    ...textTable(probabilities.map(({ intent, probability }) => [shareText(probability), intent])),
    "",
    "What the confidence was made of:",
    ...textTable(evidence.map(({ name, value }) => [signed(value), name])),
  ].join("\n");
}

function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
}

function whatFollows({ verdict, isAllowed }: Explanation): string {
  if (verdict.isSure) return "it is answered locally";
  const otherwise = "a model is asked, or without one the customer";
  if (!isAllowed) return `${otherwise}: this intent is not among those that may be answered locally`;
  if (verdict.threshold === Number.POSITIVE_INFINITY) {
    return `${otherwise}: the training texts are too few, or too alike, to promise anything`;
  }
  return `${otherwise}: it is below the threshold`;
}
