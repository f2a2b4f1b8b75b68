import * as z from "zod";
import { ENGINES } from "../../agent/intent.ts";
import { Instant } from "../instant.ts";

const names = z.array(z.string()).readonly();

/** The parts of a turn in the order of requirement A37. */
export const PIPELINE_STEPS = [
  "ingest",
  "implicit_yes",
  "ofi_inter",
  "intent_detection",
  "message_category",
  "orchestrate",
  "block_composition",
  "no_repetition",
  "send_loop",
  "timer_signals",
  "order_creation",
] as const;

const PipelineStep = z
  .object({
    step: z.enum(PIPELINE_STEPS),
    status: z.enum(["ran", "decided", "skipped"]).meta({
      description:
        "`skipped`: the turn was decided before it, or it had nothing to do. `decided`: no later rule was asked.",
    }),
    notes: names,
  })
  .readonly();
export type PipelineStep = z.output<typeof PipelineStep>;

const Intent = z
  .object({
    intent: z.string(),
    confidence: z.number(),
    alternatives: z.array(z.object({ intent: z.string(), confidence: z.number() })).readonly(),
    reasoning: z.string(),
    engine: z.enum(ENGINES).optional(),
    modelHash: z.string().nullable().optional(),
    isSettled: z.boolean().optional(),
  })
  .readonly();

const SandboxToolCall = z
  .object({
    tool: z.string(),
    input: z.unknown(),
    result: z.enum(["ok", "denied", "error", "confirm", "unknown"]),
    output: z.unknown(),
    rule: z.string().nullable().meta({ description: "The rule or the reason that decided." }),
    isRead: z.boolean().exactOptional().meta({ description: "True: the agent asked it before it decided." }),
    isDryRun: z.boolean(),
    runId: z.string().nullable().meta({ description: "The run that carried out a live call. Null in a dry run." }),
  })
  .readonly();
export type SandboxToolCall = z.output<typeof SandboxToolCall>;

/** A question to a language model. */
const SandboxModelCall = z
  .object({
    purpose: z.string(),
    prompt: z.string(),
    model: z.string(),
    inputTokens: z.number(),
    outputTokens: z.number(),
    microUsd: z.number().nullable(),
    fault: z.string().nullable().meta({ description: "Why there is no answer." }),
  })
  .readonly();
export type SandboxModelCall = z.output<typeof SandboxModelCall>;

export const SandboxTurn = z
  .object({
    number: z.number().int(),
    at: Instant,
    cause: z.object({ kind: z.enum(["customer", "timer", "forced"]), text: z.string() }).readonly(),
    inputClass: z.string(),
    intent: Intent.nullable(),
    mode: z.object({ before: z.string(), after: z.string() }).readonly(),
    pipeline: z.array(PipelineStep).readonly(),
    reading: z
      .array(
        z.looseObject({
          text: z.string(),
          messageClass: z.string(),
          confidence: z.number(),
          fields: z.record(z.string(), z.string()).readonly(),
        }),
      )
      .readonly(),
    block: z
      .object({ asked: names, selected: names, filtered: names, sent: names, pending: names })
      .readonly()
      .nullable(),
    heard: names,
    isWindowClosed: z.boolean(),
    tools: z.array(SandboxToolCall).readonly(),
    calls: z.array(SandboxModelCall).readonly(),
    tokens: z.number(),
    signals: z.array(z.object({ type: z.string(), reason: z.string().nullable() })).readonly(),
    timer: z.object({ level: z.string(), dueAt: Instant }).readonly().nullable(),
    handoff: z.string().nullable(),
    crash: z
      .object({ tools: names, modelAnswers: z.number().int(), fromTurn: z.number().int() })
      .readonly()
      .nullable()
      .meta({
        description:
          "The first attempt was killed after these tools. The next resumed from the journal, with `modelAnswers` answers in it.",
      }),
    interrupted: names.meta({ description: "The texts that the customer's message cut off." }),
    pending: names.meta({ description: "Texts kept for a later turn." }),
    why: names,
  })
  .readonly()
  .meta({ id: "SandboxTurn" });
export type SandboxTurn = z.output<typeof SandboxTurn>;
