import * as z from "zod";
import { nameWithoutSegment, STOP_REASONS } from "../../core/agent/segment.ts";
import type {
  ConfirmationId,
  ContactId,
  ConversationId,
  EventId,
  OrderId,
  OutboxId,
  PhoneNumberId,
  RunId,
  SessionId,
  WorkerId,
  WorkspaceId,
} from "../../core/ids.ts";
import type { MessageContent, MessageContext } from "../../core/inbound/content.ts";
import { type ConversationEvent, EVENT_SOURCES, INPUT_TYPES } from "../../core/inbound/event.ts";
import { LOCALES } from "../../core/locale/locale.ts";
import { outboundContent } from "../../core/outbound/outbound-content.ts";
import { MESSAGE_PRIORITIES } from "../../core/outbound/outbox.ts";
import { SessionEnd } from "../../core/time/session-end.ts";
import { TIMER_PRESETS } from "../../core/time/timer-policy.ts";
import { AUDIENCES, CONFIRMATION_STATUSES } from "../../core/tool-calls/confirmation.ts";
import { ORDER_STATUSES } from "../../core/turn/effects.ts";
import type { ClaimedTurn, StepRecord } from "../../core/turn/turn.ts";
import { businessHours } from "../business-hours.ts";
import { id, instant } from "../json-row.ts";

const ingestStatus = z.object({
  active: z.boolean(),
  startedAt: z.string().nullable(),
  firstDataAt: z.string().nullable(),
  minDataAt: z.string().nullable().exactOptional(),
  offeredAt: z.string().nullable().exactOptional(),
  fieldsAccumulated: z.array(z.string()),
  onlyAsked: z.array(z.string()).exactOptional(),
  readBack: z.object({ goods: z.string(), total: z.number() }).exactOptional(),
  timerType: z.enum(["partial", "no_data"]).nullable(),
  lastClassification: z.string().nullable(),
  timeline: z.array(
    z.object({
      message: z.string(),
      classification: z.string(),
      confidence: z.number(),
      fieldsExtracted: z.array(z.string()),
      raw: z.record(z.string(), z.string()).exactOptional(),
      timestamp: z.string(),
    }),
  ),
});

const chatLine = z.object({
  role: z.enum(["user", "assistant", "system"]),
  content: z.string(),
  intent: z.string().nullable(),
  confidence: z.number().nullable(),
  createdAt: instant,
});

export const eventRow = z.object({
  id: id<EventId>(),
  seq: z.number(),
  source: z.enum(EVENT_SOURCES),
  inputType: z.enum(INPUT_TYPES),
  // Written by us alone, from the same type: the adapters are where foreign data is judged.
  content: z.custom<MessageContent>((value) => typeof value === "object" && value !== null),
  context: z.custom<MessageContext>((value) => typeof value === "object" && value !== null).nullable(),
  sourceMessageId: z.string().nullable(),
  occurredAt: instant,
  receivedAt: instant,
});

/** The JSON of the SQL function `read_turn`, which gives everything that a turn needs in one value. */
const turnRow = z.object({
  workspaceId: id<WorkspaceId>(),
  conversationId: id<ConversationId>(),
  phoneNumberId: id<PhoneNumberId>(),
  agentId: z.string(),
  worker: id<WorkerId>(),
  fence: z.number(),
  version: z.number(),
  turnCount: z.number(),
  lastCustomerMessageAt: instant.nullable(),
  heardSeq: z.number().nullable(),
  gate: z.object({
    workspaceEnabled: z.boolean(),
    botEnabled: z.boolean(),
    stopTagged: z.boolean(),
    hasOptedOut: z.boolean(),
  }),
  settings: z.object({
    handoffMessage: z.string().nullable(),
    crmAgentsEnabled: z.boolean(),
    timerPreset: z.enum(TIMER_PRESETS).nullable(),
    responseSpeed: z.number().nullable(),
    locale: z.enum(LOCALES),
    timeZone: z.string(),
    businessHours,
    sessionEnd: SessionEnd.nullable(),
    confirmationMinutes: z.number().nullable(),
  }),
  knowledgeVersion: z.number(),
  promptsVersion: z.number(),
  now: instant,
  contact: z.object({
    id: id<ContactId>(),
    name: z.string().nullable(),
    phone: z.string().nullable(),
    bsuid: z.string().nullable(),
  }),
  run: z.object({
    id: id<RunId>(),
    attempts: z.number(),
    failures: z.number(),
    createdAt: instant,
    agentId: z.string().nullable(),
    agentVersion: z.string().nullable(),
    fallbackSent: z.boolean(),
    stopped: z.enum(STOP_REASONS).nullable(),
  }),
  segment: z
    .object({
      key: z.string(),
      number: z.number(),
      state: z.unknown(),
      sessionId: id<SessionId>(),
      origin: z.object({ customerWaits: z.boolean(), asker: z.unknown() }),
      pausedMs: z.number(),
      since: z.array(chatLine),
    })
    .nullable(),
  parked: z.array(
    z.object({ runId: id<RunId>(), key: z.string(), number: z.number(), dueAt: instant, isPaused: z.boolean() }),
  ),
  events: z.array(eventRow),
  asked: z
    .object({
      id: id<ConfirmationId>(),
      callId: z.string(),
      tool: z.string(),
      input: z.unknown(),
      argumentsHash: z.string(),
      agentId: z.string(),
      agentVersion: z.string(),
      audience: z.enum(AUDIENCES),
      status: z.enum(CONFIRMATION_STATUSES),
      decidedBy: z.string().nullable(),
      note: z.string().nullable(),
      sessionId: id<SessionId>().nullable(),
      checkpoint: z.unknown(),
    })
    .nullable(),
  questions: z.array(
    z.object({
      id: id<ConfirmationId>(),
      question: z.string(),
      lastWordAt: instant.nullable(),
      messageIds: z.array(z.string()),
    }),
  ),
  session: z
    .object({
      id: id<SessionId>(),
      agentId: z.string(),
      status: z.enum(["active", "paused", "closed", "handed_off"]),
      mode: z.string(),
      version: z.number(),
      intentsVistos: z.array(z.object({ intent: z.string(), orden: z.number(), timestamp: z.string() })),
      templatesEnviados: z.array(z.string()),
      datosCapturados: z.record(z.string(), z.string()),
      packSeleccionado: z.string().nullable(),
      ingestStatus: ingestStatus.nullable(),
      pendientes: z.array(z.string()),
    })
    .nullable(),
  timer: z.object({ level: z.string(), dueAt: instant }).nullable(),
  orders: z.array(
    z.object({
      id: id<OrderId>(),
      purchaseKey: z.string(),
      status: z.enum(ORDER_STATUSES),
      pack: z.string().nullable(),
      total: z.number(),
    }),
  ),
  knownData: z.record(z.string(), z.string()),
  reminders: z.array(z.object({ key: z.string(), at: instant, text: z.string(), rule: z.string().nullable() })),
  ourLastMessages: z.array(z.string()),
  history: z.array(chatLine),
  unsaid: z.array(
    z.object({
      id: id<OutboxId>(),
      content: outboundContent,
      templateId: z.string().nullable(),
      priority: z.enum(MESSAGE_PRIORITIES).nullable(),
    }),
  ),
  journal: z.array(
    z.object({
      phase: z.enum(["ingest", "classify", "load_context", "plan", "act", "verify", "respond", "learn"]),
      name: z.string(),
      position: z.number(),
      status: z.enum(["started", "ok", "error", "skipped"]),
      startedAt: instant,
      durationMs: z.number(),
      output: z.unknown(),
    }),
  ),
});

/** Customers are answered in the order in which they wrote; the mailbox number decides within one second. */
function inOrderOfSpeech(events: readonly ConversationEvent[]): ConversationEvent[] {
  return [...events].sort((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime() || a.seq - b.seq);
}

export function readTurnRow(row: unknown): ClaimedTurn {
  const { workspaceId, conversationId, worker, fence, events, heardSeq, journal, history, asked, segment, ...rest } =
    turnRow.parse(row);
  return {
    ...rest,
    // A line whose words a night has taken tells an agent nothing, and a model refuses a line without words.
    history: history.filter(({ content }) => content !== ""),
    lease: { workspaceId, conversationId, worker, fence },
    events: inOrderOfSpeech(events),
    seenSeq: heardSeq ?? Math.max(...events.map((event) => event.seq)),
    segment: segment === null ? null : { ...segment, state: segment.state ?? null },
    asked: asked === null ? null : { ...asked, callId: nameWithoutSegment(segment, asked.callId) },
    journal: journal.map(
      (step): StepRecord => ({ ...step, name: nameWithoutSegment(segment, step.name), output: step.output ?? null }),
    ),
  };
}
