import { z } from "@hono/zod-openapi";
import { CRM_MODES, LINE_KINDS, PIPELINE_STEPS, SANDBOX_ENGINES } from "../../core/agent/sandbox-view.ts";
import { TIMER_PRESETS } from "../../core/time/timer-policy.ts";
import { AUDIENCES } from "../../core/tools/confirmation.ts";
import { Instant } from "../instant.ts";

const names = z.array(z.string());
const data = z.record(z.string(), z.string());
const signal = z.object({ type: z.string(), reason: z.string().nullable() });
const armed = z.object({ level: z.string(), dueAt: Instant });

export const SettingsJson = z.object({
  responseSpeed: z
    .number()
    .min(0)
    .max(2)
    .openapi({ description: "Factor on the typing delays: 1 human, 0.2 quick, 0 none." }),
  timerPreset: z.enum(TIMER_PRESETS),
  areTimersOn: z.boolean(),
  isClockRunning: z.boolean().openapi({ description: "When off, time stands still until a request moves it." }),
  engine: z
    .enum(SANDBOX_ENGINES)
    .openapi({ description: "`cascade` asks a language model when the rules are unsure." }),
  isModelDown: z.boolean().openapi({ description: "The model is called and does not answer." }),
  killsNextTurn: z.boolean().openapi({
    description: "Kills the engine once, in the middle of the next turn. Another engine resumes the turn.",
  }),
});

const Intent = z.object({
  intent: z.string(),
  confidence: z.number(),
  alternatives: z.array(z.object({ intent: z.string(), confidence: z.number() })),
  reasoning: z.string(),
  engine: z.string().optional(),
  modelHash: z.string().nullable().optional(),
  isSettled: z.boolean().optional(),
});

const Turn = z
  .object({
    number: z.number().int(),
    at: Instant,
    cause: z.object({ kind: z.enum(["customer", "timer", "forced"]), text: z.string() }),
    inputClass: z.string(),
    intent: Intent.nullable(),
    mode: z.object({ before: z.string(), after: z.string() }),
    pipeline: z.array(
      z.object({ step: z.enum(PIPELINE_STEPS), status: z.enum(["ran", "decided", "skipped"]), notes: names }),
    ),
    reading: z.array(
      z.looseObject({ text: z.string(), messageClass: z.string(), confidence: z.number(), fields: data }),
    ),
    block: z.object({ asked: names, selected: names, filtered: names, sent: names, pending: names }).nullable(),
    heard: names,
    isWindowClosed: z.boolean(),
    tools: z.array(
      z.object({
        tool: z.string(),
        input: z.unknown(),
        result: z.enum(["ok", "denied", "error", "confirm", "unknown"]),
        output: z.unknown(),
        rule: z.string().nullable(),
        isDryRun: z.boolean(),
        runId: z
          .string()
          .nullable()
          .openapi({ description: "The run that carried out a live call. Null in a dry run." }),
      }),
    ),
    calls: z.array(
      z.object({
        purpose: z.string(),
        prompt: z.string(),
        model: z.string(),
        inputTokens: z.number(),
        outputTokens: z.number(),
        microUsd: z.number().nullable(),
        fault: z.string().nullable(),
      }),
    ),
    tokens: z.number(),
    signals: z.array(signal),
    timer: armed.nullable(),
    handoff: z.string().nullable(),
    crash: z.object({ tools: names, modelAnswers: z.number().int(), fromTurn: z.number().int() }).nullable().openapi({
      description:
        "The first attempt was killed after these tools. The next resumed from the journal, with `modelAnswers` answers in it.",
    }),
    interrupted: names,
    pending: names,
    why: names,
  })
  .openapi("SandboxTurn");

export const SandboxJson = SettingsJson.extend({
  id: z.string(),
  name: z.string().nullable().openapi({ description: "The name it was saved under. Null when it was not." }),
  agent: z.object({ id: z.string(), name: z.string(), version: z.string() }),
  crm: z.enum(CRM_MODES),
  conversationId: z
    .string()
    .nullable()
    .openapi({ description: "The conversation of a live sandbox. Null in a dry run." }),
  now: Instant.openapi({ description: "The time on its own clock." }),
  createdAt: Instant,
  lines: z.array(
    z.object({
      kind: z.enum(LINE_KINDS),
      by: z.enum(["customer", "bot", "operator", "system"]),
      text: z.string(),
      at: Instant,
      turn: z.number().int().nullable(),
      typingMs: z.number(),
      templateId: z.string().nullable(),
      messageId: z
        .string()
        .nullable()
        .openapi({ description: "Id of the customer's message. Null for all other lines." }),
      isDuplicate: z.boolean().openapi({ description: "The message had arrived before, so nothing followed." }),
      buttons: names,
    }),
  ),
  turns: z.array(Turn),
  session: z.looseObject({
    id: z.string(),
    status: z.string(),
    mode: z.string(),
    version: z.number().int(),
    intentsVistos: z.array(z.object({ intent: z.string(), orden: z.number(), timestamp: z.string() })),
    templatesEnviados: names,
    datosCapturados: data,
    packSeleccionado: z.string().nullable(),
    pendientes: names,
  }),
  knownData: data,
  isBotOn: z.boolean(),
  timer: armed.extend({ remainingSeconds: z.number() }).nullable(),
  questions: z
    .array(
      z.object({
        id: z.string().openapi({ description: "Id within this sandbox." }),
        tool: z.string(),
        input: z.unknown(),
        question: z.string(),
        audience: z.enum(AUDIENCES),
        rule: z.string(),
        reason: z.string(),
        expiresAt: Instant,
      }),
    )
    .openapi({ description: "Calls that wait for a yes, oldest first." }),
  orders: z.array(
    z.object({
      pack: z.string().nullable(),
      total: z.number(),
      status: z.string(),
      source: z.string(),
      shippingAddress: z.string(),
      note: z.string().nullable(),
    }),
  ),
  tasks: z.array(z.object({ title: z.string(), priority: z.string() })),
  tokens: z.object({
    used: z.number(),
    limit: z.number(),
    byModel: z.array(
      z.object({ model: z.string(), calls: z.number(), inputTokens: z.number(), outputTokens: z.number() }),
    ),
  }),
}).openapi("Sandbox");

export const SavedJson = z
  .object({
    id: z.string(),
    name: z.string(),
    agent: z.string(),
    mode: z.string(),
    turns: z.number().int(),
    savedAt: Instant,
  })
  .openapi("SavedSandbox");

export const ChoicesJson = z
  .object({
    agents: z.array(
      z.object({ id: z.string(), name: z.string(), version: z.string(), modes: names, packs: names, fields: names }),
    ),
    engines: z.array(z.enum(SANDBOX_ENGINES)),
    crmModes: z.array(z.enum(CRM_MODES)),
    listens: z.boolean(),
    limits: z.object({ open: z.number(), saved: z.number(), turns: z.number(), idleMinutes: z.number() }),
  })
  .openapi("SandboxChoices");
