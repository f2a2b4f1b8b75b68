import { expect, test } from "vitest";
import type { OutboundContent } from "../../src/core/outbound/outbound-content.ts";
import { ANA, NUMBER, secrets, simulatedShop } from "./support/simulated-shop.ts";

const row = (id: string) => ({ id, title: `Fila ${id}` });
const link = { link: "https://somnio.co/foto.jpg" };

test.each<[OutboundContent, Record<string, unknown>]>([
  [
    {
      type: "buttons",
      header: { type: "text", text: "Promo" },
      body: "¿Cuál?",
      footer: "Hoy",
      buttons: [{ id: "1x", title: "Uno" }],
    },
    { kind: "buttons", text: "Promo\n¿Cuál?\nHoy", choices: [{ id: "1x", title: "Uno" }] },
  ],
  [
    { type: "buttons", header: { type: "image", source: link }, body: "¿Cuál?", buttons: [{ id: "1x", title: "Uno" }] },
    { kind: "buttons", text: "[image]\n¿Cuál?", media: link },
  ],
  [
    {
      type: "list",
      body: "Elige",
      button: "Ver",
      sections: [{ title: "A", rows: [row("1"), { ...row("2"), description: "x" }] }],
    },
    { kind: "list", text: "Elige", button: "Ver", choices: [row("1"), { ...row("2"), description: "x" }] },
  ],
  [
    { type: "location_request", body: "¿Dónde?" },
    { kind: "location_request", text: "¿Dónde?" },
  ],
  [
    { type: "media", media: "image", source: link, caption: "Mira" },
    { kind: "image", text: "Mira", media: link },
  ],
  [
    { type: "media", media: "document", source: link, fileName: "guia.pdf" },
    { kind: "document", text: "[document guia.pdf]", media: { ...link, fileName: "guia.pdf" } },
  ],
  [
    { type: "media", media: "audio", source: link, isVoiceNote: true },
    { kind: "audio", text: "[audio]", media: { ...link, isVoiceNote: true } },
  ],
  [
    { type: "media", media: "sticker", source: link },
    { kind: "sticker", text: "[sticker]" },
  ],
  [
    { type: "media", media: "video", source: link },
    { kind: "video", text: "[video]" },
  ],
  [
    {
      type: "template",
      name: "recordatorio",
      language: "es_CO",
      category: "utility",
      components: [
        { type: "body", parameters: [{ type: "text", text: "Ana" }] },
        { type: "button", sub_type: "quick_reply", index: 0, parameters: [{ type: "payload", payload: "SI" }] },
      ],
    },
    { kind: "template", text: "[template recordatorio es_CO] · Ana", choices: [{ id: "SI", title: "SI" }] },
  ],
  [
    { type: "reaction", targetWamid: "wamid.x", emoji: "👍" },
    { kind: "reaction", text: "👍", of: "wamid.x" },
  ],
  [
    { type: "reaction", targetWamid: "wamid.x", emoji: "" },
    { kind: "reaction", text: "[reaction removed]" },
  ],
])("%j stands on the phone", async (content, shown) => {
  const { api, simulator } = await simulatedShop();
  const outcome = await api.send({
    phoneNumberId: NUMBER,
    recipient: { phone: ANA, bsuid: null },
    content,
    replyTo: null,
    opaque: "k",
  });
  expect(outcome).toMatchObject({ kind: "accepted" });
  expect((await simulator.customerHears(ANA, { phoneNumberId: NUMBER })).items).toMatchObject([shown]);
});

test("a quoted message shows what it quotes", async () => {
  const { api, simulator } = await simulatedShop();
  const content = { type: "text" as const, body: "sí" };
  await api.send({
    phoneNumberId: NUMBER,
    recipient: { phone: ANA, bsuid: null },
    content,
    replyTo: "wamid.q",
    opaque: "k",
  });
  const { items } = await simulator.customerHears(ANA, { phoneNumberId: NUMBER });
  expect(items).toMatchObject([{ text: "sí", of: "wamid.q" }]);
});

const reply = (title: string, id = title) => ({ type: "reply", reply: { id, title } });
const buttons = (all: unknown) => ({
  type: "interactive",
  interactive: { type: "button", body: { text: "x" }, action: { buttons: all } },
});
const list = (sections: unknown) => ({
  type: "interactive",
  interactive: { type: "list", body: { text: "x" }, action: { button: "Ver", sections } },
});

test.each<[string, Record<string, unknown>, number, RegExp]>([
  ["no buttons", buttons([]), 131009, /interactive\['action'\]\['buttons'\] must have at least 1/],
  ["four buttons", buttons(["a", "b", "c", "d"].map((t) => reply(t))), 131009, /at most 3 buttons/],
  ["a long title", buttons([reply("x".repeat(21), "1")]), 131009, /\['title'\] must be at most 20/],
  ["twin titles", buttons([reply("a", "1"), reply("a", "2")]), 131009, /unlike titles/],
  ["a button without id", buttons([{ type: "reply", reply: { title: "x" } }]), 131008, /\['id'\] is required/],
  ["a long list", list([{ rows: "abcdefghijk".split("").map(row) }]), 131009, /at most 10 rows/],
  ["a long description", list([{ rows: [{ ...row("1"), description: "x".repeat(73) }] }]), 131009, /at most 72/],
  ["sections without titles", list([{ rows: [row("1")] }, { rows: [row("2")] }]), 131009, /must each have a title/],
  ["another interactive", { type: "interactive", interactive: { type: "dance" } }, 131009, /must be of type button/],
  ["nothing interactive", { type: "interactive" }, 131008, /Param interactive is required/],
  [
    "no body",
    { type: "interactive", interactive: { type: "button", action: { buttons: [reply("a")] } } },
    131008,
    /\['body'\]/,
  ],
  ["an id and a link", { type: "image", image: { id: "1", link: "https://x.co" } }, 131009, /one of id and link/],
  ["neither id nor link", { type: "video", video: {} }, 131009, /one of id and link/],
  ["a file that nobody uploaded", { type: "image", image: { id: "77" } }, 131009, /Media ID 77/],
  ["a caption on audio", { type: "audio", audio: { link: "https://x.co/a", caption: "x" } }, 131009, /no caption/],
  [
    "a template in capitals",
    { type: "template", template: { name: "Hola", language: { code: "es" } } },
    131009,
    /lower case/,
  ],
  [
    "a template without language",
    { type: "template", template: { name: "hola" } },
    131008,
    /\['language'\] is required/,
  ],
  ["a reaction to nothing", { type: "reaction", reaction: { emoji: "👍" } }, 131008, /\['message_id'\]/],
  [
    "a reaction that quotes",
    { type: "reaction", reaction: { message_id: "w" }, context: { message_id: "w" } },
    100,
    /context/,
  ],
  ["a place off the earth", { type: "location", location: { latitude: 91, longitude: 0 } }, 131009, /at most 90/],
])("%s is refused with Meta's code", async (_name, message, code, words) => {
  const { simulator } = await simulatedShop();
  const answer = await simulator.app.request(`/v26.0/${NUMBER}/messages`, {
    method: "POST",
    headers: { authorization: `Bearer ${secrets.accessToken}` },
    body: JSON.stringify({ messaging_product: "whatsapp", to: `+${ANA}`, ...message }),
  });
  const body = (await answer.json()) as { error: { code: number; error_data: { details: string } } };
  expect([answer.status, body.error.code]).toEqual([400, code]);
  expect(body.error.error_data.details).toMatch(words);
});
