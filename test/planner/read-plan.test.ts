import { expect, test } from "vitest";
import { blankPlan } from "../../src/planner/make-plan.ts";
import { mergeReplan } from "../../src/planner/merge-replan.ts";
import { newTask, PLAN_CAPS } from "../../src/planner/plan.ts";
import { readPlan } from "../../src/planner/read-plan.ts";

const NUMBERING = { first: 1, most: PLAN_CAPS.tasks, done: [], isSayable: () => true };
const read = (said: unknown) => readPlan(typeof said === "string" ? said : JSON.stringify(said), NUMBERING);
const step = (id: string, change: object = {}) => ({
  ...{ id, description: `paso ${id}`, worker_type: "reader", depends_on: [] },
  ...change,
});
const tasksOf = (said: unknown) => {
  const plan = read(said);
  return plan.kind === "plan" ? plan.tasks.map(({ id, worker, dependsOn }) => [id, worker, ...dependsOn]) : plan.kind;
};

/** Requirement Q3. */
test.each([
  [
    "plain JSON",
    { tasks: [step("a"), step("b", { depends_on: ["a"] })] },
    [
      ["t1", "reader"],
      ["t2", "reader", "t1"],
    ],
  ],
  ["fenced JSON", `Aquí va:\n\`\`\`json\n${JSON.stringify({ tasks: [step("a")] })}\n\`\`\``, [["t1", "reader"]]],
  ["prose", "Primero miro los pedidos y luego los cuento.", "unreadable"],
  ["nothing", "", "unreadable"],
  ["no tasks", { tasks: [] }, "unreadable"],
  ["missing fields", { tasks: [{ description: "mirar" }] }, [["t1", "general"]]],
  ["an unknown worker", { tasks: [step("a", { worker_type: "hacker" })] }, [["t1", "general"]]],
  ["an unknown dependency", { tasks: [step("a", { depends_on: ["z"] })] }, [["t1", "reader"]]],
  [
    "two tasks with one id",
    { tasks: [step("a"), step("a", { depends_on: ["a"] })] },
    [
      ["t1", "reader"],
      ["t2", "reader", "t1"],
    ],
  ],
  [
    "numbers as ids",
    { tasks: [step("a", { id: 1 }), step("b", { id: 2, depends_on: [1] })] },
    [
      ["t1", "reader"],
      ["t2", "reader", "t1"],
    ],
  ],
  ["a task that waits for itself", { tasks: [step("a", { depends_on: ["a"] })] }, "circular"],
  ["a circle", { tasks: [step("a", { depends_on: ["b"] }), step("b", { depends_on: ["a"] }), step("c")] }, "circular"],
  ["a cut plan", '{"tasks": [{"id": "a", "description": "mirar"}, {"id": "b", "descr', "unreadable"],
])("a plan as a model may write it: %s", (_, said, tasks) => {
  expect(tasksOf(said)).toEqual(tasks);
});

test("fifty tasks are cut at six, and what depends on the others depends on nothing", () => {
  const plan = read({ tasks: Array.from({ length: 50 }, (_, at) => step(`${at}`, { depends_on: [`${at + 1}`] })) });
  expect(plan.kind === "plan" && plan.tasks.map(({ dependsOn }) => dependsOn.join())).toEqual([
    "t2",
    "t3",
    "t4",
    "t5",
    "t6",
    "",
  ]);
});

test("a replan keeps what is done, drops what had not begun, and never deletes", () => {
  const planned = (id: string, dependsOn: string[] = []) =>
    newTask({ id, description: id, isSayable: true, worker: "reader", dependsOn });
  const plan = {
    ...blankPlan("meta", new Date(0)),
    tasks: [
      { ...planned("t1"), status: "done" as const, result: "x" },
      { ...planned("t2"), status: "failed" as const, reason: "y" },
      planned("t3", ["t2"]),
    ],
  };
  const other = { id: "t4", description: "otra", isSayable: true, worker: "reader", dependsOn: ["t1"] } as const;
  expect(mergeReplan(plan, [other]).tasks.map(({ id, status }) => [id, status])).toEqual([
    ["t1", "done"],
    ["t2", "failed"],
    ["t3", "dropped"],
    ["t4", "pending"],
  ]);
  expect(mergeReplan(plan, [{ ...other, description: "T2!" }])).toMatchObject({ halt: "same_plan", tasks: plan.tasks });
});
