import type { NewChatLine } from "../../core/agent/session.ts";
import type { Planned } from "./plan.ts";

/**
 * Writes what was understood on the lines of the chat record, for those who learn from it. The customer's answer does not need it:
 * where it fails, the lines are kept as they were said (requirement R5).
 */
export function learn(said: readonly NewChatLine[], { decision, decided }: Planned): NewChatLine[] {
  const { intent, confidence } = decision?.intentInfo ?? { intent: null, confidence: null };
  // The intent belongs to what the customer said as a whole; it stands on the last message of the burst.
  const newest = said.findLast(({ role }) => role === "user");
  const understood = said.map((line): NewChatLine => {
    if (line === newest) return { ...line, intent, confidence };
    return line.messageId === undefined ? line : { ...line, intent };
  });
  return withTokens(understood, decided?.totalTokens ?? 0);
}

/** Each token once, so that the lines of a conversation add up. */
function withTokens([first, ...others]: readonly NewChatLine[], tokensUsed: number): NewChatLine[] {
  if (first === undefined) return [];
  return [tokensUsed === 0 ? first : { ...first, tokensUsed }, ...others];
}
