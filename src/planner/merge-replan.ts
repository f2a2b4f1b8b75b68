import { plainText } from "../core/plain-text.ts";
import { isOpenFailure } from "./next-action.ts";
import { type NewTask, newTask, type Plan, type PlanTask } from "./plan.ts";

/**
 * Another way to the same goal. What is done or failed stays as it is, what had not begun is
 * dropped, and the new tasks follow. A way of which every step has failed before is no other way:
 * the plan ends with `same_plan`.
 */
export function mergeReplan(plan: Plan, tasks: readonly NewTask[]): Plan {
  const failed = new Set(plan.tasks.filter(({ status }) => status === "failed").map(workOf));
  if (tasks.every((one) => failed.has(workOf(one)))) return { ...plan, halt: "same_plan" };
  const former = plan.tasks.map((one): PlanTask => {
    if (one.status === "pending") return { ...one, status: "dropped" };
    return isOpenFailure(one) ? { ...one, isAnswered: true } : one;
  });
  return { ...plan, tasks: [...former, ...tasks.map(newTask)] };
}

function workOf({ worker, description }: Pick<PlanTask, "worker" | "description">): string {
  return `${worker} ${plainText(description)}`;
}
