import { setTimeout as delay } from "node:timers/promises";

/** Waits; false when it was called off meanwhile. Keeps no process alive. */
export async function pauseUnless(signal: AbortSignal, ms: number): Promise<boolean> {
  try {
    await delay(ms, undefined, { signal, ref: false });
    return true;
  } catch {
    return false;
  }
}
