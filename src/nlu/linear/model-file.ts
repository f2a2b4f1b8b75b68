import * as z from "zod";
import { RecadoError } from "../../core/errors.ts";
import { sha256 } from "../../core/sha256.ts";
import { createLinearClassifier, type LinearParts } from "./create-linear-classifier.ts";
import type { Calibrator } from "./fit-logistic.ts";
import type { HeadModel } from "./head-model.ts";
import type { LinearClassifier } from "./linear-classifier.ts";
import { EVIDENCE, linearModel } from "./linear-model.ts";
import { sealModel } from "./model-envelope.ts";
import {
  packExamples,
  packHeads,
  packWeights,
  round,
  unpackExamples,
  unpackHeads,
  unpackWeights,
} from "./pack-numbers.ts";
import { PACKED_SPACE, packSpace, unpackSpace } from "./packed-space.ts";
import type { TrainedHead } from "./train-heads.ts";
import type { TrainedModel } from "./train-linear.ts";

/**
 * A version that reads texts differently gets another number: old weights with new features would
 * be silently wrong.
 */
const FORMAT = "recado-linear/3";

const share = z.number().min(0).max(1);
/** JSON has no Infinity. */
const threshold = z.number().nullable();
const evidence = z.array(z.number()).length(EVIDENCE.length);

const packedWeights = z.object({ matrix: z.base64(), steps: z.array(z.number()), bias: z.array(z.number()) });

const modelFileSchema = z.object({
  labels: z.array(z.string()).min(2),
  allowed: z.array(z.string()).nullable(),
  target: share,
  threshold,
  thresholds: z.record(z.string(), threshold),
  calibrator: z.object({
    means: evidence,
    spreads: evidence,
    weights: z.array(z.number()).length(EVIDENCE.length + 1),
  }),
  metrics: z.object({
    texts: z.number(),
    outOfScope: z.number(),
    accuracy: share,
    coverage: share,
    precision: share.nullable(),
    calibrationError: z.number(),
  }),
  dataHash: z.string(),
  ...PACKED_SPACE,
  weights: packedWeights,
  examples: z.base64(),
  /** Absent in a model without heads. */
  heads: z
    .object({
      each: z.array(
        z.object({
          name: z.string(),
          threshold,
          calibrator: z.object({
            means: z.array(z.number()),
            spreads: z.array(z.number()),
            weights: z.array(z.number()),
          }),
          metrics: z.object({ yes: z.number(), no: z.number(), recall: share, falseAlarms: share }),
        }),
      ),
      weights: packedWeights,
    })
    .optional(),
});

type ModelFile = z.infer<typeof modelFileSchema>;

/** The model as the text of a file. The same training gives the same bytes. */
export function writeModelFile(trained: TrainedModel): string {
  const { model, calibration, labels } = trained;
  const { calibrator } = calibration;
  const body: ModelFile = {
    labels: [...labels],
    allowed: trained.allowed === null ? null : [...trained.allowed],
    target: trained.target,
    threshold: writeThreshold(calibration.threshold),
    thresholds: Object.fromEntries(
      [...calibration.thresholds]
        .sort(([one], [other]) => one - other)
        .map(([label, value]) => [labels[label] ?? "", writeThreshold(value)]),
    ),
    calibrator: writeCalibrator(calibrator),
    metrics: trained.metrics,
    dataHash: trained.dataHash,
    ...packSpace(model.space),
    weights: { ...packWeights(model.weights) } as ModelFile["weights"],
    examples: packExamples(model.examples),
    ...(trained.heads.length === 0 ? {} : { heads: writeHeads(trained.heads) }),
  };
  return sealModel(FORMAT, body);
}

function writeHeads(heads: readonly TrainedHead[]): NonNullable<ModelFile["heads"]> {
  return {
    each: heads.map(({ name, threshold: own, calibrator, metrics }) => ({
      name,
      threshold: writeThreshold(own),
      calibrator: writeCalibrator(calibrator),
      metrics,
    })),
    weights: { ...packHeads(heads) } as ModelFile["weights"],
  };
}

function readHeads(heads: ModelFile["heads"], features: number): HeadModel[] {
  if (heads === undefined) return [];
  const weights = unpackHeads(heads.weights);
  if (weights.length !== heads.each.length || weights.some((one) => one.weights.length !== features)) {
    throw refuse("the weights of its heads do not fit its features");
  }
  return heads.each.flatMap(({ name, threshold: own, calibrator }, at) => {
    const fitted = weights[at];
    return fitted === undefined ? [] : [{ name, calibrator, threshold: readThreshold(own), ...fitted }];
  });
}

function writeCalibrator({ means, spreads, weights }: Calibrator): ModelFile["calibrator"] {
  return { means: means.map(round), spreads: spreads.map(round), weights: weights.map(round) };
}

/**
 * A classifier from the parsed JSON of a model file; `bad_model_file` for anything that is not a
 * whole one of this version.
 */
export function readModelFile(json: unknown): LinearClassifier {
  return createLinearClassifier(readModelParts(json));
}

export function readModelParts(json: unknown): LinearParts {
  const { hash, body } = openEnvelope(json);
  const parsed = modelFileSchema.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join(".") ?? "";
    throw refuse(
      field === "metrics"
        ? "it has no metrics, so its quality is unknown"
        : `its field "${field}" cannot be read (${issue?.message})`,
    );
  }
  if (sha256(JSON.stringify(body)) !== hash) throw refuse("its content does not have the hash that it names");
  const file = parsed.data;
  const { labels } = file;
  const space = unpackSpace(file);
  const weights = unpackWeights(file.weights);
  if (weights.matrix.length !== space.features.length * labels.length || weights.bias.length !== labels.length) {
    throw refuse("its weights do not fit its features and labels");
  }
  return {
    hash,
    labels,
    model: linearModel(space, weights, unpackExamples(file.examples)),
    heads: readHeads(file.heads, space.features.length),
    calibrator: file.calibrator,
    threshold: readThreshold(file.threshold),
    thresholds: new Map(
      Object.entries(file.thresholds).map(([label, value]) => [labels.indexOf(label), readThreshold(value)]),
    ),
    allowed: file.allowed,
    target: file.target,
    metrics: file.metrics,
    dataHash: file.dataHash,
  };
}

function openEnvelope(json: unknown): { hash: string; body: object } {
  if (typeof json !== "object" || json === null) throw refuse("it is not a JSON object");
  const { format, hash, ...body } = json as { format?: unknown; hash?: unknown };
  if (format !== FORMAT) {
    throw refuse(
      `its format is ${format === undefined ? "not named" : `"${String(format)}"`}; this version reads "${FORMAT}"`,
    );
  }
  if (typeof hash !== "string") throw refuse("it does not name its hash");
  return { hash, body };
}

function refuse(what: string): RecadoError {
  return new RecadoError(
    "bad_model_file",
    `this is no model file that can be used: ${what}. Train it anew: recado nlu train`,
  );
}

function writeThreshold(value: number): number | null {
  // Rounded down, so that what was accepted still is.
  return value === Number.POSITIVE_INFINITY ? null : Math.floor(value * 1e6) / 1e6;
}

function readThreshold(value: number | null): number {
  return value ?? Number.POSITIVE_INFINITY;
}
