import { partOf } from "../../api/run-steps.ts";
import type { Run } from "../../api/types.ts";

/** A task of a plan as the run's journal has it. */
export interface ShownTask {
  readonly id: string;
  readonly description: string;
  readonly worker: string;
  readonly status: string;
  readonly result: string | null;
  readonly reason: string | null;
  readonly tools: readonly string[];
  readonly tokens: number;
  readonly tookMs: number;
  /** False once a new plan has taken another way. */
  readonly isCurrent: boolean;
}

/**
 * The newest state of the plan that this run works on; empty for a run without one. What the last part has decided does not
 * count: it is committed when the next part begins, not while a call of it waits for a yes.
 */
export function tasksOf(run: Run): readonly ShownTask[] {
  const plans = decisionsOf(run)
    .slice(0, -1)
    .map((decision) => listIn(fieldOf(fieldOf(decision, "next"), "state"), "tasks"));
  const tasks = plans.findLast((list) => list.length > 0) ?? [];
  return tasks.map((task) => shown(task, run));
}

function decisionsOf(run: Run): readonly unknown[] {
  return [run.decision, ...(run.segments ?? []).map(({ decision }) => decision)];
}

function shown(task: unknown, run: Run): ShownTask {
  const decisions = decisionsOf(run);
  const id = textOf(task, "id") ?? "";
  const part = run.segments?.findLast(({ key }) => key === `task.${id}`)?.number ?? -1;
  const steps = run.steps.filter(({ name }) => partOf(name) === part);
  const calls = (run.toolCalls ?? []).filter(({ callId }) => partOf(callId) === part);
  const told = textOf(task, "status") ?? "pending";
  // A plan that is paused begins no task that has no step yet.
  const status = run.paused != null && told === "in_progress" && steps.length === 0 ? "pending" : told;
  return {
    id,
    description: textOf(task, "description") ?? "",
    worker: textOf(task, "worker") ?? "",
    status: run.endedAt === null ? status : atTheEnd(status, run, decisions.at(-1)),
    result: textOf(task, "result"),
    reason: textOf(task, "reason")?.replace(GAVE_UP, "") ?? null,
    isCurrent: told !== "dropped" && fieldOf(task, "isAnswered") !== true,
    tools: [...new Set(calls.map(({ tool }) => tool))],
    tokens: steps.reduce((sum, { model }) => sum + (model?.tokens ?? 0), 0),
    tookMs: steps
      .filter(({ phase, name }) => name.endsWith(phase))
      .reduce((sum, { durationMs }) => sum + durationMs, 0),
  };
}

/** How a worker says that it gave up; what follows is the reason. */
const GAVE_UP = /^\W{0,3}FAILED\b:?\s*/i;
const UNDONE = ["declined", "expired", "cancelled"];

/** A run that is over works on nothing. A plan of one task ends with that task, and says so. */
function atTheEnd(status: string, { outcome }: Run, last: unknown): string {
  if (status !== "in_progress" && status !== "pending") return status;
  const isReached = !UNDONE.includes(outcome ?? "") && listIn(last, "why").includes("plan ended: all_done");
  return status === "in_progress" && isReached ? "done" : "dropped";
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const list = fieldOf(value, name);
  return Array.isArray(list) ? list : [];
}

function textOf(value: unknown, name: string): string | null {
  const field = fieldOf(value, name);
  return typeof field === "string" ? field : null;
}
