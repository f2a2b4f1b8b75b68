import { expect, test } from "vitest";
import type { ChatRun } from "../../../src/cli/simulator/chat-client.ts";
import { describeWhy } from "../../../src/cli/simulator/describe-why.ts";

const RUN: ChatRun = {
  id: "r1",
  status: "completed",
  inputClass: "TEXT_SIMPLE",
  outcome: "answered",
  attempts: 1,
  error: null,
  steps: [
    { phase: "plan", name: "plan", status: "ok", durationMs: 12.4 },
    { phase: "ingest", name: "ingest", status: "ok", durationMs: 0.11 },
    { phase: "act", name: "call-1", status: "ok", durationMs: 400 },
    { phase: "learn", name: "learn", status: "skipped", durationMs: 0 },
  ],
  decision: {
    intentInfo: { intent: "precio", confidence: 92 },
    why: ["rule price"],
    handoff: { reason: "wants to buy" },
  },
};

test("phases come in their order, with their durations, then the decision and its reasons", () => {
  expect(describeWhy(RUN).map((line) => line.trim())).toEqual([
    "run r1  TEXT_SIMPLE  answered",
    "ingest 0.1 ms · plan 12 ms · learn skipped  (13 ms in all)",
    "intent precio, 92 %",
    "because rule price",
    "handed to a person: wants to buy",
  ]);
});

test("a run that failed before it decided shows its error", () => {
  const run = {
    ...RUN,
    status: "dead_letter",
    outcome: null,
    attempts: 3,
    steps: [],
    decision: null,
    error: { code: "tool_failed", message: "no" },
  };
  expect(describeWhy(run).map((line) => line.trim())).toEqual([
    "run r1  TEXT_SIMPLE  dead_letter  attempt 3",
    "error tool_failed: no",
  ]);
});
