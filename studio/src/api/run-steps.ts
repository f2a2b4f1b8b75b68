import type { RunStep, ToolCall } from "./types.ts";

const OF_SEGMENT = /^segment\.(\d+)\./;

/** The name of a step in its own part: `segment.3.plan` is `plan`. */
export function ownName({ name }: Pick<RunStep, "name">): string {
  return name.replace(OF_SEGMENT, "");
}

/** The part that a step or call belongs to; 0 is the turn that opened the run. */
export function partOf(name: string): number {
  return Number(OF_SEGMENT.exec(name)?.[1] ?? 0);
}

/** The tool of a step that only read something; null for other steps. */
export function readTool(ownStepName: string): string | null {
  return /^read\.(.+)\.[0-9a-f]{12}$/.exec(ownStepName)?.[1] ?? null;
}

/** Tells whether the agent made this call to read something before it decided. */
export function isRead({ callId }: Pick<ToolCall, "callId">): boolean {
  return readTool(ownName({ name: callId })) !== null;
}
