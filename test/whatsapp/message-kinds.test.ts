import { describe, expect, test } from "vitest";
import type { MessageContent } from "../../src/core/content.ts";
import { parseWebhook } from "../../src/whatsapp/parse-webhook.ts";
import { bodyWith } from "./support/payloads.ts";

const receivedAt = new Date("2026-11-21T12:00:00Z");

function contentOf(part: Record<string, unknown>): MessageContent | undefined {
  const message = { from: "573015550142", id: "wamid.1", timestamp: "1795219200", ...part };
  const parsed = parseWebhook(bodyWith(message), receivedAt);
  expect(parsed.quarantined).toEqual([]);
  return parsed.messages[0]?.content;
}

const TABLE: readonly [name: string, part: Record<string, unknown>, content: MessageContent][] = [
  ["a text", { type: "text", text: { body: "¿cuánto vale?" } }, { type: "text", body: "¿cuánto vale?" }],
  ["an empty text", { type: "text", text: { body: "" } }, { type: "text", body: "" }],
  [
    "a template button",
    { type: "button", button: { payload: "buy", text: "Comprar" } },
    { type: "button", title: "Comprar", payload: "buy" },
  ],
  [
    "a button without payload",
    { type: "button", button: { text: "Comprar" } },
    { type: "button", title: "Comprar", payload: "Comprar" },
  ],
  [
    "a reply button",
    { type: "interactive", interactive: { type: "button_reply", button_reply: { id: "2x", title: "Dos" } } },
    { type: "button", title: "Dos", payload: "2x" },
  ],
  [
    "a list row",
    {
      type: "interactive",
      interactive: { type: "list_reply", list_reply: { id: "3x", title: "Tres", description: "…" } },
    },
    { type: "button", title: "Tres", payload: "3x" },
  ],
  [
    "a flow answer",
    { type: "interactive", interactive: { type: "nfm_reply", nfm_reply: { response_json: "{}" } } },
    { type: "unknown", of: "nfm_reply" },
  ],
  ["an interactive without its part", { type: "interactive" }, { type: "unknown", of: "interactive" }],
  [
    "a captioned image",
    { type: "image", image: { id: "9", mime_type: "image/jpeg", caption: "este" } },
    {
      type: "media",
      media: "image",
      mediaId: "9",
      mimeType: "image/jpeg",
      sha256: null,
      caption: "este",
      fileName: null,
      isVoiceNote: false,
    },
  ],
  [
    "a voice note",
    { type: "audio", audio: { id: 9, mime_type: "audio/ogg; codecs=opus", sha256: "bm8gaGFzaA==", voice: true } },
    {
      type: "media",
      media: "audio",
      mediaId: "9",
      mimeType: "audio/ogg; codecs=opus",
      sha256: "bm8gaGFzaA==",
      caption: null,
      fileName: null,
      isVoiceNote: true,
    },
  ],
  [
    "a document",
    { type: "document", document: { id: "9", filename: "rut.pdf" } },
    {
      type: "media",
      media: "document",
      mediaId: "9",
      mimeType: null,
      sha256: null,
      caption: null,
      fileName: "rut.pdf",
      isVoiceNote: false,
    },
  ],
  ["media without an id", { type: "video", video: { url: "https://x" } }, { type: "unknown", of: "video" }],
  ["a sticker", { type: "sticker", sticker: { id: "7", animated: true } }, { type: "sticker", mediaId: "7" }],
  [
    "a location",
    { type: "location", location: { latitude: 4.65, longitude: "-74.05" } },
    { type: "location", latitude: 4.65, longitude: -74.05 },
  ],
  [
    "a location without degrees",
    { type: "location", location: {} },
    { type: "location", latitude: null, longitude: null },
  ],
  ["shared contacts", { type: "contacts", contacts: [{}, {}] }, { type: "contacts", count: 2 }],
  [
    "a reaction",
    { type: "reaction", reaction: { message_id: "wamid.0", emoji: "👍" } },
    { type: "reaction", emoji: "👍", targetWamid: "wamid.0" },
  ],
  [
    "a reaction taken back with an empty emoji",
    { type: "reaction", reaction: { message_id: "wamid.0", emoji: "" } },
    { type: "reaction", emoji: null, targetWamid: "wamid.0" },
  ],
  [
    "a reaction taken back without an emoji",
    { type: "reaction", reaction: { message_id: "wamid.0" } },
    { type: "reaction", emoji: null, targetWamid: "wamid.0" },
  ],
  ["a reaction to nothing", { type: "reaction" }, { type: "reaction", emoji: null, targetWamid: "" }],
  [
    "an edited text",
    { type: "edit", edit: { original_message_id: "wamid.0", message: { type: "text", text: { body: "dos" } } } },
    { type: "edit", targetWamid: "wamid.0", body: "dos" },
  ],
  [
    "an edited caption",
    { type: "edit", edit: { original_message_id: "wamid.0", message: { type: "image", image: { caption: "dos" } } } },
    { type: "edit", targetWamid: "wamid.0", body: "dos" },
  ],
  ["an edit without a body", { type: "edit" }, { type: "edit", targetWamid: null, body: null }],
  [
    "a revoke",
    { type: "revoke", revoke: { original_message_id: "wamid.0" } },
    { type: "revoke", targetWamid: "wamid.0" },
  ],
  [
    "a system note",
    { type: "system", system: { type: "user_changed_number" } },
    { type: "system", of: "user_changed_number" },
  ],
  ["a text in a group", { type: "text", text: { body: "hola" }, group_id: "Y2Fwa" }, { type: "group", of: "text" }],
  ["an unsupported kind", { type: "unsupported", unsupported: { type: "poll" } }, { type: "unsupported", of: "poll" }],
  ["an unsupported kind of old", { type: "unknown", errors: [{ code: 131051 }] }, { type: "unsupported", of: null }],
  ["an order", { type: "order", order: { product_items: [] } }, { type: "unknown", of: "order" }],
  ["a kind of tomorrow", { type: "hologram", hologram: { id: "1" } }, { type: "unknown", of: "hologram" }],
  ["no type at all", {}, { type: "unknown", of: "untyped" }],
  ["a type that every object has", { type: "constructor" }, { type: "unknown", of: "constructor" }],
  ["a type named like the prototype", { type: "__proto__" }, { type: "unknown", of: "__proto__" }],
];

test.each(TABLE)("%s", (_name, part, content) => {
  expect(contentOf(part)).toEqual(content);
});

describe("when a message was said", () => {
  const occurredAt = (timestamp: unknown): Date | undefined => {
    const message = { from: "573015550142", id: "wamid.1", timestamp, type: "text", text: { body: "x" } };
    return parseWebhook(bodyWith(message), receivedAt).messages[0]?.occurredAt;
  };
  const aMinuteAgo = receivedAt.getTime() / 1000 - 60;

  test("seconds are read from a string and from a number", () => {
    expect(occurredAt(String(aMinuteAgo))).toEqual(new Date("2026-11-21T11:59:00Z"));
    expect(occurredAt(aMinuteAgo)).toEqual(new Date("2026-11-21T11:59:00Z"));
  });

  test.each([[undefined], [null], [""], ["soon"], ["0"], [0], [-5], [1e300], [String(receivedAt.getTime())], [{}]])(
    "%j gives the time of receipt",
    (timestamp) => expect(occurredAt(timestamp)).toEqual(receivedAt),
  );
});
