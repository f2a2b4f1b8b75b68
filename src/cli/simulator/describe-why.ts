import * as z from "zod";
import { PHASES } from "../../core/turn/turn.ts";
import type { ChatRun } from "./chat-client.ts";

/** The part of a decision that a person asks for; every field may be missing. */
const Decision = z.looseObject({
  intentInfo: z.looseObject({ intent: z.string(), confidence: z.number() }).nullish(),
  handoff: z.looseObject({ reason: z.string() }).nullish(),
  why: z.array(z.string()).default([]),
});

/** `recado chat --why`: which run, which class, how long each phase took, and what was decided for which reasons. */
export function describeWhy(run: ChatRun): string[] {
  return [
    `run ${run.id}  ${run.inputClass ?? "no input class"}  ${run.outcome ?? run.status}${run.attempts > 1 ? `  attempt ${run.attempts}` : ""}`,
    ...phaseLine(run),
    ...(run.error === null ? [] : [`error ${run.error.code}: ${run.error.message}`]),
    ...decisionLines(run.decision),
  ].map((line) => `    ${line}`);
}

function phaseLine({ steps }: ChatRun): string[] {
  const phases = PHASES.flatMap((phase) => {
    const step = steps.find(({ name }) => name === phase);
    if (step === undefined) return [];
    return [`${phase} ${step.status === "ok" ? `${duration(step.durationMs)}` : step.status}`];
  });
  if (phases.length === 0) return [];
  const totalMs = steps
    .filter(({ name, phase }) => name === phase)
    .reduce((sum, { durationMs }) => sum + durationMs, 0);
  return [`${phases.join(" · ")}  (${duration(totalMs)} in all)`];
}

function decisionLines(decision: unknown): string[] {
  const parsed = Decision.safeParse(decision);
  if (!parsed.success) return [];
  const { intentInfo, handoff, why } = parsed.data;
  return [
    ...(intentInfo ? [`intent ${intentInfo.intent}, ${Math.round(intentInfo.confidence)} %`] : []),
    ...why.map((line) => `because ${line}`),
    ...(handoff ? [`handed to a person: ${handoff.reason}`] : []),
  ];
}

function duration(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
