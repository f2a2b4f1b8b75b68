import { z } from "@hono/zod-openapi";
import { KEPT } from "../../core/operations/retention.ts";
import type { TimelineItem, TimelineRun } from "../../core/ports/inbox.ts";
import { RUN_STATUSES } from "../../core/turn/run-machine.ts";
import { Instant } from "../instant.ts";
import { describeModelStep, describeToolCall, ModelStep, ToolCallJson } from "./run-json.ts";

const json = z.record(z.string(), z.unknown());

const TimelineRunJson = z
  .object({
    kind: z.literal("run"),
    id: z.string(),
    at: Instant,
    status: z.enum(RUN_STATUSES),
    inputClass: z.string().nullable(),
    agent: z.string().nullable(),
    agentVersion: z.string().nullable(),
    attempts: z.number().int(),
    outcome: z.string().nullable(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    kept: z.enum(KEPT).openapi({
      description: "`messages`: its journal is kept no longer. `nothing`: nor is what was said; its frame is.",
    }),
    mergedInto: z.string().nullable(),
    startedAt: Instant.nullable(),
    endedAt: Instant.nullable(),
    events: z
      .array(
        z.object({
          id: z.string(),
          seq: z.number().int(),
          source: z.string(),
          inputType: z.string(),
          content: json.nullable().openapi({ description: "What came, by its `type`." }),
          occurredAt: Instant,
          receivedAt: Instant,
        }),
      )
      .openapi({ description: "What it answers: several where messages came together." }),
    steps: z.array(
      z.object({
        phase: z.string(),
        name: z.string(),
        status: z.string(),
        startedAt: Instant,
        durationMs: z.number(),
        model: ModelStep.nullable(),
      }),
    ),
    decision: json.nullable().openapi({ description: "What the agent decided, without the messages." }),
    toolCalls: z.array(ToolCallJson),
    messages: z
      .array(
        z.object({
          id: z.string(),
          content: json.openapi({ description: "What was said, by its `type`." }),
          status: z.string(),
          delivery: z.string().nullable(),
          detail: z.string().nullable(),
          templateId: z.string().nullable(),
          wamid: z.string().nullable(),
          createdAt: Instant,
          settledAt: Instant.nullable(),
          attempts: z.array(
            z.object({
              attempt: z.number().int(),
              outcome: z.string(),
              startedAt: Instant,
              endedAt: Instant.nullable(),
              httpStatus: z.number().int().nullable(),
              detail: z.string().nullable(),
            }),
          ),
        }),
      )
      .openapi({ description: "The replies, with each attempt to send them." }),
    timers: z
      .array(
        z.object({
          level: z.string(),
          dueAt: Instant,
          armedAt: Instant,
          firedAt: Instant.nullable(),
          cancelledAt: Instant.nullable(),
        }),
      )
      .openapi({ description: "What it armed." }),
  })
  .openapi("TimelineRun");

const SwitchJson = z
  .object({ kind: z.literal("switch"), id: z.string(), at: Instant, text: z.string() })
  .openapi("TimelineSwitch");

const TimelineNoteJson = z
  .object({ kind: z.literal("note"), id: z.string(), at: Instant, author: z.string(), text: z.string() })
  .openapi("TimelineNote");

export const TimelineItemJson = z.discriminatedUnion("kind", [TimelineRunJson, SwitchJson, TimelineNoteJson]);

export function describeTimelineItem(item: TimelineItem): z.output<typeof TimelineItemJson> {
  switch (item.kind) {
    case "run":
      return describeRun(item);
    case "switch":
      return { kind: "switch", id: item.id, at: item.at.toISOString(), text: item.text };
    case "note":
      return { kind: "note", id: item.id, at: item.at.toISOString(), author: item.author, text: item.text };
  }
}

/** Field by field, so that what the store keeps beside them never leaves by accident. */
function describeRun(run: TimelineRun): z.output<typeof TimelineRunJson> {
  return {
    kind: "run",
    id: run.id,
    at: run.at.toISOString(),
    status: run.status,
    inputClass: run.inputClass,
    agent: run.agent,
    agentVersion: run.agentVersion,
    attempts: run.attempts,
    outcome: run.outcome,
    error: run.error,
    kept: run.kept,
    mergedInto: run.mergedInto,
    startedAt: text(run.startedAt),
    endedAt: text(run.endedAt),
    events: run.events.map(({ id, seq, source, inputType, content, occurredAt, receivedAt }) => ({
      id,
      seq,
      source,
      inputType,
      content: asObject(content),
      occurredAt: occurredAt.toISOString(),
      receivedAt: receivedAt.toISOString(),
    })),
    steps: run.steps.map(({ phase, name, status, startedAt, durationMs, model }) => ({
      phase,
      name,
      status,
      startedAt: startedAt.toISOString(),
      durationMs,
      model: model === null ? null : describeModelStep(model),
    })),
    decision: asObject(run.decision),
    toolCalls: run.tools.map(describeToolCall),
    messages: run.messages.map(({ createdAt, settledAt, attempts, content, ...message }) => ({
      ...message,
      content: { ...content },
      createdAt: createdAt.toISOString(),
      settledAt: text(settledAt),
      attempts: attempts.map(({ startedAt, endedAt, ...attempt }) => ({
        ...attempt,
        startedAt: startedAt.toISOString(),
        endedAt: text(endedAt),
      })),
    })),
    timers: run.timers.map(({ level, dueAt, armedAt, firedAt, cancelledAt }) => ({
      level,
      dueAt: dueAt.toISOString(),
      armedAt: armedAt.toISOString(),
      firedAt: text(firedAt),
      cancelledAt: text(cancelledAt),
    })),
  };
}

function text(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}

function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
}
