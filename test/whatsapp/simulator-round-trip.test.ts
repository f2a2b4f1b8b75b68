import { expect, test } from "vitest";
import { spokenText } from "../../src/core/outbound/outbound-content.ts";
import type { OutboundRequest } from "../../src/core/ports/channel.ts";
import { madeUpBsuid } from "../../src/simulator/person.ts";
import { eventually } from "./support/eventually.ts";
import { ANA, NUMBER, secrets, simulatedShop } from "./support/simulated-shop.ts";

const reply: OutboundRequest = {
  phoneNumberId: NUMBER,
  recipient: { phone: ANA, bsuid: null },
  content: { type: "text", body: "¡Hola! 👍 50% en https://somnio.co <3 a@b.co" },
  opaque: "v1:0190a1b2-0000-7000-8000-000000000001:1",
  replyTo: null,
};
const headers = { authorization: `Bearer ${secrets.accessToken}`, "content-type": "application/json" };

test("a customer's message arrives signed, escaped and readable", async () => {
  const { simulator, heard, posts } = await simulatedShop();
  const content = { type: "text", text: { body: "¿cuánto vale? 👍 a@b.co <50%> \\/" } };
  const said = simulator.customerSays(ANA, { phoneNumberId: NUMBER, content, name: "Ana María" });
  expect(await said.end).toEqual({ kind: "delivered", attempts: 1 });
  expect(heard[0]?.messages).toMatchObject([
    {
      phoneNumberId: NUMBER,
      identity: { phone: ANA, bsuid: madeUpBsuid(ANA) },
      profileName: "Ana María",
      content: { type: "text", body: "¿cuánto vale? 👍 a@b.co <50%> \\/" },
      sourceMessageId: said.wamid,
      // Meta's stamps have no milliseconds.
      occurredAt: new Date("2026-11-21T12:00:00Z"),
    },
  ]);
  const wire = posts[0]?.body.toString("latin1") ?? "";
  expect(wire).not.toMatch(/[^\x20-\x7e]|[<%@]|[^\\]\//);
  expect(wire).toContain("\\ud83d\\udc4d a\\u0040b.co \\u003C50\\u0025>");
});

test("a reply reaches the customer, and its reports come back in order with our key", async () => {
  const { simulator, api, heard } = await simulatedShop();
  const outcome = await api.send(reply);
  expect(outcome).toMatchObject({ kind: "accepted", recipientPhone: ANA });
  await eventually(() => expect(heard).toHaveLength(3));
  const wamid = outcome.kind === "accepted" ? outcome.wamid : "";
  expect(heard.flatMap((parsed) => parsed.statuses)).toMatchObject(
    ["sent", "delivered", "read"].map((status) => ({
      phoneNumberId: NUMBER,
      wamid,
      status,
      opaque: reply.opaque,
      recipient: ANA,
    })),
  );
  const { items } = await simulator.customerHears(ANA, { phoneNumberId: NUMBER });
  expect(items).toMatchObject([{ wamid, text: spokenText(reply.content), at: "2026-11-21T12:00:00.500Z" }]);
});

test("a wamid looks like Meta's: it hides the peer's number", async () => {
  const { api } = await simulatedShop();
  const outcome = await api.send(reply);
  const wamid = outcome.kind === "accepted" ? outcome.wamid : "";
  expect(wamid).toMatch(/^wamid\.HBg/);
  const decoded = Buffer.from(wamid.slice("wamid.".length), "base64").toString("latin1");
  expect(decoded).toContain(ANA);
  expect(decoded).toMatch(/[0-9A-F]{20}\0$/);
});

test("a reply to the BSUID appears on the same phone", async () => {
  const { simulator, api, heard } = await simulatedShop();
  await simulator.customerSays(ANA, { phoneNumberId: NUMBER, content: { type: "text", text: { body: "hola" } } }).end;
  const outcome = await api.send({ ...reply, recipient: { phone: null, bsuid: madeUpBsuid(ANA) } });
  expect(outcome).toMatchObject({ kind: "accepted", recipientPhone: ANA });
  expect((await simulator.customerHears(ANA, { phoneNumberId: NUMBER })).items).toHaveLength(1);
  await eventually(() => expect(heard).toHaveLength(4));
});

test("a person known by BSUID alone is reported without a phone", async () => {
  const { api, heard } = await simulatedShop();
  const outcome = await api.send({ ...reply, recipient: { phone: null, bsuid: "CO.777" } });
  expect(outcome).toMatchObject({ kind: "accepted", recipientPhone: null });
  await eventually(() => expect(heard).toHaveLength(3));
  expect(heard[0]?.statuses[0]).toMatchObject({ recipient: "CO.777" });
});

test("two numbers are two chats", async () => {
  const { simulator, api } = await simulatedShop();
  await api.send(reply);
  const heard = await simulator.customerHears(ANA, { phoneNumberId: "222" });
  expect(heard.items).toEqual([]);
});

test("with another secret nothing is taken", async () => {
  const { simulator, heard, posts } = await simulatedShop({ checkedWith: "another", retryDelaysMs: [1] });
  const said = simulator.customerSays(ANA, { phoneNumberId: NUMBER, content: { type: "text", text: { body: "x" } } });
  expect(await said.end).toEqual({ kind: "given_up", attempts: 2, detail: "HTTP 401" });
  expect(heard).toEqual([]);
  expect(posts).toHaveLength(2);
});

test("typing shows until the reply, or for 25 seconds", async () => {
  let now = new Date("2026-11-21T12:00:00Z");
  const { simulator, api } = await simulatedShop({ now: () => now });
  const isTyping = async () => (await simulator.customerHears(ANA, { phoneNumberId: NUMBER })).typing;
  const { wamid } = simulator.customerSays(ANA, {
    phoneNumberId: NUMBER,
    content: { type: "text", text: { body: "x" } },
  });
  expect(await isTyping()).toBe(false);
  await api.showTyping(NUMBER, wamid);
  expect(await isTyping()).toBe(true);
  await api.send(reply);
  expect(await isTyping()).toBe(false);
  await api.showTyping(NUMBER, wamid);
  now = new Date(now.getTime() + 25_000);
  expect(await isTyping()).toBe(false);
});

test("the customer's side over HTTP: says, then waits for the answer", async () => {
  const { url, api, heard } = await simulatedShop();
  const says = await fetch(`${url}/customers/+${ANA}/messages`, {
    method: "POST",
    headers,
    body: JSON.stringify({ phoneNumberId: NUMBER, text: "hola", name: "Ana" }),
  });
  expect(says.status).toBe(202);
  expect(await says.json()).toEqual({ wamid: expect.stringMatching(/^wamid\./), webhookStatus: 200 });
  expect(heard[0]?.messages[0]?.content).toEqual({ type: "text", body: "hola" });

  const waiting = fetch(`${url}/customers/${ANA}/messages?phoneNumberId=${NUMBER}&after=0&waitMs=20000`, { headers });
  await api.send(reply);
  const first: unknown = await (await waiting).json();
  expect(first).toEqual({
    items: [
      {
        n: expect.any(Number),
        wamid: expect.any(String),
        kind: "text",
        text: spokenText(reply.content),
        at: "2026-11-21T12:00:00.500Z",
      },
    ],
    typing: false,
  });
  const after = await fetch(`${url}/customers/${ANA}/messages?phoneNumberId=${NUMBER}&after=99`, { headers });
  expect(await after.json()).toEqual({ items: [], typing: false });
});

test("any kind of message can be said, as Meta writes it", async () => {
  const { url, heard } = await simulatedShop();
  const message = { type: "audio", audio: { id: "9", mime_type: "audio/ogg; codecs=opus", voice: true } };
  await fetch(`${url}/customers/${ANA}/messages`, {
    method: "POST",
    headers,
    body: JSON.stringify({ phoneNumberId: NUMBER, message }),
  });
  expect(heard[0]?.messages[0]?.content).toMatchObject({ type: "media", media: "audio", isVoiceNote: true });
});
