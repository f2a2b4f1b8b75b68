import { learnFeatures, placeText } from "./feature-space.ts";
import type { FeatureCounts } from "./features.ts";
import { type Calibrator, fitLogistic, type Judged, probabilityRight } from "./fit-logistic.ts";
import { fitSoftmax } from "./fit-softmax.ts";
import { type Guess, guess, type LinearModel, linearModel } from "./linear-model.ts";
import { seededRandom, shuffle } from "./seeded-random.ts";
import { findThreshold } from "./threshold.ts";

/** A training text: its features, and the number of its label. */
export interface CountedText {
  readonly counts: FeatureCounts;
  readonly label: number;
}

export interface Calibration {
  readonly calibrator: Calibrator;
  readonly threshold: number;
  /** By the number of the label: those with data enough for a threshold of their own. */
  readonly thresholds: ReadonlyMap<number, number>;
  /** What was seen on texts that the model which judged them had not been trained on. */
  readonly outcomes: readonly JudgedGuess[];
}

export interface JudgedGuess {
  /** The label that was guessed. */
  readonly best: number;
  readonly isOutOfScope: boolean;
  readonly isRight: boolean;
  readonly weight: number;
  readonly probability: number;
}

export const FOLDS = 5;
/** The part of a shop's traffic that is expected to be about something else. */
const OUT_OF_SCOPE_SHARE = 0.15;
/** From so many guesses on, a label has a threshold of its own. */
const OWN_THRESHOLD_FROM = 40;

interface Unscaled extends Judged {
  readonly best: number;
  readonly isOutOfScope: boolean;
}

/**
 * Learns how far the model can be trusted from texts that it was not trained on: five models, each without a fifth of
 * the texts, judge that fifth. `outOfScope` are texts about something else; what is guessed of them is wrong.
 */
export function calibrate(
  texts: readonly CountedText[],
  labels: number,
  options: { readonly outOfScope: readonly FeatureCounts[]; readonly target: number; onFit(fits: number): void },
): Calibration {
  const cases = judgeOutOfFold(texts, labels, options);
  const calibrator = fitLogistic(cases);
  const outcomes = cases.map(({ best, isOutOfScope, isRight, weight, evidence }) => ({
    best,
    isOutOfScope,
    isRight,
    weight,
    probability: probabilityRight(calibrator, evidence),
  }));
  return {
    calibrator,
    outcomes,
    threshold: findThreshold(outcomes, options.target),
    thresholds: ownThresholds(outcomes, options.target),
  };
}

function judgeOutOfFold(
  texts: readonly CountedText[],
  labels: number,
  { outOfScope, onFit }: { readonly outOfScope: readonly FeatureCounts[]; onFit(fits: number): void },
): Unscaled[] {
  const folds = stratify(texts, labels);
  const outOfScopeWeight = (texts.length * OUT_OF_SCOPE_SHARE) / (1 - OUT_OF_SCOPE_SHARE) / outOfScope.length;
  const cases: Unscaled[] = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const model = fitModel(
      texts.filter((_, at) => folds[at] !== fold),
      labels,
    );
    onFit(fold + 1);
    for (const [at, { counts, label }] of texts.entries()) {
      if (folds[at] !== fold) continue;
      const made = guess(model, placeText(model.space, counts));
      cases.push(caseOf(made, { isRight: made.best === label, isOutOfScope: false, weight: 1 }));
    }
    for (const [at, counts] of outOfScope.entries()) {
      if (at % FOLDS !== fold) continue;
      const made = guess(model, placeText(model.space, counts));
      cases.push(caseOf(made, { isRight: false, isOutOfScope: true, weight: outOfScopeWeight }));
    }
  }
  return cases;
}

function caseOf({ best, evidence }: Guess, judged: Omit<Unscaled, "best" | "evidence">): Unscaled {
  return { best, evidence, ...judged };
}

export function fitModel(texts: readonly CountedText[], labels: number): LinearModel {
  const space = learnFeatures(texts.map(({ counts }) => counts));
  const examples = texts.map(({ counts, label }) => ({ vector: placeText(space, counts).vector, label }));
  return linearModel(space, fitSoftmax(examples, space.features.length, labels), examples);
}

/** The fold of each text: every label spread evenly over all five. */
function stratify(texts: readonly CountedText[], labels: number): Int32Array {
  const folds = new Int32Array(texts.length);
  const byLabel: number[][] = Array.from({ length: labels }, () => []);
  for (const [at, { label }] of texts.entries()) byLabel[label]?.push(at);
  const random = seededRandom(texts.length);
  let next = 0;
  for (const places of byLabel) {
    shuffle(places, random);
    for (const place of places) folds[place] = next++ % FOLDS;
  }
  return folds;
}

function ownThresholds(outcomes: readonly JudgedGuess[], target: number): Map<number, number> {
  const byLabel = new Map<number, JudgedGuess[]>();
  for (const outcome of outcomes) {
    const known = byLabel.get(outcome.best);
    if (known === undefined) byLabel.set(outcome.best, [outcome]);
    else known.push(outcome);
  }
  const thresholds = new Map<number, number>();
  for (const [label, guesses] of byLabel) {
    if (guesses.filter(({ isOutOfScope }) => !isOutOfScope).length < OWN_THRESHOLD_FROM) continue;
    thresholds.set(label, findThreshold(guesses, target));
  }
  return thresholds;
}
