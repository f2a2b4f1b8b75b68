import type { NewChatLine } from "../../core/agent/session.ts";
import type { Planned } from "./plan.ts";

/**
 * Writes what was understood on the lines of the chat record, for learning. The customer's answer
 * does not need this: if it fails, the lines are kept as they were said (requirement R5).
 */
export function learn(said: readonly NewChatLine[], { decision, decided }: Planned): NewChatLine[] {
  const { intent, confidence } = decision?.intentInfo ?? { intent: null, confidence: null };
  // The intent belongs to all of the customer's words together. It is written on the last message
  // of the burst.
  const newest = said.findLast(({ role }) => role === "user");
  const understood = said.map((line): NewChatLine => {
    if (line === newest) return { ...line, intent, confidence };
    return line.messageId === undefined ? line : { ...line, intent };
  });
  return withTokens(understood, decided?.totalTokens ?? 0);
}

/** Each token is written once, so that the lines of a conversation add up. */
function withTokens([first, ...others]: readonly NewChatLine[], tokensUsed: number): NewChatLine[] {
  if (first === undefined) return [];
  return [tokensUsed === 0 ? first : { ...first, tokensUsed }, ...others];
}
