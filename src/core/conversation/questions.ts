import type { ConfirmationId } from "../ids.ts";
import type { Asked, CustomerAnswer } from "../tool-calls/confirmation.ts";
import type { ConversationQuestion, ConversationState } from "./conversation-state.ts";

/**
 * Calls off open questions of agents. The run that asked is over, so its question is gone. A
 * person's own command stays: what ends an agent's word does not end theirs.
 */
export function cancelQuestions(
  state: ConversationState,
  isMeant: (question: ConversationQuestion) => boolean,
): ConversationState {
  const questions = state.questions.filter((one) => one.status !== "pending" || one.askedBy !== null || !isMeant(one));
  return questions.length === state.questions.length ? state : { ...state, questions };
}

/** What these tools would do is over once their order is cancelled, also of another person; `functions/confirmations.sql` has the same list. */
const CHANGES_AN_ORDER: ReadonlySet<string> = new Set([
  ...["create_order", "update_order", "cancel_order"],
  ...["crm.order.update", "crm.order.updateStatus", "crm.order.delete"],
]);

/** Closes the questions whose order was cancelled. */
export function closeForOrder(
  state: ConversationState,
  order: { readonly id: string; readonly purchaseKey: string },
): ConversationState {
  const isOver = ({ status, tool, input }: ConversationQuestion) =>
    status === "pending" &&
    CHANGES_AN_ORDER.has(tool) &&
    (fieldOf(input, "orderId") === order.id || fieldOf(input, "purchaseKey") === order.purchaseKey);
  return { ...state, questions: state.questions.filter((one) => !isOver(one)) };
}

function fieldOf(input: unknown, name: string): unknown {
  return typeof input === "object" && input !== null ? Reflect.get(input, name) : undefined;
}

/** The customer's own answers. A no ends the run that asked; a yes lets it go on. */
export function answerQuestions(state: ConversationState, answers: readonly CustomerAnswer[]): ConversationState {
  if (answers.length === 0) return state;
  const decisions = new Map(answers.map(({ confirmationId, decision }) => [confirmationId, decision]));
  const questions = state.questions
    .filter(({ id }) => decisions.get(id) !== "deny")
    .map(
      (one): ConversationQuestion =>
        decisions.has(one.id) ? { ...one, status: "approved", decidedBy: "customer" } : one,
    );
  return { ...state, questions };
}

/** A person of the shop answers. */
export function decideQuestion(
  state: ConversationState,
  id: ConfirmationId,
  answer: { readonly decision: "approve" | "deny"; readonly by: string; readonly note: string | null },
): ConversationState {
  const { decision, by: decidedBy, note } = answer;
  const status = decision === "approve" ? "approved" : "denied";
  return {
    ...state,
    questions: state.questions.map((one) =>
      one.id === id && one.status === "pending" ? { ...one, status, decidedBy, note } : one,
    ),
  };
}

/**
 * Ends the wait of the question whose time was over first; the next one follows when that run has
 * ended.
 */
export function expireQuestion(state: ConversationState, now: Date): ConversationState {
  const [first] = state.questions
    .filter(({ status, expiresAt }) => status === "pending" && expiresAt <= now)
    .toSorted((one, other) => one.expiresAt.getTime() - other.expiresAt.getTime());
  return {
    ...state,
    questions: state.questions.map((one) => (one === first ? { ...one, status: "expired" } : one)),
  };
}

/** The question whose run goes on next; null when none was answered or has expired. */
export function settledQuestion({ questions }: ConversationState): ConversationQuestion | null {
  return questions.find(({ status }) => status !== "pending") ?? null;
}

/** A question as the run that asked it reads it when it goes on. */
export function askedOf(question: ConversationQuestion): Asked {
  const { id, callId, tool, input, argumentsHash, agentId, agentVersion, audience, status } = question;
  const { decidedBy, note, sessionId, checkpoint } = question;
  return {
    ...{ id, callId, tool, input, argumentsHash, agentId, agentVersion, audience, status },
    ...{ decidedBy, note, sessionId, checkpoint },
  };
}
