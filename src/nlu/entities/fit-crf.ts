import { seededRandom, shuffle } from "../../core/seeded-random.ts";
import { type Crf, scoreTokens, sumPaths } from "./crf.ts";

/** A line of tokens: the features and the true label of each. */
export interface LabelledLine {
  readonly tokens: readonly (readonly number[])[];
  readonly labels: Uint8Array;
}

const RATE = 0.1;
const EPOCHS = 20;
/** A label this sure changes nothing that matters. */
const SMALLEST_SLOPE = 1e-4;
/** Pulls each weight that a line touches to nought. */
const SHRINKAGE = 1e-3;

/** Stochastic gradient descent with AdaGrad steps. The order of `lines` matters to the last digit, so the caller sorts them. */
export function fitCrf(lines: readonly LabelledLine[], features: number, labels: number): Crf {
  const crf: Crf = {
    labels,
    matrix: new Float32Array(features * labels),
    steps: new Float32Array((labels + 1) * labels),
  };
  const moved = new Float32Array(features * labels).fill(1e-6);
  const stepsMoved = new Float32Array((labels + 1) * labels).fill(1e-6);
  const random = seededRandom(lines.length);
  const order = lines.filter(({ tokens }) => tokens.length > 0);
  const move = (weights: Float32Array, squares: Float32Array, at: number, slope: number): void => {
    const pull = slope + SHRINKAGE * (weights[at] as number);
    squares[at] = (squares[at] as number) + pull * pull;
    weights[at] = (weights[at] as number) - (RATE * pull) / Math.sqrt(squares[at] as number);
  };
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(order, random);
    for (const line of order) learn(crf, line, { move, moved, stepsMoved });
  }
  return crf;
}

interface Steps {
  readonly move: (weights: Float32Array, squares: Float32Array, at: number, slope: number) => void;
  readonly moved: Float32Array;
  readonly stepsMoved: Float32Array;
}

/** Pulls the weights from what they expect of the line to what it is. */
function learn(crf: Crf, { tokens, labels: truth }: LabelledLine, { move, moved, stepsMoved }: Steps): void {
  const { labels } = crf;
  const expected = expect(crf, scoreTokens(crf, tokens), tokens.length);
  let before = labels;
  for (const [at, ids] of tokens.entries()) {
    const right = truth[at] as number;
    const step = before * labels + right;
    expected.steps[step] = (expected.steps[step] as number) - 1;
    before = right;
    for (let k = 0; k < labels; k += 1) {
      const slope = (expected.labels[at * labels + k] as number) - (k === right ? 1 : 0);
      if (Math.abs(slope) < SMALLEST_SLOPE) continue;
      for (const id of ids) move(crf.matrix, moved, id * labels + k, slope);
    }
  }
  for (const [at, slope] of expected.steps.entries())
    if (Math.abs(slope) > SMALLEST_SLOPE) move(crf.steps, stepsMoved, at, slope);
}

/** How probable each label of each token is, and how often each step is expected. */
function expect(crf: Crf, scores: Float64Array, length: number): { labels: Float64Array; steps: Float64Array } {
  const { labels, steps } = crf;
  const { forward, backward, total } = sumPaths(crf, scores, length);
  const chances = forward.map((sum, here) => Math.exp(sum + (backward[here] as number) - total));
  const counts = new Float64Array(steps.length);
  counts.set(chances.subarray(0, labels), labels * labels);
  for (let at = 1; at < length; at += 1) {
    for (let j = 0; j < labels; j += 1) {
      const came = (forward[(at - 1) * labels + j] as number) - total;
      for (let k = 0; k < labels; k += 1) {
        const here = at * labels + k;
        counts[j * labels + k] =
          (counts[j * labels + k] as number) +
          Math.exp(came + (steps[j * labels + k] as number) + (scores[here] as number) + (backward[here] as number));
      }
    }
  }
  return { labels: chances, steps: counts };
}
