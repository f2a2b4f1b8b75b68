/**
 * A linear-chain conditional random field (Lafferty, McCallum, Pereira, 2001): each token's label is scored by the token's features
 * and by the label before it, and the whole line of labels is judged at once.
 */
export interface Crf {
  readonly labels: number;
  /** Feature by feature: the weight of label `k` for feature `id` is at `id * labels + k`. */
  readonly matrix: Float32Array;
  /** From label to label: `from * labels + to`; the last row is the beginning of the text. */
  readonly steps: Float32Array;
}

/** The score of each label of each token by its features alone: `at * labels + k`. */
export function scoreTokens({ labels, matrix }: Crf, tokens: readonly (readonly number[])[]): Float64Array {
  const scores = new Float64Array(tokens.length * labels);
  for (const [at, ids] of tokens.entries()) {
    const row = at * labels;
    for (const id of ids) {
      const from = id * labels;
      for (let k = 0; k < labels; k += 1) scores[row + k] = (scores[row + k] as number) + (matrix[from + k] as number);
    }
  }
  return scores;
}

/** Forward and backward sums in logarithms, and their total. */
export interface Lattice {
  readonly forward: Float64Array;
  readonly backward: Float64Array;
  readonly total: number;
}

export function sumPaths({ labels, steps }: Crf, scores: Float64Array, length: number): Lattice {
  const forward = new Float64Array(length * labels);
  const backward = new Float64Array(length * labels);
  const terms = new Float64Array(labels);
  for (let k = 0; k < labels; k += 1) forward[k] = (scores[k] as number) + (steps[labels * labels + k] as number);
  for (let at = 1; at < length; at += 1) {
    for (let k = 0; k < labels; k += 1) {
      for (let j = 0; j < labels; j += 1)
        terms[j] = (forward[(at - 1) * labels + j] as number) + (steps[j * labels + k] as number);
      forward[at * labels + k] = (scores[at * labels + k] as number) + logSum(terms);
    }
  }
  for (let at = length - 2; at >= 0; at -= 1) {
    for (let j = 0; j < labels; j += 1) {
      const next = (at + 1) * labels;
      for (let k = 0; k < labels; k += 1)
        terms[k] = (steps[j * labels + k] as number) + (scores[next + k] as number) + (backward[next + k] as number);
      backward[at * labels + j] = logSum(terms);
    }
  }
  return { forward, backward, total: logSum(forward.subarray((length - 1) * labels)) };
}

function logSum(terms: Float64Array): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const term of terms) if (term > most) most = term;
  let sum = 0;
  for (const term of terms) sum += Math.exp(term - most);
  return most + Math.log(sum);
}

/** The likeliest line of labels. */
export function bestPath({ labels, steps }: Crf, scores: Float64Array, length: number): Uint8Array {
  const best = new Float64Array(length * labels);
  const came = new Uint8Array(length * labels);
  for (let k = 0; k < labels; k += 1) best[k] = (scores[k] as number) + (steps[labels * labels + k] as number);
  for (let at = 1; at < length; at += 1) {
    for (let k = 0; k < labels; k += 1) {
      let most = Number.NEGATIVE_INFINITY;
      let from = 0;
      for (let j = 0; j < labels; j += 1) {
        const score = (best[(at - 1) * labels + j] as number) + (steps[j * labels + k] as number);
        if (score > most) {
          most = score;
          from = j;
        }
      }
      best[at * labels + k] = most + (scores[at * labels + k] as number);
      came[at * labels + k] = from;
    }
  }
  const path = new Uint8Array(length);
  const last = (length - 1) * labels;
  let k = 0;
  for (let j = 1; j < labels; j += 1) if ((best[last + j] as number) > (best[last + k] as number)) k = j;
  for (let at = length - 1; at >= 0; at -= 1) {
    path[at] = k;
    k = came[at * labels + k] as number;
  }
  return path;
}

/**
 * How sure each label of a line is, 0–1: the same as by `sumPaths`, but for rounding. It multiplies where that one adds logarithms,
 * and takes a power for each label, not for each step from label to label: a fifteenth of the time.
 */
export function chancesOf({ labels, steps }: Crf, scores: Float64Array, line: Uint8Array): number[] {
  const { length } = line;
  const step = Float64Array.from(steps, Math.exp);
  const power = new Float64Array(length * labels);
  const forward = new Float64Array(length * labels);
  const backward = new Float64Array(length * labels).fill(1);
  for (let at = 0; at < length; at += 1) {
    const [row, before] = [at * labels, (at - 1) * labels];
    let most = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < labels; k += 1) most = Math.max(most, scores[row + k] as number);
    for (let k = 0; k < labels; k += 1) {
      power[row + k] = Math.exp((scores[row + k] as number) - most);
      let sum = at === 0 ? (step[labels * labels + k] as number) : 0;
      if (at > 0)
        for (let j = 0; j < labels; j += 1) sum += (forward[before + j] as number) * (step[j * labels + k] as number);
      forward[row + k] = sum * (power[row + k] as number);
    }
    scaleToOne(forward, row, labels);
  }
  for (let at = length - 2; at >= 0; at -= 1) {
    const [row, next] = [at * labels, (at + 1) * labels];
    for (let j = 0; j < labels; j += 1) {
      let sum = 0;
      for (let k = 0; k < labels; k += 1)
        sum += (step[j * labels + k] as number) * (power[next + k] as number) * (backward[next + k] as number);
      backward[row + j] = sum;
    }
    scaleToOne(backward, row, labels);
  }
  return Array.from(line, (label, at) => {
    let sum = 0;
    for (let here = at * labels; here < (at + 1) * labels; here += 1)
      sum += (forward[here] as number) * (backward[here] as number);
    const here = at * labels + label;
    return ((forward[here] as number) * (backward[here] as number)) / sum;
  });
}

/** Numbers that are multiplied again and again stay near 1. */
function scaleToOne(numbers: Float64Array, from: number, count: number): void {
  let sum = 0;
  for (let at = from; at < from + count; at += 1) sum += numbers[at] as number;
  for (let at = from; at < from + count; at += 1) numbers[at] = (numbers[at] as number) / sum;
}
