import * as z from "zod";
import { canonicalJson } from "../../core/canonical-json.ts";
import type { ToolResult } from "../../core/ports/tools.ts";
import { sha256 } from "../../core/sha256.ts";
import type { StepRecord } from "../../core/turn/turn.ts";

const PREFIX = "read.";

/** What an answer holds for: this question, of this agent, in this state of the conversation. */
export interface ReadBasis {
  readonly version: number;
  readonly agentId: string;
  readonly agentVersion: string;
}

/**
 * The step that keeps the answer to a read. The question names it, not its place among others: the
 * same question finds its answer, in whatever order a later attempt asks.
 */
export function readStepName(tool: string, input: unknown, basis: ReadBasis): string {
  return `${PREFIX}${tool}.${sha256(canonicalJson({ input: input ?? null, ...basis })).slice(0, 12)}`;
}

export function isReadStep({ name }: Pick<StepRecord, "name">): boolean {
  return name.startsWith(PREFIX);
}

const journaled = z.object({
  endedAt: z.coerce.date(),
  // Only we write this, from the same type.
  result: z.custom<ToolResult>((value) => typeof value === "object" && value !== null && "kind" in value),
});

export function answerIn(step: StepRecord): { readonly endedAt: Date; readonly result: ToolResult } {
  return journaled.parse(step.output);
}
