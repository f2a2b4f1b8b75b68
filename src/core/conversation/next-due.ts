import type { MessageContent } from "../inbound/content.ts";
import { sessionEndOf, sessionEndsAt } from "../time/session-end.ts";
import { activeSession, type ConversationState, firesAt } from "./conversation-state.ts";
import { firstReminder } from "./reminders.ts";
import { nextSegmentOf } from "./segments.ts";

/** Events that time alone causes. */
export interface Due {
  readonly at: Date;
  readonly what: "timer" | "question" | "segment" | "reminder" | "night";
}

/**
 * The first event if the customer says nothing; null when nothing waits. At the same instant the
 * first named comes first.
 */
export function nextDue(state: ConversationState): Due | null {
  const { questions, settings, sessionWrittenAt, lastCustomerMessageAt } = state;
  const due: Due[] = [];
  const timerAt = firesAt(state);
  if (timerAt !== null) due.push({ what: "timer", at: timerAt });
  for (const { status, expiresAt: at } of questions) if (status === "pending") due.push({ what: "question", at });
  const segment = nextSegmentOf(state);
  if (segment !== null) due.push({ what: "segment", at: segment.dueAt });
  const reminder = firstReminder(state);
  if (reminder !== null) due.push({ what: "reminder", at: reminder.fireAt });
  if (activeSession(state) !== null && sessionWrittenAt !== null) {
    const end = sessionEndOf(settings.sessionEnd, state.sessionEnd);
    const quietSinceMs = Math.max(sessionWrittenAt.getTime(), lastCustomerMessageAt?.getTime() ?? 0);
    due.push({ what: "night", at: sessionEndsAt(new Date(quietSinceMs), end, settings.timeZone) });
  }
  return due.toSorted((one, other) => one.at.getTime() - other.at.getTime())[0] ?? null;
}

/** The timer is due: it counts no more, and what it says opens a turn. */
export function fireTimer(state: ConversationState): {
  readonly state: ConversationState;
  readonly content: Extract<MessageContent, { type: "timer" }>;
} {
  const session = activeSession(state);
  if (state.timer === null || session === null) throw new Error("no timer counts in this conversation");
  const { level } = state.timer;
  return { state: { ...state, timer: null }, content: { type: "timer", level, sessionId: session.id } };
}
