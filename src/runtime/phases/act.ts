import type { DecidedToolCall } from "../../core/agent.ts";
import { errorText } from "../../core/errors.ts";
import type { ToolResult } from "../../core/ports/tools.ts";
import type { ClaimedTurn, StepRecord } from "../../core/turn.ts";
import type { RuntimeDependencies } from "../dependencies.ts";
import type { Journal } from "../journal.ts";
import { LeaseLost } from "../lease-lost.ts";
import { withinTime } from "../within-time.ts";
import type { Context } from "./load-context.ts";
import type { Planned } from "./plan.ts";

/** A tool call and what came of it. */
export interface Deed {
  readonly callId: string;
  readonly tool: string;
  readonly result: ToolResult;
  /** True when the world outside may have changed. */
  readonly isExternal: boolean;
}

interface Deciding {
  readonly turn: ClaimedTurn;
  readonly context: Context;
  readonly planned: Planned;
}

/**
 * Carries out the tool calls of a decision, in order. One that succeeded is never made again in the life of the run; one
 * that the tool refused is, with the same key, when the run is tried again; one in doubt is not.
 */
export async function act(
  { turn, context, planned }: Deciding,
  journal: Journal,
  dependencies: RuntimeDependencies,
): Promise<Deed[]> {
  const deeds: Deed[] = [];
  for (const call of planned.decision?.tools ?? []) {
    deeds.push(await carryOut({ call, turn, context }, journal, dependencies));
  }
  return deeds;
}

async function carryOut(
  { call, turn, context }: Pick<Deciding, "turn" | "context"> & { readonly call: DecidedToolCall },
  journal: Journal,
  { tools, store, clock }: RuntimeDependencies,
): Promise<Deed> {
  const name = `tool:${call.callId}`;
  const known = tools.kindOf(call.tool);
  const isExternal = known?.kind === "external";
  const deed = (result: ToolResult): Deed => ({ callId: call.callId, tool: call.tool, result, isExternal });
  if (known === null) return deed({ kind: "denied", reason: `no tool is named "${call.tool}"` });

  const former = journal.find(name);
  if (former?.status === "ok") return deed(former.output as ToolResult);
  if (former?.status === "started") {
    return deed(inDoubt(`a former attempt was cut off while it called "${call.tool}"`));
  }

  const startedAt = clock.now();
  const startedMs = clock.monotonicMs();
  const record = (status: StepRecord["status"], output: unknown) =>
    journal.record({ phase: "act", name, status, startedAt, durationMs: clock.monotonicMs() - startedMs, output });
  // Everything so far goes with it, the decision first: a later attempt must find what this call followed from.
  const flush = async () => {
    const { id, version } = context.agent;
    if (!(await store.mailbox.flushSteps(turn, journal.unwritten(), { id, version }))) throw new LeaseLost(turn.run.id);
    journal.markWritten();
  };

  if (isExternal) {
    record("started", null);
    await flush();
  }
  const idempotencyKey = `${turn.run.id}:${call.callId}`;
  const result = await execute({ call, idempotencyKey, isExternal, timeoutMs: known.timeoutMs }, tools);
  // What is in doubt stays as it is written, `started`: no attempt, now or later, makes that call again.
  if (isExternal && result.kind === "error" && result.code === IN_DOUBT) return deed(result);
  record(result.kind === "error" ? "error" : "ok", result);
  if (isExternal) await flush();
  return deed(result);
}

interface Execution {
  readonly call: DecidedToolCall;
  readonly idempotencyKey: string;
  readonly isExternal: boolean;
  readonly timeoutMs: number;
}

async function execute(
  { call, idempotencyKey, isExternal, timeoutMs }: Execution,
  tools: RuntimeDependencies["tools"],
): Promise<ToolResult> {
  // No answer is no proof: what is someone else's may have changed all the same.
  const unanswered = (what: string): ToolResult =>
    isExternal ? inDoubt(what) : { kind: "error", code: "tool_failed", message: what };
  try {
    const { tool, input } = call;
    const answer = await withinTime(timeoutMs, (signal) => tools.execute({ tool, input, idempotencyKey, signal }));
    return answer.kind === "done" ? answer.value : unanswered(`"${tool}" has not answered within ${timeoutMs} ms`);
  } catch (error) {
    return unanswered(`"${call.tool}" failed without an answer: ${errorText(error)}`);
  }
}

/** The code that `verify` tells apart from a tool's own answer. */
export const IN_DOUBT = "in_doubt";

function inDoubt(what: string): ToolResult {
  return { kind: "error", code: IN_DOUBT, message: `${what}: whether it took effect is not known` };
}
