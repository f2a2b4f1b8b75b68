import type { Pause } from "../../core/pause.ts";
import type { Reading } from "../../core/ports/flow-reader.ts";

/** A reading that stops before each further text, and says how long that is. */
export type Steps = Generator<number, Reading, void>;

export function readAtOnce(steps: Steps): Reading {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

export function readInSlices(steps: Steps, pause: Pause): Reading | Promise<Reading> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const others = pause(step.value);
    if (others !== null) return others.then(() => readInSlices(steps, pause));
  }
}
