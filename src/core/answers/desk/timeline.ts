import * as z from "zod";
import type { EventId, OutboxId } from "../../ids.ts";
import { Instant } from "../instant.ts";
import { id } from "../json-values.ts";
import { ModelStep } from "../model-step.ts";
import { RunEvent, RunFrame, RunStep } from "../run.ts";
import { ToolCall } from "../tool-call.ts";

const json = z.record(z.string(), z.unknown());

const SendAttempt = z.object({
  attempt: z.number().int(),
  outcome: z.string(),
  startedAt: Instant,
  endedAt: Instant.nullable(),
  httpStatus: z.number().int().nullable(),
  detail: z.string().nullable(),
});

export const ShownFile = z
  .object({
    id: z.string().meta({ description: "For `GET /internal/agent/media/{mediaId}/content`." }),
    kind: z.string(),
    status: z.string().meta({ description: "`stored` when its bytes are here." }),
    type: z.string().nullable().meta({ description: "The type that its bytes show." }),
    fileName: z.string().nullable(),
    sizeBytes: z.number().nullable(),
  })
  .meta({ id: "ShownFile" });

const TimelineMessage = z.object({
  id: id<OutboxId>(),
  file: ShownFile.nullable().meta({ description: "The file that a person sent with it." }),
  replyTo: z.string().nullable().meta({ description: "WhatsApp's id of the message that it quotes." }),
  content: json.meta({ description: "What was said, by its `type`." }),
  status: z.string(),
  delivery: z.string().nullable(),
  detail: z.string().nullable(),
  templateId: z.string().nullable(),
  wamid: z.string().nullable(),
  createdAt: Instant,
  settledAt: Instant.nullable(),
  attempts: z.array(SendAttempt),
});

const ArmedTimer = z.object({
  level: z.string(),
  dueAt: Instant,
  armedAt: Instant,
  firedAt: Instant.nullable(),
  cancelledAt: Instant.nullable(),
});

export const TimelineRun = RunFrame.extend({
  kind: z.literal("run"),
  at: Instant,
  events: z
    .array(
      RunEvent.extend({
        id: id<EventId>(),
        content: json.nullable().meta({ description: "What came, by its `type`. Null when it is no longer kept." }),
        wamid: z.string().nullable().meta({ description: "WhatsApp's id of the message." }),
        replyTo: z.string().nullable().meta({ description: "WhatsApp's id of the message that the customer quoted." }),
        file: ShownFile.nullable(),
      }),
    )
    .meta({ description: "The events it answers: several when messages came together." }),
  steps: z.array(RunStep.extend({ model: ModelStep.nullable() })),
  decision: json.nullable().meta({ description: "What the agent decided, without the messages." }),
  toolCalls: z.array(ToolCall),
  messages: z.array(TimelineMessage).meta({ description: "The replies, with each attempt to send them." }),
  timers: z.array(ArmedTimer).meta({ description: "The timers it armed." }),
}).meta({ id: "TimelineRun" });
export type TimelineRun = z.output<typeof TimelineRun>;

/** The conversation passed between bot and person. */
const TimelineSwitch = z
  .object({ kind: z.literal("switch"), id: z.string(), at: Instant, text: z.string() })
  .meta({ id: "TimelineSwitch" });

const TimelineNote = z
  .object({ kind: z.literal("note"), id: z.string(), at: Instant, author: z.string(), text: z.string() })
  .meta({ id: "TimelineNote" });

export const TimelineItem = z.discriminatedUnion("kind", [TimelineRun, TimelineSwitch, TimelineNote]);
export type TimelineItem = z.output<typeof TimelineItem>;
