import { expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import type { MessageContent } from "../../../src/core/inbound/content.ts";
import { contentFault } from "../../../src/core/outbound/outbound-content.ts";
import { defineFlowAgent } from "../../../src/flow/define-flow-agent.ts";
import type { Template } from "../../../src/flow/definition/flow-definition.ts";
import { createSandboxConversation } from "../../../src/lab/memory/sandbox-conversation.ts";

const LINK = "https://tienda.example/foto.jpg";
const PRICE = "somnio.precio.primera_vez.1";

/** Somnio whose first answer about the price has more than words. */
function shop(more: Partial<Template>) {
  const { definition } = somnioFlow;
  const templates = definition.templates.map((one) => (one.id === PRICE ? { ...one, ...more } : one));
  return createSandboxConversation(defineFlowAgent({ ...definition, templates }));
}

async function priced(more: Partial<Template>) {
  const { decision } = await shop(more).hear(["¿cuánto vale?"]);
  const said = decision?.messages.find(({ templateId }) => templateId === PRICE);
  if (said === undefined) throw new Error("the price was not said");
  if (said.content !== undefined) expect(contentFault(said.content)).toBeNull();
  return said;
}

const tap = (payload: string, title: string): MessageContent => ({ type: "button", title, payload });

test("a picture, a video and a document leave with the template's words below them", async () => {
  const { text } = await priced({});
  expect(await priced({ media: { type: "image", link: LINK } })).toMatchObject({
    content: { type: "media", media: "image", source: { link: LINK }, caption: text },
  });
  expect(await priced({ media: { type: "video", link: LINK } })).toMatchObject({ content: { media: "video" } });
  expect(await priced({ media: { type: "document", link: LINK, fileName: "precios.pdf" } })).toMatchObject({
    content: { type: "media", media: "document", fileName: "precios.pdf", caption: text },
  });
});

test("buttons stand under the words, with the picture above, and a list opens with what the shop calls it", async () => {
  expect(await priced({ buttons: ["envio", "metodos_de_pago"], media: { type: "image", link: LINK } })).toMatchObject({
    content: {
      type: "buttons",
      header: { type: "image", source: { link: LINK } },
      buttons: [
        { id: "intent:envio", title: "El envío" },
        { id: "intent:metodos_de_pago", title: expect.any(String) },
      ],
    },
  });
  const rows = [{ intent: "envio", description: "A su casa u oficina" }, { intent: "metodos_de_pago" }];
  expect(await priced({ list: { button: "Más información", rows } })).toMatchObject({
    content: {
      type: "list",
      button: "Más información",
      sections: [{ rows: [{ id: "intent:envio", title: "El envío", description: "A su casa u oficina" }, {}] }],
    },
  });
});

test("a tap means its intent, whatever its words would be read as", async () => {
  const conversation = shop({ buttons: ["envio"] });
  await conversation.hear(["¿cuánto vale?"]);
  const { decision } = await conversation.hear([tap("intent:envio", "Otra cosa")]);
  expect(decision?.intentInfo).toMatchObject({ intent: "envio", confidence: 100 });
  expect(decision?.messages[0]?.templateId).toBe("somnio.envio.primera_vez.1");
});

test("no tap orders, chooses or refuses: what such a button says is read as words", async () => {
  for (const [intent, { effect }] of Object.entries(somnioFlow.definition.intents)) {
    if (!["confirm", "choose_pack", "close", "cancel", "order_without_pack", "order_unconfirmed"].includes(effect))
      continue;
    const conversation = shop({});
    await conversation.hear(["¿cuánto vale?"]);
    const { decision } = await conversation.hear([tap(`intent:${intent}`, "¿y cómo se toma?")]);
    expect(decision?.intentInfo?.intent, intent).not.toBe(intent);
    expect(
      decision?.tools.map(({ tool }) => tool),
      intent,
    ).not.toContain("create_order");
  }
});

test("words too long to stand under a picture leave alone: nothing is lost", async () => {
  const text = "Vale lo que dice la caja. ".repeat(60).trim();
  expect(await priced({ text, media: { type: "image", link: LINK } })).toMatchObject({ text });
});

test.each<[string, Partial<Template>, RegExp]>([
  ["an address of this machine", { media: { type: "image", link: "file:///foto.jpg" } }, /media\.link.*http/],
  ["four buttons", { buttons: ["envio", "metodos_de_pago", "precio", "envio"] }, /buttons/],
  ["a button of nothing", { buttons: ["nada"] }, /offers "nada", which is no intent/],
  ["an intent twice", { buttons: ["envio", "envio"] }, /offers an intent twice/],
  ["a name for a picture", { media: { type: "image", link: LINK, fileName: "a.jpg" } }, /only a document has/],
  [
    "a picture above a list",
    { list: { button: "Ver", rows: [{ intent: "envio" }] }, media: { type: "image", link: LINK } },
    /shows no image/,
  ],
  ["both", { buttons: ["metodos_de_pago"], list: { button: "Ver", rows: [{ intent: "envio" }] } }, /one of the two/],
])("%s is refused when the shop is loaded", (_, more, sentence) => {
  expect(() => shop(more)).toThrow(sentence);
});

test("a button that orders is refused when the shop is loaded", () => {
  const orders =
    Object.entries(somnioFlow.definition.intents).find(([, { effect }]) => effect === "confirm")?.[0] ?? "";
  const { definition } = somnioFlow;
  const intents = { ...definition.intents, [orders]: { ...definition.intents[orders], label: "Confirmo" } };
  const templates = definition.templates.map((one) => (one.id === PRICE ? { ...one, buttons: [orders] } : one));
  expect(() => defineFlowAgent({ ...definition, intents, templates } as typeof definition)).toThrow(
    /takes the customer's own words/,
  );
});
