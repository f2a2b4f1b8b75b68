/** A change that a model would make to what the rules have read, judged by what is right. */
export interface JudgedChange {
  readonly probability: number;
  readonly isRight: boolean;
  readonly isRightByRules: boolean;
}

/** The probability from which on changes do most good; Infinity where they do none. */
export function leastSure(changes: readonly JudgedChange[], mended: number): number {
  const falling = [...changes].sort((one, other) => other.probability - one.probability);
  let best = 0;
  let from = Number.POSITIVE_INFINITY;
  let good = 0;
  for (const [at, { probability, isRight, isRightByRules }] of falling.entries()) {
    if (isRight) good += 1;
    if (isRightByRules) good -= mended;
    if (falling[at + 1]?.probability !== probability && good > best) {
      best = good;
      from = probability;
    }
  }
  return from;
}
