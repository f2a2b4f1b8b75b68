import type { SessionId } from "../ids.ts";
import type { ConversationMessage, ConversationState } from "./conversation-state.ts";
import { withoutTemplates } from "./said-templates.ts";

/**
 * Drops messages that the customer cut off: their lines were never said, and their templates were
 * not sent. `writtenSession` is left alone: the turn that writes it has read it without them.
 */
export function dropCutOff(
  state: ConversationState,
  cut: readonly ConversationMessage[],
  writtenSession?: SessionId | undefined,
): ConversationState {
  if (cut.length === 0) return state;
  const gone = new Set<string>(cut.map(({ id }) => id));
  const templates = cut.map(({ block }) => block?.templateId ?? null);
  const { session } = state;
  const isTouched = session !== null && session.id !== writtenSession && templates.some((id) => id !== null);
  return {
    ...state,
    outbox: state.outbox.map((message) => (gone.has(message.id) ? { ...message, status: "interrupted" } : message)),
    lines: state.lines.map((line) =>
      line.messageId !== null && gone.has(line.messageId) ? { ...line, isUnsaid: true } : line,
    ),
    session: isTouched
      ? {
          ...session,
          version: session.version + 1,
          templatesEnviados: withoutTemplates(session.templatesEnviados, templates),
        }
      : session,
  };
}
