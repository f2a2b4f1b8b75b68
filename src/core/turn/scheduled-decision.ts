import type { DecidedMessage, Decision } from "../agent/agent.ts";
import type { ScheduledContent } from "../inbound/content.ts";
import type { Locale } from "../locale/locale.ts";
import { packOf } from "../locale/pack-of.ts";

/**
 * The words of a reminder or follow-up, in the place of the agent. Outside the 24-hour window its
 * template replaces them.
 */
export function scheduledDecision(
  { kind, text, template, isVerbatim = false, skipped = 0 }: ScheduledContent,
  /**
   * `endsSession`: the conversation was quiet, so the session that a reminder opens ends with it.
   */
  { isOpen, endsSession, locale }: { readonly isOpen: boolean; readonly endsSession: boolean; readonly locale: Locale },
): Decision {
  const words = kind === "reminder" && !isVerbatim ? `${packOf(locale).texts.reminder} ${text}` : text;
  const message: DecidedMessage =
    template !== null && (!isOpen || text === "")
      ? { content: template, templateId: null }
      : { text: words, templateId: null };
  return {
    messages: [message],
    intentInfo: null,
    stateUpdates: {},
    tools: [],
    handoff: null,
    closesSession: endsSession,
    totalTokens: 0,
    why: [
      `a ${kind === "reminder" ? "reminder" : "follow-up"} came due`,
      ...(skipped > 0 ? [`a stop skipped ${skipped} earlier times of it`] : []),
    ],
  };
}
