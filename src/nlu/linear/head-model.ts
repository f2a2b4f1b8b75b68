import type { TextVector } from "./feature-space.ts";
import { type Calibrator, probabilityRight } from "./fit-logistic.ts";

/** One question that is answered yes or no about every message, whatever its intent is. */
export interface HeadModel {
  readonly name: string;
  readonly weights: Float32Array;
  readonly bias: number;
  readonly calibrator: Calibrator;
  readonly threshold: number;
}

/** What a trained head says of a text. */
export interface HeadVerdict {
  readonly head: string;
  /** 0–1, calibrated. */
  readonly probability: number;
  readonly isHeard: boolean;
}

export function scoreHead({ weights, bias }: Pick<HeadModel, "weights" | "bias">, { ids, values }: TextVector): number {
  let score = bias;
  for (let at = 0; at < ids.length; at += 1) score += (values[at] as number) * (weights[ids[at] as number] as number);
  return score;
}

export function hearHead(model: HeadModel, vector: TextVector): HeadVerdict {
  const probability = probabilityRight(model.calibrator, [scoreHead(model, vector)]);
  return { head: model.name, probability, isHeard: probability >= model.threshold };
}
