import * as z from "zod";
import { readTolerantJson, tolerantEnum } from "../core/model/tolerant-json.ts";
import { type NewTask, PLAN_LISTS, PLAN_TEXT, WORKER_TYPES } from "./plan.ts";
import { kept } from "./plan-text.ts";

/** What a model's words say about a plan. */
export type ReadPlan =
  | {
      readonly kind: "plan";
      readonly summary: string;
      readonly given: readonly string[];
      readonly toFind: readonly string[];
      readonly guesses: readonly string[];
      readonly tasks: readonly NewTask[];
    }
  | { readonly kind: "circular"; readonly fault: string }
  | { readonly kind: "unreadable"; readonly fault: string };

export interface Numbering {
  /** The number of the first new task. */
  readonly first: number;
  /** Tasks beyond this number are left out. */
  readonly most: number;
  /** Ids of tasks that are done: a new one may depend on them. */
  readonly done: readonly string[];
  /** Whether the customer may read a description. */
  isSayable(description: string): boolean;
}

const word = z.union([z.string(), z.number()]).transform(String);
const list = z.array(z.union([word, z.null()]).catch(null)).catch([]);
const taskShape = z.object({
  id: word.catch(""),
  description: z.string().catch(""),
  worker_type: tolerantEnum(WORKER_TYPES).catch("general"),
  depends_on: list,
});
const PLAN_SHAPE = z.object({
  context_summary: z.string().catch(""),
  given: list,
  to_find: list,
  guesses: list,
  tasks: z.array(taskShape.nullable().catch(null)),
});

const textList = { type: "array", items: { type: "string" } } as const;
export const TASKS_SCHEMA = {
  type: "array",
  items: closed({
    id: { type: "string" },
    description: { type: "string" },
    worker_type: { type: "string", enum: WORKER_TYPES },
    depends_on: textList,
  }),
} as const;
export const PLAN_SCHEMA = closed({
  context_summary: { type: "string" },
  given: textList,
  to_find: textList,
  guesses: textList,
  tasks: TASKS_SCHEMA,
});

/**
 * Reads a plan out of a model's words: fenced, wrapped or with missing fields. Too many tasks are
 * cut, ids are made anew, a dependency that names no task is left out, and an unknown worker is
 * `general` (requirement Q3).
 */
export function readPlan(text: string, numbering: Numbering): ReadPlan {
  const json = readTolerantJson(text, PLAN_SHAPE);
  if (json.kind === "rejected") return { kind: "unreadable", fault: json.problem };
  if (json.isTruncated) return { kind: "unreadable", fault: "the plan was cut" };
  const { context_summary, given, to_find, guesses, tasks } = json.value;
  const named = tasks
    .filter((one) => one !== null)
    .map((one) => ({ ...one, description: kept(one.description, PLAN_TEXT.description) }))
    .filter(({ description }) => description !== "")
    .slice(0, numbering.most);
  if (named.length === 0) return { kind: "unreadable", fault: "the plan has no task" };
  const ids = new Map<string, string>(numbering.done.map((id) => [id, id]));
  for (const [index, { id }] of named.entries()) {
    // The first of two tasks with one name has it.
    if (id !== "" && !ids.has(id)) ids.set(id, `t${numbering.first + index}`);
  }
  const planned = named.map(
    ({ description, worker_type, depends_on }, index): NewTask => ({
      id: `t${numbering.first + index}`,
      description,
      isSayable: numbering.isSayable(description),
      worker: worker_type,
      dependsOn: [...new Set(depends_on.flatMap((one) => ids.get(one ?? "") ?? []))],
    }),
  );
  const circle = tasksInCircle(planned, numbering.done);
  if (circle.length > 0) {
    return { kind: "circular", fault: `tasks wait for each other: ${circle.map((one) => one.description).join("; ")}` };
  }
  const facts = (all: z.infer<typeof list>) =>
    all.flatMap((one) => kept(one ?? "", PLAN_TEXT.fact) || []).slice(0, PLAN_LISTS.facts);
  return {
    kind: "plan",
    summary: kept(context_summary, PLAN_TEXT.summary),
    ...{ given: facts(given), toFind: facts(to_find), guesses: facts(guesses), tasks: planned },
  };
}

/** The tasks that could never begin, however often others end. */
function tasksInCircle(tasks: readonly NewTask[], done: readonly string[]): readonly NewTask[] {
  const ended = new Set(done);
  let left = tasks;
  for (;;) {
    const ready = left.filter(({ dependsOn }) => dependsOn.every((id) => ended.has(id)));
    if (ready.length === 0) return left;
    for (const { id } of ready) ended.add(id);
    left = left.filter(({ id }) => !ended.has(id));
  }
}

export function closed<Properties extends Readonly<Record<string, unknown>>>(properties: Properties) {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false } as const;
}
