import * as z from "zod";
import type { ConversationId, RunId } from "../ids.ts";
import { Instant } from "./instant.ts";
import { id } from "./json-values.ts";

export const PLAN_STATUSES = ["running", "paused", "waiting_user", "completed", "failed", "cancelled"] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

/** A plan as the run that carries it out has it (the views `agent_plans` and `agent_tasks`). */
export const Plan = z
  .object({
    id: id<RunId>().meta({ description: "The run's id: a plan is paused, resumed and cancelled as its run." }),
    conversationId: id<ConversationId>(),
    agent: z.string().nullable(),
    objective: z.string(),
    summary: z.string(),
    status: z.enum(PLAN_STATUSES).meta({
      description:
        "`waiting_user`: a call waits for a yes. `completed`: the goal was reached. `failed`: the plan ended otherwise, and `endedBy` says how.",
    }),
    endedBy: z.string().nullable(),
    replans: z.number().int(),
    calls: z.number().int().meta({ description: "Questions to the model so far." }),
    tokens: z.number().int(),
    tasks: z.array(
      z.object({
        id: z.string(),
        description: z.string(),
        worker: z.string(),
        dependsOn: z.array(z.string()),
        status: z.enum(["pending", "in_progress", "done", "failed", "dropped"]),
        result: z.string().nullable(),
        reason: z.string().nullable(),
        segment: z.number().int().nullable().meta({ description: "Steps and calls of the task bear this number." }),
        isCurrent: z
          .boolean()
          .meta({ description: "False once a new plan has taken another way: how far a plan is leaves it out." }),
      }),
    ),
    paused: z.object({ at: Instant, by: z.string() }).nullable(),
    createdAt: Instant,
    endedAt: Instant.nullable(),
  })
  .meta({ id: "Plan" });
export type Plan = z.output<typeof Plan>;
