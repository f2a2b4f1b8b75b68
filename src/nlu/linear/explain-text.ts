import { type LinearParts, verdictOf } from "./create-linear-classifier.ts";
import { readText } from "./feature-space.ts";
import { describeFeature } from "./features.ts";
import type { LinearVerdict } from "./linear-classifier.ts";
import { EVIDENCE, guess } from "./linear-model.ts";
import { normaliseText } from "./normalise-text.ts";
import { mostProbable } from "./predict.ts";

/** Explains what a classifier says of a text. */
export interface Explanation {
  /** The text as the classifier reads it. */
  readonly normalised: string;
  readonly verdict: LinearVerdict;
  readonly isAllowed: boolean;
  /**
   * The features that spoke most for the intent, or (below 0) against it, compared with the next
   * best one. Strongest first.
   */
  readonly features: readonly { readonly feature: string; readonly weight: number }[];
  /** Guesses of the first stage, not calibrated; best first. */
  readonly probabilities: readonly { readonly intent: string; readonly probability: number }[];
  /** The evidence from which the second stage made the confidence. */
  readonly evidence: readonly { readonly name: string; readonly value: number }[];
}

const MOST_FEATURES = 12;
const MOST_INTENTS = 5;

export function explainText(parts: LinearParts, text: string): Explanation {
  const { labels, model, allowed } = parts;
  const read = readText(model.space, text);
  const made = guess(model, read);
  const [best = 0, second = 0] = mostProbable(made.probabilities, 2);
  const { matrix } = model.weights;
  const weigh = (id: number, label: number) => matrix[id * labels.length + label] ?? 0;
  const features = Array.from(read.vector.ids, (id, at) => ({
    feature: describeFeature(model.space.features[id] ?? ""),
    weight: (read.vector.values[at] ?? 0) * (weigh(id, best) - weigh(id, second)),
  }));
  const verdict = verdictOf(parts, made);
  return {
    normalised: normaliseText(text),
    verdict,
    isAllowed: allowed === null || allowed.includes(verdict.intent),
    features: features.sort((one, other) => Math.abs(other.weight) - Math.abs(one.weight)).slice(0, MOST_FEATURES),
    probabilities: mostProbable(made.probabilities, MOST_INTENTS).map((label) => ({
      intent: labels[label] ?? "",
      probability: made.probabilities[label] ?? 0,
    })),
    evidence: EVIDENCE.map((name, at) => ({ name, value: made.evidence[at] ?? 0 })),
  };
}
