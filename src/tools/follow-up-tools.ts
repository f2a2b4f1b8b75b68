import * as z from "zod";
import type { DisambiguationId, TaskId } from "../core/ids.ts";
import { TaskAbout } from "../core/task-about.ts";
import { TASK_PRIORITIES } from "../core/turn/effects.ts";
import { defineTool } from "./define-tool.ts";

/** A person is asked to go on, with the facts that they will want to know. */
export const createTask = defineTool({
  name: "create_task",
  description: "Asks a person of the shop to continue, with what is known of the sale.",
  module: "system",
  effect: "transactional",
  risk: "medium",
  timeout: 1_000,
  permissions: ["crm.write"],
  reversible: true,
  input: z.strictObject({
    title: z.string().trim().min(1).max(300),
    priority: z.enum(TASK_PRIORITIES),
    note: z.string().max(2_000).nullable().default(null),
    mode: z.string().nullable().default(null),
    data: z.record(z.string(), z.string()).default({}),
    pack: z.string().nullable().default(null),
    about: TaskAbout.nullable().default(null),
  }),
  output: z.strictObject({ taskId: z.string() }),
  run(task, { newId }) {
    const id = newId() as TaskId;
    return { kind: "ok", output: { taskId: id }, effect: { kind: "create_task", id, ...task } };
  },
});

const intent = z.object({ intent: z.string(), confidence: z.number() });

/** A message that was not understood is kept, so that a person can teach it. */
export const logDisambiguation = defineTool({
  name: "log_disambiguation",
  description: "Records what the agent could not understand, for the person who teaches it.",
  module: "system",
  effect: "transactional",
  risk: "low",
  timeout: 1_000,
  permissions: ["crm.write"],
  reversible: true,
  input: z.strictObject({
    // 500 characters, some of which are two for JavaScript.
    message: z.string().max(1_000),
    mode: z.string().nullable().default(null),
    intent: intent.extend({ alternatives: z.array(intent), reasoning: z.string() }),
  }),
  output: z.strictObject({ logId: z.string() }),
  run(entry, { newId }) {
    const id = newId() as DisambiguationId;
    return { kind: "ok", output: { logId: id }, effect: { kind: "log_disambiguation", id, ...entry } };
  },
});
