/** A guess whose outcome is known. */
export interface Outcome {
  readonly probability: number;
  readonly isRight: boolean;
  readonly weight: number;
}

/** One-sided 90 %: one time in ten the true precision may lie below. */
const Z = 1.2816;

/** What is right at least, by Wilson's interval, when `right` of `count` were. */
export function wilsonLowerBound(right: number, count: number): number {
  if (count <= 0) return 0;
  const share = right / count;
  const square = Z * Z;
  const middle = share + square / (2 * count);
  const half = Z * Math.sqrt((share * (1 - share)) / count + square / (4 * count * count));
  return (middle - half) / (1 + square / count);
}

/**
 * The smallest probability from which on the accepted guesses are right as often as `target`, as far as these
 * outcomes can promise. Infinity where they cannot: too few, or too often wrong.
 */
export function findThreshold(outcomes: readonly Outcome[], target: number): number {
  const falling = [...outcomes].sort((one, other) => other.probability - one.probability);
  let threshold = Number.POSITIVE_INFINITY;
  let right = 0;
  let count = 0;
  for (const [at, { probability, isRight, weight }] of falling.entries()) {
    count += weight;
    if (isRight) right += weight;
    // Equal probabilities are accepted together.
    if (falling[at + 1]?.probability === probability) continue;
    if (wilsonLowerBound(right, count) >= target) threshold = probability;
  }
  return threshold;
}
