import * as z from "zod";
import type { DecidedMessage, Decision } from "../core/agent/agent.ts";
import { ENGINES } from "../core/agent/intent.ts";
import { SEGMENT_LIMITS } from "../core/agent/segment.ts";
import type { IngestStatus } from "../core/agent/session.ts";
import { artifactSchema } from "../core/artifacts/artifact.ts";
import { RecadoError } from "../core/errors.ts";
import { outboundContent } from "../core/outbound/outbound-content.ts";
import { MESSAGE_PRIORITIES } from "../core/outbound/outbox.ts";
import { decidedReminder, MAX_REMINDERS_A_DECISION } from "../core/outbound/reminder.ts";
import { TIMER_PRESETS } from "../core/time/timer-policy.ts";

/** Agents are other people's code, so each decision is judged before anything follows from it. */
const intent = z.strictObject({ intent: z.string().min(1), confidence: z.number().min(0).max(100) });

/**
 * A customer who waits longer than this for the next words of an answer thinks that there are none.
 */
const MAX_DELAY_MS = 60_000;

/** A month. A longer wait is no pause in a conversation. */
const MAX_TIMER_SECONDS = 30 * 24 * 60 * 60;

const message = z
  .strictObject({
    text: z.string().trim().min(1, "must not be empty").exactOptional(),
    content: outboundContent.exactOptional(),
    templateId: z.string().nullable(),
    priority: z.enum(MESSAGE_PRIORITIES).exactOptional(),
    delayMs: z.number().int().min(0).max(MAX_DELAY_MS, `must be at most ${MAX_DELAY_MS}`).exactOptional(),
    replyTo: z.string().min(1).max(256).exactOptional(),
    claimsNothing: z.boolean().exactOptional(),
  })
  .refine(
    (one) => (one.text === undefined) !== (one.content === undefined),
    "must have a text or a content, one of them",
  )
  .transform(({ text, content, ...traits }): DecidedMessage => {
    return content === undefined ? { ...traits, text: text ?? "" } : { ...traits, content };
  });

const seconds = z.number().positive().max(MAX_TIMER_SECONDS, `must be at most ${MAX_TIMER_SECONDS}`);

const timerPlan = z.strictObject({
  level: z.string().min(1).max(64),
  seconds: z.record(z.enum(TIMER_PRESETS), seconds),
});

const timerSignal = z.strictObject({
  type: z.enum(["start", "reevaluate", "cancel"]),
  reason: z.string().exactOptional(),
});

const instant = z.iso.datetime();

const nextSegment = z
  .strictObject({
    key: z.string().min(1).max(SEGMENT_LIMITS.keyCharacters),
    // A journal holds it as text.
    at: z.union([z.date(), instant.transform((text) => new Date(text))]).nullable(),
    state: z.unknown().optional(),
  })
  .transform(({ state: given = null, ...next }, { addIssue }) => {
    const state = storedJson(given);
    if (typeof state === "string") addIssue({ code: "custom", path: ["state"], message: state });
    return { ...next, state: typeof state === "string" ? null : state.json };
  });

/** PostgreSQL takes no NUL and no half of a surrogate pair in JSON. */
const UNSTORABLE = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** The value as it comes back from the store; or what is wrong with it. */
function storedJson(state: unknown): { readonly json: unknown } | string {
  let text: string | undefined;
  let isStorable = true;
  try {
    text = JSON.stringify(state, (key, value: unknown) => {
      if (UNSTORABLE.test(key) || (typeof value === "string" && UNSTORABLE.test(value))) isStorable = false;
      return value;
    });
  } catch {
    return "must be JSON";
  }
  if (text === undefined) return "must be JSON";
  if (!isStorable) return "must hold no NUL and no half of a surrogate pair";
  const bytes = Buffer.byteLength(text);
  if (bytes > SEGMENT_LIMITS.stateBytes) return `must be at most 64 KiB of JSON, and is ${bytes} bytes`;
  return { json: JSON.parse(text) };
}

const ingestStatus: z.ZodType<IngestStatus> = z.strictObject({
  active: z.boolean(),
  startedAt: instant.nullable(),
  firstDataAt: instant.nullable(),
  minDataAt: instant.nullable().exactOptional(),
  offeredAt: instant.nullable().exactOptional(),
  fieldsAccumulated: z.array(z.string()),
  onlyAsked: z.array(z.string()).exactOptional(),
  readBack: z.strictObject({ goods: z.string(), total: z.number() }).exactOptional(),
  timerType: z.enum(["partial", "no_data"]).nullable(),
  lastClassification: z.string().nullable(),
  timeline: z
    .array(
      z.strictObject({
        message: z.string(),
        classification: z.string(),
        confidence: z.number().min(0).max(100),
        fieldsExtracted: z.array(z.string()),
        raw: z.record(z.string(), z.string()).exactOptional(),
        timestamp: instant,
      }),
    )
    .max(100, "must keep at most 100 entries"),
});

const decisionSchema = z.strictObject({
  messages: z.array(message).max(10, "must be at most 10"),
  intentInfo: intent
    .extend({
      alternatives: z.array(intent),
      reasoning: z.string(),
      engine: z.enum(ENGINES).exactOptional(),
      modelHash: z.string().nullable().exactOptional(),
      isSettled: z.boolean().exactOptional(),
    })
    .nullable(),
  stateUpdates: z.strictObject({
    newMode: z.string().min(1).exactOptional(),
    newIntentsVistos: z.array(z.string()).exactOptional(),
    newTemplatesEnviados: z.array(z.string()).exactOptional(),
    newDatosCapturados: z.record(z.string(), z.string()).exactOptional(),
    newPackSeleccionado: z.string().nullable().exactOptional(),
    clearedDatos: z.array(z.string()).exactOptional(),
    newIngestStatus: ingestStatus.exactOptional(),
    newPendientes: z.array(z.string()).exactOptional(),
  }),
  forgets: z
    .strictObject({
      facts: z.union([z.literal("all"), z.array(z.string().min(1).max(100)).max(1_000)]),
      fields: z.union([z.literal("all"), z.array(z.string()).max(100)]),
    })
    .exactOptional(),
  timerSignals: z.array(timerSignal).max(10, "must be at most 10").exactOptional(),
  timer: timerPlan.nullable().exactOptional(),
  reminders: z
    .array(decidedReminder)
    .max(MAX_REMINDERS_A_DECISION, `must be at most ${MAX_REMINDERS_A_DECISION}`)
    .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, "two reminders share one key")
    .exactOptional(),
  artifacts: z.array(artifactSchema).max(1, "must be at most 1").exactOptional(),
  tools: z.array(z.strictObject({ callId: z.string().min(1), tool: z.string().min(1), input: z.unknown() })),
  handoff: z.strictObject({ reason: z.string(), keepsWords: z.boolean().exactOptional() }).nullable(),
  closesSession: z.boolean(),
  startsAnew: z.boolean().exactOptional(),
  next: nextSegment.nullable().exactOptional(),
  totalTokens: z.number().int().nonnegative(),
  why: z.array(z.string()),
});

/** Throws `decision_invalid`, naming the field, for an invalid decision. */
export function parseDecision(value: unknown, from: string): Decision {
  const parsed = decisionSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw invalid(from, `${z.core.toDotPath(issue?.path ?? []) || "decision"}: ${issue?.message}`);
  }
  const callIds = parsed.data.tools.map((call) => call.callId);
  if (new Set(callIds).size !== callIds.length) throw invalid(from, "tools: two calls share one callId");
  if (parsed.data.handoff !== null && parsed.data.messages.length === 0) {
    throw invalid(from, "handoff: a handoff is never silent; say something to the customer");
  }
  if (parsed.data.handoff !== null && parsed.data.next != null) {
    throw invalid(from, "next: a person goes on after a handoff, not the run");
  }
  if (parsed.data.startsAnew === true && saysOrDoes(parsed.data)) {
    throw invalid(from, "startsAnew: what is said and done belongs to the new session, which decides about it");
  }
  return parsed.data;
}

function saysOrDoes({
  messages,
  tools,
  handoff,
  closesSession,
  stateUpdates,
  reminders = [],
  artifacts = [],
  next,
}: Decision): boolean {
  const does =
    tools.length > 0 ||
    reminders.length > 0 ||
    artifacts.length > 0 ||
    handoff !== null ||
    closesSession ||
    next != null;
  return messages.length > 0 || does || Object.keys(stateUpdates).length > 0;
}

function invalid(from: string, what: string): RecadoError {
  return new RecadoError("decision_invalid", `The decision of "${from}" cannot be carried out: ${what}`);
}
