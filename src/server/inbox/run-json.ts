import { z } from "@hono/zod-openapi";
import { KEPT } from "../../core/operations/retention.ts";
import type { ModelStepView, RunView, ToolCallView } from "../../core/ports/ledger.ts";
import { POLICY_DECISIONS, RISK_LEVELS } from "../../core/tools/tool-call.ts";
import { RUN_STATUSES } from "../../core/turn/run-machine.ts";
import { Instant } from "../instant.ts";

export const ModelStep = z
  .object({
    purpose: z.string().openapi({ example: "detector" }),
    prompt: z.object({ id: z.string(), version: z.string() }),
    model: z.string().nullable().openapi({ description: "Null: nobody was asked." }),
    tokens: z.number().int(),
    costUsd: z.number().openapi({ description: "0 also where the model has no price." }),
    calls: z.number().int().openapi({ description: "More than one where a call failed." }),
    replayed: z.boolean().openapi({ description: "A later attempt had the answer from the journal, without a call." }),
    fault: z.string().nullable().openapi({ description: "Why there is no answer.", example: "budget" }),
  })
  .openapi("ModelStep");

export const ToolCallJson = z
  .object({
    callId: z.string(),
    tool: z.string().openapi({ example: "create_order" }),
    risk: z.enum(RISK_LEVELS),
    input: z.unknown(),
    output: z.unknown(),
    status: z.string().openapi({ description: "started, ok, error, timeout, blocked or discarded." }),
    error: z.string().nullable(),
    policy: z.enum(POLICY_DECISIONS),
    policyReason: z.string().nullable(),
    isDryRun: z.boolean().openapi({ description: "Nothing was written and nobody was called." }),
    startedAt: Instant,
    endedAt: Instant.nullable(),
  })
  .openapi("ToolCall");

export const Run = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    status: z.enum(RUN_STATUSES),
    inputClass: z.string().nullable(),
    agent: z.string().nullable(),
    agentVersion: z.string().nullable(),
    attempts: z.number().int(),
    outcome: z.string().nullable(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    discarded: z
      .object({ at: Instant, actor: z.string(), note: z.string().nullable() })
      .nullable()
      .openapi({ description: "Who said that nothing is to be done about this dead letter." }),
    events: z.array(
      z.object({
        id: z.string(),
        seq: z.number().int(),
        source: z.string(),
        inputType: z.string(),
        occurredAt: Instant,
        receivedAt: Instant,
      }),
    ),
    steps: z.array(
      z.object({
        phase: z.string(),
        name: z.string(),
        status: z.string(),
        startedAt: Instant,
        durationMs: z.number(),
        model: ModelStep.optional(),
        output: z
          .record(z.string(), z.unknown())
          .optional()
          .openapi({ description: "What the journal kept of it, of one run." }),
      }),
    ),
    toolCalls: z
      .array(ToolCallJson)
      .optional()
      .openapi({ description: "Of one run: what was asked of tools, what the policy said and what came of it." }),
    tokens: z.number().int().openapi({ description: "Of all questions to language models." }),
    costUsd: z.number(),
    decision: z
      .record(z.string(), z.unknown())
      .optional()
      .openapi({ description: "What the agent decided, once the plan phase has ended." }),
    kept: z.enum(KEPT).openapi({
      description: "`messages`: its journal is kept no longer. `nothing`: nor is what was said; its frame is.",
    }),
    mergedInto: z.string().nullable().openapi({ description: "The run that answered this one's events." }),
    createdAt: Instant,
    startedAt: Instant.nullable(),
    endedAt: Instant.nullable(),
  })
  .openapi("Run");

/** Field by field, so that what the store keeps beside them never leaves by accident. */
export function describeRun(run: RunView) {
  return {
    id: run.id,
    conversationId: run.conversationId,
    status: run.status,
    inputClass: run.inputClass,
    agent: run.agent,
    agentVersion: run.agentVersion,
    attempts: run.attempts,
    outcome: run.outcome,
    error: run.error === null ? null : { code: run.error.code, message: run.error.message },
    discarded: run.discarded === null ? null : { ...run.discarded, at: run.discarded.at.toISOString() },
    events: run.events.map(({ id, seq, source, inputType, occurredAt, receivedAt }) => ({
      id,
      seq,
      source,
      inputType,
      occurredAt: occurredAt.toISOString(),
      receivedAt: receivedAt.toISOString(),
    })),
    steps: run.steps.map(({ phase, name, status, startedAt, durationMs, model = null, output }) => ({
      phase,
      name,
      status,
      startedAt: startedAt.toISOString(),
      durationMs,
      ...(model === null ? {} : { model: describeModelStep(model) }),
      ...(isObject(output) ? { output: { ...output } } : {}),
    })),
    ...(run.toolCalls === undefined
      ? {}
      : {
          toolCalls: run.toolCalls.map(describeToolCall),
        }),
    tokens: run.steps.reduce((sum, { model }) => sum + (model?.tokens ?? 0), 0),
    costUsd: run.steps.reduce((sum, { model }) => sum + (model?.microUsd ?? 0), 0) / 1e6,
    ...(isObject(run.decision) ? { decision: { ...run.decision } } : {}),
    kept: run.kept,
    mergedInto: run.mergedInto,
    createdAt: run.createdAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    endedAt: run.endedAt?.toISOString() ?? null,
  };
}

export function describeToolCall({ startedAt, endedAt, ...call }: ToolCallView): z.output<typeof ToolCallJson> {
  return { ...call, startedAt: startedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null };
}

export function describeModelStep({
  purpose,
  prompt,
  model,
  tokens,
  microUsd,
  calls,
  isReplayed,
  fault,
}: ModelStepView) {
  const { id, version } = prompt;
  return {
    purpose,
    prompt: { id, version },
    model,
    tokens,
    costUsd: microUsd / 1e6,
    calls,
    replayed: isReplayed,
    fault,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
