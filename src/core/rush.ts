/** Arrivals are counted in spans of this length. */
const SPAN_MS = 250;

/** So many in a span are a rush: 40 a second. Below that, one that waits finds no other to go with. */
const RUSH = 10;

/** Called at each arrival. Returns true while they come in a rush. */
export type IsRush = () => boolean;

/**
 * Tells whether things come so fast that one which waits a few milliseconds finds others to go with. The span before this
 * one decides: a burst after a pause waits for nothing.
 */
export function watchForRush(nowMs: () => number = () => performance.now()): IsRush {
  let beganMs = Number.NEGATIVE_INFINITY;
  let arrivals = 0;
  let before = 0;
  return () => {
    const sinceMs = nowMs() - beganMs;
    if (sinceMs >= SPAN_MS) {
      before = sinceMs < 2 * SPAN_MS ? arrivals : 0;
      arrivals = 0;
      beganMs = nowMs();
    }
    arrivals += 1;
    return before >= RUSH;
  };
}
