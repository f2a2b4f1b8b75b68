import { wilsonInterval } from "../../core/wilson.ts";

/** A guess with a known outcome. */
export interface Outcome {
  readonly probability: number;
  readonly isRight: boolean;
  readonly weight: number;
}

/** One-sided 90 %: one time in ten the true precision may lie below. */
const Z = 1.2816;

/** The lower bound of the precision, by Wilson's interval, when `right` of `count` were right. */
export function wilsonLowerBound(right: number, count: number): number {
  if (count <= 0) return 0;
  return wilsonInterval(right, count, Z)[0];
}

/** Outcomes seen elsewhere, most probable first, and how many outcomes they count for. */
export interface PriorOutcomes {
  readonly outcomes: readonly Outcome[];
  readonly count: number;
}

/**
 * The smallest probability from which on the accepted guesses are right as often as `target`, as
 * far as these outcomes (and, if given, those of others at the same probability) can promise.
 * Infinity when they cannot: too few, or too often wrong.
 */
export function findThreshold(outcomes: readonly Outcome[], target: number, prior?: PriorOutcomes): number {
  const falling = fallingOutcomes(outcomes);
  const others = prior === undefined ? () => 0 : priorPrecision(prior.outcomes);
  const otherCount = prior?.count ?? 0;
  let threshold = Number.POSITIVE_INFINITY;
  let right = 0;
  let count = 0;
  for (const [at, { probability, isRight, weight }] of falling.entries()) {
    count += weight;
    if (isRight) right += weight;
    // Equal probabilities are accepted together.
    if (falling[at + 1]?.probability === probability) continue;
    const bound = wilsonLowerBound(right + otherCount * others(probability), count + otherCount);
    if (bound >= target) threshold = probability;
  }
  return threshold;
}

export function fallingOutcomes<Kind extends Outcome>(outcomes: readonly Kind[]): Kind[] {
  return [...outcomes].sort((one, other) => other.probability - one.probability);
}

/**
 * How many of the outcomes with at least this probability were right; called with falling
 * probabilities.
 */
function priorPrecision(falling: readonly Outcome[]): (probability: number) => number {
  let next = 0;
  let right = 0;
  let count = 0;
  return (probability) => {
    for (let one = falling[next]; one !== undefined && one.probability >= probability; one = falling[next]) {
      count += one.weight;
      if (one.isRight) right += one.weight;
      next += 1;
    }
    return count === 0 ? 0 : right / count;
  };
}
