import * as z from "zod";
import { TASK_PRIORITIES } from "../core/effects.ts";
import type { DisambiguationId, TaskId } from "../core/ids.ts";
import { transactionalTool } from "./transactional-tool.ts";

/** A person is asked to go on; what they will want to know goes with it. */
export const createTask = transactionalTool({
  name: "create_task",
  riskLevel: "medium",
  input: z.strictObject({
    title: z.string().trim().min(1).max(300),
    priority: z.enum(TASK_PRIORITIES),
    note: z.string().max(2_000).nullable().default(null),
    mode: z.string().nullable().default(null),
    data: z.record(z.string(), z.string()).default({}),
    pack: z.string().nullable().default(null),
  }),
  judge(task, { newId }) {
    const id = newId() as TaskId;
    return {
      decision: "allow",
      by: "system policy: a person may always be asked to look",
      output: { taskId: id },
      effect: { kind: "create_task", id, ...task },
    };
  },
});

const intent = z.object({ intent: z.string(), confidence: z.number() });

/** What was not understood is kept, so that somebody can teach it. */
export const logDisambiguation = transactionalTool({
  name: "log_disambiguation",
  riskLevel: "low",
  input: z.strictObject({
    // 500 characters, some of which are two for JavaScript.
    message: z.string().max(1_000),
    mode: z.string().nullable().default(null),
    intent: intent.extend({ alternatives: z.array(intent), reasoning: z.string() }),
  }),
  judge(entry, { newId }) {
    const id = newId() as DisambiguationId;
    return {
      decision: "allow",
      by: "system policy: what was not understood is written down",
      output: { logId: id },
      effect: { kind: "log_disambiguation", id, ...entry },
    };
  },
});
