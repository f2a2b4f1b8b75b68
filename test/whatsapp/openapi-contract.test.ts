/** What we send, held against Meta's own OpenAPI file by a server that we did not write (Prism). */
import { beforeAll, expect, test } from "vitest";
import type { PhoneNumberId } from "../../src/core/ids.ts";
import type { OutboundRequest } from "../../src/core/ports/channel.ts";
import { createCloudApi } from "../../src/whatsapp/cloud-api.ts";
import { USER_AGENT } from "../../src/whatsapp/user-agent.ts";
import { logBook } from "./support/log-book.ts";
import { messagesDocument } from "./support/meta-openapi.ts";
import { manyKinds } from "./support/outbound-kinds.ts";
import { type PrismServer, startPrism } from "./support/prism-server.ts";

let prism: PrismServer;
beforeAll(async () => {
  prism = await startPrism(messagesDocument());
  return () => prism.stop();
});

const phoneNumberId = "106540352242922" as PhoneNumberId;

async function sent(change: Partial<OutboundRequest>) {
  const api = createCloudApi({ baseUrl: `${prism.url}/v23.0`, accessToken: "EAABwz", logger: logBook().logger });
  return api.send({
    phoneNumberId,
    recipient: { phone: "573015550142", bsuid: null },
    content: { type: "text", body: "hola" },
    opaque: "v1:0190a1b2-0000-7000-8000-000000000001:1",
    replyTo: null,
    ...change,
  });
}

test.each(Object.entries(manyKinds))(
  "%s is a message by Meta's schema, alone and as a reply",
  async (_name, content) => {
    expect(await sent({ content })).toMatchObject({ kind: "accepted", wamid: expect.stringMatching(/^wamid\./) });
    expect(await sent({ content, replyTo: "wamid.HBgL" })).toMatchObject({ kind: "accepted" });
  },
);

test("so is one to a BSUID", async () => {
  expect(await sent({ recipient: { phone: null, bsuid: "CO.1349" } })).toMatchObject({ kind: "accepted" });
});

const to = { messaging_product: "whatsapp", recipient_type: "individual", to: "+573015550142" };
const text = { ...to, type: "text", text: { body: "hola" } };
const interactive = (interactive: object) => ({ ...to, type: "interactive", interactive });
const reply = (id: string, title: string) => ({ type: "reply", reply: { id, title } });
const buttons = { type: "button", body: { text: "¿Sí?" }, action: { buttons: [reply("1", "Sí")] } };
const template = { ...to, type: "template" };

async function posted(body: unknown, userAgent: string = USER_AGENT) {
  const response = await fetch(`${prism.url}/v23.0/${phoneNumberId}/messages`, {
    method: "POST",
    headers: { authorization: "Bearer EAABwz", "content-type": "application/json", "user-agent": userAgent },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

test("the server does refuse: what it takes means something", async () => {
  expect(await posted(text)).toBe(200);
  expect(await posted(interactive(buttons))).toBe(200);
});

test.each<[string, unknown]>([
  ["no recipient", { ...text, to: undefined }],
  ["no kind", { ...text, type: undefined }],
  ["a text without its object", { ...text, text: undefined }],
  ["a kind that there is not", { ...text, type: "telegram" }],
  ["a recipient of no type", { ...text, recipient_type: "everybody" }],
  ["four buttons", interactive({ ...buttons, action: { buttons: ["1", "2", "3", "4"].map((n) => reply(n, n)) } })],
  ["a button of 21 characters", interactive({ ...buttons, action: { buttons: [reply("1", "x".repeat(21))] } })],
  ["a footer of 61 characters", interactive({ ...buttons, footer: { text: "x".repeat(61) } })],
  ["a list without its word", interactive({ ...buttons, type: "list", action: { sections: [{ rows: [] }] } })],
  ["a field that there is not", { ...text, text: { body: "hola", previewUrl: true } }],
  ["an image without id or link", { ...to, type: "image", image: { caption: "x" } }],
  ["a template without language", { ...template, template: { name: "a" } }],
  ["a template in no policy", { ...template, template: { name: "a", language: { code: "es" } } }],
])("%s is refused", async (_name, body) => {
  expect(await posted(body)).toBe(422);
});

test("a user agent that is no name and version is refused", async () => {
  expect(await posted(text, "recado")).toBe(422);
});

test("the mark of reading stands in Meta's examples and not in its schema: should it come, check it here", async () => {
  expect(await posted({ messaging_product: "whatsapp", status: "read", message_id: "wamid.HBgL" })).toBe(422);
});
