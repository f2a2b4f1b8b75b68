import { describe, expect, test } from "vitest";
import { playedToday } from "../support/share-of-the-day.ts";
import { MUTANT_NAMES, MUTANTS } from "./planted-mutants.ts";
import { firstViolation, simulate } from "./simulate.ts";

/** Schedules that fit into some seconds; `npm run test:simulation -- --schedules 1000000` goes on from there. */
const SCHEDULES = 1_200;
const SEEDS_FOR_A_MUTANT = 1_000;
const MUTANTS_TODAY = playedToday("mutants of the simulation", MUTANT_NAMES, {
  oneIn: 2,
  file: "test/simulation/simulation.test.ts",
});

test(`${SCHEDULES} schedules of crashes, pauses, lost answers and jumping clocks break no invariant`, () => {
  // A seed named here is replayed with: npm run test:simulation -- --schedules 1 --trace --seed <seed>
  expect(firstViolation(1, SCHEDULES)).toBeNull();
});

test("a seed replays bit for bit", () => {
  const trace = (seed: number) => {
    const lines: string[] = [];
    return { outcome: simulate(seed, null, lines), lines };
  };
  for (const seed of [1, 2, 3]) {
    const first = trace(seed);
    expect(first.lines.length).toBeGreaterThan(20);
    expect(trace(seed)).toEqual(first);
  }
  expect(trace(1).lines).not.toEqual(trace(2).lines);
});

describe("the oracle finds, and names what it breaks:", () => {
  test.each(MUTANTS_TODAY.map((mutant) => ({ mutant, invariant: MUTANTS[mutant][0], bug: MUTANTS[mutant][1] })))(
    "$invariant: $bug",
    ({ mutant, invariant }) => {
      for (let seed = 1; seed <= SEEDS_FOR_A_MUTANT; seed += 1) {
        if (simulate(seed, mutant).violation?.invariant !== invariant) continue;
        console.info(`${mutant}: ${invariant} broken at seed ${seed}`);
        return;
      }
      expect.unreachable(`no seed up to ${SEEDS_FOR_A_MUTANT} broke ${invariant}`);
    },
  );
});
