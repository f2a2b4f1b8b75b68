import { expect, test } from "vitest";
import { RecadoError } from "../../src/core/errors.ts";
import type { PhoneNumberId } from "../../src/core/ids.ts";
import type { OutboundContent } from "../../src/core/outbound/outbound-content.ts";
import type { OutboundRequest } from "../../src/core/ports/channel.ts";
import { createCloudApi } from "../../src/whatsapp/cloud-api.ts";
import { localServer } from "./support/local-server.ts";
import { logBook } from "./support/log-book.ts";

const phoneNumberId = "106540352242922" as PhoneNumberId;
const request: OutboundRequest = {
  phoneNumberId,
  recipient: { phone: "573015550142", bsuid: "CO.1" },
  content: { type: "text", body: "Hola 👍 https://somnio.co" },
  opaque: "v1:x:1",
  replyTo: null,
};

async function sent(change: Partial<OutboundRequest>, accessToken: string | null = "secret-token") {
  const server = await localServer((_received, response) => void response.end('{"messages":[{"id":"wamid.1"}]}'));
  const { logger } = logBook();
  const api = createCloudApi({ baseUrl: `${server.url}/v26.0/`, accessToken, logger });
  const outcome = await api.send({ ...request, ...change });
  const [received] = server.received;
  const body: unknown = received === undefined ? null : JSON.parse(received.body.toString("utf8"));
  return { outcome, received, body };
}

test("a text goes to the phone, with a plus, and carries our key", async () => {
  const { received, body } = await sent({});
  expect(received).toMatchObject({
    method: "POST",
    path: "/v26.0/106540352242922/messages",
    headers: {
      authorization: "Bearer secret-token",
      "content-type": "application/json",
      "user-agent": expect.stringMatching(/^recado\/\d+\.\d+\.\d+$/),
    },
  });
  expect(body).toEqual({
    messaging_product: "whatsapp",
    recipient_type: "individual",
    to: "+573015550142",
    type: "text",
    text: { body: "Hola 👍 https://somnio.co", preview_url: false },
    biz_opaque_callback_data: "v1:x:1",
  });
});

test("without a phone it goes to the BSUID, under its own name", async () => {
  const { body } = await sent({ recipient: { phone: null, bsuid: "CO.1" } });
  expect(body).toMatchObject({ recipient: "CO.1" });
  expect(body).not.toHaveProperty("to");
});

test("a phone that is none is not guessed at: its digits would be somebody else's", async () => {
  const { outcome, received } = await sent({ recipient: { phone: "CO.13491234567", bsuid: null } });
  expect(outcome).toMatchObject({
    kind: "refused",
    refusal: "bad_request",
    retryAfterMs: null,
    detail: expect.stringMatching(/not a phone number/),
  });
  expect(received).toBeUndefined();
});

test("an authentication template goes to a phone and never to a BSUID", async () => {
  const content = {
    type: "template",
    name: "codigo",
    language: "es",
    components: [],
    category: "authentication",
  } satisfies OutboundContent;
  expect((await sent({ content })).body).toMatchObject({ to: "+573015550142" });
  const { outcome, received } = await sent({ content, recipient: { phone: null, bsuid: "CO.1" } });
  expect(outcome).toMatchObject({ kind: "refused", refusal: "bad_request", detail: expect.stringMatching(/131062/) });
  expect(received).toBeUndefined();
  const utility: OutboundContent = { ...content, category: "utility" };
  expect((await sent({ content: utility, recipient: { phone: null, bsuid: "CO.1" } })).body).toMatchObject({
    recipient: "CO.1",
  });
});

test("a reply quotes the message it answers; a reaction never does", async () => {
  expect((await sent({ replyTo: "wamid.asked" })).body).toMatchObject({ context: { message_id: "wamid.asked" } });
  expect((await sent({})).body).not.toHaveProperty("context");
  const reaction = { type: "reaction", targetWamid: "wamid.asked", emoji: "👍" } as const;
  expect((await sent({ content: reaction, replyTo: "wamid.asked" })).body).not.toHaveProperty("context");
});

test("without a token no authorization travels", async () => {
  const { received } = await sent({}, null);
  expect(received?.headers).not.toHaveProperty("authorization");
});

test.each<[string, Partial<OutboundRequest>, RegExp]>([
  ["nobody", { recipient: { phone: null, bsuid: null } }, /no recipient/],
  ["an empty phone", { recipient: { phone: "+", bsuid: "" } }, /no recipient/],
  ["no text", { content: { type: "text", body: "" } }, /empty/],
  ["blanks", { content: { type: "text", body: " \n" } }, /empty/],
  ["4097 characters", { content: { type: "text", body: "x".repeat(4097) } }, /4096.*4097/],
  ["an opaque key that Meta refuses", { opaque: "x".repeat(513) }, /513.*512/],
])("%s is refused before the call", async (_name, change, detail) => {
  const { outcome, received } = await sent(change);
  expect(outcome).toMatchObject({
    kind: "refused",
    code: null,
    detail: expect.stringMatching(detail),
    refusal: "bad_request",
  });
  expect(received).toBeUndefined();
});

test("4096 characters go out, emoji counted once", async () => {
  const { outcome } = await sent({ content: { type: "text", body: "👍".repeat(4096) } });
  expect(outcome).toMatchObject({ kind: "accepted" });
});

test("a base URL or a token that cannot work is an error at start, without the token in it", () => {
  const { logger } = logBook();
  for (const baseUrl of ["graph.facebook.com", "ftp://x", "", "http://user:pass@x", "http://x/?a=1"]) {
    expect(() => createCloudApi({ baseUrl, accessToken: null, logger })).toThrow(RecadoError);
  }
  for (const accessToken of ["", "two words", "line\nbreak", "ñ"]) {
    expect(() => createCloudApi({ baseUrl: "http://x", accessToken, logger })).toThrow(
      /WHATSAPP_ACCESS_TOKEN (?!.*two words)/,
    );
  }
});

test("typing marks the message as read", async () => {
  const server = await localServer((_received, response) => void response.end('{"success":true}'));
  const { logger, lines } = logBook();
  await createCloudApi({ baseUrl: server.url, accessToken: "t", logger }).showTyping(phoneNumberId, "wamid.1");
  expect(JSON.parse(server.received[0]?.body.toString("utf8") ?? "")).toEqual({
    messaging_product: "whatsapp",
    status: "read",
    message_id: "wamid.1",
    typing_indicator: { type: "text" },
  });
  expect(lines).toEqual([]);
});

test("typing that fails harms nobody: a debug line, without the message id, which holds a phone", async () => {
  const server = await localServer((_received, response) => {
    response.statusCode = 400;
    response.end("{}");
  });
  const { logger, lines } = logBook();
  await createCloudApi({ baseUrl: server.url, accessToken: "secret", logger }).showTyping(phoneNumberId, "wamid.1");
  await createCloudApi({ baseUrl: "http://no-such-host.invalid", accessToken: "secret", logger }).showTyping(
    phoneNumberId,
    "wamid.1",
  );
  expect(lines.map((line) => line.level)).toEqual(["debug", "debug"]);
  expect(JSON.stringify(lines)).not.toMatch(/wamid|secret/);
});
