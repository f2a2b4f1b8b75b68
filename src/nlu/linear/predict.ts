import type { TextVector } from "./feature-space.ts";

/** What a feature says for each label, and each label's value without any feature. */
export interface Weights {
  /** Feature by feature: the weight of label `k` for feature `id` is at `id * labels + k`. */
  readonly matrix: Float32Array;
  readonly bias: Float64Array;
}

/** Writes the score of each label into `scores`: its bias and what the features add. */
export function scoreLabels({ matrix, bias }: Weights, { ids, values }: TextVector, scores: Float64Array): void {
  const labels = bias.length;
  scores.set(bias);
  for (let at = 0; at < ids.length; at += 1) {
    const row = (ids[at] as number) * labels;
    const value = values[at] as number;
    for (let k = 0; k < labels; k += 1) scores[k] = (scores[k] as number) + value * (matrix[row + k] as number);
  }
}

/** Writes the probability of each label into `probabilities`; they add up to 1. */
export function softmax(weights: Weights, vector: TextVector, probabilities: Float64Array): void {
  const labels = weights.bias.length;
  scoreLabels(weights, vector, probabilities);
  let highest = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < labels; k += 1) highest = Math.max(highest, probabilities[k] as number);
  let sum = 0;
  for (let k = 0; k < labels; k += 1) {
    const power = Math.exp((probabilities[k] as number) - highest);
    probabilities[k] = power;
    sum += power;
  }
  for (let k = 0; k < labels; k += 1) probabilities[k] = (probabilities[k] as number) / sum;
}

/** The numbers of the `count` most probable labels, best first. */
export function mostProbable(probabilities: Float64Array, count: number): number[] {
  const best: number[] = [];
  for (let k = 0; k < probabilities.length; k += 1) {
    const probability = probabilities[k] as number;
    let place = best.length;
    while (place > 0 && (probabilities[best[place - 1] as number] as number) < probability) place -= 1;
    if (place < count) best.splice(place, 0, k);
    if (best.length > count) best.pop();
  }
  return best;
}
