import type { DecidedMessage } from "../core/agent.ts";
import { mediaTexts } from "../core/media-texts.ts";
import type { Draft, Turn } from "./draft.ts";

/** What is said about files without a word of the customer's beside them; null where nobody tried to understand any. */
export function wordsForFiles({ input, flow }: Turn): string | null {
  const unheard = input.understood?.find(({ understanding }) => understanding.kind === "not_understood");
  if (unheard === undefined) return null;
  const { inaudible, unseen } = mediaTexts(flow.texts.media);
  return unheard.medium === "audio" ? inaudible : unseen;
}

/** Beside words that are answered, a voice note that nobody could make out is not passed over: whoever sent it is asked to write. */
export function withUnheard(
  { input, flow }: Turn,
  draft: Draft,
  messages: readonly DecidedMessage[],
): readonly DecidedMessage[] {
  const isAnswered = draft.plainText !== null && messages.length > 0;
  const unheard = input.understood?.find(
    ({ medium, understanding }) => medium === "audio" && understanding.kind === "not_understood",
  );
  if (unheard === undefined || isAnswered || draft.handoff !== null || draft.closesSession) return messages;
  return [...messages, { text: mediaTexts(flow.texts.media).inaudible, templateId: null }];
}
