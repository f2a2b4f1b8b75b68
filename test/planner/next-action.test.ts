import { describe, expect, test } from "vitest";
import { blankPlan } from "../../src/planner/make-plan.ts";
import { nextAction } from "../../src/planner/next-action.ts";
import {
  changeTask,
  isForward,
  newTask,
  PLAN_CAPS,
  type Plan,
  type PlanTask,
  TASK_STATUSES,
} from "../../src/planner/plan.ts";

const NOW = new Date("2026-11-23T12:00:00Z");

function taskOf(id: string, change: Partial<PlanTask> = {}): PlanTask {
  return {
    ...newTask({ id, description: id, isSayable: true, worker: "general", dependsOn: [] }),
    ...change,
  };
}

interface State {
  readonly done: number;
  readonly failed: number;
  readonly answered: number;
  readonly blocked: number;
  readonly ready: number;
  readonly circular: number;
  readonly replans: number;
}

/** Every combination of zero, one and two tasks of each kind, and of every number of replans. */
function* states(): Generator<State> {
  const few = [0, 1, 2];
  for (const done of few)
    for (const failed of few)
      for (const answered of [0, 1])
        for (const blocked of few)
          for (const ready of few)
            for (const circular of [0, 2])
              for (const replans of [0, 1, 2, 3]) yield { done, failed, answered, blocked, ready, circular, replans };
}

function planOf({ done, failed, answered, blocked, ready, circular, replans }: State): Plan {
  const some = (count: number, kind: string, change: (at: number) => Partial<PlanTask>) =>
    Array.from({ length: count }, (_, at) => taskOf(`${kind}${at}`, change(at)));
  const tasks = [
    ...some(circular, "circle", (at) => ({ dependsOn: [`circle${(at + 1) % circular}`] })),
    ...some(blocked, "blocked", () => ({ dependsOn: ["failed0"] })),
    ...some(done, "done", () => ({ status: "done", result: "x" })),
    ...some(failed, "failed", () => ({ status: "failed", reason: "x" })),
    ...some(answered, "answered", () => ({ status: "failed", reason: "x", isAnswered: true })),
    ...some(ready, "ready", () => (done > 0 ? { dependsOn: ["done0"] } : {})),
  ];
  return { ...blankPlan("meta", NOW), tasks, replans };
}

/** L-27 and requirement Q9 in words: ready work first, then another way round a failure, then the answer. */
function expected({ failed, blocked, ready, circular, replans }: State): string {
  if (ready > 0) return "work ready0";
  if (failed > 0) return replans < 3 ? "replan" : "finish replans_spent";
  return blocked > 0 || circular > 0 ? "finish circular" : "finish all_done";
}

function told(plan: Plan, now = NOW): string {
  const action = nextAction(plan, PLAN_CAPS, now);
  return action.kind === "work"
    ? `work ${action.task.id}`
    : action.kind === "finish"
      ? `finish ${action.reason}`
      : "replan";
}

test("every state of a plan has exactly one next action, and a failed task never counts as done", () => {
  const wrong: unknown[] = [];
  let count = 0;
  for (const state of states()) {
    count += 1;
    const action = told(planOf(state));
    if (action !== expected(state)) wrong.push([state, action, expected(state)]);
  }
  expect(wrong).toEqual([]);
  expect(count).toBe(1_296);
});

describe("caps", () => {
  const open = planOf({ done: 1, failed: 0, answered: 0, blocked: 0, ready: 1, circular: 0, replans: 0 });
  test.each([
    ["calls", { calls: PLAN_CAPS.calls - 1 }, NOW, "finish calls_spent"],
    ["tokens", { tokens: PLAN_CAPS.tokens }, NOW, "finish tokens_spent"],
    ["time", {}, new Date(NOW.getTime() + PLAN_CAPS.lifeMs + 1), "finish time_spent"],
    ["a halt", { halt: "planner_done" as const }, NOW, "finish planner_done"],
    ["just within", { calls: PLAN_CAPS.calls - 2 }, NOW, "work ready0"],
  ])("%s", (_, change, now, action) => {
    expect(told({ ...open, ...change }, now)).toBe(action);
  });

  test("a plan that reached its goal with its last call did not end by a cap", () => {
    const over = planOf({ done: 2, failed: 0, answered: 1, blocked: 0, ready: 0, circular: 0, replans: 1 });
    expect(told({ ...over, calls: PLAN_CAPS.calls })).toBe("finish all_done");
  });
});

test("a status moves only forward", () => {
  const moves = TASK_STATUSES.flatMap((from) =>
    TASK_STATUSES.filter((to) => isForward(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(moves).toEqual(["pending → in_progress", "pending → dropped", "in_progress → done", "in_progress → failed"]);
  const plan = { ...blankPlan("meta", NOW), tasks: [taskOf("t1", { status: "done" })] };
  expect(() => changeTask(plan, "t1", { status: "in_progress" })).toThrow(/cannot become/);
});
