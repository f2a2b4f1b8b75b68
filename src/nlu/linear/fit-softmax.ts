import { seededRandom, shuffle } from "../../core/seeded-random.ts";
import type { TextVector } from "./feature-space.ts";
import { softmax, type Weights } from "./predict.ts";

/** One training text: its place in the feature space, and the number of its label. */
export interface Example {
  readonly vector: TextVector;
  readonly label: number;
}

const RATE = 0.5;
const BIAS_RATE = 0.1;
const SHRINKAGE = 1e-6;
const EPOCHS = 30;
/** Many rows need fewer rounds, because each feature is seen often enough. */
const MANY_ROWS = 4_000;
const EPOCHS_OF_MANY_ROWS = 12;
/**
 * A label's error this small changes nothing that matters; most labels reach it in the first
 * rounds.
 */
const SMALLEST_ERROR = 1e-3;

/**
 * Multinomial logistic regression by stochastic gradient descent with AdaGrad steps: a weight that
 * was moved often moves less. The order of `examples` matters to the last digit, so the caller
 * sorts them.
 */
export function fitSoftmax(examples: readonly Example[], features: number, labels: number): Weights {
  const matrix = new Float32Array(features * labels);
  const moved = new Float32Array(features * labels).fill(1e-8);
  const bias = new Float64Array(labels);
  const biasMoved = new Float64Array(labels).fill(1e-8);
  const weights: Weights = { matrix, bias };
  const random = seededRandom(examples.length);
  const order = [...examples];
  const errors = new Float64Array(labels);
  const wrong = new Int32Array(labels);
  const epochs = examples.length > MANY_ROWS ? EPOCHS_OF_MANY_ROWS : EPOCHS;
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random);
    for (const { vector, label } of order) {
      softmax(weights, vector, errors);
      errors[label] = (errors[label] ?? 0) - 1;
      let wrongs = 0;
      for (let k = 0; k < labels; k += 1) {
        const error = errors[k] as number;
        if (Math.abs(error) < SMALLEST_ERROR) continue;
        wrong[wrongs++] = k;
        biasMoved[k] = (biasMoved[k] as number) + error * error;
        bias[k] = (bias[k] as number) - (BIAS_RATE * error) / Math.sqrt(biasMoved[k] as number);
      }
      const { ids, values } = vector;
      for (let at = 0; at < ids.length; at += 1) {
        const row = (ids[at] as number) * labels;
        const value = values[at] as number;
        for (let one = 0; one < wrongs; one += 1) {
          const k = wrong[one] as number;
          const cell = row + k;
          const weight = matrix[cell] as number;
          const slope = (errors[k] as number) * value + SHRINKAGE * weight;
          const sum = (moved[cell] as number) + slope * slope;
          moved[cell] = sum;
          matrix[cell] = weight - (RATE * slope) / Math.sqrt(sum);
        }
      }
    }
  }
  return weights;
}
