import * as z from "zod";

/** What kind of work a task is: it decides the prompt and the tools of its worker (requirement Q6). */
export const WORKER_TYPES = ["reader", "analyzer", "coder", "reporter", "general"] as const;
export type WorkerType = (typeof WORKER_TYPES)[number];

/**
 * A status only moves forward: `pending` → `in_progress` → `done` or `failed`, and `pending` →
 * `dropped` when a replan takes another way.
 */
export const TASK_STATUSES = ["pending", "in_progress", "done", "failed", "dropped"] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/**
 * Why a plan came to its end; in the `why` of its last decision.
 * - `all_done`: no task is left, and none failed without another way
 * - `planner_done`: the planner said after a failure that the goal is reached all the same
 * - `replans_spent`, `calls_spent`, `tokens_spent`, `time_spent`: a cap
 * - `same_plan`: a replan brought only tasks that had failed before
 * - `circular`: the tasks that are left wait for each other
 * - `model_unavailable`: there was no model to ask
 * - `budget_spent`: the tokens of the conversation, or the money of the workspace's day, did not reach for the rest
 */
export const PLAN_ENDS = [
  "all_done",
  "planner_done",
  "replans_spent",
  "calls_spent",
  "tokens_spent",
  "time_spent",
  "same_plan",
  "circular",
  "model_unavailable",
  "budget_spent",
] as const;
export type PlanEnd = (typeof PLAN_ENDS)[number];

export interface PlanCaps {
  /** Tasks that one plan or one replan may bring. */
  readonly tasks: number;
  /** Questions to the model for one task; the last of them must bring words. */
  readonly rounds: number;
  readonly replans: number;
  /** Questions to the model for the whole plan; the last one is kept for the answer. */
  readonly calls: number;
  readonly tokens: number;
  readonly lifeMs: number;
}

/** Requirements Q2, Q7 and Q9. The longest plan has 24 tasks and three replans, so 28 of the 50 segments of a run. */
export const PLAN_CAPS: PlanCaps = {
  tasks: 6,
  rounds: 5,
  replans: 3,
  calls: 40,
  tokens: 400_000,
  lifeMs: 30 * 60 * 1_000,
};

/** Characters that a plan keeps, so that the longest one fits into the state of a segment (64 KiB). */
export const PLAN_TEXT = {
  goal: 1_000,
  summary: 400,
  fact: 120,
  description: 150,
  result: 450,
  said: 200,
  address: 500,
} as const;
/** Facts of each kind, messages of the customer and pages of the web that a plan keeps. */
export const PLAN_LISTS = { facts: 5, said: 5, pages: 5 } as const;

const task = z.strictObject({
  id: z.string(),
  description: z.string(),
  /** False when the customer must not read the description: it claims what no fact proves. */
  isSayable: z.boolean(),
  worker: z.enum(WORKER_TYPES),
  dependsOn: z.array(z.string()).readonly(),
  status: z.enum(TASK_STATUSES),
  /** The words of its worker, once it is done. */
  result: z.string().nullable(),
  /** Why it failed, in plain English, for the trace and the planner. */
  reason: z.string().nullable(),
  /** A tool told its worker something. */
  hasRead: z.boolean(),
  /** A call that writes was accepted. */
  hasCalls: z.boolean(),
  /** A replan has taken another way round its failure. */
  isAnswered: z.boolean(),
});

/** The state of a plan between two segments, kept in the database (L-28). The schema also reads what another process has written. */
export const PLAN_STATE = z.strictObject({
  format: z.literal(1),
  goal: z.string(),
  summary: z.string(),
  /** The ledger of facts: what was given, what is to be looked up, what was guessed. */
  given: z.array(z.string()).readonly(),
  toFind: z.array(z.string()).readonly(),
  guesses: z.array(z.string()).readonly(),
  /** What the customer said while the plan ran, oldest first. */
  said: z.array(z.string()).readonly(),
  tasks: z.array(task).readonly(),
  /** The addresses of the pages that its workers have read, for the sources of the answer. */
  pages: z.array(z.string()).readonly().default([]),
  replans: z.int().min(0),
  calls: z.int().min(0),
  tokens: z.int().min(0),
  startedAt: z.iso.datetime(),
  /** The plan is to end, whatever is left of it; null while it goes on. */
  halt: z.enum(PLAN_ENDS).nullable(),
});
export type Plan = Readonly<z.infer<typeof PLAN_STATE>>;
export type PlanTask = Readonly<z.infer<typeof task>>;

/** A task as it is planned. */
export type NewTask = Pick<PlanTask, "id" | "description" | "isSayable" | "worker" | "dependsOn">;

export function newTask(planned: NewTask): PlanTask {
  return {
    ...planned,
    ...{ status: "pending", result: null, reason: null, hasRead: false, hasCalls: false, isAnswered: false },
  };
}

const FORWARD: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  pending: ["in_progress", "dropped"],
  in_progress: ["done", "failed"],
  done: [],
  failed: [],
  dropped: [],
};

export function isForward(from: TaskStatus, to: TaskStatus): boolean {
  return FORWARD[from].includes(to);
}

/** The plan with one task changed. A status that would move back is a bug of ours. */
export function changeTask(plan: Plan, id: string, change: Partial<PlanTask>): Plan {
  const tasks = plan.tasks.map((one) => {
    if (one.id !== id) return one;
    if (change.status !== undefined && !isForward(one.status, change.status)) {
      throw new Error(`Task ${id} is ${one.status} and cannot become ${change.status}.`);
    }
    return { ...one, ...change };
  });
  return { ...plan, tasks };
}
