import type { MessageContent } from "./content.ts";
import type { ConversationEvent } from "./event.ts";

/**
 * Applies edits and revokes to unanswered messages: new words replace the old ones, and a revoked
 * message is left out. Other edits and revokes stay as they are: events that open no turn. WhatsApp
 * promises no order, so a correction may stand before its message.
 */
export function amendEvents(events: readonly ConversationEvent[]): ConversationEvent[] {
  const newWords = new Map<string, string>();
  const revoked = new Set<string>();
  for (const { inputType, content } of events) {
    if (content.type === "edit" && content.targetWamid !== null && content.body !== null) {
      newWords.set(keyOf(inputType, content.targetWamid), content.body);
    }
    if (content.type === "revoke" && content.targetWamid !== null) revoked.add(keyOf(inputType, content.targetWamid));
  }
  if (newWords.size === 0 && revoked.size === 0) return [...events];
  return events.flatMap((event) => {
    if (event.sourceMessageId === null) return [event];
    const key = keyOf(event.inputType, event.sourceMessageId);
    if (revoked.has(key)) return [];
    const words = newWords.get(key);
    return words === undefined ? [event] : [{ ...event, content: reworded(event.content, words) }];
  });
}

/** Each side corrects its own messages only. */
function keyOf(inputType: ConversationEvent["inputType"], wamid: string): string {
  return `${inputType}:${wamid}`;
}

function reworded(content: MessageContent, words: string): MessageContent {
  switch (content.type) {
    case "text":
      return { ...content, body: words };
    case "media":
      return { ...content, caption: words };
    default:
      return content;
  }
}
