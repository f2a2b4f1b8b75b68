/** A demo's patience: four pauses make five tries. */
const SHORT_MS = [250, 1_000, 4_000, 16_000];

/** "Immediately, then a few more times with decreasing frequency over the next 7 days". */
const HOURS = [0, 1 / 60, 5 / 60, 0.25, 1, 4, 12, 24, 48, 78.65];
const ALL_HOURS = HOURS.reduce((sum, hours) => sum + hours, 0);

/**
 * The pauses before the second try, the third, …: the short ones, or Meta's, compressed into this
 * many milliseconds.
 */
export function retryDelaysMs(overMs: number | null, shortMs: readonly number[] = SHORT_MS): readonly number[] {
  return overMs === null ? shortMs : HOURS.map((hours) => Math.round((hours / ALL_HOURS) * overMs));
}
