import { test } from "vitest";
import { announceShare } from "../../support/share-of-the-day.ts";
import { FULL_LENGTH } from "./plan.ts";
import { expectProof } from "./prove.ts";
import { runSuite } from "./run-suite.ts";

/** A share of `npm run test:chaos`, another each time. A failure names its seed. */
const seed = Number(process.env["RECADO_CHAOS_SEED"] ?? Math.floor(Date.now() / 1_000) % 1_000_000);
const FAULTS = { "kills-on-hold": 3, purchases: 2, mixed: 3 } as const;

async function play(suite: keyof typeof FAULTS): Promise<void> {
  const count = FAULTS[suite];
  const whole = `npm run test:chaos -- --suite ${suite}`;
  announceShare({ stage: `chaos (${suite})`, played: count, of: FULL_LENGTH[suite], seed, whole });
  expectProof(await runSuite({ suite, seed, count }));
}

test(
  "workers are killed while customers write: nothing is lost, nothing happens twice, replies stay in order",
  () => play("kills-on-hold"),
  180_000,
);

test(
  "workers are killed while customers buy: each has one order, and reads of it once",
  () => play("purchases"),
  180_000,
);

test(
  "workers are killed, paused and cut off while reports come twice and in any order: the same holds",
  () => play("mixed"),
  180_000,
);
