import { RecadoError } from "../../core/errors.ts";
import { sha256 } from "../../core/sha256.ts";
import {
  type Calibration,
  type CountedText,
  calibrate,
  calibrationFits,
  fitModel,
  type HeldOutKind,
  type JudgedGuess,
} from "./calibrate.ts";
import { expectedCalibrationError } from "./calibration-error.ts";
import { compareText } from "./compare-text.ts";
import { countFeatures } from "./features.ts";
import type { LabelledText } from "./linear-classifier.ts";
import type { LinearModel } from "./linear-model.ts";
import { type HeadText, type TrainedHead, trainHeads } from "./train-heads.ts";

export interface TrainingOptions {
  /** Texts about something else: guesses about them count as wrong when confidence is learnt. */
  readonly outOfScope?: readonly string[];
  /** The kind of stranger that each of them is, by its text; one kind, if not given. */
  readonly strangerKinds?: ReadonlyMap<string, string>;
  /** The intents that may be answered locally; default: all of them. */
  readonly allow?: readonly string[];
  /** How often a local answer must be right: 0.95. */
  readonly target?: number;
  /** What the heads learn from; none, if not given. */
  readonly heads?: readonly HeadText[];
  onProgress?(done: number, of: number): void;
}

export interface TrainedModel {
  readonly labels: readonly string[];
  readonly model: LinearModel;
  readonly heads: readonly TrainedHead[];
  readonly calibration: Omit<Calibration, "outcomes" | "strangers">;
  readonly allowed: readonly string[] | null;
  readonly target: number;
  readonly dataHash: string;
  readonly metrics: TrainingMetrics;
  /** What a kind of strangers would do that calibration has not seen. Told, and not kept in the model's file. */
  readonly strangers: readonly HeldOutKind[];
}

/** Measured out of fold: on texts that the judging model had not been trained on. */
export interface TrainingMetrics {
  readonly texts: number;
  /** How many out-of-scope texts were given. */
  readonly outOfScope: number;
  readonly accuracy: number;
  /** The share of in-scope texts that would be answered locally. */
  readonly coverage: number;
  /**
   * How much of what would be answered is right; out-of-scope texts, given or assumed, are wrong at
   * their expected share. null when nothing was answered.
   */
  readonly precision: number | null;
  readonly calibrationError: number;
}

const TARGET = 0.95;
/** Five folds need a text in each of them. */
const FEWEST_TEXTS = 10;

/** Trains and calibrates. The same rows in any order give the same model. */
export function trainLinear(rows: readonly LabelledText[], options: TrainingOptions = {}): TrainedModel {
  const { target = TARGET, outOfScope = [], onProgress } = options;
  const labels = [...new Set(rows.map(({ label }) => label))].sort();
  const allowed = options.allow === undefined ? null : [...new Set(options.allow)].sort();
  checkTraining(rows, { labels, allowed, target });
  const sorted = inOrder(rows);
  const outside = [...outOfScope].sort();
  const numbers = new Map(labels.map((label, at) => [label, at]));
  const texts: CountedText[] = sorted.map(({ text, label, origin }) => ({
    counts: countFeatures(text),
    label: numbers.get(label) ?? 0,
    origin,
  }));
  const fits = 1 + calibrationFits(texts, labels.length);
  let done = 0;
  const progress = () => {
    done += 1;
    onProgress?.(done, fits);
  };
  const { outcomes, strangers, ...calibration } = calibrate(texts, labels.length, {
    outOfScope: outside.map((text) => ({
      counts: countFeatures(text),
      kind: options.strangerKinds?.get(text) ?? "out of scope",
    })),
    target,
    onFit: progress,
  });
  const heads = options.heads ?? [];
  const model = fitModel(
    texts,
    labels.length,
    heads.flatMap(({ text, isAnswer }) => (isAnswer === true ? [] : [countFeatures(text)])),
  );
  progress();
  return {
    labels,
    model,
    heads: trainHeads(model.space, heads),
    calibration,
    allowed,
    target,
    dataHash: trainingHash(rows, options),
    metrics: measure(outcomes, calibration, outside.length),
    strangers,
  };
}

function checkTraining(
  rows: readonly LabelledText[],
  {
    labels,
    allowed,
    target,
  }: { readonly labels: readonly string[]; readonly allowed: readonly string[] | null; readonly target: number },
): void {
  if (labels.length < 2) {
    throw new RecadoError(
      "bad_training_data",
      `training needs at least two different labels, and the data have ${labels.length === 0 ? "none" : `only "${labels[0]}"`}`,
    );
  }
  if (rows.length < FEWEST_TEXTS) {
    throw new RecadoError(
      "bad_training_data",
      `training needs at least ${FEWEST_TEXTS} texts, and the data have ${rows.length}; write some twenty for each label`,
    );
  }
  const unlabelled = rows.find(({ label }) => label.trim() === "");
  if (unlabelled !== undefined) throw new RecadoError("bad_training_data", `"${unlabelled.text}" has no label`);
  const empty = labels.find((label) => rows.every((row) => row.label !== label || row.text.trim() === ""));
  if (empty !== undefined) throw new RecadoError("bad_training_data", `the label "${empty}" has no text`);
  const unknown = allowed?.find((label) => !labels.includes(label));
  if (unknown !== undefined) {
    throw new RecadoError(
      "bad_training_data",
      `"${unknown}" is to be answered locally, and no training text has that label; there are: ${labels.join(", ")}`,
    );
  }
  if (!(target > 0 && target < 1)) {
    throw new RecadoError("bad_training_data", `the target is ${target}; it must lie between 0 and 1, such as 0.95`);
  }
}

function inOrder(rows: readonly LabelledText[]): LabelledText[] {
  return [...rows].sort((one, other) => compareText(one.label, other.label) || compareText(one.text, other.text));
}

/** Two trainings on data with the same hash give the same model. */
export function trainingHash(
  texts: readonly LabelledText[],
  { outOfScope = [], heads = [] }: Pick<TrainingOptions, "outOfScope" | "heads"> = {},
): string {
  const [sorted, outside] = [inOrder(texts), [...outOfScope].sort()];
  const rows = sorted.map(({ label, text, origin }) => (origin === undefined ? [label, text] : [label, text, origin]));
  const heard = heads.map(({ head, isSo, text, origin = "" }) => [head, isSo, text, origin]);
  return sha256(JSON.stringify(heads.length === 0 ? [rows, outside] : [rows, outside, heard]));
}

function measure(
  outcomes: readonly JudgedGuess[],
  { threshold, thresholds }: Pick<Calibration, "threshold" | "thresholds">,
  outOfScope: number,
): TrainingMetrics {
  const inScope = outcomes.filter(({ isOutOfScope }) => !isOutOfScope);
  const accepted = outcomes.filter(({ best, probability }) => probability >= (thresholds.get(best) ?? threshold));
  const weigh = (some: readonly JudgedGuess[]) => some.reduce((sum, { weight }) => sum + weight, 0);
  return {
    texts: inScope.length,
    outOfScope,
    accuracy: inScope.filter(({ isRight }) => isRight).length / inScope.length,
    coverage: accepted.filter(({ isOutOfScope }) => !isOutOfScope).length / inScope.length,
    precision: accepted.length === 0 ? null : weigh(accepted.filter(({ isRight }) => isRight)) / weigh(accepted),
    calibrationError: expectedCalibrationError(outcomes),
  };
}
