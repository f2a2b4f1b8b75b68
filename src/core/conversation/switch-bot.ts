import type { ConversationState } from "./conversation-state.ts";
import { endSession } from "./end-session.ts";
import { cancelQuestions } from "./questions.ts";
import { stopSegments } from "./segments.ts";

/** A person of the shop answers here from now on: what has not left does not leave any more. */
export function silenceBot(state: ConversationState): ConversationState {
  const cancelledThrough = state.outbox.at(-1)?.seq ?? 0;
  const silent = { ...state, gate: { ...state.gate, botEnabled: false }, cancelledThrough };
  return state.gate.botEnabled ? stopSegments(cancelQuestions(silent, () => true)) : silent;
}

/**
 * A person takes the conversation over: the session is handed off, and the bot is silent. `note`
 * becomes a line of the chat record.
 */
export function takeOver(state: ConversationState, note: string, now: Date): ConversationState {
  return { ...endSession(silenceBot(withNote(state, note, now)), "handed_off", now), timer: null };
}

/** The bot answers again. What the timer waited for is over: people have had the word meanwhile. */
export function handBack(state: ConversationState, note: string, now: Date): ConversationState {
  return { ...withNote(state, note, now), gate: { ...state.gate, botEnabled: true }, timer: null };
}

function withNote(state: ConversationState, content: string, now: Date): ConversationState {
  const line = { role: "system", content, intent: null, confidence: null, createdAt: now } as const;
  return {
    ...state,
    version: state.version + 1,
    turnCount: state.turnCount + 1,
    lines: [...state.lines, { ...line, messageId: null, isUnsaid: false }],
  };
}
