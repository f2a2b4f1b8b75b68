import type { Session, SessionStatus } from "../agent/session.ts";
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
  return writeEnded(state, ended, now);
}

/**
 * A session that is over takes its timer and its questions with it, and offers its captured data to
 * the next.
 */
export function writeEnded(state: ConversationState, session: Session, now: Date): ConversationState {
  const hasData = Object.keys(session.datosCapturados).length > 0;
  const knownData = hasData ? session.datosCapturados : state.knownData;
  const written = { ...state, session, sessionWrittenAt: now, knownData, timer: null };
  return cancelQuestions(written, ({ sessionId }) => sessionId === session.id);
}
