import { describe, expect, test } from "vitest";
import {
  canRunMove,
  isRunOver,
  moveRun,
  RUN_MACHINE,
  RUN_STATUSES,
  RUN_TRANSITIONS,
  type RunStatus,
} from "../../../src/core/turn/run-machine.ts";

/** Requirement R4, as written. */
const REQUIRED = [
  "queued→running",
  "running→waiting_confirmation",
  "running→completed",
  "running→failed",
  "waiting_confirmation→running",
  "failed→queued",
  "failed→dead_letter",
  // [P] denied or expired; crash recovery by lease expiry
  "waiting_confirmation→completed",
  "running→queued",
];

/** What the machine allows beyond R4, and why. */
const DOCUMENTED = [
  "running→running", // recover: another worker takes it over without a stop in the queue
  "running→dead_letter", // bury: the last attempt failed
  "failed→running", // start: the next attempt, at its back-off
  "dead_letter→queued", // requeue: an operator retries (R6)
  "queued→completed", // stop: it waits for its next segment, and is called off
];

const PAIRS = RUN_STATUSES.flatMap((from) => RUN_STATUSES.map((to) => [from, to] as const));

describe("all 36 pairs", () => {
  test.each(PAIRS)("%s → %s is legal exactly where R4 or its recovery says so", (from, to) => {
    expect(canRunMove(from, to)).toBe([...REQUIRED, ...DOCUMENTED].includes(`${from}→${to}`));
  });
});

test("the table is total, and a move is what its cell says", () => {
  expect(Object.keys(RUN_MACHINE)).toEqual([...RUN_STATUSES]);
  for (const from of RUN_STATUSES) {
    expect(Object.keys(RUN_MACHINE[from])).toEqual([...RUN_TRANSITIONS]);
    for (const transition of RUN_TRANSITIONS) {
      const to = RUN_MACHINE[from][transition];
      expect(moveRun(from, transition)).toEqual(to === "illegal" ? { kind: "illegal", from } : { kind: "moved", to });
    }
  }
});

test("from every status a run can still come to an end", () => {
  const reach = (from: RunStatus, seen = new Set<RunStatus>()): Set<RunStatus> => {
    if (!seen.has(from)) {
      seen.add(from);
      for (const to of RUN_STATUSES) if (canRunMove(from, to)) reach(to, seen);
    }
    return seen;
  };
  for (const from of RUN_STATUSES) expect([...reach(from)].some(isRunOver), from).toBe(true);
});

test("only a completed run never moves; a dead one moves when a person asks", () => {
  const still = RUN_STATUSES.filter((from) => RUN_STATUSES.every((to) => !canRunMove(from, to)));
  expect(still).toEqual(["completed"]);
  expect(RUN_STATUSES.filter(isRunOver)).toEqual(["completed", "dead_letter"]);
  expect(RUN_TRANSITIONS.filter((transition) => moveRun("dead_letter", transition).kind === "moved")).toEqual([
    "requeue",
  ]);
});
