import type { Concern } from "../../core/ports/flow-reader.ts";
import { compareText } from "./compare-text.ts";
import { type FeatureSpace, placeText, type TextVector } from "./feature-space.ts";
import { countFeatures, type FeatureCounts } from "./features.ts";
import { type Calibrator, fitLogistic, probabilityRight } from "./fit-logistic.ts";
import { fitSoftmax } from "./fit-softmax.ts";
import { foldsOf } from "./folds.ts";
import { scoreHead } from "./head-model.ts";
import type { Weights } from "./predict.ts";
import { findThreshold } from "./threshold.ts";

/**
 * A text that says what a head listens for, or that is near it and does not. A message may be a yes
 * of several heads and a no of others: each head is trained and judged apart from all the others.
 */
export interface HeadText {
  readonly head: string;
  readonly isSo: boolean;
  readonly text: string;
  /** The hand that wrote it: a hand's texts are judged by models that have seen none of them. */
  readonly origin?: string;
  /** An answer to one of our questions: its words are read, and become no features of what customers want. */
  readonly isAnswer?: true;
}

export interface TrainedHead {
  readonly name: string;
  /** A number for each feature. */
  readonly weights: Float32Array;
  readonly bias: number;
  readonly calibrator: Calibrator;
  /** From this probability on the head is heard; Infinity: never. */
  readonly threshold: number;
  readonly metrics: HeadMetrics;
}

/** Measured out of fold. */
export interface HeadMetrics {
  readonly yes: number;
  readonly no: number;
  /** The share of the yes that is heard. */
  readonly recall: number;
  /** The share of the no that is heard. */
  readonly falseAlarms: number;
}

/** A head is heard when it is right this often, with its yes as this share of what customers write. */
const TARGET = 0.8;
/** A danger that is not heard costs more than one that is none, so half of what is heard may be none. */
const TARGET_OF_DANGER = 0.5;
const EXPECTED_SHARE = 0.05;
const DANGER: Concern = "danger";
/** Less than two chances in three is no hearing, however few false alarms were seen. */
const LOWEST = 0.65;
/** Fewer say nothing of a head. */
const FEWEST_YES = 15;

interface Row {
  readonly vector: TextVector;
  readonly label: number;
}

export function trainHeads(space: FeatureSpace, texts: readonly HeadText[]): TrainedHead[] {
  const names = [...new Set(texts.map(({ head }) => head))].sort();
  return names.flatMap((name) => {
    const own = texts
      .filter(({ head }) => head === name)
      .sort((one, other) => compareText(one.text, other.text) || Number(one.isSo) - Number(other.isSo));
    return own.filter(({ isSo }) => isSo).length < FEWEST_YES ? [] : [trainHead(space, name, own)];
  });
}

function trainHead(space: FeatureSpace, name: string, texts: readonly HeadText[]): TrainedHead {
  const rows = texts.map(({ text, isSo }): Row => {
    const counts: FeatureCounts = countFeatures(text);
    return { vector: placeText(space, counts).vector, label: Number(isSo) };
  });
  const folds = foldsOf(texts.map(({ isSo, origin }) => ({ label: Number(isSo), origin })));
  const scores = new Float64Array(rows.length);
  for (const fold of new Set(folds)) {
    const model = fitHead(
      rows.filter((_, at) => folds[at] !== fold),
      space.features.length,
    );
    for (const [at, { vector }] of rows.entries()) if (folds[at] === fold) scores[at] = scoreHead(model, vector);
  }
  const yes = rows.filter(({ label }) => label === 1).length;
  const no = rows.length - yes;
  const noWeight = (yes * (1 - EXPECTED_SHARE)) / EXPECTED_SHARE / Math.max(1, no);
  const weightOf = ({ label }: Row): number => (label === 1 ? 1 : noWeight);
  const cases = rows.map((row, at) => ({
    evidence: [scores[at] as number],
    isRight: row.label === 1,
    weight: weightOf(row),
  }));
  const calibrator = fitLogistic(cases);
  const outcomes = cases.map((one) => ({ ...one, probability: probabilityRight(calibrator, one.evidence) }));
  const isDanger = name === DANGER;
  const threshold = Math.max(
    isDanger ? TARGET_OF_DANGER : LOWEST,
    findThreshold(outcomes, isDanger ? TARGET_OF_DANGER : TARGET),
  );
  const heard = (isSo: boolean) =>
    outcomes.filter(({ isRight, probability }) => isRight === isSo && probability >= threshold).length;
  return {
    name,
    ...fitHead(rows, space.features.length),
    calibrator,
    threshold,
    metrics: { yes, no, recall: heard(true) / yes, falseAlarms: no === 0 ? 0 : heard(false) / no },
  };
}

/** Logistic regression by the same steps as the intents': two labels, of which only the difference counts. */
function fitHead(rows: readonly Row[], features: number): { readonly weights: Float32Array; readonly bias: number } {
  const { matrix, bias }: Weights = fitSoftmax(rows, features, 2);
  return {
    weights: Float32Array.from({ length: features }, (_, id) => (matrix[2 * id + 1] ?? 0) - (matrix[2 * id] ?? 0)),
    bias: (bias[1] ?? 0) - (bias[0] ?? 0),
  };
}
