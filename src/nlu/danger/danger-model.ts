import * as z from "zod";
import type { Concern } from "../../core/ports/flow-reader.ts";
import { type FeatureSpace, placeText, type TextVector } from "../linear/feature-space.ts";
import type { HeadVerdict } from "../linear/head-model.ts";
import { badModel, openModel, sealModel } from "../linear/model-envelope.ts";
import { packWeights, round, unpackWeights } from "../linear/pack-numbers.ts";
import { PACKED_SPACE, packSpace, unpackSpace } from "../linear/packed-space.ts";
import { scoreLabels, type Weights } from "../linear/predict.ts";
import { countDangerFeatures } from "./count-danger-features.ts";

/** Hears that a person is in danger now, in words that no sign of a list knows. */
export interface DangerReader {
  /** Its probability is one half at the bar. */
  hearDanger(text: string): HeadVerdict;
  /** Does at the start what would make the first customer wait. */
  prepare?(): void;
}

/** Measured out of fold: on texts of hands that the judging model had not been trained on. */
export interface DangerMetrics {
  readonly yes: number;
  readonly near: number;
  readonly other: number;
  /** The share of calls for help that is heard. */
  readonly heard: number;
  /** The share of texts near one, which are none, in which danger is heard. */
  readonly nearMisses: number;
  /** The same share of what customers write otherwise. */
  readonly falseAlarms: number;
}

export interface DangerModel {
  readonly space: FeatureSpace;
  readonly weights: Weights;
  /** The margin of danger over none from which on it is heard. */
  readonly bar: number;
  readonly dataHash: string;
  readonly metrics: DangerMetrics;
}

const DANGER: Concern = "danger";

/** The labels of the weights: none, danger. */
export const LABELS = 2;

/** How much more a text reads like danger than like none. */
export function dangerMargin(weights: Weights, vector: TextVector): number {
  const scores = new Float64Array(LABELS);
  scoreLabels(weights, vector, scores);
  const [none = 0, danger = 0] = scores;
  return danger - none;
}

/** `model`: the parsed JSON of a file that `recado nlu train-danger` wrote; read when the first text comes. */
export function createDangerReader({ model: open }: { readonly model: () => unknown }): DangerReader {
  let loaded: DangerModel | null = null;
  const model = (): DangerModel => {
    loaded ??= readDangerModel(open());
    return loaded;
  };
  return {
    hearDanger(text) {
      const { space, weights, bar } = model();
      const counts = countDangerFeatures(text);
      const margin = dangerMargin(weights, placeText(space, counts).vector);
      return {
        head: DANGER,
        probability: 1 / (1 + Math.exp(bar - margin)),
        // A name is made of words of no kind.
        isHeard: counts.kinds.size > 0 && margin > bar,
      };
    },
    prepare: () => void model(),
  };
}

const FORMAT = "recado-danger/1";

const share = z.number().min(0).max(1);
const fileSchema = z.strictObject({
  bar: z.number(),
  metrics: z.strictObject({
    ...{ yes: z.number(), near: z.number(), other: z.number() },
    ...{ heard: share, nearMisses: share, falseAlarms: share },
  }),
  dataHash: z.string(),
  ...PACKED_SPACE,
  weights: z.strictObject({ matrix: z.base64(), steps: z.array(z.number()), bias: z.array(z.number()) }),
});

/** The model as the text of a file. The same training gives the same bytes. */
export function writeDangerModel({ space, weights, bar, dataHash, metrics }: DangerModel): string {
  return sealModel(FORMAT, {
    ...{ bar: round(bar), metrics, dataHash },
    ...packSpace(space),
    weights: packWeights(weights),
  });
}

/** `bad_model_file` for anything that is not a whole model of this version. */
export function readDangerModel(json: unknown): DangerModel {
  const file = openModel(json, { format: FORMAT, schema: fileSchema, of: "danger" });
  const space = unpackSpace(file);
  const weights = unpackWeights(file.weights);
  if (weights.bias.length !== LABELS || weights.matrix.length !== space.features.length * LABELS) {
    throw badModel("danger", "its weights do not fit its features");
  }
  return { space, weights, bar: file.bar, dataHash: file.dataHash, metrics: file.metrics };
}
