import type { Draft } from "./draft.ts";

/** The parts of an unsent message that come of the draft. */
interface Reply {
  readonly kind: "messages" | "notes";
  readonly body: Readonly<Record<string, unknown>>;
  readonly content: Readonly<Record<string, unknown>>;
}

/** The longest text that WhatsApp takes beside a file. */
const LONGEST_CAPTION = 1_024;

interface Sender {
  readonly actor: string;
  /** True where the bot answers: a person's reply takes the conversation over. */
  readonly takeOver: boolean;
}

/** A note, or the messages that a reply becomes: one for each file, and one for words that no file bears. */
export function repliesOf({ isNote, note, reply, attached, quote }: Draft, { actor, takeOver }: Sender): Reply[] {
  const said = (isNote ? note : reply).trim();
  if (isNote) return [{ kind: "notes", body: { text: said, actor }, content: { type: "text", body: said } }];
  const answer = { actor, takeOver, ...(quote === null ? {} : { replyTo: quote.id }) };
  // The last file bears the words, unless it is a voice note, which can bear none.
  const last = attached.at(-1);
  const isCaption = last !== undefined && last.kind !== "audio" && said !== "" && said.length <= LONGEST_CAPTION;
  const files = attached.map((file): Reply => {
    const caption = isCaption && file === last ? { text: said } : {};
    return {
      kind: "messages",
      body: { ...answer, file: file.id, ...caption },
      content: { type: "media", media: file.kind, caption: caption.text ?? null, fileName: file.fileName },
    };
  });
  if (said === "" || isCaption) return files;
  return [...files, { kind: "messages", body: { ...answer, text: said }, content: { type: "text", body: said } }];
}
