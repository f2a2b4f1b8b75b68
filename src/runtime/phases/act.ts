import type { DecidedToolCall } from "../../core/agent/agent.ts";
import { errorText } from "../../core/errors.ts";
import type { ConfirmationId } from "../../core/ids.ts";
import type { ToolResult, ToolScope, ToolTraits } from "../../core/ports/tools.ts";
import { argumentsHash } from "../../core/tool-calls/arguments-hash.ts";
import type { TransactionalEffect } from "../../core/turn/effects.ts";
import type { ClaimedTurn, StepRecord } from "../../core/turn/turn.ts";
import { actedBy } from "../acted-by.ts";
import { callIds } from "../call-ids.ts";
import { callRecord, IN_DOUBT, TIMED_OUT } from "../call-record.ts";
import type { Deed } from "../deed.ts";
import type { TurnDependencies } from "../dependencies.ts";
import type { Journal } from "../journal.ts";
import { LeaseLost } from "../lease-lost.ts";
import type { ResumedRun } from "../resume-run.ts";
import { toolScope } from "../tool-scope.ts";
import { turnKey } from "../turn-key.ts";
import { withinTimeOrAborted } from "../within-time.ts";
import type { Input } from "./ingest.ts";
import type { Context } from "./load-context.ts";
import type { Planned } from "./plan.ts";

interface Deciding {
  readonly turn: ClaimedTurn;
  readonly input: Input;
  readonly context: Context;
  readonly planned: Planned;
}

/**
 * Carries out the tool calls of a decision, in order.
 * - An external call that succeeded is never made again in the life of its segment. One that the tool
 *   refused is repeated, with the same key, when the run is tried again. One in doubt is not.
 * - A transactional call has done nothing before the commit, so it is not journaled and is made
 *   again on each attempt.
 * - Work ends at the first call that waits for a yes (requirement R12). Calls made before the yes
 *   are not repeated after it.
 */
export async function act(
  { turn, input, context, planned }: Deciding,
  journal: Journal,
  dependencies: TurnDependencies,
): Promise<Deed[]> {
  const ofTurn = toolScope({ turn, input, context }, dependencies.store.crm);
  const { takenUp } = planned;
  if (takenUp?.withdrawn != null) noteWithdrawn(takenUp.withdrawn, ofTurn, journal, dependencies);
  const deeds: Deed[] = [];
  const made: { tool: string; input: unknown }[] = [];
  for (const call of planned.decision?.tools ?? []) {
    const { callId, tool, input: args } = call;
    const before = takenUp?.deeds.find((deed) => deed.callId === callId);
    if (before !== undefined) {
      made.push({ tool, input: args });
      deeds.push(before);
      continue;
    }
    const startedAt = dependencies.clock.now();
    const traits = dependencies.tools.kindOf(tool);
    const approval = takenUp?.approved?.callId === callId ? takenUp.approved : null;
    const scope = { ...ofTurn, approval, made: [...made], newId: callIds(turnKey(turn), callId) };
    made.push({ tool, input: args });
    const answer: ToolResult =
      traits === null
        ? { kind: "denied", reason: `no tool is named "${tool}"` }
        : await carryOut({ call, traits, turn, context, scope }, journal, dependencies);
    // A policy that asks again after an answer would ask for ever.
    const result: ToolResult =
      answer.kind === "confirm" && approval !== null
        ? { kind: "denied", rule: answer.rule, reason: `it was approved, and is asked about again: ${answer.reason}` }
        : answer;
    const kind = traits?.kind;
    const isExternal = kind === "external" && result.kind !== "confirm" && !scope.isDryRun;
    const times = { startedAt, endedAt: dependencies.clock.now() };
    const record = { ...callRecord(call, traits, result, times), ...actedBy(scope, result) };
    journal.noteCall(record, kind === "transactional");
    dependencies.metrics.toolCalled({ tool: traits === null ? "unknown" : tool, outcome: result.kind });
    const deed: Deed = { callId, tool, result, isExternal, isTransactional: kind === "transactional" };
    if (result.kind !== "confirm" || scope.isDryRun) {
      // A dry run asks no question. Its answer says that the call would.
      deeds.push(deed);
      // Later calls of the decision may rely on it.
      if (result.kind !== "ok") break;
      continue;
    }
    deeds.push({ ...deed, confirmationId: dependencies.newId() as ConfirmationId });
    break;
  }
  return deeds;
}

/** One of our limits refused the call, and says until when; null when none did. */
export function spentUntil({ result }: Deed): Date | null {
  return result.kind === "error" ? (result.againAt ?? null) : null;
}

/** A call that was asked for and not made. The ledger says why. */
function noteWithdrawn(
  { call, reason }: NonNullable<ResumedRun["withdrawn"]>,
  scope: Omit<ToolScope, "newId">,
  journal: Journal,
  { clock, tools }: TurnDependencies,
): void {
  const now = clock.now();
  const times = { startedAt: now, endedAt: now };
  const result = { kind: "denied", reason } as const;
  const record = { ...callRecord(call, tools.kindOf(call.tool), result, times), ...actedBy(scope, result) };
  journal.noteCall(record, false);
}

/** What is journaled of a deed. The effect itself is in the commit. */
export function journaledDeeds(deeds: readonly Deed[]): unknown {
  return deeds.map(({ result, ...deed }) => {
    if (result.kind !== "ok") return { ...deed, result };
    return { ...deed, result: { kind: result.kind, output: result.output } };
  });
}

/** What the turn's commit writes. */
export function effectsOf(deeds: readonly Deed[]): TransactionalEffect[] {
  return deeds.flatMap(({ result }) => (result.kind === "ok" ? (result.effect ?? []) : []));
}

interface Calling {
  readonly call: DecidedToolCall;
  readonly traits: ToolTraits;
  readonly turn: ClaimedTurn;
  readonly context: Context;
  readonly scope: ToolScope;
}

async function carryOut(
  { call, traits, turn, context, scope }: Calling,
  journal: Journal,
  { tools, store, clock }: TurnDependencies,
): Promise<ToolResult> {
  const name = `tool:${call.callId}`;
  const isExternal = traits.kind === "external" && !scope.isDryRun;
  const execution = { call, scope, traits, idempotencyKey: `${turnKey(turn)}:${call.callId}` };
  if (traits.kind === "transactional") return execute(execution, tools);

  const { id: agentId, version: agentVersion } = context.agent;
  const hash = argumentsHash({ tool: call.tool, input: call.input, agentId, agentVersion });
  const former = journal.find(name);
  if (hashIn(former) !== null && hashIn(former) !== hash) {
    return { kind: "denied", rule: "key_reused", reason: "its key stands for a call with other arguments" };
  }
  if (former?.status === "ok") return former.output as ToolResult;
  if (former?.status === "started") return inDoubt(`a former attempt was cut off while it called "${call.tool}"`);

  const startedAt = clock.now();
  const startedMs = clock.monotonicMs();
  const record = (status: StepRecord["status"], output: object) =>
    journal.record({
      phase: "act",
      name,
      status,
      startedAt,
      durationMs: clock.monotonicMs() - startedMs,
      output: { ...output, argumentsHash: hash },
    });
  // Everything so far goes with it, the decision first: a later attempt must find the origin of
  // this call.
  const flush = async () => {
    const { id, version } = context.agent;
    if (!(await store.mailbox.flushSteps(turn, journal.unwritten(), { id, version }))) throw new LeaseLost(turn.run.id);
    journal.markWritten();
  };

  if (isExternal) {
    record("started", {});
    await flush();
  }
  const result = await execute(execution, tools);
  // A call in doubt stays written as `started`: no attempt, now or later, makes it again.
  if (isExternal && result.kind === "error" && result.code === IN_DOUBT) return result;
  // A call that waits for a yes was not made. The answer decides whether it ever is.
  record(result.kind === "error" || result.kind === "confirm" ? "error" : "ok", result);
  if (isExternal) await flush();
  return result;
}

/**
 * The call for which a key was first used: a key never stands for another call (reliability, row
 * 30).
 */
function hashIn(step: StepRecord | null): string | null {
  const output = step?.output;
  return typeof output === "object" && output !== null && "argumentsHash" in output
    ? String(output.argumentsHash)
    : null;
}

interface Execution {
  readonly call: DecidedToolCall;
  readonly traits: ToolTraits;
  readonly scope: ToolScope;
  readonly idempotencyKey: string;
}

async function execute(
  { call, traits, scope, idempotencyKey }: Execution,
  tools: TurnDependencies["tools"],
): Promise<ToolResult> {
  // A missing answer is no proof: an outside system may have changed all the same.
  const unanswered = (what: string, code = "tool_failed"): ToolResult =>
    traits.kind === "external" ? inDoubt(what) : { kind: "error", code, message: what };
  const { timeoutMs } = traits;
  try {
    const { tool, input } = call;
    const answer = await withinTimeOrAborted(timeoutMs, (signal) =>
      tools.execute({ tool, input, idempotencyKey, scope, signal }),
    );
    if (answer.kind === "done") return answer.value;
    return unanswered(`"${tool}" has not answered within ${timeoutMs} ms`, TIMED_OUT);
  } catch (error) {
    return unanswered(`"${call.tool}" failed without an answer: ${errorText(error)}`);
  }
}

function inDoubt(what: string): ToolResult {
  return { kind: "error", code: IN_DOUBT, message: `${what}: whether it took effect is not known` };
}
