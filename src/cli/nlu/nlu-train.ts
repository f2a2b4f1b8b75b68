import { readHeadFile } from "../../app/read-head-file.ts";
import { NO_STRANGERS, readLabelledFile, readStrangeTexts } from "../../app/read-labelled-file.ts";
import { type CurvePoint, learningCurve } from "../../nlu/linear/learning-curve.ts";
import { readModelParts, writeModelFile } from "../../nlu/linear/model-file.ts";
import type { HeadMetrics } from "../../nlu/linear/train-heads.ts";
import { type TrainedModel, trainLinear } from "../../nlu/linear/train-linear.ts";
import { printResult } from "../print.ts";
import { textTable } from "../text-table.ts";
import { readTarget } from "./read-target.ts";
import { shareText, thresholdText } from "./share-text.ts";
import { strangerLines } from "./stranger-lines.ts";
import { trainingProgress } from "./training-progress.ts";
import { writeWhole } from "./write-whole.ts";

export interface TrainOptions {
  readonly data: string;
  readonly out: string;
  readonly target: string;
  readonly oos?: string;
  readonly allow?: string;
  readonly heads?: string;
  readonly answers?: string;
  readonly curve?: boolean;
  readonly json?: true;
}

/** `recado nlu train`. */
export function trainModel(options: TrainOptions): void {
  const target = readTarget(options.target);
  const located = readLabelledFile(options.data);
  const rows = located.map(({ place: _, ...row }) => row);
  const answers = options.answers === undefined ? [] : readLabelledFile(options.answers);
  const heads = options.heads === undefined ? [] : readHeadFile(options.heads, located, answers);
  const strange = options.oos === undefined ? NO_STRANGERS : readStrangeTexts(options.oos);
  const trained = trainLinear(rows, {
    target,
    outOfScope: strange.texts,
    strangerKinds: strange.kinds,
    heads,
    onProgress: trainingProgress(options),
    ...(options.allow === undefined ? {} : { allow: readList(options.allow) }),
  });
  const file = writeModelFile(trained);
  const { hash } = readModelParts(JSON.parse(file));
  writeWhole(options.out, file);
  const curve = options.curve === false ? [] : learningCurve(rows);
  const modelBytes = Buffer.byteLength(file);
  const report = describeTraining(trained, { rows, hash, out: options.out, modelBytes, curve });
  printResult(options.json, report, () => trainingText(report));
}

function readList(commaSeparated: string): string[] {
  return commaSeparated
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

interface TrainingReport {
  readonly out: string;
  readonly hash: string;
  readonly modelBytes: number;
  readonly target: number;
  readonly threshold: number | null;
  readonly metrics: TrainedModel["metrics"];
  readonly intents: readonly { intent: string; texts: number; threshold: number | null; isAllowed: boolean }[];
  /** Each kind of strangers, judged by a calibration that has not seen it; empty with a single kind. */
  readonly strangers: TrainedModel["strangers"];
  readonly heads: readonly ({ head: string; threshold: number | null } & HeadMetrics)[];
  /** What is right with a part of the texts; empty with `--no-curve`. */
  readonly curve: readonly CurvePoint[];
}

function describeTraining(
  { labels, calibration, allowed, target, metrics, heads, strangers }: TrainedModel,
  {
    rows,
    ...file
  }: Pick<TrainingReport, "out" | "hash" | "modelBytes" | "curve"> & {
    rows: readonly { label: string }[];
  },
): TrainingReport {
  const counts = new Map<string, number>();
  for (const { label } of rows) counts.set(label, (counts.get(label) ?? 0) + 1);
  return {
    ...file,
    target,
    threshold: finite(calibration.threshold),
    metrics,
    intents: labels.map((intent, at) => ({
      intent,
      texts: counts.get(intent) ?? 0,
      threshold: finite(calibration.thresholds.get(at) ?? calibration.threshold),
      isAllowed: allowed === null || allowed.includes(intent),
    })),
    strangers,
    heads: heads.map(({ name, threshold, metrics: own }) => ({ head: name, threshold: finite(threshold), ...own })),
  };
}

function finite(threshold: number): number | null {
  return threshold === Number.POSITIVE_INFINITY ? null : threshold;
}

/** Below this an intent is seldom answered: `docs/nlu.md` has the curve. */
const FEW_TEXTS = 20;

function trainingText(report: TrainingReport): string {
  const { out, hash, modelBytes, target, threshold, metrics, intents } = report;
  const few = intents.filter(({ texts }) => texts < FEW_TEXTS).length;
  return [
    `${metrics.texts} texts of ${intents.length} intents, ${metrics.outOfScope} out of scope. On texts held out in training:`,
    ...textTable([
      ["right", shareText(metrics.accuracy)],
      ["threshold", `${thresholdText(threshold)} (target: ${shareText(target)} right)`],
      ["answered locally", shareText(metrics.coverage)],
      ["right of those", metrics.precision === null ? "nothing is answered" : shareText(metrics.precision)],
      ["calibration error", metrics.calibrationError.toFixed(3)],
    ]),
    "",
    ...textTable([
      ["intent", "texts", "threshold"],
      ...intents.map((one) => [
        one.intent,
        `${one.texts}`,
        one.isAllowed ? thresholdText(one.threshold) : "not allowed",
      ]),
    ]),
    "",
    ...strangerLines(report.strangers),
    ...headLines(report),
    ...curveLines(report),
    ...(few === 0
      ? []
      : [`${few} of ${intents.length} intents have fewer than ${FEW_TEXTS} texts: more of them is what helps most.`]),
    `Written to ${out}: ${Math.ceil(modelBytes / 1_000)} kB, ${hash.slice(0, 12)}.`,
  ].join("\n");
}

function headLines({ heads }: TrainingReport): string[] {
  if (heads.length === 0) return [];
  return [
    ...textTable([
      ["head", "yes", "no", "heard of the yes", "of the no", "threshold"],
      ...heads.map(({ head, yes, no, recall, falseAlarms, threshold }) => [
        head,
        `${yes}`,
        `${no}`,
        shareText(recall),
        shareText(falseAlarms),
        thresholdText(threshold),
      ]),
    ]),
    "",
  ];
}

/** From here on the last quarter of the texts has brought so much that more would help. */
const STILL_RISES = 0.01;

function curveLines({ curve }: TrainingReport): string[] {
  const [before, last] = curve.slice(-2);
  if (before === undefined || last === undefined) return [];
  const gain = last.accuracy - before.accuracy;
  return [
    ...textTable([
      ["texts", "right"],
      ...curve.map(({ texts, accuracy }) => [`${texts}`, `${shareText(accuracy)} ${bar(accuracy)}`]),
    ]),
    gain >= STILL_RISES
      ? `The last quarter of the texts brought ${shareText(gain)}: more of them would still help.`
      : "The last quarter of the texts brought next to nothing: other texts would help more than more of the same.",
    "",
  ];
}

const BAR_WIDTH = 40;

function bar(share: number): string {
  return "█".repeat(Math.round(share * BAR_WIDTH));
}
