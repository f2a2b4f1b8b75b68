/** A conversation to try an agent in, as people see it: the chat, what the agent remembers, and how each turn came about. */

import * as z from "zod";
import { SESSION_STATUSES } from "../../agent/session.ts";
import type { ConversationId, SessionId } from "../../ids.ts";
import { TIMER_PRESETS } from "../../time/timer-policy.ts";
import { AUDIENCES } from "../../tool-calls/confirmation.ts";
import { Instant } from "../instant.ts";
import { id } from "../json-values.ts";
import { SandboxTurn } from "./sandbox-turn.ts";

export const SANDBOX_ENGINES = ["local", "cascade"] as const;
export type SandboxEngine = (typeof SANDBOX_ENGINES)[number];

/** `live`: its tools write into the workspace's own records. */
export const CRM_MODES = ["dry-run", "live"] as const;
export type CrmMode = (typeof CRM_MODES)[number];

const LINE_KINDS = [
  "text",
  "button",
  "sticker",
  "audio",
  "image",
  "document",
  "video",
  // Entries that are no message: time that passed (seconds), a timer that fired (its level), and
  // people's acts.
  "time",
  "timer",
  "night",
  "forced",
  "takeover",
  "handback",
  "killed",
  "approved",
  "denied",
  "live",
  "edited",
] as const;

const names = z.array(z.string()).readonly();
const data = z.record(z.string(), z.string()).readonly();

export const SandboxSettings = z.object({
  responseSpeed: z
    .number()
    .min(0)
    .max(2)
    .meta({ description: "Factor on the typing delays: 1 human, 0.2 quick, 0 none." }),
  timerPreset: z.enum(TIMER_PRESETS),
  areTimersOn: z.boolean(),
  isClockRunning: z.boolean().meta({ description: "When off, time stands still until a request moves it." }),
  engine: z.enum(SANDBOX_ENGINES).meta({ description: "`cascade` asks a language model when the rules are unsure." }),
  isModelDown: z.boolean().meta({ description: "The model is called and does not answer." }),
  killsNextTurn: z.boolean().meta({
    description: "Kills the engine once, in the middle of the next turn. Another engine resumes the turn.",
  }),
});
export type SandboxSettings = Readonly<z.output<typeof SandboxSettings>>;

const SandboxLine = z
  .object({
    kind: z.enum(LINE_KINDS),
    by: z.enum(["customer", "bot", "operator", "system"]),
    text: z.string(),
    at: Instant,
    turn: z.number().int().nullable().meta({ description: "The turn that said it. Null when none did." }),
    typingMs: z.number().meta({ description: "How long it is typed before it arrives." }),
    templateId: z.string().nullable(),
    messageId: z.string().nullable().meta({ description: "Id of the customer's message. Null for all other lines." }),
    isDuplicate: z.boolean().meta({ description: "The message had arrived before, so nothing followed." }),
    buttons: names.meta({ description: "The choices that can be tapped." }),
  })
  .readonly();
export type SandboxLine = z.output<typeof SandboxLine>;
export type LineKind = SandboxLine["kind"];

/** How the capture of data stands (requirement A17). */
const Capture = z
  .object({
    active: z.boolean(),
    startedAt: z.string().nullable(),
    firstDataAt: z.string().nullable(),
    minDataAt: z.string().nullable().exactOptional(),
    offeredAt: z.string().nullable().exactOptional(),
    fieldsAccumulated: names,
    onlyAsked: names.exactOptional(),
    readBack: z.object({ goods: z.string(), total: z.number() }).exactOptional(),
    timerType: z.enum(["partial", "no_data"]).nullable(),
    lastClassification: z.string().nullable(),
    timeline: z
      .array(
        z.object({
          message: z.string(),
          classification: z.string(),
          confidence: z.number(),
          fieldsExtracted: names,
          raw: data.optional(),
          timestamp: z.string(),
        }),
      )
      .readonly(),
  })
  .readonly();

const SandboxMemory = z
  .object({
    id: id<SessionId>(),
    status: z.enum(SESSION_STATUSES),
    mode: z.string(),
    version: z.number().int(),
    intentsVistos: z.array(z.object({ intent: z.string(), orden: z.number(), timestamp: z.string() })).readonly(),
    templatesEnviados: names,
    datosCapturados: data,
    packSeleccionado: z.string().nullable(),
    ingestStatus: Capture.nullable(),
    pendientes: names,
  })
  .readonly();

const QuestionInSandbox = z
  .object({
    id: z.string().meta({ description: "Id within this sandbox." }),
    tool: z.string(),
    input: z.unknown(),
    question: z.string(),
    audience: z.enum(AUDIENCES),
    rule: z.string(),
    reason: z.string(),
    expiresAt: Instant,
  })
  .readonly();
export type QuestionInSandbox = z.output<typeof QuestionInSandbox>;

const OrderInSandbox = z.object({
  pack: z.string().nullable(),
  total: z.number(),
  status: z.string(),
  source: z.string(),
  shippingAddress: z.string(),
  note: z.string().nullable(),
});

const Tokens = z
  .object({
    used: z.number(),
    limit: z.number(),
    byModel: z
      .array(z.object({ model: z.string(), calls: z.number(), inputTokens: z.number(), outputTokens: z.number() }))
      .readonly(),
  })
  .readonly();

export const Sandbox = SandboxSettings.extend({
  id: z.string(),
  name: z.string().nullable().meta({ description: "The name it was saved under. Null when it was not." }),
  agent: z.object({ id: z.string(), name: z.string(), version: z.string() }),
  crm: z.enum(CRM_MODES),
  conversationId: id<ConversationId>()
    .nullable()
    .meta({ description: "The conversation of a live sandbox. Null in a dry run." }),
  now: Instant.meta({ description: "The time on its own clock." }),
  createdAt: Instant,
  lines: z.array(SandboxLine).readonly(),
  turns: z.array(SandboxTurn).readonly(),
  session: SandboxMemory,
  knownData: data,
  isBotOn: z.boolean(),
  timer: z.object({ level: z.string(), dueAt: Instant, remainingSeconds: z.number() }).readonly().nullable(),
  questions: z.array(QuestionInSandbox).readonly().meta({ description: "Calls that wait for a yes, oldest first." }),
  orders: z.array(OrderInSandbox).readonly(),
  tasks: z.array(z.object({ title: z.string(), priority: z.string() })).readonly(),
  tokens: Tokens,
}).meta({ id: "Sandbox" });
export type Sandbox = Readonly<z.output<typeof Sandbox>>;

export const SavedSandbox = z
  .object({
    id: z.string(),
    name: z.string(),
    agent: z.string(),
    mode: z.string(),
    turns: z.number().int(),
    savedAt: Instant,
  })
  .meta({ id: "SavedSandbox" });
export type SavedSandbox = Readonly<z.output<typeof SavedSandbox>>;

/** What there is to choose from. */
export const SandboxChoices = z
  .object({
    agents: z
      .array(
        z.object({ id: z.string(), name: z.string(), version: z.string(), modes: names, packs: names, fields: names }),
      )
      .readonly(),
    engines: z.array(z.enum(SANDBOX_ENGINES)).readonly(),
    crmModes: z.array(z.enum(CRM_MODES)).readonly(),
    listens: z.boolean().meta({ description: "Voice notes can be transcribed here." }),
    limits: z.object({ open: z.number(), saved: z.number(), turns: z.number(), idleMinutes: z.number() }),
  })
  .meta({ id: "SandboxChoices" });
export type SandboxChoices = Readonly<z.output<typeof SandboxChoices>>;
