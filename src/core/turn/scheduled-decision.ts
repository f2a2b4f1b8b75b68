import type { DecidedMessage, Decision } from "../agent/agent.ts";
import type { ScheduledContent } from "../inbound/content.ts";

/** What a reminder or follow-up says, in the place of the agent. Outside the 24-hour window its template speaks for it. */
export function scheduledDecision(
  { kind, text, template }: ScheduledContent,
  /** `endsSession`: nobody was talking; what a reminder opens is over with it. */
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
