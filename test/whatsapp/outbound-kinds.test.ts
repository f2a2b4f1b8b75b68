import { expect, test } from "vitest";
import type { PhoneNumberId } from "../../src/core/ids.ts";
import type { OutboundContent } from "../../src/core/outbound/outbound-content.ts";
import { sendBody } from "../../src/whatsapp/send-body.ts";
import { manyKinds } from "./support/outbound-kinds.ts";

function bodyOf(content: OutboundContent) {
  return sendBody({
    phoneNumberId: "106540352242922" as PhoneNumberId,
    recipient: { phone: "573015550142", bsuid: null },
    content,
    opaque: "v1:x:1",
    replyTo: null,
  });
}

/** What stands in the body beside the envelope. */
const EXPECTED: Readonly<Record<keyof typeof manyKinds, unknown>> = {
  "a text": { type: "text", text: { body: "Hola 👍 https://somnio.co", preview_url: false } },
  "a text with a preview": { type: "text", text: { body: "Mira: https://somnio.co", preview_url: true } },
  "a few buttons": {
    type: "interactive",
    interactive: {
      type: "button",
      body: { text: "¿Confirmas tu pedido?" },
      action: {
        buttons: [
          { type: "reply", reply: { id: "confirm:1", title: "Sí, confirmo" } },
          { type: "reply", reply: { id: "change:1", title: "Quiero cambiar algo" } },
        ],
      },
    },
  },
  "buttons under a text": {
    type: "interactive",
    interactive: {
      type: "button",
      header: { type: "text", text: "Tu pedido" },
      body: { text: "¿Listo?" },
      footer: { text: "Somnio" },
      action: { buttons: [{ type: "reply", reply: { id: "yes", title: "Sí" } }] },
    },
  },
  "buttons under a picture": {
    type: "interactive",
    interactive: {
      type: "button",
      header: { type: "image", image: { link: "https://somnio.co/pack.jpg" } },
      body: { text: "¿Listo?" },
      action: { buttons: [{ type: "reply", reply: { id: "yes", title: "Sí" } }] },
    },
  },
  "buttons under a video": {
    type: "interactive",
    interactive: {
      type: "button",
      header: { type: "video", video: { id: "1013859600285441" } },
      body: { text: "¿Listo?" },
      action: { buttons: [{ type: "reply", reply: { id: "yes", title: "Sí" } }] },
    },
  },
  "buttons under a document": {
    type: "interactive",
    interactive: {
      type: "button",
      header: { type: "document", document: { id: "1013859600285441", filename: "factura.pdf" } },
      body: { text: "¿Listo?" },
      action: { buttons: [{ type: "reply", reply: { id: "yes", title: "Sí" } }] },
    },
  },
  "a list": {
    type: "interactive",
    interactive: {
      type: "list",
      header: { type: "text", text: "Paquetes" },
      body: { text: "¿Cuál te sirve?" },
      footer: { text: "Envío gratis" },
      action: {
        button: "Ver paquetes",
        sections: [
          { title: "Para empezar", rows: [{ id: "1x", title: "1 frasco", description: "Un mes" }] },
          { title: "Para ahorrar", rows: [{ id: "2x", title: "2 frascos" }] },
        ],
      },
    },
  },
  "a list without headings": {
    type: "interactive",
    interactive: {
      type: "list",
      body: { text: "¿Cuál te sirve?" },
      action: { button: "Ver", sections: [{ rows: [{ id: "1x", title: "1 frasco" }] }] },
    },
  },
  "a request for the location": {
    type: "interactive",
    interactive: {
      type: "location_request_message",
      body: { text: "¿A dónde te lo enviamos?" },
      action: { name: "send_location" },
    },
  },
  "an image by link": { type: "image", image: { link: "https://somnio.co/pack.jpg", caption: "El paquete" } },
  "a video by id": { type: "video", video: { id: "1013859600285441" } },
  "a voice note": { type: "audio", audio: { id: "1013859600285441", voice: true } },
  "an audio file": { type: "audio", audio: { link: "https://somnio.co/a.mp3" } },
  "a document": {
    type: "document",
    document: { id: "1013859600285441", caption: "Tu factura", filename: "factura.pdf" },
  },
  "a sticker": { type: "sticker", sticker: { id: "1013859600285441" } },
  "a template": {
    type: "template",
    template: {
      name: "pedido_en_camino",
      language: { policy: "deterministic", code: "es_CO" },
      components: [
        { type: "header", parameters: [{ type: "image", image: { link: "https://somnio.co/pack.jpg" } }] },
        { type: "body", parameters: [{ type: "text", text: "Ana" }] },
        { type: "button", sub_type: "url", index: "0", parameters: [{ type: "text", text: "pedido-1" }] },
      ],
    },
  },
  "a template without holes": {
    type: "template",
    template: { name: "hello_world", language: { policy: "deterministic", code: "en_US" } },
  },
  "a reaction": { type: "reaction", reaction: { message_id: "wamid.HBgL", emoji: "❤️" } },
  "no reaction any more": { type: "reaction", reaction: { message_id: "wamid.HBgL", emoji: "" } },
};

test.each(Object.keys(manyKinds))("%s is said in Meta's words", (name) => {
  const content = manyKinds[name as keyof typeof manyKinds];
  expect(bodyOf(content)).toEqual({
    kind: "body",
    json: {
      messaging_product: "whatsapp",
      recipient_type: "individual",
      to: "+573015550142",
      ...(EXPECTED[name as keyof typeof manyKinds] as object),
      biz_opaque_callback_data: "v1:x:1",
    },
  });
});

const button = { id: "1", title: "Sí" };
const row = { id: "1", title: "Uno" };
type Kind<Type extends OutboundContent["type"]> = Extract<OutboundContent, { type: Type }>;
const buttons: Kind<"buttons"> = { type: "buttons", body: "¿Sí?", buttons: [button] };
const list: Kind<"list"> = { type: "list", body: "¿Cuál?", button: "Ver", sections: [{ rows: [row] }] };
const image: Kind<"media"> = { type: "media", media: "image", source: { id: "1" } };
const template: Kind<"template"> = { type: "template", name: "a", language: "es", category: "utility", components: [] };
const x = (length: number) => "x".repeat(length);
const many = <T extends { id: string; title: string }>(count: number, one: T): T[] =>
  Array.from({ length: count }, (_, n) => ({ ...one, id: `id-${n}`, title: `title ${n}` }));
const textIn = (text: unknown) => ({
  ...template,
  components: [{ type: "body", parameters: [{ type: "text", text }] }],
});

test.each<[string, OutboundContent, string]>([
  ["a long text", { type: "text", body: x(4097) }, "body: must be at most 4096 characters long, not 4097"],
  ["a long body over buttons", { ...buttons, body: x(1025) }, "body: must be at most 1024 characters long, not 1025"],
  ["no buttons", { ...buttons, buttons: [] }, "buttons: must have 1 to 3 buttons, not none"],
  ["four buttons", { ...buttons, buttons: many(4, button) }, "buttons: must have 1 to 3 buttons, not 4"],
  [
    "a long button",
    { ...buttons, buttons: [button, { id: "2", title: x(21) }] },
    "buttons[1].title: must be at most 20 characters long, not 21",
  ],
  ["two equal buttons", { ...buttons, buttons: [button, { ...button, id: "2" }] }, "buttons: must have unlike titles"],
  ["two ids alike", { ...buttons, buttons: [button, { ...button, title: "No" }] }, "buttons: must have unlike ids"],
  [
    "a long button id",
    { ...buttons, buttons: [{ ...button, id: x(257) }] },
    "buttons[0].id: must be at most 256 characters long, not 257",
  ],
  ["a blank at an id", { ...buttons, buttons: [{ ...button, id: "1 " }] }, "buttons[0].id: must not begin or end with"],
  ["a long footer", { ...buttons, footer: x(61) }, "footer: must be at most 60 characters long, not 61"],
  [
    "a long text above",
    { ...buttons, header: { type: "text", text: x(61) } },
    "header.text: must be at most 60 characters long, not 61",
  ],
  [
    "a picture from nowhere",
    { ...buttons, header: { type: "image", source: { link: "pack.jpg" } } },
    "header.source.link: must be an address that begins with http:// or https://",
  ],
  ["a long body over a list", { ...list, body: x(4097) }, "body: must be at most 4096 characters long, not 4097"],
  ["a long word to open", { ...list, button: x(21) }, "button: must be at most 20 characters long, not 21"],
  ["no sections", { ...list, sections: [] }, "sections: must have at least one section"],
  ["no rows", { ...list, sections: [{ rows: [] }] }, "sections[0].rows: must have at least one row"],
  [
    "eleven sections",
    { ...list, sections: many(11, row).map((one) => ({ title: "t", rows: [one] })) },
    "sections: must be at most 10 sections, not 11",
  ],
  ["eleven rows", { ...list, sections: [{ rows: many(11, row) }] }, "sections: must have at most 10 rows in all"],
  [
    "rows alike",
    {
      ...list,
      sections: [
        { title: "a", rows: [row] },
        { title: "b", rows: [row] },
      ],
    },
    "sections: must have unlike row ids",
  ],
  [
    "a section without a name",
    { ...list, sections: [{ title: "a", rows: [row] }, { rows: [{ ...row, id: "2" }] }] },
    "sections: must each have a title",
  ],
  [
    "a long row",
    { ...list, sections: [{ rows: [{ id: x(201), title: x(25), description: x(73) }] }] },
    "sections[0].rows[0].id: must be at most 200 characters long, not 201; " +
      "sections[0].rows[0].title: must be at most 24 characters long, not 25; " +
      "sections[0].rows[0].description: must be at most 72 characters long, not 73",
  ],
  ["a long caption", { ...image, caption: x(1025) }, "caption: must be at most 1024 characters long, not 1025"],
  ["words under a sticker", { ...image, media: "sticker", caption: "hola" }, "caption: must not stand with audio or a"],
  [
    "words under audio",
    { ...image, media: "audio", caption: "hola" },
    "caption: must not stand with audio or a sticker",
  ],
  ["a named image", { ...image, fileName: "a.jpg" }, "fileName: must not stand there: only a document has a file name"],
  ["a spoken image", { ...image, isVoiceNote: true }, "isVoiceNote: must not stand there: only audio"],
  [
    "both id and link",
    { ...image, source: { id: "1", link: "https://a.co" } as { id: string } },
    "source: must be { id } of something",
  ],
  [
    "a file of this machine",
    { ...image, source: { link: "file:///etc/passwd" } },
    "source.link: must be an address that begins with http:// or https://",
  ],
  ["a template with capitals", { ...template, name: "Pedido" }, "name: must be small letters, digits and _ only"],
  ["a language with a dash", { ...template, language: "es-CO" }, "language: must be a code as Meta writes it"],
  ["two lines in a hole", textIn("a\nb"), "components[0].parameters[0].text: must have no line break, no tab"],
  ["five blanks in a hole", textIn("a     b"), "components[0].parameters[0].text: must have no line break, no tab"],
  ["an empty hole", textIn(""), "components[0].parameters[0].text: must be a text that is not empty"],
  ["a button nowhere", { ...template, components: [{ type: "button" }] }, "components[0].sub_type: must stand with"],
  ["a word for a reaction", { type: "reaction", targetWamid: "w", emoji: "ok" }, 'emoji: must be one emoji, or ""'],
  ["two emoji", { type: "reaction", targetWamid: "w", emoji: "👍👍" }, 'emoji: must be one emoji, or ""'],
  ["a long question for the location", { type: "location_request", body: x(1025) }, "body: must be at most 1024"],
])("%s is refused before the call, with field and limit", (_name, content, detail) => {
  expect(bodyOf(content)).toEqual({ kind: "invalid", detail: expect.stringContaining(detail) });
});

test("what stands exactly at a limit goes out, emoji counted once", () => {
  for (const content of [
    { type: "text", body: "👍".repeat(4096) },
    { ...buttons, body: x(1024), footer: x(60), buttons: many(3, { id: x(256), title: "👍".repeat(20) }) },
    { ...list, body: x(4096), button: x(20), header: x(60), sections: [{ title: x(24), rows: many(10, row) }] },
    { ...image, caption: x(1024) },
    { type: "reaction", targetWamid: "w", emoji: "👩🏽‍🚒" },
    { type: "reaction", targetWamid: "w", emoji: "❤" },
  ] satisfies OutboundContent[]) {
    expect(bodyOf(content)).toMatchObject({ kind: "body" });
  }
});

test("an error names the field and never shows what a customer said", () => {
  const secret = `mi clave es 1234 ${x(4100)}`;
  for (const content of [
    { type: "text", body: secret },
    { ...image, source: { link: secret } },
    { ...template, language: secret },
    { type: "reaction", targetWamid: "w", emoji: secret },
    textIn(`${secret}\n`),
  ] as OutboundContent[]) {
    expect(JSON.stringify(bodyOf(content))).not.toContain("clave");
  }
});
