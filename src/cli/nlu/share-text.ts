/** A share of 1 as people read it. */
export function shareText(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** null stands for Infinity: nothing reaches it. */
export function thresholdText(threshold: number | null): string {
  return threshold === null ? "never" : threshold.toFixed(3);
}
