import type { Agent, Decision } from "../../core/agent/agent.ts";
import type { QuestionInSandbox } from "../../core/answers/lab/sandbox.ts";
import type { ConversationQuestion } from "../../core/conversation/conversation-state.ts";
import { DEFAULT_LOCALE } from "../../core/locale/locale.ts";
import { confirmationTexts } from "../../core/tool-calls/confirmation-texts.ts";
import { partAfterYes, plainDecision } from "../../core/turn/part-decision.ts";
import { readCheckpoint } from "../../runtime/checkpoint.ts";

/** An open question. */
export interface SandboxQuestion extends QuestionInSandbox {
  /** The run of the shop's own CRM that asks it; absent when it is asked in memory alone. */
  readonly liveRunId?: string;
}

export type QuestionAnswer = "approve" | "deny" | "expired";

export function questionInSandbox(asked: ConversationQuestion, liveRunId: string | undefined): SandboxQuestion {
  const { id, tool, input, question, audience, rule, reason, expiresAt } = asked;
  const shown = { id: String(id), tool, input, question, audience, rule, reason, expiresAt };
  return liveRunId === undefined ? shown : { ...shown, liveRunId };
}

/** What a run that asked has decided, and where its session stood. */
export function askedDecision({ checkpoint, callId, audience, tool }: ConversationQuestion): AskedDecision {
  const { decision, mode } = readCheckpoint({ checkpoint });
  return { decision, mode, callId, audience, tool };
}

export interface AskedDecision {
  readonly decision: Decision;
  readonly mode: string;
  readonly callId: string;
  readonly audience: ConversationQuestion["audience"];
  readonly tool: string;
}

/**
 * What follows from an answer, as scenarios and sandboxes tell it: the call and what stands behind
 * it in the decision, or a word that it is not done.
 */
export function afterAnswer(asked: AskedDecision, answer: QuestionAnswer, mode: string, agent: Agent): Decision {
  const { decision, audience, callId } = asked;
  if (answer === "approve") {
    const rest = partAfterYes(decision, mode === asked.mode);
    return { ...rest, tools: decision.tools.slice(decision.tools.findIndex((call) => call.callId === callId)) };
  }
  const texts = confirmationTexts(agent.texts.confirmation, agent.locale ?? DEFAULT_LOCALE);
  const [denied, expired] =
    audience === "operator" ? [texts.declined, texts.unanswered] : [texts.denied, texts.expired];
  const said = { text: answer === "deny" ? denied : expired, templateId: null };
  const why =
    answer === "deny" ? `the answer was no: "${asked.tool}" is not called` : "expired: no answer came in time";
  return plainDecision(why, { messages: [said] });
}
