import type { AgentInput } from "../../core/agent/agent.ts";
import { newSession } from "../../core/agent/new-session.ts";
import type { ChatLine } from "../../core/agent/session.ts";
import type { SessionId } from "../../core/ids.ts";
import type { Reading } from "../../core/ports/flow-reader.ts";
import type { AuditAnswer, AuditQuestion } from "../../core/ports/governance/auditor.ts";
import type { Asked, Question } from "../../core/ports/model/turn-model.ts";
import { NO_READS } from "../../core/tool-calls/turn-reads.ts";
import type { FlowDefinition } from "../definition/flow-definition.ts";
import { openAsking } from "./asking.ts";
import { detect } from "./detect.ts";

/**
 * Asks the detector about a message that was answered without it. It gets no hint of our own
 * engines' reading, because a hint would bias it. null when it could not say.
 */
export async function auditByModel(
  flow: FlowDefinition,
  audit: AuditQuestion,
  { ask, now }: { readonly ask: (question: Question) => Promise<Asked>; readonly now: Date },
): Promise<AuditAnswer | null> {
  const history = audit.lastAssistant.map(
    (content): ChatLine => ({ role: "assistant", content, intent: null, confidence: null, createdAt: now }),
  );
  const brief = {
    flow,
    input: inputOf(flow, { audit, history, now }),
    reading: UNREAD,
    turns: history.length,
    summary: null,
  };
  const detection = await detect(brief, openAsking(withoutTools(ask)));
  if (detection.kind !== "read") return null;
  const { intent, confidence } = detection.detected.intent;
  return { intent, confidence, model: detection.model };
}

const UNREAD: Reading = { messages: [], intent: null, secondLook: null, isSettled: false };

function inputOf(
  flow: FlowDefinition,
  { audit, history, now }: { audit: AuditQuestion; history: readonly ChatLine[]; now: Date },
): AgentInput {
  return {
    message: audit.text,
    messages: [audit.text],
    inputClass: "TEXT_SIMPLE",
    session: newSession({
      id: audit.runId as SessionId,
      agentId: audit.agentId,
      mode: audit.mode ?? flow.initialMode,
    }),
    history,
    unsaid: [],
    turnNumber: 1,
    contact: { name: null },
    forceIntent: null,
    tools: NO_READS,
    now,
  };
}

function withoutTools(ask: (question: Question) => Promise<Asked>): Parameters<typeof openAsking>[0] {
  return {
    ask,
    tryTool: () => Promise.reject(new Error("an audit calls no tool")),
    toolsFor: () => [],
    budget: () => Promise.resolve({ limit: Number.POSITIVE_INFINITY, used: 0, state: "free" }),
    summary: () => Promise.resolve(null),
  };
}
