import * as z from "zod";
import type { ChannelError, MediaKind, MessageContent } from "../core/inbound/content.ts";
import { amount, degrees, field, id, instant, list, shortId, text } from "./loose-fields.ts";
import { readJson } from "./read-json.ts";
import { storable } from "./storable.ts";

/**
 * Reads the part of a message that is named like its type; null when that part does not fit its
 * type.
 */
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
  contacts: readPeople,
  order: readOrder,
  reaction: readReaction,
  edit: readEdit,
  revoke: (part) => ({ type: "revoke", targetWamid: readId(part, "original_message_id") }),
  system: (part) => ({ type: "system", of: shortId.parse(field(part, "type")) ?? "unknown" }),
  unsupported: readUnsupported,
  // Before 2025 Meta sent a message that it cannot show as `unknown` with error 131051.
  unknown: (part, message) => (field(message, "errors") === undefined ? null : readUnsupported(part, message)),
};

/**
 * What a webhook message says, in our words. Every message gets some: an unknown kind, or a known
 * kind without its body, becomes `unknown` with its type's name, and the raw item beside it stays
 * whole.
 */
export function readContent(message: unknown): MessageContent {
  const type = shortId.parse(field(message, "type")) ?? "untyped";
  if (readId(message, "group_id") !== null) return { type: "group", of: type, reason: "group_message" };
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
  const reply = field(part, type);
  switch (type) {
    case "button_reply":
    case "list_reply": {
      const title = readWords(reply, "title") ?? readWords(reply, "id");
      return title === null ? null : { type: "button", title, payload: readWords(reply, "id") ?? title };
    }
    case "nfm_reply":
      return { type: "flow", name: readWords(reply, "name"), answer: readAnswer(readWords(reply, "response_json")) };
    case "call_permission_reply":
      return readCallPermission(reply);
    // Other contents bear their own name, so that they are not taken for a button.
    default:
      return { type: "unknown", of: type };
  }
}

/** The answer is JSON inside a string: an escape in it may hold what PostgreSQL cannot store. */
function readAnswer(answer: string | null): unknown {
  if (answer === null) return null;
  const json = readJson(Buffer.from(answer, "utf8"));
  return json.kind === "json" ? storable(json.value) : answer;
}

function readCallPermission(reply: unknown): MessageContent {
  const response = readWords(reply, "response");
  return {
    type: "call_permission",
    isGranted: response === "accept" ? true : response === "reject" ? false : null,
    isPermanent: field(reply, "is_permanent") === true,
    expiresAt: instant.parse(field(reply, "expiration_timestamp"))?.toISOString() ?? null,
  };
}

const ORDER_ITEM = z.looseObject({
  product_retailer_id: id,
  quantity: amount,
  item_price: amount,
  currency: shortId,
});

function readOrder(part: unknown): MessageContent | null {
  const products = field(part, "product_items");
  if (!Array.isArray(products)) return null;
  const note = readWords(part, "text")?.trim() ?? "";
  return {
    type: "order",
    catalogId: readId(part, "catalog_id"),
    note: note === "" ? null : note,
    items: products.flatMap((product) => {
      const read = ORDER_ITEM.safeParse(product);
      if (!read.success) return [];
      const { product_retailer_id: productId, quantity, item_price: price, currency } = read.data;
      return [{ productId, quantity, price, currency }];
    }),
  };
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
  return { type: "location", latitude, longitude, name: readWords(part, "name"), address: readWords(part, "address") };
}

function readPeople(part: unknown): MessageContent {
  const people = list.parse(part).map((person) => ({
    name: readWords(field(person, "name"), "formatted_name"),
    phones: list.parse(field(person, "phones")).flatMap((phone) => readWords(phone, "phone") ?? []),
  }));
  return { type: "contacts", count: people.length, people };
}

/**
 * A missing target becomes `""`: as `unknown` it would open a turn, and a reaction gets no answer.
 */
function readReaction(part: unknown): MessageContent {
  const emoji = readWords(part, "emoji");
  return { type: "reaction", emoji: emoji === "" ? null : emoji, targetWamid: readId(part, "message_id") ?? "" };
}

/** The new words of a text, or of the caption of a media message. */
function readEdit(part: unknown): MessageContent {
  const edited = field(part, "message");
  const body = field(edited, shortId.parse(field(edited, "type")) ?? "text");
  return {
    type: "edit",
    targetWamid: readId(part, "original_message_id"),
    body: readWords(body, "body") ?? readWords(body, "caption"),
  };
}

function readUnsupported(part: unknown, message: unknown): MessageContent {
  return { type: "unsupported", of: shortId.parse(field(part, "type")), errors: readErrors(field(message, "errors")) };
}

/** Meta's `errors[]`, wherever it stands. */
export function readErrors(errors: unknown): ChannelError[] {
  return list.parse(errors).map((error) => {
    const code = amount.parse(field(error, "code"));
    return {
      code: Number.isInteger(code) ? code : null,
      title: readWords(error, "title") ?? readWords(error, "message"),
      details: readWords(field(error, "error_data"), "details"),
    };
  });
}

function readWords(part: unknown, name: string): string | null {
  return text.parse(field(part, name));
}

function readId(part: unknown, name: string): string | null {
  return id.parse(field(part, name));
}
