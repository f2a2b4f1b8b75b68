import { z } from "@hono/zod-openapi";
import type { RunView } from "../core/ports/store.ts";
import { RUN_STATUSES } from "../core/run-machine.ts";

/** An instant on the wire: ISO 8601 in UTC. */
export const Instant = z.string().openapi({ format: "date-time", example: "2026-03-02T15:04:05.000Z" });

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
      }),
    ),
    decision: z
      .record(z.string(), z.unknown())
      .optional()
      .openapi({ description: "What the agent decided, once the plan phase has ended." }),
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
    steps: run.steps.map(({ phase, name, status, startedAt, durationMs }) => ({
      phase,
      name,
      status,
      startedAt: startedAt.toISOString(),
      durationMs,
    })),
    ...(isObject(run.decision) ? { decision: { ...run.decision } } : {}),
    mergedInto: run.mergedInto,
    createdAt: run.createdAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    endedAt: run.endedAt?.toISOString() ?? null,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
