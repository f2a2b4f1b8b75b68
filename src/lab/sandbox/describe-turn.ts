import type { Decision } from "../../core/agent/agent.ts";
import type { DecisionTrail, RuleStep } from "../../core/agent/decision-trail.ts";
import {
  PIPELINE_STEPS,
  type PipelineStep,
  type SandboxModelCall,
  type SandboxToolCall,
  type SandboxTurn,
} from "../../core/answers/lab/sandbox-turn.ts";
import type { ToolCallRecord } from "../../core/tool-calls/tool-call.ts";
import type { ObservedTurn } from "../memory/scenario-player.ts";
import type { SandboxToolResult, TurnHow } from "../memory/turn-how.ts";

interface Happened {
  readonly number: number;
  readonly cause: SandboxTurn["cause"];
  readonly calls: readonly SandboxModelCall[];
  readonly interrupted: readonly string[];
  readonly crash: SandboxTurn["crash"];
}

/**
 * A turn as people read it. All of it is what the engine has told of itself; null where no agent
 * was asked.
 */
export function describeTurn(
  { decision, how, heard, isWindowClosed }: ObservedTurn,
  happened: Happened,
): SandboxTurn | null {
  if (decision === null || how === undefined) return null;
  const { at, inputClass, modeBefore, trail, sessionAfter, timerAfter } = how;
  return {
    ...happened,
    at,
    inputClass,
    intent: decision.intentInfo,
    mode: { before: modeBefore, after: sessionAfter.mode },
    pipeline: pipelineOf(decision, how, heard),
    reading: (trail?.reading?.messages ?? []).map(
      ({
        raw: _,
        hints: __,
        cleared: ___,
        clauses: ____,
        besideAnOrder: _____,
        quantity: ______,
        isAsBefore: _______,
        ...message
      }) => message,
    ),
    block: trail?.block ?? null,
    heard,
    isWindowClosed,
    tools: [
      ...how.reads.map(describeRead),
      ...decision.tools.map(({ tool, input: given }, index) =>
        describeCall(tool, given, how.toolResults[index] ?? null),
      ),
    ],
    tokens: decision.totalTokens,
    signals: (decision.timerSignals ?? []).map(({ type, reason = null }) => ({ type, reason })),
    timer: timerAfter,
    handoff: decision.handoff?.reason ?? null,
    pending: sessionAfter.pendientes,
    why: decision.why,
  };
}

function describeRead({ toolName, input, output, status, error, policyReason }: ToolCallRecord): SandboxToolCall {
  const isBlocked = status === "blocked";
  return {
    ...{ tool: toolName, input, isRead: true, isDryRun: true, runId: null },
    result: status === "ok" ? "ok" : isBlocked ? "denied" : "error",
    output: status === "ok" ? output : { error },
    rule: policyReason,
  };
}

function describeCall(tool: string, input: unknown, result: SandboxToolResult | null): SandboxToolCall {
  const runId = result?.liveRunId ?? null;
  const call = { tool, input, isDryRun: runId === null, runId };
  switch (result?.kind) {
    case "ok":
      return { ...call, result: "ok", output: result.output, rule: result.allowedBy ?? null };
    case "denied":
      return { ...call, result: "denied", output: null, rule: [result.rule, result.reason].filter(Boolean).join(": ") };
    case "confirm":
      return {
        ...call,
        result: "confirm",
        output: { question: result.question },
        rule: `${result.rule}: ${result.reason}`,
      };
    case "error":
      return { ...call, result: "error", output: { code: result.code, message: result.message }, rule: null };
    case undefined:
      return { ...call, result: "unknown", output: null, rule: null };
  }
}

type Notes = Pick<PipelineStep, "status" | "notes">;

const SKIPPED: Notes = { status: "skipped", notes: [] };

function pipelineOf(decision: Decision, how: TurnHow, heard: readonly string[]): PipelineStep[] {
  const notes = notesOf(decision, how, heard);
  return PIPELINE_STEPS.map((step) => ({ step, ...notes[step] }));
}

function notesOf(
  decision: Decision,
  { trail, modeBefore, said }: TurnHow,
  heard: readonly string[],
): Record<PipelineStep["step"], Notes> {
  const { messages = [] } = trail?.reading ?? {};
  const { intentInfo, handoff, tools, timerSignals = [] } = decision;
  const { block = null } = trail ?? {};
  const orders = tools.filter(({ tool }) => /order/.test(tool));
  return {
    ingest: ruled(
      trail,
      ["ingestData"],
      messages.map(({ messageClass, confidence, fields }) =>
        [`${messageClass} (${confidence})`, ...Object.keys(fields)].join(" · "),
      ),
    ),
    implicit_yes: ruled(trail, ["takeUnaskedData"]),
    ofi_inter: ruled(trail, ["chooseDelivery"]),
    intent_detection:
      intentInfo === null
        ? SKIPPED
        : noted([
            `${intentInfo.intent} (${intentInfo.confidence})`,
            ...(intentInfo.reasoning === "" ? [] : [intentInfo.reasoning]),
          ]),
    message_category: noted([
      handoff !== null ? `HANDOFF: ${handoff.reason}` : heard.length > 0 ? "RESPONDIBLE" : "SILENCIOSO",
    ]),
    orchestrate: ruled(
      trail,
      [
        "leaveToPerson",
        "obeyForcedIntent",
        "heedDueTimer",
        "heedConcerns",
        "answerWordless",
        "answerChoice",
        "answerFromContext",
        "answerKnownData",
        "followIntents",
      ],
      movedNote(decision, modeBefore),
    ),
    block_composition:
      block === null || block.selected.length + block.sent.length === 0
        ? SKIPPED
        : noted([`${block.selected.length} → ${block.sent.length}`, ...block.sent]),
    no_repetition: block === null || block.filtered.length === 0 ? SKIPPED : noted(block.filtered),
    send_loop: said.length === 0 ? SKIPPED : noted(said.map(({ templateId }) => templateId ?? "—")),
    timer_signals:
      timerSignals.length === 0
        ? SKIPPED
        : noted(timerSignals.map(({ type, reason }) => (reason === undefined ? type : `${type}: ${reason}`))),
    order_creation: orders.length === 0 ? SKIPPED : noted(orders.map(({ tool }) => tool)),
  };
}

function movedNote({ stateUpdates: { newMode } }: Decision, before: string): string[] {
  return newMode === undefined ? [] : [`${before} → ${newMode}`];
}

function noted(notes: readonly string[]): Notes {
  return { status: "ran", notes };
}

/** What some of the rules have done; `more` only where one of them was asked. */
function ruled(trail: DecisionTrail | null, names: readonly string[], more: readonly string[] = []): Notes {
  const asked: readonly RuleStep[] = (trail?.rules ?? []).filter(({ rule }) => names.includes(rule));
  const acted = asked.filter(({ why, outcome }) => why.length > 0 || outcome === "decided");
  if (asked.length === 0 || (acted.length === 0 && more.length === 0)) return SKIPPED;
  const hasDecided = acted.some(({ outcome }) => outcome === "decided");
  return { status: hasDecided ? "decided" : "ran", notes: [...acted.flatMap(({ why }) => why), ...more] };
}
