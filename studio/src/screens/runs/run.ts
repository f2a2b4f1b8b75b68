import type { Tone } from "../../ui/badge.tsx";
import type { Risk } from "../../ui/risk.tsx";

export const RUN_STATUSES = [
  "queued",
  "running",
  "waiting_confirmation",
  "completed",
  "failed",
  "dead_letter",
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export const STATUS_TONES: Readonly<Record<RunStatus, Tone>> = {
  queued: "calm",
  running: "accent",
  waiting_confirmation: "warn",
  completed: "good",
  failed: "warn",
  dead_letter: "bad",
};

export interface Step {
  readonly phase: string;
  readonly name: string;
  readonly status: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly model?: { readonly purpose: string; readonly model: string | null; readonly tokens: number };
  readonly output?: Readonly<Record<string, unknown>>;
}

export interface ToolCall {
  readonly callId: string;
  readonly tool: string;
  readonly risk: Risk;
  readonly input: unknown;
  readonly output: unknown;
  readonly status: string;
  readonly error: string | null;
  readonly policy: "allow" | "confirm" | "deny";
  readonly policyReason: string | null;
  readonly isDryRun: boolean;
  readonly startedAt: string;
  readonly endedAt: string | null;
}

/** As `GET /internal/agent/runs` has it; the list has neither outputs nor tool calls nor the decision. */
export interface Run {
  readonly id: string;
  readonly conversationId: string;
  readonly status: RunStatus;
  readonly inputClass: string | null;
  readonly agent: string | null;
  readonly agentVersion: string | null;
  readonly attempts: number;
  readonly outcome: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly discarded: { readonly at: string; readonly actor: string; readonly note: string | null } | null;
  readonly events: readonly {
    readonly id: string;
    readonly source: string;
    readonly inputType: string;
    readonly receivedAt: string;
  }[];
  readonly steps: readonly Step[];
  readonly toolCalls?: readonly ToolCall[];
  readonly decision?: Readonly<Record<string, unknown>>;
  readonly tokens: number;
  readonly costUsd: number;
  readonly mergedInto: string | null;
  readonly kept: "all" | "messages" | "nothing";
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
}

/** Of a run that goes on: until now. */
export function spans({ createdAt, startedAt, endedAt }: Run, now: number) {
  const created = Date.parse(createdAt);
  const end = endedAt === null ? Math.max(now, created) : Date.parse(endedAt);
  const started = startedAt === null ? end : Date.parse(startedAt);
  return {
    queueMs: Math.max(0, started - created),
    workMs: Math.max(0, end - started),
    totalMs: Math.max(0, end - created),
  };
}
