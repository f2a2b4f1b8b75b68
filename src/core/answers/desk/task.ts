import * as z from "zod";
import { TASK_PRIORITIES, TASK_STATUSES } from "../../agent/shop-words.ts";
import type { ConversationId, RunId, TaskId } from "../../ids.ts";
import { Instant } from "../instant.ts";
import { id } from "../json-values.ts";

/** Work for a person of the shop that a turn asked for. */
export const Task = z
  .object({
    id: id<TaskId>(),
    conversationId: id<ConversationId>(),
    runId: id<RunId>()
      .nullable()
      .meta({ description: "The run that asked for it. Null when it stands for a reminder that could not be sent." }),
    title: z.string(),
    priority: z.enum(TASK_PRIORITIES),
    note: z.string().nullable(),
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
