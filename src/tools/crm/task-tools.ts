import * as z from "zod";
import type { CrmTask } from "../../core/answers/crm.ts";
import type { ToolError, ToolScope } from "../../core/ports/tools.ts";
import { TASK_PRIORITIES, TASK_STATUSES } from "../../core/turn/effects.ts";
import { defineTool } from "../define-tool.ts";
import {
  aboutContact,
  CRM,
  changing,
  isTheirs,
  limit,
  newTask,
  notFound,
  READS,
  refused,
  rowId,
  WRITES,
} from "./crm-call.ts";
import { quoted } from "./quoted.ts";

const title = z.string().trim().min(1).max(300);
const priority = z.enum(TASK_PRIORITIES);
const note = z.string().trim().min(1).max(2_000);

export const taskCreate = defineTool({
  ...CRM,
  ...WRITES,
  name: "crm.task.create",
  description: "Creates a task about this conversation for the people of the shop.",
  risk: "low",
  requestedBy: ["remind", "notify", "schedule"],
  reversible: true,
  input: z.strictObject({
    title: title.describe("what is to be done, in one line"),
    priority: priority.default("normal").describe("how soon"),
    note: note.nullable().default(null).describe("what the person should know"),
  }),
  question: (task) => `¿Confirma que dejemos esta tarea para la tienda? "${task.title}"`,
  output: z.strictObject({ taskId: z.string() }),
  run(task, scope) {
    const effect = newTask(task, scope);
    return { kind: "ok", output: { taskId: effect.id }, effect };
  },
});

type Open = { readonly kind: "open"; readonly task: CrmTask } | ToolError;

async function openTask(taskId: string, scope: ToolScope): Promise<Open> {
  const task = await scope.crm.task(taskId);
  const own = await scope.crm.contact(scope.contactId);
  if (task === null || !isTheirs(task, scope, own)) return notFound("task", taskId);
  if (task.status === "done") return refused("task_done", `The task ${taskId} is done already.`, "Make a new one.");
  return { kind: "open", task };
}

export const taskUpdate = defineTool({
  ...CRM,
  ...WRITES,
  name: "crm.task.update",
  description: "Changes an open task: only the given fields.",
  risk: "low",
  reversible: true,
  input: z.strictObject({
    taskId: rowId,
    title: title.optional().describe("what is to be done"),
    priority: priority.optional().describe("how soon"),
    note: note.optional().describe("what the person should know"),
    assignee: z.string().trim().min(1).max(200).optional().describe("whose it is"),
  }),
  question: ({ taskId: _, ...given }) => `¿Confirma este cambio en la tarea? ${quoted(given)}`,
  output: z.strictObject({ taskId: z.string(), changed: z.array(z.string()) }),
  async run({ taskId, ...given }, scope, run) {
    const open = await openTask(taskId, scope);
    if (open.kind === "error") return open;
    const entries = Object.entries(given).filter(([, value]) => value !== undefined);
    if (entries.length === 0) {
      return refused(
        "nothing_to_change",
        "No field was given.",
        "Give at least one of title, priority, note, assignee.",
      );
    }
    const effect = changing({ op: "task.update", taskId, ...Object.fromEntries(entries) }, scope, run);
    return { kind: "ok", output: { taskId, changed: entries.map(([name]) => name) }, effect };
  },
});

export const taskComplete = defineTool({
  ...CRM,
  ...WRITES,
  name: "crm.task.complete",
  description: "Marks a task as done.",
  risk: "low",
  reversible: false,
  input: z.strictObject({ taskId: rowId, note: note.nullable().default(null).describe("what came of it") }),
  question: (task) => `¿Confirma que demos la tarea por hecha?${task.note === null ? "" : ` "${task.note}"`}`,
  output: z.strictObject({ taskId: z.string(), status: z.string() }),
  async run({ taskId, note: closingNote }, scope, run) {
    const open = await openTask(taskId, scope);
    if (open.kind === "error") return open;
    const effect = changing({ op: "task.complete", taskId, closingNote }, scope, run);
    return { kind: "ok", output: { taskId, status: "done" }, effect };
  },
});

export const taskList = defineTool({
  ...CRM,
  ...READS,
  ...aboutContact({ status: z.enum(TASK_STATUSES).nullable().default(null).describe("open, done, or both"), limit }),
  name: "crm.task.list",
  description:
    "Lists the tasks about the contact, newest first. A person of the shop who names no contact sees all tasks.",
  output: z.strictObject({
    tasks: z.array(
      z.strictObject({
        id: z.string(),
        title: z.string(),
        priority,
        status: z.enum(TASK_STATUSES),
        note: z.string().nullable(),
        assignee: z.string().nullable(),
        createdAt: z.string(),
      }),
    ),
  }),
  async run({ contactId, status, limit: most }, scope) {
    const whose = scope.actor.kind === "agent" ? scope.contactId : (contactId ?? null);
    const tasks = await scope.crm.tasks({ contactId: whose, status, limit: most });
    const list = tasks.map(({ id, title: what, priority: how, status: now, note: told, assignee, createdAt }) => ({
      ...{ id, title: what, priority: how, status: now, note: told, assignee },
      createdAt: createdAt.toISOString(),
    }));
    return { kind: "ok", output: { tasks: list } };
  },
});
