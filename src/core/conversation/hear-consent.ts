import type { ConsentWord } from "../turn/consent.ts";
import type { ConversationState } from "./conversation-state.ts";
import { cancelQuestions } from "./questions.ts";
import { stopSegments } from "./segments.ts";

/** The customer's word on being written to. One that opts out calls open questions and reminders off. */
export function hearConsent(state: ConversationState, word: ConsentWord): ConversationState {
  const hasOptedOut = word === "out";
  const heard = { ...state, gate: { ...state.gate, hasOptedOut } };
  if (!hasOptedOut || state.gate.hasOptedOut) return heard;
  return { ...stopSegments(cancelQuestions({ ...heard, reminders: [] }, () => true)), timer: null };
}
