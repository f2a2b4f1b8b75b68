/** A client that we did not write (`@kapso/whatsapp-cloud-api`) drives the simulator: what suits only ourselves fails here. */
import { GraphApiError, WhatsAppClient } from "@kapso/whatsapp-cloud-api";
import { expect, test } from "vitest";
import { eventually } from "./support/eventually.ts";
import { ANA, NUMBER, type SimulatedShop, secrets, simulatedShop } from "./support/simulated-shop.ts";
import { callSimulator } from "./support/simulator-calls.ts";

async function foreign(): Promise<{ shop: SimulatedShop; client: WhatsAppClient }> {
  const shop = await simulatedShop();
  const client = new WhatsAppClient({ accessToken: secrets.accessToken, baseUrl: shop.url, graphVersion: "v26.0" });
  return { shop, client };
}

const to = { phoneNumberId: NUMBER, to: `+${ANA}` };
const buttons = [
  { id: "1x", title: "Uno" },
  { id: "2x", title: "Dos" },
];
const rows = [{ id: "a", title: "Fila A", description: "la primera" }];
const link = "https://somnio.co/archivo";

type Messages = WhatsAppClient["messages"];

test.each<[string, (messages: Messages) => Promise<unknown>, Record<string, unknown>]>([
  ["a text", (messages) => messages.sendText({ ...to, body: "¡Hola! 👍" }), { kind: "text", text: "¡Hola! 👍" }],
  [
    "a quote",
    (messages) => messages.sendText({ ...to, body: "sí", contextMessageId: "wamid.q" }),
    { kind: "text", text: "sí", of: "wamid.q" },
  ],
  [
    "buttons",
    (messages) => messages.sendInteractiveButtons({ ...to, bodyText: "¿Cuál?", footerText: "Hoy", buttons }),
    { kind: "buttons", text: "¿Cuál?\nHoy", choices: buttons },
  ],
  [
    "a list",
    (messages) =>
      messages.sendInteractiveList({ ...to, bodyText: "Elige", buttonText: "Ver", sections: [{ title: "S", rows }] }),
    { kind: "list", text: "Elige", button: "Ver", choices: rows },
  ],
  [
    "a location request",
    (messages) =>
      messages.sendInteractiveLocationRequest({
        ...to,
        bodyText: "¿Dónde?",
        parameters: { requestMessage: "¿Dónde?" },
      }),
    { kind: "location_request", text: "¿Dónde?" },
  ],
  [
    "an image",
    (messages) => messages.sendImage({ ...to, image: { link, caption: "Mira" } }),
    { kind: "image", text: "Mira", media: { link } },
  ],
  [
    "a document",
    (messages) => messages.sendDocument({ ...to, document: { link, filename: "guia.pdf" } }),
    { kind: "document", media: { link, fileName: "guia.pdf" } },
  ],
  [
    "a voice note",
    (messages) => messages.sendAudio({ ...to, audio: { link, voice: true } }),
    { kind: "audio", media: { link, isVoiceNote: true } },
  ],
  ["a video", (messages) => messages.sendVideo({ ...to, video: { link } }), { kind: "video", media: { link } }],
  ["a sticker", (messages) => messages.sendSticker({ ...to, sticker: { link } }), { kind: "sticker", media: { link } }],
  [
    "a template",
    (messages) =>
      messages.sendTemplate({
        ...to,
        template: {
          name: "recordatorio",
          language: { code: "es_CO" },
          components: [{ type: "body", parameters: [{ type: "text", text: "Ana" }] }],
        },
      }),
    { kind: "template", text: "[template recordatorio es_CO] · Ana" },
  ],
  [
    "a reaction",
    (messages) => messages.sendReaction({ ...to, reaction: { messageId: "wamid.r", emoji: "👍" } }),
    { kind: "reaction", text: "👍", of: "wamid.r" },
  ],
  [
    "a place",
    (messages) => messages.sendLocation({ ...to, location: { latitude: 4.6, longitude: -74.1, name: "Tienda" } }),
    { kind: "location", text: "[location] Tienda, 4.6, -74.1" },
  ],
])("%s arrives as it was sent", async (_name, send, shown) => {
  const { shop, client } = await foreign();
  const answer = await send(client.messages);
  const { items } = await shop.simulator.customerHears(ANA, { phoneNumberId: NUMBER });
  expect(items).toMatchObject([shown]);
  expect(answer).toMatchObject({ contacts: [{ input: `+${ANA}`, waId: ANA }], messages: [{ id: items[0]?.wamid }] });
});

test("its key comes back with each report", async () => {
  const { shop, client } = await foreign();
  await client.messages.sendText({ ...to, body: "hola", bizOpaqueCallbackData: "its-own-key" });
  await eventually(() => expect(shop.heard).toHaveLength(3));
  expect(shop.heard.flatMap(({ statuses }) => statuses.map(({ opaque }) => opaque))).toEqual(
    Array(3).fill("its-own-key"),
  );
});

test("a message is marked as read, with typing", async () => {
  const { shop, client } = await foreign();
  const content = { type: "text", text: { body: "hola" } };
  const { wamid } = shop.simulator.customerSays(ANA, { phoneNumberId: NUMBER, content });
  const read = { phoneNumberId: NUMBER, messageId: wamid, typingIndicator: { type: "text" as const } };
  expect(await client.messages.markRead(read)).toEqual({ success: true });
  expect((await shop.simulator.customerHears(ANA, { phoneNumberId: NUMBER })).typing).toBe(true);
});

test("a file is uploaded, described, downloaded, sent by its id and deleted", async () => {
  const { shop, client } = await foreign();
  const bytes = Buffer.from("%PDF-1.4 de prueba");
  const upload = { phoneNumberId: NUMBER, type: "application/pdf", file: bytes, fileName: "guia.pdf" };
  const { id: mediaId } = await client.media.upload(upload);
  expect(await client.media.get({ mediaId, phoneNumberId: NUMBER })).toMatchObject({
    messagingProduct: "whatsapp",
    url: expect.stringContaining(shop.url),
    mimeType: "application/pdf",
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    id: mediaId,
  });
  const got = await client.media.download({ mediaId, auth: "always" });
  expect(Buffer.from(got as ArrayBuffer)).toEqual(bytes);
  await client.messages.sendDocument({ ...to, document: { id: mediaId, filename: "guia.pdf" } });
  const { items } = await shop.simulator.customerHears(ANA, { phoneNumberId: NUMBER });
  expect(items).toMatchObject([{ kind: "document", media: { id: mediaId, fileName: "guia.pdf" } }]);
  expect(await client.media.delete({ mediaId })).toEqual({ success: true });
  await expect(client.media.get({ mediaId })).rejects.toMatchObject({ code: 100, errorSubcode: 33 });
});

test("a customer's photo is downloaded by it too", async () => {
  const { shop, client } = await foreign();
  await callSimulator(shop, `/customers/${ANA}/messages`, { phoneNumberId: NUMBER, kind: "image" });
  const content = shop.heard[0]?.messages[0]?.content;
  const mediaId = content?.type === "media" ? content.mediaId : "";
  const got = await client.media.download({ mediaId, phoneNumberId: NUMBER, auth: "always" });
  expect(
    Buffer.from(got as ArrayBuffer)
      .subarray(0, 3)
      .toString("hex"),
  ).toBe("ffd8ff");
});

async function refusalOf(sending: Promise<unknown>): Promise<GraphApiError> {
  const thrown = await sending.catch((error: unknown) => error);
  if (thrown instanceof GraphApiError) return thrown;
  throw new Error(`it was no refusal of Graph's: ${String(thrown)}`);
}

test.each<[Record<string, unknown>, Partial<GraphApiError>]>([
  [{ kind: "token_expired" }, { httpStatus: 401, code: 190, errorSubcode: 463, category: "authorization" }],
  [
    { kind: "refuse", code: 131056 },
    { httpStatus: 400, code: 131056, category: "throttling" },
  ],
  [
    { kind: "refuse", code: 130429, httpStatus: 429, retryAfterS: 7 },
    { code: 130429, retry: { action: "retry_after", retryAfterMs: 7_000 } },
  ],
  [
    { kind: "refuse", code: 131047 },
    { code: 131047, category: "reengagementWindow" },
  ],
  [{ kind: "error_before_accept" }, { httpStatus: 500, code: 131000, category: "server" }],
])("its own error says what %j is", async (fault, said) => {
  const { shop, client } = await foreign();
  await callSimulator(shop, "/faults", fault);
  const error = await refusalOf(client.messages.sendText({ ...to, body: "hola" }));
  expect(error).toMatchObject(said);
  expect(error.fbtraceId).toMatch(/^A/);
});

test("what is over Meta's limits is refused to it by field", async () => {
  const { client } = await foreign();
  const long = [{ type: "reply", reply: { id: "1", title: "x".repeat(21) } }];
  const interactive = { type: "button", body: { text: "x" }, action: { buttons: long } };
  const error = await refusalOf(client.messages.sendInteractiveRaw({ ...to, interactive }));
  expect(error).toMatchObject({ code: 131009, details: expect.stringContaining("at most 20 characters") });
});
