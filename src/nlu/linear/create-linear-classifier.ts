import { readText } from "./feature-space.ts";
import { type Calibrator, probabilityRight } from "./fit-logistic.ts";
import { type HeadModel, hearHead } from "./head-model.ts";
import type { LinearClassifier, LinearVerdict } from "./linear-classifier.ts";
import { type Guess, guessText, type LinearModel } from "./linear-model.ts";
import { mostProbable } from "./predict.ts";
import type { TrainingMetrics } from "./train-linear.ts";

/** Everything that a model file holds. */
export interface LinearParts {
  readonly hash: string;
  readonly labels: readonly string[];
  readonly model: LinearModel;
  readonly heads: readonly HeadModel[];
  readonly calibrator: Calibrator;
  readonly threshold: number;
  /** Indexed by label number. */
  readonly thresholds: ReadonlyMap<number, number>;
  readonly allowed: readonly string[] | null;
  readonly target: number;
  readonly metrics: TrainingMetrics;
  readonly dataHash: string;
}

const ALTERNATIVES = 2;

export function createLinearClassifier(parts: LinearParts): LinearClassifier {
  const { hash, labels, model, heads } = parts;
  return {
    hash,
    labels,
    classify: (text, clauses = []) => verdictOf(parts, guessText(model, text, clauses)),
    hear: (text) => {
      if (heads.length === 0) return [];
      const { vector, stems, unknownStems } = readText(model.space, text);
      // Words that no training text has say nothing to a head.
      if (2 * unknownStems > stems) return [];
      return heads.map((head) => hearHead(head, vector));
    },
  };
}

export function verdictOf(parts: LinearParts, guess: Guess): LinearVerdict {
  const { labels, calibrator } = parts;
  const probability = probabilityRight(calibrator, guess.evidence);
  const [best = 0, ...others] = mostProbable(guess.probabilities, 1 + ALTERNATIVES);
  const intent = labels[best] ?? "";
  const threshold = thresholdOf(parts, best);
  return {
    intent,
    probability,
    alternatives: others.map((label) => ({
      intent: labels[label] ?? "",
      probability: alternativeProbability(guess.probabilities, { best, label, probability }),
    })),
    threshold,
    isSure: probability >= threshold,
  };
}

/** Infinity for an intent that may not be answered locally, and for one without a promise. */
export function thresholdOf({ labels, allowed, threshold, thresholds }: LinearParts, label: number): number {
  const isAllowed = allowed === null || allowed.includes(labels[label] ?? "");
  return isAllowed ? (thresholds.get(label) ?? threshold) : Number.POSITIVE_INFINITY;
}

/**
 * Only the best guess is calibrated. Another gets its part of the rest, and never more than its
 * odds against the best.
 */
function alternativeProbability(
  probabilities: Float64Array,
  { best, label, probability }: { readonly best: number; readonly label: number; readonly probability: number },
): number {
  const top = probabilities[best] ?? 1;
  const own = probabilities[label] ?? 0;
  const ofTheRest = top < 1 ? ((1 - probability) * own) / (1 - top) : 0;
  return Math.min(ofTheRest, (probability * own) / top);
}
