import type { Wake, WakeEngine } from "../../src/core/ports/wake-engine.ts";
import { localEngine } from "../../src/engines/local-engine.ts";
import type { Random } from "../support/random.ts";

/** Between two sweeps. Five seconds of delay are the worst of a real engine; a test has no such time. */
const SWEEP_EVERY_MS = 400;
const MOST_LATE_MS = 300;

/** It drops three wakes of ten, doubles three, shuffles them and delays them. What it calls back it calls as late. */
export function hostileEngine(random: Random): WakeEngine {
  const engine = localEngine({ sweepEveryMs: SWEEP_EVERY_MS });
  const spoiled = (wakes: readonly Wake[]) =>
    wakes
      .flatMap((wake) => (random.chance(0.3) ? [] : random.chance(0.3) ? [wake, wake] : [wake]))
      .map((wake) => ({ ...wake, at: new Date(wake.at.getTime() + random.below(MOST_LATE_MS)) }))
      .map((wake) => ({ wake, place: random.fraction() }))
      .sort((a, b) => a.place - b.place)
      .map(({ wake }) => wake);
  return {
    ...engine,
    wake: (wakes) => engine.wake(spoiled(wakes)),
    serve: ({ work, sweep, tell }) =>
      engine.serve({
        ...{ sweep, tell },
        async work(conversation) {
          const { nextAt } = await work(conversation);
          // Its promise to call again is as good as its wakes.
          return { nextAt: random.chance(0.3) ? null : nextAt };
        },
      }),
  };
}
