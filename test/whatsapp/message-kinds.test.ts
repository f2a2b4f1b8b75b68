import { describe, expect, test } from "vitest";
import type { MessageContent } from "../../src/core/inbound/content.ts";
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
    { type: "flow", name: null, answer: {} },
  ],
  [
    "a flow answer keeps its keys to the letter",
    {
      type: "interactive",
      interactive: {
        type: "nfm_reply",
        nfm_reply: {
          name: "flow",
          body: "Sent",
          response_json: '{"Ciudad de envío":"Cali","_proto_":[1],"a\\u0000":"b"}',
        },
      },
    },
    { type: "flow", name: "flow", answer: { "Ciudad de envío": "Cali", _proto_: [1], "a\ufffd": "b" } },
  ],
  [
    "a flow answer that is no JSON",
    { type: "interactive", interactive: { type: "nfm_reply", nfm_reply: { response_json: "{hola" } } },
    { type: "flow", name: null, answer: "{hola" },
  ],
  [
    "a call permission",
    {
      type: "interactive",
      interactive: {
        type: "call_permission_reply",
        call_permission_reply: { response: "accept", is_permanent: false, expiration_timestamp: "1795219200" },
      },
    },
    { type: "call_permission", isGranted: true, isPermanent: false, expiresAt: "2026-11-21T00:00:00.000Z" },
  ],
  [
    "a call permission refused",
    {
      type: "interactive",
      interactive: { type: "call_permission_reply", call_permission_reply: { response: "reject" } },
    },
    { type: "call_permission", isGranted: false, isPermanent: false, expiresAt: null },
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
    { type: "location", latitude: 4.65, longitude: -74.05, name: null, address: null },
  ],
  [
    "a location without degrees",
    { type: "location", location: {} },
    { type: "location", latitude: null, longitude: null, name: null, address: null },
  ],
  [
    "shared contacts",
    { type: "contacts", contacts: [{ name: { formatted_name: "Ana" }, phones: [{ phone: "+57 300" }, {}] }, {}] },
    {
      type: "contacts",
      count: 2,
      people: [
        { name: "Ana", phones: ["+57 300"] },
        { name: null, phones: [] },
      ],
    },
  ],
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
  [
    "a text in a group",
    { type: "text", text: { body: "hola" }, group_id: "Y2Fwa" },
    { type: "group", of: "text", reason: "group_message" },
  ],
  [
    "an unsupported kind, with its error",
    {
      type: "unsupported",
      unsupported: { type: "poll" },
      errors: [{ code: "131060", title: "unavailable", error_data: { details: "not shown" } }],
    },
    { type: "unsupported", of: "poll", errors: [{ code: 131060, title: "unavailable", details: "not shown" }] },
  ],
  [
    "an unsupported kind of old",
    { type: "unknown", errors: [{ code: 131051 }] },
    { type: "unsupported", of: null, errors: [{ code: 131051, title: null, details: null }] },
  ],
  [
    "an order",
    {
      type: "order",
      order: {
        catalog_id: 194836987003835,
        text: " para hoy ",
        product_items: [{ product_retailer_id: "2x", quantity: "2", item_price: 79.9, currency: "COP" }, {}],
      },
    },
    {
      type: "order",
      catalogId: "194836987003835",
      note: "para hoy",
      items: [
        { productId: "2x", quantity: 2, price: 79.9, currency: "COP" },
        { productId: null, quantity: null, price: null, currency: null },
      ],
    },
  ],
  ["an order without its products", { type: "order", order: {} }, { type: "unknown", of: "order" }],
  ["a kind of tomorrow", { type: "hologram", hologram: { id: "1" } }, { type: "unknown", of: "hologram" }],
  ["no type at all", {}, { type: "unknown", of: "untyped" }],
  ["a type that every object has", { type: "constructor" }, { type: "unknown", of: "constructor" }],
  ["a type named like the prototype", { type: "__proto__" }, { type: "unknown", of: "__proto__" }],
];

test.each(TABLE)("%s", (_name, part, content) => {
  expect(contentOf(part)).toEqual(content);
});

describe("what stands around a message", () => {
  const contextOf = (part: Record<string, unknown>) => {
    const message = { from: "573015550142", id: "wamid.1", timestamp: "1795219200", type: "text", text: { body: "x" } };
    return parseWebhook(bodyWith({ ...message, ...part }), receivedAt).messages[0]?.context;
  };
  const nothing = { replyTo: null, isForwarded: false, product: null, referral: null };

  test.each([
    ["nothing", {}, null],
    ["an empty context", { context: {} }, null],
    ["a context that is none", { context: "x", referral: 7 }, null],
    ["what it answers", { context: { from: "15550783881", id: "wamid.0" } }, { ...nothing, replyTo: "wamid.0" }],
    ["forwarded, without an id", { context: { forwarded: true } }, { ...nothing, isForwarded: true }],
    ["often forwarded", { context: { frequently_forwarded: true } }, { ...nothing, isForwarded: true }],
    [
      "a product",
      { context: { id: "wamid.0", referred_product: { catalog_id: 1, product_retailer_id: "2x" } } },
      { ...nothing, replyTo: "wamid.0", product: { catalogId: "1", productId: "2x" } },
    ],
    [
      "an advertisement",
      {
        referral: {
          source_type: "ad",
          source_id: "12",
          source_url: "https://fb.me/x",
          headline: "Duerme",
          ctwa_clid: "Aff",
        },
      },
      {
        ...nothing,
        referral: {
          source: "ad",
          sourceId: "12",
          sourceUrl: "https://fb.me/x",
          headline: "Duerme",
          body: null,
          ctwaClid: "Aff",
        },
      },
    ],
  ])("%s", (_name, part, context) => {
    expect(contextOf(part)).toEqual(context);
  });
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
