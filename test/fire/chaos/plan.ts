import { seededRandom } from "../../../src/core/seeded-random.ts";

export const SUITE_NAMES = [
  "kills-on-hold",
  "kills",
  "pauses",
  "crashes",
  "cut-connections",
  "lost-answers",
  "purchases",
  "segments",
] as const;
/** `mixed`: a little of everything but crashes of the database, for `npm test`. */
export type SuiteName = (typeof SUITE_NAMES)[number] | "mixed";

/** What is done to the system, and how long after the fault before it. Places are drawn in [0, 1): the fleet turns them into processes. */
export type Fault =
  | { readonly kind: "kill_worker"; readonly place: number }
  | { readonly kind: "kill_door" }
  | { readonly kind: "pause_worker"; readonly place: number; readonly forMs: number }
  | { readonly kind: "crash_database" }
  | { readonly kind: "cut_connections"; readonly count: number; readonly seed: number };

export interface PlannedFault {
  readonly afterMs: number;
  readonly fault: Fault;
}

/** The same seed makes the same plan. `count`: faults of the suite's own kind. */
export function planFaults(suite: SuiteName, seed: number, count: number): PlannedFault[] {
  const random = seededRandom(seed);
  const between = (least: number, most: number) => Math.round(least + random() * (most - least));
  const kill = (): Fault => ({ kind: "kill_worker", place: random() });
  const faults = (make: (n: number) => PlannedFault) => Array.from({ length: count }, (_, n) => make(n));
  const mixed = (n: number): Fault => {
    if (n % 4 === 1) return { kind: "pause_worker", place: random(), forMs: between(1_300, 2_200) };
    if (n % 4 === 3) return { kind: "cut_connections", count: CUT_AT_ONCE, seed: seed + n };
    return kill();
  };
  switch (suite) {
    case "kills-on-hold":
    case "kills":
      return faults((n) => ({ afterMs: between(60, 340), fault: n % 40 === 39 ? { kind: "kill_door" } : kill() }));
    case "lost-answers":
    case "purchases":
    case "segments":
      // Not the door: a lost answer whose report finds the door closed is two faults at once, and then only time decides.
      return faults(() => ({ afterMs: between(60, 340), fault: kill() }));
    case "pauses":
      return faults(() => ({
        afterMs: between(150, 450),
        fault: { kind: "pause_worker", place: random(), forMs: between(1_300, 2_600) },
      }));
    case "crashes":
      return faults(() => ({ afterMs: between(300, 900), fault: { kind: "crash_database" } }));
    case "mixed":
      return faults((n) => ({ afterMs: between(100, 400), fault: mixed(n) }));
    case "cut-connections":
      return faults((n) => ({
        afterMs: between(30, 90),
        fault: { kind: "cut_connections", count: CUT_AT_ONCE, seed: seed + n },
      }));
  }
}

/** Connections that one stroke cuts: so few that work is still done between the strokes. */
export const CUT_AT_ONCE = 4;

/** How many faults each suite makes in `npm run test:chaos`. */
export const FULL_LENGTH: Readonly<Record<SuiteName, number>> = {
  "kills-on-hold": 500,
  kills: 500,
  pauses: 200,
  crashes: 100,
  "cut-connections": Math.ceil(10_000 / CUT_AT_ONCE),
  "lost-answers": 200,
  purchases: 500,
  segments: 300,
  mixed: 40,
};
