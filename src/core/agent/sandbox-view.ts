/** A conversation to try an agent in, as people see it: the chat, what the agent remembers, and how each turn came about. */

import type { MessageReading } from "../ports/flow-reader.ts";
import type { TimerPreset } from "../time/timer-policy.ts";
import type { Audience } from "../tools/confirmation.ts";
import type { BlockTrail } from "./decision-trail.ts";
import type { IntentInfo } from "./intent.ts";
import type { IngestStatus, Session } from "./session.ts";

export const SANDBOX_ENGINES = ["local", "cascade"] as const;
export type SandboxEngine = (typeof SANDBOX_ENGINES)[number];

/** `live`: what its tools do in the CRM is written into the workspace's own books. */
export const CRM_MODES = ["dry-run", "live"] as const;
export type CrmMode = (typeof CRM_MODES)[number];

export interface SandboxSettings {
  /** Factor on the typing delays of the lines. */
  readonly responseSpeed: number;
  readonly timerPreset: TimerPreset;
  readonly areTimersOn: boolean;
  /** Off: time stands still until it is moved. */
  readonly isClockRunning: boolean;
  readonly engine: SandboxEngine;
  /** The model is asked and does not answer. */
  readonly isModelDown: boolean;
  /** The engine dies in the middle of the next turn, and another takes it up; then it is off again. */
  readonly killsNextTurn: boolean;
}

export const LINE_KINDS = [
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
export type LineKind = (typeof LINE_KINDS)[number];

export interface SandboxLine {
  readonly kind: LineKind;
  readonly by: "customer" | "bot" | "operator" | "system";
  readonly text: string;
  readonly at: Date;
  /** null when no turn said it. */
  readonly turn: number | null;
  /** How long it is typed before it arrives. */
  readonly typingMs: number;
  readonly templateId: string | null;
  /** The id of a customer's message; a repeated id is not taken twice. */
  readonly messageId: string | null;
  readonly isDuplicate: boolean;
  /** The choices that can be tapped. */
  readonly buttons: readonly string[];
}

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

export interface PipelineStep {
  readonly step: (typeof PIPELINE_STEPS)[number];
  /** `skipped`: the turn was decided before it, or it had nothing to do. `decided`: none of the rules after it was asked. */
  readonly status: "ran" | "decided" | "skipped";
  readonly notes: readonly string[];
}

export interface SandboxToolCall {
  readonly tool: string;
  readonly input: unknown;
  readonly result: "ok" | "denied" | "error" | "confirm" | "unknown";
  readonly output: unknown;
  /** The rule or the reason that decided. */
  readonly rule: string | null;
  readonly isDryRun: boolean;
  /** The run of a call that was made in the real records, with the whole story. */
  readonly runId: string | null;
}

/** A question to a language model. */
export interface SandboxModelCall {
  readonly purpose: string;
  readonly prompt: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly microUsd: number | null;
  /** Why there is no answer. */
  readonly fault: string | null;
}

export interface SandboxTurn {
  readonly number: number;
  readonly at: Date;
  readonly cause: { readonly kind: "customer" | "timer" | "forced"; readonly text: string };
  readonly inputClass: string;
  readonly intent: IntentInfo | null;
  readonly mode: { readonly before: string; readonly after: string };
  readonly pipeline: readonly PipelineStep[];
  readonly reading: readonly Omit<MessageReading, "raw" | "hints" | "cleared" | "clauses" | "besideAnOrder">[];
  readonly block: BlockTrail | null;
  readonly heard: readonly string[];
  readonly isWindowClosed: boolean;
  readonly tools: readonly SandboxToolCall[];
  readonly calls: readonly SandboxModelCall[];
  readonly tokens: number;
  readonly signals: readonly { readonly type: string; readonly reason: string | null }[];
  readonly timer: { readonly level: string; readonly dueAt: Date } | null;
  readonly handoff: string | null;
  /** Its first attempt was killed after these tools; the next went on from what stood after `fromTurn`, and asked no model twice. */
  readonly crash: {
    readonly tools: readonly string[];
    readonly modelAnswers: number;
    readonly fromTurn: number;
  } | null;
  /** The part that the customer's message cut off. */
  readonly interrupted: readonly string[];
  /** Kept from that, and from what found no room, for a later turn. */
  readonly pending: readonly string[];
  readonly why: readonly string[];
}

export interface QuestionInSandbox {
  /** The id of this sandbox. */
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  readonly question: string;
  readonly audience: Audience;
  readonly rule: string;
  readonly reason: string;
  readonly expiresAt: Date;
}

export interface OrderInSandbox {
  readonly pack: string | null;
  readonly total: number;
  readonly status: string;
  readonly source: string;
  readonly shippingAddress: string;
  readonly note: string | null;
}

export interface SandboxView extends SandboxSettings {
  readonly id: string;
  readonly name: string | null;
  readonly agent: { readonly id: string; readonly name: string; readonly version: string };
  readonly crm: CrmMode;
  /** The conversation of a live sandbox. */
  readonly conversationId: string | null;
  /** On its own clock. */
  readonly now: Date;
  readonly createdAt: Date;
  readonly lines: readonly SandboxLine[];
  readonly turns: readonly SandboxTurn[];
  readonly session: Omit<Session, "ingestStatus" | "agentId"> & { readonly ingestStatus: IngestStatus | null };
  readonly knownData: Readonly<Record<string, string>>;
  readonly isBotOn: boolean;
  readonly timer: { readonly level: string; readonly dueAt: Date; readonly remainingSeconds: number } | null;
  /** Calls that wait for a yes, the oldest first. */
  readonly questions: readonly QuestionInSandbox[];
  readonly orders: readonly OrderInSandbox[];
  readonly tasks: readonly { readonly title: string; readonly priority: string }[];
  readonly tokens: {
    readonly used: number;
    readonly limit: number;
    readonly byModel: readonly {
      readonly model: string;
      readonly calls: number;
      readonly inputTokens: number;
      readonly outputTokens: number;
    }[];
  };
}
