import type { Run, RunStatus } from "../../api/types.ts";
import type { Tone } from "../../ui/badge.tsx";

export const RUN_STATUSES = [
  "queued",
  "running",
  "waiting_confirmation",
  "completed",
  "failed",
  "dead_letter",
] as const satisfies readonly RunStatus[];

export const STATUS_TONES: Readonly<Record<RunStatus, Tone>> = {
  queued: "calm",
  running: "accent",
  waiting_confirmation: "warn",
  completed: "good",
  failed: "warn",
  dead_letter: "bad",
};

/** A run that has not ended spans until now. */
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
