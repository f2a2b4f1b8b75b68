import type { ConversationMessage, ConversationState } from "./conversation-state.ts";

/**
 * Messages leave, oldest first: all that are queued, or at most as many. What a person has called
 * back is dropped.
 */
export function sendQueued(state: ConversationState, now: Date, atMost = Infinity): ConversationState {
  let left = atMost;
  return {
    ...state,
    outbox: state.outbox.map((message): ConversationMessage => {
      if (message.status !== "queued") return message;
      if (message.seq <= state.cancelledThrough) return { ...message, status: "dropped" };
      if (left <= 0) return message;
      left -= 1;
      return { ...message, status: "sent", sentAt: now };
    }),
  };
}
