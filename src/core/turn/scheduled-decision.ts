import type { DecidedMessage, Decision } from "../agent/agent.ts";
import type { ScheduledContent } from "../inbound/content.ts";

/**
 * The words of a reminder or follow-up, in the place of the agent. Outside the 24-hour window its
 * template replaces them.
 */
export function scheduledDecision(
  { kind, text, template }: ScheduledContent,
  /**
   * `endsSession`: the conversation was quiet, so the session that a reminder opens ends with it.
   */
  { isOpen, endsSession }: { readonly isOpen: boolean; readonly endsSession: boolean },
): Decision {
  const words: DecidedMessage = { text: kind === "reminder" ? `⏰ Recordatorio: ${text}` : text, templateId: null };
  const message: DecidedMessage = isOpen || template === null ? words : { content: template, templateId: null };
  return {
    messages: [message],
    intentInfo: null,
    stateUpdates: {},
    tools: [],
    handoff: null,
    closesSession: endsSession,
    totalTokens: 0,
    why: [`a ${kind === "reminder" ? "reminder" : "follow-up"} came due`],
  };
}
