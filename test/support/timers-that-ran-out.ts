import { vi } from "vitest";

/**
 * The lengths, in ms, of the timers that are set from now on and run out: what an answer waited for. A timer that a
 * neighbour in this process sets meanwhile for later says nothing. `restoreMocks` ends it with the test.
 */
export function timersThatRanOut(): readonly number[] {
  const ranOut: number[] = [];
  const { setTimeout: start } = globalThis;
  const watched = (callback: () => void, ms = 0) =>
    start(() => {
      ranOut.push(ms);
      callback();
    }, ms);
  vi.spyOn(globalThis, "setTimeout").mockImplementation(watched as typeof setTimeout);
  return ranOut;
}
