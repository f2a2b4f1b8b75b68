import * as z from "zod";
import { TASK_PRIORITIES, TASK_STATUSES } from "../../agent/shop-words.ts";
import type { ConversationId, RunId, TaskId } from "../../ids.ts";
import { TaskAbout } from "../../task-about.ts";
import { Instant } from "../instant.ts";
import { id } from "../json-values.ts";

/** Work for a person of the shop that a turn asked for. */
export const Task = z
  .object({
    id: id<TaskId>(),
    conversationId: id<ConversationId>(),
    contactName: z.string().nullable().meta({ description: "The customer." }),
    runId: id<RunId>()
      .nullable()
      .meta({ description: "The run that asked for it. Null when it stands for a reminder that could not be sent." }),
    title: z.string().meta({ description: "In the shop's language." }),
    priority: z.enum(TASK_PRIORITIES),
    note: z.string().nullable(),
    about: TaskAbout.nullable().meta({
      description:
        "The title as a code with its values. Null where a person, a model or the shop's own agent wrote it.",
    }),
    status: z.enum(TASK_STATUSES),
    assignee: z.string().nullable().meta({ description: "Null when the task is open to all." }),
    assignedAt: Instant.nullable(),
    createdAt: Instant,
    closedAt: Instant.nullable(),
    closedBy: z.string().nullable(),
    closingNote: z.string().nullable(),
  })
  .meta({ id: "Task" });
export type Task = z.output<typeof Task>;
