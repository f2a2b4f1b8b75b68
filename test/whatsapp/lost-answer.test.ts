import { expect, test } from "vitest";
import type { PhoneNumberId } from "../../src/core/ids.ts";
import type { OutboundRequest } from "../../src/core/ports/channel.ts";
import { createCloudApi } from "../../src/whatsapp/cloud-api.ts";
import { localServer } from "./support/local-server.ts";
import { logBook } from "./support/log-book.ts";
import { payload } from "./support/payloads.ts";

const request: OutboundRequest = {
  phoneNumberId: "106540352242922" as PhoneNumberId,
  recipient: { phone: "573015550142", bsuid: null },
  content: { type: "text", body: "¡Bienvenida!" },
  opaque: "v1:0190a1b2-0000-7000-8000-000000000001:1",
  replyTo: null,
};

/** Sends once to a server that answers like this, and shows what the client makes of it. */
async function answeredWith(httpStatus: number, body: unknown) {
  const server = await localServer((_received, response) => {
    response.writeHead(httpStatus, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  const { logger, lines } = logBook();
  const outcome = await createCloudApi({ baseUrl: `${server.url}/v26.0`, accessToken: "secret", logger }).send(request);
  expect(server.received).toHaveLength(1);
  expect(lines).toEqual([]);
  return outcome;
}

const graphError = (code: number, extra: Record<string, unknown> = {}) => ({
  error: { message: `(#${code}) No`, type: "OAuthException", code, fbtrace_id: "A", ...extra },
});

test("a 200 with Meta's own answer is accepted, with the phone that Meta really used", async () => {
  expect(await answeredWith(200, payload("metadocs__SEND_RESPONSE_text"))).toEqual({
    kind: "accepted",
    wamid: "wamid.HBgLMTY0NjcwNDM1OTUVAgARGBI1RjQyNUE3NEYxMzAzMzQ5MkEA",
    recipientPhone: "16505551234",
    httpStatus: 200,
  });
});

test("a send to a BSUID is accepted without a phone", async () => {
  const body = { contacts: [{ input: "CO.1", user_id: "CO.1" }], messages: [{ id: "wamid.1" }] };
  expect(await answeredWith(200, body)).toMatchObject({ kind: "accepted", wamid: "wamid.1", recipientPhone: null });
});

test.each([
  ["an empty body", 200, ""],
  ["no JSON", 200, "<html>"],
  ["no messages", 200, { messages: [] }],
  ["an empty id", 200, { messages: [{ id: "" }] }],
  ["nothing at all", 204, ""],
  ["an error in a 200", 200, graphError(100)],
  ["endless words", 200, `{"messages":[{"id":"wamid.1"}],"x":"${"x".repeat(300_000)}"}`],
])("a 2xx with %s leaves doubt", async (_name, httpStatus, body) => {
  expect(await answeredWith(httpStatus, body)).toMatchObject({ kind: "in_doubt" });
});

test("Meta's own throughput error is a refusal to try again", async () => {
  expect(await answeredWith(400, payload("metadocs__ERROR_RESPONSE_130429"))).toEqual({
    kind: "refused",
    code: 130429,
    detail: "130429: (#130429) Rate limit hit: Cloud API message throughput has been reached.",
    refusal: "throttled",
    retryAfterMs: null,
    httpStatus: 400,
  });
});

test.each([
  [400, 131056, "pair_limit"],
  [400, 80007, "throttled"],
  [400, 131016, "hiccup"],
  [400, 131047, "window_closed"],
  [401, 190, "credential"],
  [429, 131056, "pair_limit"],
  [429, 424242, "throttled"],
  [400, 424242, "unknown"],
] as const)("HTTP %i with code %i is a refusal of kind %s", async (httpStatus, code, refusal) => {
  expect(await answeredWith(httpStatus, graphError(code))).toMatchObject({
    kind: "refused",
    code,
    refusal,
    httpStatus,
  });
});

test("a throttle's own word about how long it lasts is heard", async () => {
  const server = await localServer((_received, response) => {
    response.writeHead(429, { "content-type": "application/json", "retry-after": "12" });
    response.end(JSON.stringify(graphError(130429)));
  });
  const { logger } = logBook();
  const outcome = await createCloudApi({ baseUrl: server.url, accessToken: "secret", logger }).send(request);
  expect(outcome).toMatchObject({ refusal: "throttled", retryAfterMs: 12_000 });
});

test("a process that may not send any more touches no socket", async () => {
  const server = await localServer((_received, response) => void response.end("{}"));
  const { logger } = logBook();
  const api = createCloudApi({ baseUrl: server.url, accessToken: "secret", logger });
  expect(await api.send({ ...request, mayStillLeave: () => false })).toMatchObject({ kind: "not_sent" });
  expect(server.received).toEqual([]);
  await api.send({ ...request, mayStillLeave: () => true });
  expect(server.received).toHaveLength(1);
});

test("Meta's word on an unknown code is heard, and does not overrule a known one", async () => {
  expect(await answeredWith(400, graphError(424242, { is_transient: true }))).toMatchObject({ refusal: "hiccup" });
  expect(await answeredWith(400, graphError(131047, { is_transient: true }))).toMatchObject({
    refusal: "window_closed",
  });
});

test("a bare 429 of a gateway has not taken the message; another bare 4xx proves nothing", async () => {
  expect(await answeredWith(429, "slow down")).toMatchObject({ kind: "refused", code: null, refusal: "throttled" });
  expect(await answeredWith(404, "<html>no such page</html>")).toMatchObject({
    kind: "in_doubt",
    detail: expect.stringContaining("404"),
  });
  expect(await answeredWith(400, { error: "no" })).toMatchObject({ kind: "in_doubt" });
});

test.each([[500], [502], [503], [504]])("HTTP %i leaves doubt, whatever it says", async (httpStatus) => {
  expect(await answeredWith(httpStatus, graphError(131000))).toEqual({
    kind: "in_doubt",
    detail: `HTTP ${httpStatus}`,
    httpStatus,
  });
  expect(await answeredWith(httpStatus, "upstream")).toMatchObject({ kind: "in_doubt" });
});

test.each([
  [131056, "pair_limit"],
  [130429, "throttled"],
  [4, "throttled"],
  [80007, "throttled"],
])("a limit of rate (%i) is a refusal whatever its HTTP status: Meta says to go by the code", async (code, refusal) => {
  expect(await answeredWith(500, graphError(code))).toMatchObject({ kind: "refused", refusal, code });
});

test("a redirect is not followed, and leaves doubt", async () => {
  const target = await localServer((_received, response) => void response.end("{}"));
  const server = await localServer((_received, response) => {
    response.writeHead(307, { location: target.url }).end();
  });
  const { logger } = logBook();
  const outcome = await createCloudApi({ baseUrl: server.url, accessToken: "secret", logger }).send(request);
  expect(outcome).toMatchObject({ kind: "in_doubt" });
  expect(target.received).toEqual([]);
});

test("no answer in time leaves doubt", async () => {
  const server = await localServer(() => undefined);
  const { logger } = logBook();
  const api = createCloudApi({ baseUrl: server.url, accessToken: "secret", logger, timeoutMs: 50 });
  expect(await api.send(request)).toMatchObject({ kind: "in_doubt", detail: expect.stringMatching(/timeout/i) });
});

test("an answer that stops in the middle leaves doubt, even a 4xx", async () => {
  for (const httpStatus of [200, 400]) {
    const server = await localServer((_received, response) => {
      response.writeHead(httpStatus, { "content-type": "application/json", "content-length": "1000" });
      response.write('{"messages":[{"id":"wamid.1"}]', () => response.destroy());
    });
    const { logger } = logBook();
    const outcome = await createCloudApi({ baseUrl: server.url, accessToken: "secret", logger }).send(request);
    expect(outcome).toMatchObject({ kind: "in_doubt" });
  }
});

test("the connection cut after the request was read leaves doubt", async () => {
  const server = await localServer((_received, response) => void response.destroy());
  const { logger } = logBook();
  const outcome = await createCloudApi({ baseUrl: server.url, accessToken: "secret", logger }).send(request);
  expect(outcome).toMatchObject({ kind: "in_doubt" });
  expect(server.received).toHaveLength(1);
});
