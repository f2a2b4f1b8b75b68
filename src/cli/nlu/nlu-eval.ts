import { type LocatedText, NO_STRANGERS, readLabelledFile, readStrangeTexts } from "../../app/read-labelled-file.ts";
import { RecadoError } from "../../core/errors.ts";
import type { HeldOutKind } from "../../nlu/linear/calibrate.ts";
import { createLinearClassifier } from "../../nlu/linear/create-linear-classifier.ts";
import { type Band, evaluate } from "../../nlu/linear/evaluate.ts";
import { readModelParts, writeModelFile } from "../../nlu/linear/model-file.ts";
import { trainLinear } from "../../nlu/linear/train-linear.ts";
import { printResult } from "../print.ts";
import { textTable } from "../text-table.ts";
import { readTarget } from "./read-target.ts";
import { shareText, thresholdText } from "./share-text.ts";
import { strangerLines } from "./stranger-lines.ts";
import { trainingProgress } from "./training-progress.ts";

export interface EvalOptions {
  readonly train: string;
  readonly test: string;
  readonly target: string;
  readonly oos?: string;
  readonly calibrationOos?: string;
  readonly json?: true;
}

/** The output of `--json`, in this order. */
interface EvalReport {
  readonly train: number;
  readonly test: number;
  readonly accuracy: number;
  /** null: nothing can be promised, and nothing is answered locally. */
  readonly threshold: number | null;
  readonly coverage: number;
  readonly precision: number | null;
  readonly oosAccepted: number | null;
  readonly ece: number;
  readonly bands: readonly Band[];
  readonly msPerMessage: number;
  readonly modelBytes: number;
  /** Each kind of strangers, judged by a calibration that has not seen it; empty with a single kind. */
  readonly strangers: readonly HeldOutKind[];
}

/** `recado nlu eval`: trains, writes the model as a file would hold it, and tests what is read back. */
export function evaluateModel(options: EvalOptions): void {
  const target = readTarget(options.target);
  const train = readLabelledFile(options.train);
  const test = readLabelledFile(options.test);
  const outOfScope = options.oos === undefined ? [] : readStrangeTexts(options.oos).texts;
  const strange = options.calibrationOos === undefined ? NO_STRANGERS : readStrangeTexts(options.calibrationOos);
  checkLabels(train, test, options.train);
  const trained = trainLinear(train, {
    target,
    outOfScope: strange.texts,
    strangerKinds: strange.kinds,
    onProgress: trainingProgress(options),
  });
  const file = writeModelFile(trained);
  const parts = readModelParts(JSON.parse(file));
  const classifier = createLinearClassifier(parts);
  const evaluation = evaluate((text) => classifier.classify(text), test, outOfScope);
  const report: EvalReport = {
    train: train.length,
    test: test.length,
    accuracy: rounded(evaluation.accuracy),
    threshold: parts.threshold === Number.POSITIVE_INFINITY ? null : parts.threshold,
    coverage: rounded(evaluation.coverage),
    precision: evaluation.precision === null ? null : rounded(evaluation.precision),
    oosAccepted: evaluation.oosAccepted === null ? null : rounded(evaluation.oosAccepted),
    ece: rounded(evaluation.ece),
    bands: evaluation.bands.map((band) => ({
      ...band,
      share: rounded(band.share),
      correct: band.correct === null ? null : rounded(band.correct),
    })),
    msPerMessage: cpuMsPerMessage((text) => classifier.classify(text), test),
    modelBytes: Buffer.byteLength(file),
    strangers: trained.strangers.map(({ answered, precision, ...kind }) => ({
      ...kind,
      answered: rounded(answered),
      precision: precision === null ? null : rounded(precision),
    })),
  };
  printResult(options.json, report, () => reportText(report, target));
}

/** How corpora label what belongs to none of their intents. Untrained, such a text is tested all the same: no guess of it is right. */
const NO_INTENT = /^(?:none|oos)$/i;

/** Any other label that was never trained can only be missed: that says nothing about the classifier. */
function checkLabels(train: readonly LocatedText[], test: readonly LocatedText[], file: string): void {
  const known = new Set(train.map(({ label }) => label));
  const stranger = test.find(({ label }) => !known.has(label) && !NO_INTENT.test(label));
  if (stranger === undefined) return;
  throw new RecadoError(
    "bad_training_data",
    `${stranger.place} has the label "${stranger.label}", which no text of ${file} has; ` +
      "add texts for it there, or test it as out of scope with --oos",
  );
}

const MOST_TIMED = 1_000;

/** Processor time, once all of it has been heard before: on a busy machine the clock counts how long others computed. */
function cpuMsPerMessage(classify: (text: string) => unknown, rows: readonly LocatedText[]): number {
  const texts = rows.slice(0, MOST_TIMED).map(({ text }) => text);
  const rounds = Math.ceil(MOST_TIMED / texts.length);
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) for (const text of texts) classify(text);
  const { user, system } = process.cpuUsage(before);
  return rounded((user + system) / 1_000 / (rounds * texts.length));
}

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function reportText(report: EvalReport, target: number): string {
  const { precision, oosAccepted } = report;
  return [
    `Trained on ${report.train} texts, tested on ${report.test} others.`,
    ...textTable([
      ["right", shareText(report.accuracy)],
      ["threshold", `${thresholdText(report.threshold)} (target: ${shareText(target)} right)`],
      ["answered locally", shareText(report.coverage)],
      ["right of those", precision === null ? "nothing is answered" : shareText(precision)],
      ["answered out of scope", oosAccepted === null ? "not tested (--oos)" : shareText(oosAccepted)],
      ["calibration error", report.ece.toFixed(3)],
      ["a message", `${report.msPerMessage.toFixed(3)} ms of processor time`],
      ["model", `${Math.ceil(report.modelBytes / 1_000)} kB`],
    ]),
    "",
    ...strangerLines(report.strangers),
    ...textTable([
      ["confidence", "of all", "right"],
      ...report.bands.map(({ from, to, share, correct }) => [
        `${from}–${to}`,
        shareText(share),
        correct === null ? "–" : shareText(correct),
      ]),
    ]),
  ].join("\n");
}
