import type { Plan, PlanCaps, PlanEnd, PlanTask } from "./plan.ts";

export type PlanAction =
  | { readonly kind: "work"; readonly task: PlanTask }
  | { readonly kind: "replan" }
  | { readonly kind: "finish"; readonly reason: PlanEnd };

/**
 * The one thing that a plan does next. Every state has exactly one action: a failed task does not
 * count as done, and a task that waits for a failed one is never forgotten (L-27).
 */
export function nextAction(plan: Plan, caps: PlanCaps, now: Date): PlanAction {
  const cap = plan.halt ?? spentCap(plan, caps, now);
  if (cap !== null) return { kind: "finish", reason: cap };
  const task = plan.tasks.find(({ status }) => status === "in_progress") ?? readyTask(plan);
  if (task !== undefined) return { kind: "work", task };
  if (plan.tasks.some(isOpenFailure)) {
    return plan.replans < caps.replans ? { kind: "replan" } : { kind: "finish", reason: "replans_spent" };
  }
  const isLeft = plan.tasks.some(({ status }) => status === "pending");
  return { kind: "finish", reason: isLeft ? "circular" : "all_done" };
}

/** A failure that no replan has answered yet. */
export function isOpenFailure({ status, isAnswered }: PlanTask): boolean {
  return status === "failed" && !isAnswered;
}

/** The first task, in the order of the plan, of which all dependencies are done. */
function readyTask({ tasks }: Plan): PlanTask | undefined {
  const done = new Set(tasks.filter(({ status }) => status === "done").map(({ id }) => id));
  return tasks.find(({ status, dependsOn }) => status === "pending" && dependsOn.every((id) => done.has(id)));
}

function spentCap(plan: Plan, caps: PlanCaps, now: Date): PlanEnd | null {
  // The last question is kept for the answer.
  if (plan.calls >= caps.calls - 1) return isOver(plan) ? null : "calls_spent";
  if (plan.tokens >= caps.tokens) return isOver(plan) ? null : "tokens_spent";
  const isLate = now.getTime() - Date.parse(plan.startedAt) > caps.lifeMs;
  return isLate && !isOver(plan) ? "time_spent" : null;
}

/** A plan that reached its goal did not end by a cap. */
function isOver({ tasks }: Plan): boolean {
  return tasks.every((one) => one.status === "done" || one.status === "dropped" || one.isAnswered);
}
