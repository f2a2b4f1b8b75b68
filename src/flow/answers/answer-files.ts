import type { AgentInput, DecidedMessage } from "../../core/agent/agent.ts";
import { mediaTexts } from "../../core/inbound/media-texts.ts";
import type { MessageReading, Reading } from "../../core/ports/flow-reader.ts";
import type { Draft, Turn } from "../draft/draft.ts";
import { unreadFiles } from "./payment-slip.ts";

/**
 * What is said about files without a customer's words beside them. A stranger's first picture that
 * no service looks at is asked about, never turned away: it may be the slip of a payment that
 * another phone agreed. null for files that the shop does not want read.
 */
export function wordsForFiles({ input, flow }: Turn): string | null {
  const { inaudible, unseen, identityDocument, picture } = mediaTexts(flow.texts.media, flow.locale);
  const [file] = input.understood ?? [];
  if (file === undefined) return unreadFiles(flow, input) > 0 ? picture : null;
  const { understanding, medium } = file;
  if (understanding.kind === "seen") return understanding.pictureClass === "ID_FORM" ? identityDocument : picture;
  return medium === "audio" ? inaudible : unseen;
}

/**
 * A voice note that could not be understood, beside words that are answered: the customer is asked
 * to write.
 */
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
  return [...messages, { text: mediaTexts(flow.texts.media, flow.locale).inaudible, templateId: null }];
}

/**
 * The text of pictures and documents that came without a word beside them: a written note with an
 * address.
 */
export function textInPictures({ understood = [], message }: AgentInput): string[] {
  if (message.trim() !== "") return [];
  return understood.flatMap(({ understanding }) => {
    if (understanding.kind !== "seen" || understanding.pictureClass !== "DOCUMENT_TEXT") return [];
    return understanding.extractedText.trim() === "" ? [] : [understanding.extractedText];
  });
}

/**
 * What a picture's text may do: give data, which the customer sees again before an order. It wants
 * nothing, agrees to nothing and chooses nothing, because its author is unknown (L-21). null when
 * it gives no data.
 */
export function dataAlone(reading: Reading): Reading | null {
  const messages = reading.messages
    .filter(({ fields }) => Object.keys(fields).length > 0)
    .map((read): MessageReading => ({ ...read, messageClass: "datos", acknowledgement: null, delivery: null }));
  return messages.length === 0
    ? null
    : { ...reading, messages, intent: null, secondLook: null, isSettled: true, concerns: [] };
}
