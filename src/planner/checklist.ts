import type { Plan, PlanTask, TaskStatus } from "./plan.ts";
import type { PlannerTexts } from "./planner-options.ts";

const SIGNS: Readonly<Record<TaskStatus, string>> = {
  pending: "[ ]",
  in_progress: "[~]",
  done: "[x]",
  failed: "[!]",
  dropped: "[-]",
};

/** The plan as a list that the customer reads, below its heading. */
export function checklist(plan: Plan, heading: string, texts: PlannerTexts): string {
  const live = plan.tasks.filter(({ status, isAnswered }) => status !== "dropped" && !isAnswered);
  return [heading, ...live.map((task) => taskLine(plan, task, texts))].join("\n");
}

/** One line of it, after the task has ended. */
export function taskLine(plan: Plan, task: PlanTask, texts: PlannerTexts): string {
  return `${SIGNS[task.status]} ${titleOf(plan, task, texts)}`;
}

/** The task in its own words, if they may be said; else by its number. */
export function titleOf({ tasks }: Plan, task: PlanTask, { step }: PlannerTexts): string {
  return task.isSayable ? task.description : `${step} ${tasks.findIndex(({ id }) => id === task.id) + 1}`;
}

/** The plan as Markdown, for the trace. */
export function planMarkdown({ tasks }: Plan): string {
  return tasks
    .map(({ id, status, worker, description }) => `- ${SIGNS[status]} ${id} ${worker}: ${description}`)
    .join("\n");
}
