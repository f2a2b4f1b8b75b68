import * as z from "zod";
import { CONTRACT_NAMES, type ContractName } from "../../core/artifacts/contracts.ts";
import type { HeardRequest, RequestReader } from "../../core/ports/model/request-reader.ts";
import { type FeatureSpace, placeText, type TextVector } from "../linear/feature-space.ts";
import { badModel, openModel, sealModel } from "../linear/model-envelope.ts";
import { packWeights, round, unpackWeights } from "../linear/pack-numbers.ts";
import { PACKED_SPACE, packSpace, unpackSpace } from "../linear/packed-space.ts";
import { scoreLabels, type Weights } from "../linear/predict.ts";
import { countRequestFeatures } from "./count-request-features.ts";

/** The label of a text that asks for no artifact. */
export const NO_REQUEST = "none";
/** The order of the labels in the weights. */
export const REQUEST_LABELS = [NO_REQUEST, ...CONTRACT_NAMES] as const;

/** Measured out of fold: on texts that the judging model had not been trained on. */
export interface RequestMetrics {
  /** The share of each artifact's requests that is heard as such. */
  readonly heard: Readonly<Record<ContractName, number>>;
  /** The share of texts that ask for none, those near a request among them, in which one is heard. */
  readonly nearMisses: number;
  /** The same share of chat. */
  readonly falseAlarms: number;
}

export interface RequestModel {
  readonly space: FeatureSpace;
  readonly weights: Weights;
  /** The margin of a request over none from which on it is heard. */
  readonly bar: number;
  readonly dataHash: string;
  readonly metrics: RequestMetrics;
}

/** Odds of 3 to 1 are 0.75, the standard threshold: a margin at its bar stands there. */
const ODDS_AT_THE_BAR = Math.log(3);

/** The margin of each contract over none, in the order of `CONTRACT_NAMES`. */
export function requestMargins(weights: Weights, vector: TextVector): readonly number[] {
  const scores = new Float64Array(weights.bias.length);
  scoreLabels(weights, vector, scores);
  const [none = 0, ...contracts] = scores;
  return contracts.map((score) => score - none);
}

/** The reader of a trained model. */
export function createRequestReader({ space, weights, bar }: RequestModel): RequestReader {
  const confidence = (margin = 0): number => 1 / (1 + Math.exp(bar - margin - ODDS_AT_THE_BAR));
  return {
    readRequest(text): HeardRequest {
      const { vector } = placeText(space, countRequestFeatures(text));
      const [research, extract, plan] = requestMargins(weights, vector);
      return { research_brief: confidence(research), doc_extract: confidence(extract), plan: confidence(plan) };
    },
  };
}

const FORMAT = "recado-requests/2";

const share = z.number().min(0).max(1);
const ofEach = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({ research_brief: value, doc_extract: value, plan: value });

const fileSchema = z.strictObject({
  bar: z.number(),
  metrics: z.strictObject({ heard: ofEach(share), nearMisses: share, falseAlarms: share }),
  dataHash: z.string(),
  ...PACKED_SPACE,
  weights: z.strictObject({ matrix: z.base64(), steps: z.array(z.number()), bias: z.array(z.number()) }),
});

/** The model as the text of a file. The same training gives the same bytes. */
export function writeRequestModel({ space, weights, bar, dataHash, metrics }: RequestModel): string {
  const body = {
    ...{ bar: round(bar), metrics, dataHash },
    ...packSpace(space),
    weights: packWeights(weights),
  };
  return sealModel(FORMAT, body);
}

/** `bad_model_file` for anything that is not a whole model of this version. */
export function readRequestModel(json: unknown): RequestModel {
  const file = openModel(json, {
    format: FORMAT,
    schema: fileSchema,
    of: "requests",
  });
  const space = unpackSpace(file);
  const weights = unpackWeights(file.weights);
  const labels = REQUEST_LABELS.length;
  if (weights.bias.length !== labels || weights.matrix.length !== space.features.length * labels) {
    throw badModel("requests", "its weights do not fit its features");
  }
  return { space, weights, bar: file.bar, dataHash: file.dataHash, metrics: file.metrics };
}
