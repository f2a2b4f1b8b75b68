/**
 * A case of the second stage: whether a guess with this evidence was right, and the weight of the
 * case.
 */
export interface Judged {
  readonly evidence: readonly number[];
  readonly isRight: boolean;
  readonly weight: number;
}

/** P(right) as a logistic function of the evidence. `weights` has the constant last. */
export interface Calibrator {
  readonly means: readonly number[];
  readonly spreads: readonly number[];
  readonly weights: readonly number[];
}

/** Keeps the weights finite when right and wrong separate without fault. */
const RIDGE = 1;
const MAX_STEPS = 50;

/** Weighted logistic regression on standardised evidence, by Newton's method. */
export function fitLogistic(cases: readonly Judged[]): Calibrator {
  const size = cases[0]?.evidence.length ?? 0;
  const total = cases.reduce((sum, { weight }) => sum + weight, 0);
  const columns = Array.from({ length: size }, (_, at) => at);
  const mean = (of: (one: Judged) => number) => cases.reduce((sum, one) => sum + one.weight * of(one), 0) / total;
  const means = columns.map((at) => mean(({ evidence }) => evidence[at] ?? 0));
  const spreads = columns.map((at) => Math.sqrt(mean(({ evidence }) => ((evidence[at] ?? 0) - (means[at] ?? 0)) ** 2)));
  const calibrator = { means, spreads: spreads.map((spread) => (spread > 1e-9 ? spread : 1)) };
  const rows = cases.map(({ evidence }) => standardise(calibrator, evidence));
  let weights: number[] = new Array(size + 1).fill(0);
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const moves = newtonStep(rows, cases, weights);
    weights = weights.map((weight, at) => weight - (moves[at] ?? 0));
    if (Math.max(...moves.map(Math.abs)) < 1e-9) break;
  }
  return { ...calibrator, weights };
}

export function probabilityRight(calibrator: Calibrator, evidence: readonly number[]): number {
  return logistic(dot(calibrator.weights, standardise(calibrator, evidence)));
}

function newtonStep(rows: readonly number[][], cases: readonly Judged[], weights: readonly number[]): number[] {
  const size = weights.length;
  const slope = weights.map((weight, at) => (at === size - 1 ? 0 : RIDGE * weight));
  const curve = weights.map((_, row) =>
    weights.map((_, column) => (row === column && row < size - 1 ? RIDGE : 1e-9 * Number(row === column))),
  );
  for (const [at, row] of rows.entries()) {
    const { isRight, weight } = cases[at] as Judged;
    const chance = logistic(dot(weights, row));
    const pull = weight * (chance - Number(isRight));
    const bend = weight * chance * (1 - chance);
    for (let i = 0; i < size; i += 1) {
      const value = row[i] as number;
      slope[i] = (slope[i] as number) + pull * value;
      const line = curve[i] as number[];
      for (let j = 0; j < size; j += 1) line[j] = (line[j] as number) + bend * value * (row[j] as number);
    }
  }
  return solve(curve, slope);
}

/**
 * Gaussian elimination with pivoting. The matrix is small and, because of the ridge, not singular.
 */
function solve(matrix: readonly number[][], right: readonly number[]): number[] {
  const size = right.length;
  const lines = matrix.map((line, at) => [...line, right[at] ?? 0]);
  for (let column = 0; column < size; column += 1) {
    let pivot = column;
    for (let row = column + 1; row < size; row += 1) {
      if (Math.abs(lines[row]?.[column] ?? 0) > Math.abs(lines[pivot]?.[column] ?? 0)) pivot = row;
    }
    const line = lines[pivot] as number[];
    lines[pivot] = lines[column] as number[];
    lines[column] = line;
    const head = line[column] as number;
    for (const [row, other] of lines.entries()) {
      if (row === column) continue;
      const factor = (other[column] as number) / head;
      for (let at = column; at <= size; at += 1) other[at] = (other[at] as number) - factor * (line[at] as number);
    }
  }
  return lines.map((line, at) => (line[size] as number) / (line[at] as number));
}

function standardise({ means, spreads }: Omit<Calibrator, "weights">, evidence: readonly number[]): number[] {
  return [...evidence.map((value, at) => (value - (means[at] ?? 0)) / (spreads[at] ?? 1)), 1];
}

function dot(one: readonly number[], other: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] as number) * (other[at] as number);
  return sum;
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
