import type { Agent, AgentInput, DecidedToolCall, Decision } from "../../core/agent/agent.ts";
import type { QuestionInSandbox } from "../../core/agent/sandbox-view.ts";
import type { ConfirmationId } from "../../core/ids.ts";
import { COMMAND_TTL_MS, CONFIRMATION_TTL_MS, questionContent } from "../../core/tools/confirmation.ts";
import { confirmationTexts } from "../../core/tools/confirmation-texts.ts";
import { partAfterYes, partBeforeYes, plainDecision } from "../../core/turn/part-decision.ts";
import type { SandboxToolResult } from "./turn-how.ts";

/** A call that waits for a yes, and the decision that goes on once somebody has answered. */
export interface SandboxQuestion extends QuestionInSandbox {
  readonly decision: Decision;
  readonly callId: string;
  /** It is asked in the books of the shop, by this run. */
  readonly liveRunId?: string;
  /** Where the session stood when it was asked. */
  readonly mode: string;
  /** Of the turn that asks. */
  readonly asker: Pick<AgentInput, "inputClass" | "turnNumber"> & { readonly dueTimer: { level: string } | null };
}

export type QuestionAnswer = "approve" | "deny" | "expired";

export function askAbout(
  call: DecidedToolCall,
  asked: Extract<SandboxToolResult, { kind: "confirm" }>,
  decision: Decision,
  { input, agent }: { readonly input: AgentInput; readonly agent: Agent },
): SandboxQuestion {
  const { rule, reason, audience, question, liveRunId } = asked;
  const ofAgent = agent.confirmationTtlMs?.[audience] ?? CONFIRMATION_TTL_MS[audience];
  const ttlMs = liveRunId === undefined ? ofAgent : COMMAND_TTL_MS;
  const { inputClass, turnNumber, dueTimer = null, now, session } = input;
  return {
    // The books ask about the same call once more: who answers in a hurry answers one of both.
    id: `${turnNumber}:${call.callId}${liveRunId === undefined ? "" : ":books"}`,
    ...{ decision, callId: call.callId, tool: call.tool, input: call.input, question, audience, rule, reason },
    ...(liveRunId === undefined ? {} : { liveRunId }),
    expiresAt: new Date(now.getTime() + ttlMs),
    mode: session.mode,
    asker: { inputClass, turnNumber, dueTimer },
  };
}

/** What is carried out of a decision while one of its calls waits. Whoever may answer is asked in the chat, if it is the customer. */
export function whileAsked({ decision, audience, question, asker }: SandboxQuestion): Decision {
  const before = partBeforeYes(decision);
  if (audience !== "customer") return before;
  const id = `${asker.turnNumber}` as ConfirmationId;
  const asks = { content: questionContent({ id, question }), templateId: null, priority: "CORE" } as const;
  return { ...before, messages: [...before.messages, asks] };
}

/** What follows from an answer: the call and what stands behind it in the decision, or a word that it is not done. */
export function afterAnswer(
  asked: Pick<SandboxQuestion, "decision" | "audience" | "callId" | "mode" | "tool">,
  answer: QuestionAnswer,
  mode: string,
  agent: Agent,
): Decision {
  const { decision, audience, callId } = asked;
  if (answer === "approve") {
    const rest = partAfterYes(decision, mode === asked.mode);
    return { ...rest, tools: decision.tools.slice(decision.tools.findIndex((call) => call.callId === callId)) };
  }
  const texts = confirmationTexts(agent.texts.confirmation);
  const [denied, expired] =
    audience === "operator" ? [texts.declined, texts.unanswered] : [texts.denied, texts.expired];
  const said = { text: answer === "deny" ? denied : expired, templateId: null };
  const why =
    answer === "deny" ? `the answer was no: "${asked.tool}" is not called` : "expired: no answer came in time";
  return plainDecision(why, { messages: [said] });
}
