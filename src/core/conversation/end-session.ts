import type { SessionStatus } from "../agent/session.ts";
import { activeSession, type ConversationState } from "./conversation-state.ts";
import { cancelQuestions } from "./questions.ts";

/**
 * Ends the active session, with its timer and its questions; nothing changes when none is active.
 */
export function endSession(
  state: ConversationState,
  status: Exclude<SessionStatus, "active" | "paused">,
  now: Date,
): ConversationState {
  const session = activeSession(state);
  if (session === null) return state;
  const ended = { ...session, status, version: session.version + 1 };
  return endsWithSession(rememberEnded({ ...state, session: ended, sessionWrittenAt: now }));
}

/** Offers the captured data of an ended session to the next. */
export function rememberEnded(state: ConversationState): ConversationState {
  const { session } = state;
  if (session === null || Object.keys(session.datosCapturados).length === 0) return state;
  return { ...state, knownData: session.datosCapturados };
}

/** A session takes its timer and its questions with it. */
export function endsWithSession(state: ConversationState): ConversationState {
  const over = state.session?.id;
  return cancelQuestions({ ...state, timer: null }, ({ sessionId }) => sessionId === over);
}
