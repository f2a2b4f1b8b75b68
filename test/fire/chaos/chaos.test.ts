import { test } from "vitest";
import { announceShare, SEED_OF_THE_DAY } from "../../support/share-of-the-day.ts";
import { FULL_LENGTH } from "./plan.ts";
import { expectProof } from "./prove.ts";
import { runSuite } from "./run-suite.ts";

/** A share of `npm run test:chaos`: one suite a day, with other faults each time. A failure names its seed. */
const seed = Number(process.env["RECADO_CHAOS_SEED"] ?? Math.floor(Date.now() / 1_000) % 1_000_000);
const PROMISES = {
  "kills-on-hold":
    "workers are killed while customers write: nothing is lost, nothing happens twice, replies stay in order",
  purchases: "workers are killed while customers buy: each has one order, and reads of it once",
  mixed:
    "workers are killed, paused and cut off while reports come twice and in any order: nothing is lost, nothing happens twice",
} as const;
const SUITES = Object.keys(PROMISES) as (keyof typeof PROMISES)[];
const COUNT = 4;

for (const suite of SUITES) {
  const isOfTheDay = SUITES[SEED_OF_THE_DAY % SUITES.length] === suite;
  const count = isOfTheDay ? COUNT : 0;
  // What `mixed` mixes has a suite of its own each.
  const whole = suite === "mixed" ? "npm run test:chaos" : `npm run test:chaos -- --suite ${suite}`;
  announceShare({ stage: `chaos (${suite})`, played: count, of: FULL_LENGTH[suite], seed, whole });
  test.runIf(isOfTheDay)(PROMISES[suite], async () => expectProof(await runSuite({ suite, seed, count })), 240_000);
}
