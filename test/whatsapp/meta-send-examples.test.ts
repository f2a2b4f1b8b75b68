/** Meta's fifty examples of a send: each of a kind that we have is read into our words, and our body must come out in its shape. */
import { expect, test } from "vitest";
import * as z from "zod";
import type { PhoneNumberId } from "../../src/core/ids.ts";
import type { OutboundContent } from "../../src/core/outbound/outbound-content.ts";
import { createCloudApi } from "../../src/whatsapp/cloud-api.ts";
import { sendBody } from "../../src/whatsapp/send-body.ts";
import { localServer } from "./support/local-server.ts";
import { logBook } from "./support/log-book.ts";
import { payload } from "./support/payloads.ts";

type Body = Readonly<Record<string, unknown>>;
const examples = z
  .record(z.string(), z.record(z.string(), z.unknown()))
  .parse(payload("openapi__SEND_REQUEST_EXAMPLES"));
const phoneNumberId = "106540352242922" as PhoneNumberId;

/** Why these are none of ours. An example that is in neither list, or in both, fails. */
const NOT_OURS: Readonly<Record<string, string>> = {
  "Send Catalog Message": "a catalogue",
  "Send Contact Message": "contact cards",
  "Send Draft Flow by ID": "a form (flow)",
  "Send Draft Flow by Name": "a form (flow)",
  "Send Location Message": "a place",
  "Send Multi-Product Message": "a catalogue",
  "Send Order Details Message": "a bill with payment",
  "Send Order Status Message": "a bill with payment",
  "Send Published Flow by ID": "a form (flow)",
  "Send Published Flow by Name": "a form (flow)",
  "Send Reply to Contact Message": "contact cards",
  "Send Reply to Location Message": "a place",
  "Send Sample Issue Resolution Template": "its button parameters are booleans where Meta's own schema wants text",
  "Send Single Product Message": "a catalogue",
  "Send typing indicator and read receipt": "no message; compared below",
};

test.each(Object.keys(examples).filter((name) => !(name in NOT_OURS)))("%s", (name) => {
  const example = withDefaults(examples[name] ?? {});
  const context = z.looseObject({ message_id: z.string() }).safeParse(example["context"]);
  const ours = sendBody({
    phoneNumberId,
    recipient: { phone: "+16505551234", bsuid: null },
    content: contentOf(example),
    opaque: "v1:x:1",
    replyTo: context.success ? context.data.message_id : null,
  });
  expect(ours).toMatchObject({ kind: "body" });
  const json: Body = ours.kind === "body" ? ours.json : {};
  expect(shapeOf({ ...json, biz_opaque_callback_data: undefined })).toEqual(shapeOf(example));
});

test("what is not ours is still there, and cannot be read into our words", () => {
  for (const name of Object.keys(NOT_OURS)) {
    const example = examples[name];
    expect(example, name).toBeDefined();
    expect(() => {
      const content = contentOf(withDefaults(example ?? {}));
      const ours = sendBody({
        phoneNumberId,
        recipient: { phone: "1650555", bsuid: null },
        content,
        opaque: "",
        replyTo: null,
      });
      if (ours.kind === "invalid") throw new Error(ours.detail);
    }, name).toThrow();
  }
});

test("typing is shown in the words of Meta's example", async () => {
  const example = z.looseObject({ message_id: z.string() }).parse(examples["Send typing indicator and read receipt"]);
  const server = await localServer((_received, response) => void response.end('{"success":true}'));
  const api = createCloudApi({ baseUrl: server.url, accessToken: "t", logger: logBook().logger });
  await api.showTyping(phoneNumberId, example.message_id);
  expect(JSON.parse(server.received[0]?.body.toString("utf8") ?? "null")).toEqual(example);
});

/** What some examples leave out and Meta then assumes: we always say it. */
function withDefaults(example: Body): Body {
  const type = "text" in example ? "text" : "interactive";
  const template = z.looseObject({ language: z.looseObject({}) }).safeParse(example["template"]);
  return {
    recipient_type: "individual",
    type,
    ...example,
    ...(template.success
      ? { template: { ...template.data, language: { policy: "deterministic", ...template.data.language } } }
      : {}),
  };
}

const source = z.looseObject({ id: z.string().optional(), link: z.string().optional() }).transform(({ id, link }) =>
  // The examples hold `<http(s)://image-url>` where an address belongs.
  id === undefined ? { link: link?.startsWith("https://") ? link : "https://example.com/a" } : { id },
);
const words = z.strictObject({ text: z.string() }).transform(({ text }) => text);
const media = z.looseObject({ caption: z.string().optional(), filename: z.string().optional() });

const interactive = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("button"),
    body: words,
    action: z.strictObject({
      buttons: z.array(
        z.strictObject({ type: z.literal("reply"), reply: z.strictObject({ id: z.string(), title: z.string() }) }),
      ),
    }),
  }),
  z.strictObject({
    type: z.literal("list"),
    header: z.strictObject({ type: z.literal("text"), text: z.string() }),
    body: words,
    footer: words,
    action: z.strictObject({
      button: z.string(),
      sections: z.array(
        z.strictObject({
          title: z.string(),
          rows: z.array(z.strictObject({ id: z.string(), title: z.string(), description: z.string() })),
        }),
      ),
    }),
  }),
]);

/** One of Meta's bodies in our words. @throws what we have no words for */
function contentOf(example: Body): OutboundContent {
  const kind = z.string().parse(example["type"]);
  const inner = example[kind];
  switch (kind) {
    case "text": {
      const { body, preview_url } = z.strictObject({ body: z.string(), preview_url: z.boolean() }).parse(inner);
      return { type: "text", body, previewUrl: preview_url };
    }
    case "image":
    case "audio":
    case "video":
    case "document":
    case "sticker": {
      const { caption, filename } = media.parse(inner);
      return {
        type: "media",
        media: kind,
        source: source.parse(inner),
        ...(caption === undefined ? {} : { caption }),
        ...(filename === undefined ? {} : { fileName: filename }),
      };
    }
    case "reaction": {
      const { message_id, emoji } = z.strictObject({ message_id: z.string(), emoji: z.string() }).parse(inner);
      return { type: "reaction", targetWamid: message_id, emoji };
    }
    case "template": {
      const { components } = z
        .looseObject({ components: z.array(z.looseObject({ type: z.string() })).default([]) })
        .parse(inner);
      // The examples hold `template-name` and `language-and-locale-code` where those belong.
      return {
        type: "template",
        name: "template_name",
        language: "en_US",
        category: "utility",
        components,
      } as OutboundContent;
    }
    default: {
      const read = interactive.parse(inner);
      if (read.type === "button") {
        return { type: "buttons", body: read.body, buttons: read.action.buttons.map(({ reply }) => reply) };
      }
      const { header, body, footer, action } = read;
      return { type: "list", header: header.text, body, footer, ...action };
    }
  }
}

/** The fields and what type each has, without their values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (value === null || typeof value !== "object") return typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .map(([key, part]) => [key, shapeOf(part)]),
  );
}
