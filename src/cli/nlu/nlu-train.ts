import { renameSync, rmSync, writeFileSync } from "node:fs";
import { readLabelledFile, readTextFile } from "../../app/read-labelled-file.ts";
import { errorText, RecadoError } from "../../core/errors.ts";
import { readModelParts, writeModelFile } from "../../nlu/linear/model-file.ts";
import { type TrainedModel, trainLinear } from "../../nlu/linear/train-linear.ts";
import { printResult } from "../print.ts";
import { textTable } from "../text-table.ts";
import { readTarget } from "./read-target.ts";
import { shareText, thresholdText } from "./share-text.ts";
import { trainingProgress } from "./training-progress.ts";

export interface TrainOptions {
  readonly data: string;
  readonly out: string;
  readonly target: string;
  readonly oos?: string;
  readonly allow?: string;
  readonly json?: true;
}

/** `recado nlu train`. */
export function trainModel(options: TrainOptions): void {
  const target = readTarget(options.target);
  const rows = readLabelledFile(options.data).map(({ label, text }) => ({ label, text }));
  const outOfScope = options.oos === undefined ? [] : readTextFile(options.oos);
  const trained = trainLinear(rows, {
    target,
    outOfScope,
    onProgress: trainingProgress(options),
    ...(options.allow === undefined ? {} : { allow: readList(options.allow) }),
  });
  const file = writeModelFile(trained);
  const { hash } = readModelParts(JSON.parse(file));
  writeWhole(options.out, file);
  const report = describeTraining(trained, { rows, hash, out: options.out, modelBytes: Buffer.byteLength(file) });
  printResult(options.json, report, () => trainingText(report));
}

function readList(commaSeparated: string): string[] {
  return commaSeparated
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** Never half a model where a process may read it. */
function writeWhole(path: string, content: string): void {
  const part = `${path}.part`;
  try {
    writeFileSync(part, content);
    renameSync(part, path);
  } catch (thrown) {
    rmSync(part, { force: true });
    throw new RecadoError("bad_model_file", `${path} cannot be written: ${errorText(thrown)}; name another with --out`);
  }
}

interface TrainingReport {
  readonly out: string;
  readonly hash: string;
  readonly modelBytes: number;
  readonly target: number;
  readonly threshold: number | null;
  readonly metrics: TrainedModel["metrics"];
  readonly intents: readonly { intent: string; texts: number; threshold: number | null; isAllowed: boolean }[];
}

function describeTraining(
  { labels, calibration, allowed, target, metrics }: TrainedModel,
  { rows, ...file }: { rows: readonly { label: string }[]; out: string; hash: string; modelBytes: number },
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
  };
}

function finite(threshold: number): number | null {
  return threshold === Number.POSITIVE_INFINITY ? null : threshold;
}

/** Below this an intent is seldom answered: `docs/nlu.md` has the curve. */
const FEW_TEXTS = 20;

function trainingText({ out, hash, modelBytes, target, threshold, metrics, intents }: TrainingReport): string {
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
    ...(few === 0
      ? []
      : [`${few} of ${intents.length} intents have fewer than ${FEW_TEXTS} texts: more of them is what helps most.`]),
    `Written to ${out}: ${Math.ceil(modelBytes / 1_000)} kB, ${hash.slice(0, 12)}.`,
  ].join("\n");
}
