import * as z from "zod";
import type { MediaKind, MessageContent } from "../core/content.ts";
import { degrees, field, id, list, shortId, text } from "./loose-fields.ts";

/** Reads the part of a message that is named like its type; null when that part cannot be what its type says. */
type Reader = (part: unknown, message: unknown) => MessageContent | null;

const READERS: Readonly<Record<string, Reader>> = {
  text: readText,
  button: readButton,
  interactive: readInteractive,
  image: mediaReader("image"),
  audio: mediaReader("audio"),
  video: mediaReader("video"),
  document: mediaReader("document"),
  sticker: (part) => ({ type: "sticker", mediaId: readId(part, "id") }),
  location: readLocation,
  contacts: (part) => ({ type: "contacts", count: list.parse(part).length }),
  reaction: readReaction,
  edit: readEdit,
  revoke: (part) => ({ type: "revoke", targetWamid: readId(part, "original_message_id") }),
  system: (part) => ({ type: "system", of: shortId.parse(field(part, "type")) ?? "unknown" }),
  unsupported: readUnsupported,
  // Before 2025 Meta sent what it cannot show as `unknown` with error 131051.
  unknown: (part, message) => (field(message, "errors") === undefined ? null : readUnsupported(part)),
};

/**
 * What a webhook message says, in our words. Every message gets one: a kind that we do not know, or a known kind
 * whose body is missing, becomes `unknown` of its type's name, and the raw item beside it stays whole.
 */
export function readContent(message: unknown): MessageContent {
  const type = shortId.parse(field(message, "type")) ?? "untyped";
  if (readId(message, "group_id") !== null) return { type: "group", of: type };
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  return reader?.(field(message, type), message) ?? { type: "unknown", of: type };
}

function readText(part: unknown): MessageContent | null {
  const body = readWords(part, "body");
  return body === null ? null : { type: "text", body };
}

/** A template's quick reply. Without a payload the button says only what it shows. */
function readButton(part: unknown): MessageContent | null {
  const title = readWords(part, "text") ?? readWords(part, "payload");
  return title === null ? null : { type: "button", title, payload: readWords(part, "payload") ?? title };
}

function readInteractive(part: unknown): MessageContent | null {
  const type = shortId.parse(field(part, "type"));
  if (type === null) return null;
  // Flow answers, call permissions and what comes next: of their own name, so that nobody takes them for a button.
  if (type !== "button_reply" && type !== "list_reply") return { type: "unknown", of: type };
  const reply = field(part, type);
  const title = readWords(reply, "title") ?? readWords(reply, "id");
  return title === null ? null : { type: "button", title, payload: readWords(reply, "id") ?? title };
}

const MEDIA = z.looseObject({ id, mime_type: text, sha256: shortId, caption: text, filename: text });

function mediaReader(media: MediaKind): Reader {
  return (part) => {
    const read = MEDIA.safeParse(part);
    if (!read.success || read.data.id === null) return null;
    return {
      type: "media",
      media,
      mediaId: read.data.id,
      mimeType: read.data.mime_type,
      sha256: read.data.sha256,
      caption: read.data.caption,
      fileName: read.data.filename,
      isVoiceNote: field(part, "voice") === true,
    };
  };
}

function readLocation(part: unknown): MessageContent {
  const latitude = degrees.parse(field(part, "latitude"));
  const longitude = degrees.parse(field(part, "longitude"));
  return { type: "location", latitude, longitude };
}

/** A missing target becomes `""`: as `unknown` it would open a turn, and nobody answers a reaction. */
function readReaction(part: unknown): MessageContent {
  const emoji = readWords(part, "emoji");
  return { type: "reaction", emoji: emoji === "" ? null : emoji, targetWamid: readId(part, "message_id") ?? "" };
}

/** The new words: of a text, or of the caption of a media message. */
function readEdit(part: unknown): MessageContent {
  const edited = field(part, "message");
  const body = field(edited, shortId.parse(field(edited, "type")) ?? "text");
  return {
    type: "edit",
    targetWamid: readId(part, "original_message_id"),
    body: readWords(body, "body") ?? readWords(body, "caption"),
  };
}

function readUnsupported(part: unknown): MessageContent {
  return { type: "unsupported", of: shortId.parse(field(part, "type")) };
}

function readWords(part: unknown, name: string): string | null {
  return text.parse(field(part, name));
}

function readId(part: unknown, name: string): string | null {
  return id.parse(field(part, name));
}
