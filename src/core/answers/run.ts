import * as z from "zod";
import { STOP_REASONS } from "../agent/segment.ts";
import type { ConversationId, RunId } from "../ids.ts";
import { KEPT } from "../operations/retention.ts";
import { RUN_STATUSES } from "../turn/run-machine.ts";
import { Instant } from "./instant.ts";
import { id } from "./json-values.ts";
import { ModelStep } from "./model-step.ts";
import { ToolCall } from "./tool-call.ts";

/** The frame of a run, in a list of runs as in a timeline. */
export const RunFrame = z.object({
  id: id<RunId>(),
  status: z.enum(RUN_STATUSES),
  inputClass: z.string().nullable(),
  agent: z.string().nullable(),
  agentVersion: z.string().nullable(),
  attempts: z.number().int(),
  outcome: z.string().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  kept: z.enum(KEPT).meta({
    description:
      "What the nightly deletion has left: `all`; `messages`, without its journal; or `nothing` but its frame, without words.",
  }),
  mergedInto: id<RunId>().nullable().meta({
    description: "The run that answered this one's events. Null when it answered them itself.",
  }),
  segments: z
    .array(
      z.object({
        number: z.number().int(),
        key: z.string(),
        dueAt: Instant,
        endedAt: Instant.nullable(),
        decision: z.record(z.string(), z.unknown()).nullable().optional().meta({
          description:
            "What the agent decided in it, without the messages. Null until its plan phase has ended, and when it is no longer kept. Left out of lists.",
        }),
      }),
    )
    .optional()
    .meta({
      description:
        "The times that the run was to come back, the first first. Left out of a run that ends with its first turn. Steps and tool calls of a segment bear its number: `segment.3.plan`.",
    }),
  stopped: z
    .enum(STOP_REASONS)
    .nullable()
    .optional()
    .meta({ description: "Why a run that was to go on does not. Null when it was not stopped." }),
  paused: z
    .object({ at: Instant, by: z.string() })
    .nullable()
    .optional()
    .meta({ description: "Who paused a run that goes on, and when. Null when it is not paused." }),
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
});

export const RunEvent = z.object({
  id: z.string(),
  seq: z.number().int(),
  source: z.string(),
  inputType: z.string(),
  occurredAt: Instant,
  receivedAt: Instant,
});

export const RunStep = z.object({
  phase: z.string(),
  name: z.string(),
  status: z.string(),
  startedAt: Instant,
  durationMs: z.number(),
});

/** One execution of the turn loop. */
export const Run = RunFrame.extend({
  conversationId: id<ConversationId>(),
  forced: z.object({ intent: z.string(), actor: z.string(), note: z.string().nullable() }).nullable().optional().meta({
    description:
      "The person who decided the intent in the customer's place, and why. Null when none did. Left out of lists.",
  }),
  discarded: z
    .object({ at: Instant, actor: z.string(), note: z.string().nullable() })
    .nullable()
    .meta({ description: "The operator who closed this dead letter. Null when none did." }),
  events: z.array(RunEvent),
  steps: z.array(
    RunStep.extend({
      model: ModelStep.optional(),
      output: z
        .record(z.string(), z.unknown())
        .optional()
        .meta({ description: "What the journal kept of the step. Left out of lists." }),
    }),
  ),
  toolCalls: z
    .array(ToolCall)
    .optional()
    .meta({ description: "Tool calls with the policy's decisions and the results. Left out of lists." }),
  tokens: z.number().int().meta({ description: "All tokens of its questions to language models." }),
  costUsd: z.number(),
  decision: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: "What the agent decided. Left out of lists, and until the plan phase has ended." }),
  createdAt: Instant,
}).meta({ id: "Run" });
export type Run = z.output<typeof Run>;
