import { expect, test } from "vitest";
import type { StepRecord } from "../../src/core/turn/turn.ts";
import { openJournal } from "../../src/runtime/journal.ts";

const step = (name: string, status: StepRecord["status"] = "ok"): Omit<StepRecord, "position"> => ({
  phase: "act",
  name,
  status,
  startedAt: new Date(0),
  durationMs: 1,
  output: null,
});
const places = (steps: readonly StepRecord[]) => steps.map(({ name, position }) => [name, position]);

test("a phase stands before what was begun inside of it, also across a flush", () => {
  const journal = openJournal([]);
  journal.record(step("plan"));
  journal.takePlace("act");
  journal.record(step("tool:c1", "started"));
  expect(places(journal.unwritten())).toEqual([
    ["plan", 0],
    ["tool:c1", 2],
  ]);
  journal.markWritten();
  journal.record(step("tool:c1"));
  journal.record(step("act"));
  journal.record(step("verify"));
  expect(places(journal.unwritten())).toEqual([
    ["act", 1],
    ["tool:c1", 2],
    ["verify", 3],
  ]);
});

test("an attempt counts on behind the attempts before it, whatever their order", () => {
  const journal = openJournal([
    { ...step("tool:c1"), position: 6 },
    { ...step("plan"), position: 3 },
  ]);
  journal.record(step("plan"));
  journal.record(step("act"));
  expect(places(journal.unwritten())).toEqual([
    ["plan", 7],
    ["act", 8],
  ]);
});
