import type { Outcome } from "./threshold.ts";

const BINS = 10;

/**
 * The distance between promised and real correctness, in ten bins of probability, weighted by their
 * contents.
 */
export function expectedCalibrationError(outcomes: readonly Outcome[]): number {
  const bins = Array.from({ length: BINS }, () => ({ promised: 0, right: 0 }));
  let total = 0;
  for (const { probability, isRight, weight } of outcomes) {
    const bin = bins[Math.min(BINS - 1, Math.floor(probability * BINS))];
    if (bin === undefined) continue;
    bin.promised += weight * probability;
    if (isRight) bin.right += weight;
    total += weight;
  }
  return total === 0 ? 0 : bins.reduce((sum, { promised, right }) => sum + Math.abs(promised - right), 0) / total;
}
