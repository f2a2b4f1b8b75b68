import type { DecidedToolCall } from "../../core/agent.ts";
import { errorText } from "../../core/errors.ts";
import type { ToolResult } from "../../core/ports/tools.ts";
import type { ClaimedTurn, StepRecord } from "../../core/turn.ts";
import type { RuntimeDependencies } from "../dependencies.ts";
import type { Journal } from "../journal.ts";
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

/** Carries out the tool calls of a decision, in order, each at most once in the life of the run. */
export async function act(
  turn: ClaimedTurn,
  planned: Planned,
  context: Context,
  journal: Journal,
  dependencies: RuntimeDependencies,
): Promise<Deed[]> {
  const deeds: Deed[] = [];
  for (const call of planned.decision?.tools ?? []) {
    deeds.push(await carryOut(call, turn, context, journal, dependencies));
  }
  return deeds;
}

async function carryOut(
  call: DecidedToolCall,
  turn: ClaimedTurn,
  context: Context,
  journal: Journal,
  { tools, store, clock }: RuntimeDependencies,
): Promise<Deed> {
  const name = `tool:${call.callId}`;
  const known = tools.kindOf(call.tool);
  const deed = (result: ToolResult): Deed => ({
    callId: call.callId,
    tool: call.tool,
    result,
    isExternal: known?.kind === "external",
  });
  if (known === null) return deed({ kind: "denied", reason: `no tool is named "${call.tool}"` });

  const former = journal.find(name);
  if (former?.status === "ok") return deed(former.output as ToolResult);
  if (former?.status === "started") {
    return deed({
      kind: "error",
      code: "in_doubt",
      message: `a former attempt was cut off while it called "${call.tool}": whether it took effect is not known`,
    });
  }

  const startedAt = clock.now();
  const startedMs = clock.monotonicMs();
  const record = (status: StepRecord["status"], output: unknown) =>
    journal.record({ phase: "act", name, status, startedAt, durationMs: clock.monotonicMs() - startedMs, output });
  // Everything so far goes with it, the decision first: a later attempt must find what this call followed from.
  const flush = async () => {
    const held = await store.mailbox.flushSteps(turn, journal.unwritten(), {
      id: context.agent.id,
      version: context.agent.version,
    });
    if (!held) throw new LeaseLost(turn.run.id);
    journal.markWritten();
  };

  if (known.kind === "external") {
    record("started", null);
    await flush();
  }
  const result = await execute(call, turn, known.timeoutMs, tools);
  record("ok", result);
  if (known.kind === "external") await flush();
  return deed(result);
}

async function execute(
  call: DecidedToolCall,
  turn: ClaimedTurn,
  timeoutMs: number,
  tools: RuntimeDependencies["tools"],
): Promise<ToolResult> {
  try {
    return await tools.execute({
      tool: call.tool,
      input: call.input,
      idempotencyKey: `${turn.run.id}:${call.callId}`,
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    // A tool that throws is a tool that answered badly: the agent may say so, the run goes on.
    return { kind: "error", code: "tool_failed", message: errorText(error) };
  }
}

/** Somebody else holds the conversation now: this attempt stops before its next effect and writes nothing more. */
export class LeaseLost extends Error {
  constructor(runId: string) {
    super(`the lease of run ${runId} was lost`);
    this.name = "LeaseLost";
  }
}
