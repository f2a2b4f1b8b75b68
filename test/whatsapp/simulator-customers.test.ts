import { expect, test } from "vitest";
import { madeUpBsuid } from "../../src/simulator/person.ts";
import { ANA, NUMBER, type SimulatedShop, simulatedShop } from "./support/simulated-shop.ts";
import { callSimulator } from "./support/simulator-calls.ts";

const doAct = (shop: SimulatedShop, act: Record<string, unknown>, customer = ANA) =>
  callSimulator(shop, `/customers/${customer}/messages`, { phoneNumberId: NUMBER, ...act });

const media = (kind: string, mimeType: string) => ({
  type: "media",
  media: kind,
  mimeType,
  sha256: expect.stringMatching(/=$/),
});

test.each<[Record<string, unknown>, Record<string, unknown>]>([
  [
    { kind: "text", text: "hola" },
    { type: "text", body: "hola" },
  ],
  [
    { kind: "button_reply", id: "1x", title: "Uno" },
    { type: "button", title: "Uno", payload: "1x" },
  ],
  [
    { kind: "list_reply", id: "2x", title: "Dos", description: "dos" },
    { type: "button", title: "Dos", payload: "2x" },
  ],
  [
    { kind: "template_reply", payload: "SI", text: "Sí" },
    { type: "button", title: "Sí", payload: "SI" },
  ],
  [
    { kind: "image", caption: "mira" },
    { ...media("image", "image/jpeg"), caption: "mira" },
  ],
  [{ kind: "video" }, media("video", "video/mp4")],
  [{ kind: "audio" }, { ...media("audio", "audio/ogg; codecs=opus"), isVoiceNote: true }],
  [{ kind: "audio", isVoiceNote: false }, { isVoiceNote: false }],
  [{ kind: "document" }, { ...media("document", "application/pdf"), fileName: "pedido.pdf" }],
  [{ kind: "sticker" }, { type: "sticker", mediaId: expect.stringMatching(/^[0-9]{16}$/) }],
  [
    { kind: "location", latitude: 4.6, longitude: -74.1, place: "Casa" },
    { type: "location", latitude: 4.6, longitude: -74.1 },
  ],
  [
    { kind: "contacts", contactName: "Luz", contactPhone: "+573001112233" },
    { type: "contacts", count: 1 },
  ],
  [
    { kind: "reaction", emoji: "👍", of: "wamid.x" },
    { type: "reaction", emoji: "👍", targetWamid: "wamid.x" },
  ],
  [
    { kind: "reaction", emoji: "", of: "wamid.x" },
    { type: "reaction", emoji: null },
  ],
  [
    { kind: "edit", text: "no, dos", of: "wamid.x" },
    { type: "edit", targetWamid: "wamid.x", body: "no, dos" },
  ],
  [
    { kind: "revoke", of: "wamid.x" },
    { type: "revoke", targetWamid: "wamid.x" },
  ],
  [
    { kind: "number_changed", newPhone: "+573017778899" },
    { type: "system", of: "user_changed_number" },
  ],
  [
    { kind: "user_id_changed", newUserId: "CO.99" },
    { type: "system", of: "user_changed_user_id" },
  ],
  [
    { kind: "ad", text: "info" },
    { type: "text", body: "info" },
  ],
  [{ kind: "unsupported" }, { type: "unsupported" }],
])("%j reaches the business", async (act, content) => {
  const shop = await simulatedShop();
  expect(await doAct(shop, act)).toEqual({
    status: 202,
    json: { wamid: expect.stringMatching(/^wamid\./), webhookStatus: 200 },
  });
  expect(shop.heard[0]?.quarantined ?? []).toEqual([]);
  const phone = act.kind === "number_changed" ? "573017778899" : ANA;
  expect(shop.heard[0]?.messages).toMatchObject([{ identity: { phone }, content }]);
});

test("a user without a phone has a name of their own and is answered by it", async () => {
  const shop = await simulatedShop();
  await doAct(shop, { kind: "text", text: "hola", username: "luz.ok", name: "Luz" }, "CO.777");
  expect(shop.heard[0]?.messages).toMatchObject([{ identity: { phone: null, bsuid: "CO.777" }, profileName: "Luz" }]);
  const wire = JSON.parse(shop.posts[0]?.body.toString() ?? "{}").entry[0].changes[0].value;
  expect(wire.contacts).toEqual([{ profile: { name: "Luz", username: "luz.ok" }, user_id: "CO.777" }]);
  expect(wire.messages[0]).not.toHaveProperty("from");
});

test("an answer from the shop's own phone comes as an echo, and stands on the customer's", async () => {
  const shop = await simulatedShop();
  await doAct(shop, { kind: "echo", text: "ya te atiendo" });
  const [change] = JSON.parse(shop.posts[0]?.body.toString() ?? "{}").entry[0].changes;
  expect(change).toMatchObject({
    field: "smb_message_echoes",
    value: {
      metadata: { phone_number_id: NUMBER },
      message_echoes: [{ to: ANA, type: "text", text: { body: "ya te atiendo" } }],
    },
  });
  expect((await shop.simulator.customerHears(ANA, { phoneNumberId: NUMBER })).items).toMatchObject([
    { text: "ya te atiendo" },
  ]);
});

test.each(["stop", "resume"])("marketing %s is a preference", async (marketing) => {
  const shop = await simulatedShop();
  expect((await doAct(shop, { kind: "preferences", marketing })).json).toEqual({ wamid: null, webhookStatus: 200 });
  const [change] = JSON.parse(shop.posts[0]?.body.toString() ?? "{}").entry[0].changes;
  expect(change).toMatchObject({
    field: "user_preferences",
    value: {
      user_preferences: [{ wa_id: ANA, user_id: madeUpBsuid(ANA), category: "marketing_messages", value: marketing }],
    },
  });
});

test("a click on an ad carries its referral", async () => {
  const shop = await simulatedShop();
  await doAct(shop, { kind: "ad", text: "info", headline: "Duerme" });
  const [message] = JSON.parse(shop.posts[0]?.body.toString() ?? "{}").entry[0].changes[0].value.messages;
  expect(message.referral).toMatchObject({ source_type: "ad", headline: "Duerme", ctwa_clid: expect.any(String) });
});

test("what is on the phone can be tapped, reacted to, edited and taken back without knowing its id", async () => {
  const shop = await simulatedShop();
  const first = await doAct(shop, { text: "hola" });
  const { wamid: said } = first.json as { wamid: string };
  const buttons = [
    { id: "1x", title: "Uno" },
    { id: "2x", title: "Dos" },
  ];
  const to = { phoneNumberId: NUMBER, recipient: { phone: ANA, bsuid: null }, replyTo: null, opaque: "k" };
  const sent = await shop.api.send({ ...to, content: { type: "buttons", body: "¿?", buttons } });
  await shop.api.send({ ...to, content: { type: "text", body: "otra cosa" } });
  const offer = sent.kind === "accepted" ? sent.wamid : "";

  await doAct(shop, { kind: "choice", number: 2 });
  await doAct(shop, { kind: "reaction", emoji: "👍" });
  await doAct(shop, { kind: "edit", text: "buenas" });
  const contents = shop.heard.flatMap(({ messages }) => messages.map(({ content }) => content));
  expect(contents.filter(({ type }) => type === "button")).toMatchObject([{ payload: "2x" }]);
  expect(contents.filter(({ type }) => type === "edit")).toMatchObject([{ body: "buenas" }]);
  const tap = shop.posts.find(({ body }) => body.includes("button_reply"));
  expect(JSON.parse(tap?.body.toString() ?? "{}").entry[0].changes[0].value.messages[0].context).toEqual({ id: offer });
  expect(said).not.toBe("");
  expect(await doAct(shop, { kind: "choice", number: 3 })).toMatchObject({
    status: 422,
    json: { detail: expect.stringContaining("from 1 to 2") },
  });
});

test.each<[Record<string, unknown>, RegExp]>([
  [{ kind: "dance" }, /kind is \\"dance\\": it must be one of text/],
  [{ kind: "choice", number: 1 }, /no message on this phone/],
  [{ kind: "reaction", emoji: "👍" }, /heard nothing/],
  [{ kind: "revoke" }, /said nothing/],
  [{ kind: "image", mediaId: "77" }, /no file 77/],
  [{ kind: "text" }, /text/],
  [{ kind: "location", latitude: 200, longitude: 0 }, /latitude/],
  [{ kind: "number_changed", newPhone: "x" }, /newPhone/],
  [{ kind: "user_id_changed", newUserId: "x" }, /newUserId/],
  [{ kind: "sticker", caption: "x" }, /caption/],
])("%j is refused in words", async (act, words) => {
  const { status, json } = await doAct(await simulatedShop(), act);
  expect(status).toBe(422);
  expect(JSON.stringify(json)).toMatch(words);
});
