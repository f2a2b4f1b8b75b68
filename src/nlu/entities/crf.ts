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
