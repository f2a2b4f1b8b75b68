/** Time that passes only when told to. */
export interface VirtualClock {
  now(): Date;
  advanceTo(instant: Date): void;
}

const START = Date.UTC(2025, 2, 3, 15, 0, 0);

export function createVirtualClock(startMs = START): VirtualClock {
  let nowMs = startMs;
  return {
    now: () => new Date(nowMs),
    advanceTo(instant) {
      nowMs = Math.max(nowMs, instant.getTime());
    },
  };
}
