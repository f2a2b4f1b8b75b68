import { type FeatureSpace, type ReadText, readText } from "./feature-space.ts";
import { type ExampleIndex, indexExamples, type StemmedExample } from "./nearest-example.ts";
import { mostProbable, softmax, type Weights } from "./predict.ts";

/** The first stage: features, weights, and the training texts with which a new text is compared. */
export interface LinearModel {
  readonly space: FeatureSpace;
  readonly labels: number;
  readonly weights: Weights;
  readonly examples: readonly StemmedExample[];
  readonly index: ExampleIndex;
}

export function linearModel(space: FeatureSpace, weights: Weights, examples: readonly StemmedExample[]): LinearModel {
  const index = indexExamples(space, examples);
  return { space, labels: weights.bias.length, weights, examples, index };
}

/** The first stage's guess about a text. */
export interface Guess {
  /** The number of the best label. */
  readonly best: number;
  readonly probabilities: Float64Array;
  /** The evidence that tells right guesses from wrong ones: `EVIDENCE` names it. */
  readonly evidence: readonly number[];
}

/** The seven numbers by which the second stage judges a guess. */
export const EVIDENCE = [
  "logit of the best",
  "margin to the second",
  "entropy",
  "likeness to the nearest example",
  "likeness to the nearest example of the label",
  "share of unknown stems",
  "length",
] as const;

/**
 * A long message dilutes what it asks: of 243 strangers' messages with several clauses 67 in 100
 * were right by the whole alone, 75 by the whole and its clearest clause together.
 */
export function guessText(model: LinearModel, text: string, clauses: readonly string[] = []): Guess {
  return guess(
    model,
    readText(model.space, text),
    clauses.map((clause) => readText(model.space, clause)),
  );
}

export function guess(
  { labels, weights, index }: LinearModel,
  { vector, stems, unknownStems }: ReadText,
  clauses: readonly ReadText[] = [],
): Guess {
  const probabilities = new Float64Array(labels);
  softmax(weights, vector, probabilities);
  if (clauses.length > 1) addClearest(probabilities, clauses, weights);
  const [best = 0, second] = mostProbable(probabilities, 2);
  const top = probabilities[best] ?? 0;
  const { ofAny, ofLabel } = index.nearest(vector, best);
  const evidence = [
    logit(top),
    top - (second === undefined ? 0 : (probabilities[second] ?? 0)),
    entropy(probabilities),
    ofAny,
    ofLabel,
    unknownStems / Math.max(1, stems),
    Math.log1p(stems),
  ];
  return { best, probabilities, evidence };
}

function logit(probability: number): number {
  const inside = Math.min(1 - 1e-6, Math.max(1e-6, probability));
  return Math.log(inside / (1 - inside));
}

/** 0: one label has it all; 1: all labels are equal. */
function entropy(probabilities: Float64Array): number {
  let sum = 0;
  for (const probability of probabilities) if (probability > 0) sum -= probability * Math.log(probability);
  return probabilities.length < 2 ? 0 : sum / Math.log(probabilities.length);
}

/** Adds the highest probability that any clause gives a label; the sum is 1 again. */
function addClearest(probabilities: Float64Array, clauses: readonly ReadText[], weights: Weights): void {
  const own = new Float64Array(probabilities.length);
  const highest = new Float64Array(probabilities.length);
  for (const { vector } of clauses) {
    softmax(weights, vector, own);
    for (let k = 0; k < own.length; k += 1) highest[k] = Math.max(highest[k] as number, own[k] as number);
  }
  let sum = 0;
  for (let k = 0; k < own.length; k += 1) {
    probabilities[k] = (probabilities[k] as number) + (highest[k] as number);
    sum += probabilities[k] as number;
  }
  for (let k = 0; k < own.length; k += 1) probabilities[k] = (probabilities[k] as number) / sum;
}
