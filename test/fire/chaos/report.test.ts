import { expect, test } from "vitest";
import { describeRun, type KeptResult } from "./report.ts";

const GREEN: KeptResult = {
  suite: "kills",
  seed: 11,
  count: 500,
  tookMs: 351_000,
  faults: {
    kill_worker: 488,
    kill_door: 12,
    pause_worker: 0,
    crash_database: 0,
    cut_connections: 0,
    connections_cut: 0,
  },
  accepted: 8_570,
  lost: 0,
  held: 0,
  deadLetters: 17,
  deadLetterCodes: {},
  effects: 900,
  duplicateEffects: 0,
  sends: 9_722,
  duplicateSends: 0,
  outOfOrder: 0,
  stuck: 0,
  purchases: null,
  segments: null,
  violations: [],
  takeovers: { count: 3, p50: 751, p99: 1_339 },
  commit: "1111111",
  date: "2026-11-27",
  share: 1,
};

test("each suite has its own date and commit; one that ended red is named and has no row, and its numbers are in no sum", () => {
  const paused: KeptResult = {
    ...GREEN,
    suite: "pauses",
    faults: { ...GREEN.faults, kill_worker: 0, kill_door: 0, pause_worker: 200 },
    accepted: 30,
    commit: "2222222",
    date: "2026-11-22",
  };
  const red = {
    suite: "purchases",
    seed: 776918,
    count: 500,
    commit: "3333333",
    date: "2026-11-28",
    share: 1,
  } as const;
  const page = describeRun([GREEN, paused, { ...red, isRed: true }]);
  const rows = page.split("\n").filter((line) => line.startsWith("| "));
  expect(rows.map((row) => row.split(" | ")[0])).toEqual(["| suite", "| ---", "| kills", "| pauses"]);
  expect(rows[2]).toContain("| 2026-11-27 | 1111111 |");
  expect(rows[3]).toContain("| 2026-11-22 | 2222222 |");
  expect(page).toContain("the newest run of `purchases` did not end green (2026-11-28, 3333333)");
  expect(page).toContain("--suite purchases --seed 776918 --count 500");
  expect(page).toContain("500 SIGKILL, 200 SIGSTOP past the lease");
  expect(page).toContain("8,600 messages accepted");
  expect(describeRun([GREEN])).not.toContain("did not end green");
});
