/** Which failures prove that no byte of a request was written. Real sockets; the server counts what it got. */
import { readFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { expect, onTestFinished, test, vi } from "vitest";
import type { PhoneNumberId } from "../../src/core/ids.ts";
import type { SendOutcome } from "../../src/core/outbound/outbox.ts";
import { classifyFailure } from "../../src/whatsapp/classify-failure.ts";
import { createCloudApi } from "../../src/whatsapp/cloud-api.ts";
import { closedPort, listen } from "./support/local-server.ts";
import { logBook } from "./support/log-book.ts";

const cert = readFileSync(new URL("support/self-signed.cert.pem", import.meta.url));
const key = readFileSync(new URL("support/self-signed.key.pem", import.meta.url));

function sendTo(baseUrl: string, timeoutMs?: number): Promise<SendOutcome> {
  const settings = { baseUrl, accessToken: "secret", logger: logBook().logger };
  return createCloudApi(timeoutMs === undefined ? settings : { ...settings, timeoutMs }).send({
    phoneNumberId: "111" as PhoneNumberId,
    recipient: { phone: "573015550142", bsuid: null },
    content: { type: "text", body: "hola" },
    opaque: "v1:x:1",
    replyTo: null,
  });
}

async function serve(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
  });
  const port = await listen(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return port;
}

test("nobody listens: not sent", async () => {
  expect(await sendTo(`http://127.0.0.1:${await closedPort()}`)).toMatchObject({
    kind: "not_sent",
    detail: expect.stringContaining("ECONNREFUSED"),
  });
});

test("nobody listens on any address of a name: not sent", async () => {
  expect(await sendTo(`http://localhost:${await closedPort()}`)).toMatchObject({ kind: "not_sent" });
});

test("no such name: not sent", async () => {
  expect(await sendTo("http://no-such-host.invalid")).toMatchObject({ kind: "not_sent" });
});

test("a certificate that nobody vouches for: not sent, and the server saw no request", async () => {
  let requested = 0;
  const server = createTlsServer({ cert, key }, (socket) => socket.on("data", (data) => (requested += data.length)));
  const port = await serve(server);
  expect(await sendTo(`https://localhost:${port}`)).toMatchObject({
    kind: "not_sent",
    detail: expect.stringContaining("DEPTH_ZERO_SELF_SIGNED_CERT"),
  });
  expect(requested).toBe(0);
});

test("hung up within the TLS handshake: not sent", async () => {
  const server = createServer((socket) => socket.once("data", () => socket.end()));
  const port = await serve(server);
  expect(await sendTo(`https://127.0.0.1:${port}`)).toMatchObject({ kind: "not_sent" });
});

test("no common version of TLS: not sent", async () => {
  // A TLS alert, fatal, protocol_version, as a server with nothing in common answers.
  const server = createServer((socket) => socket.once("data", () => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 70]))));
  const port = await serve(server);
  expect(await sendTo(`https://127.0.0.1:${port}`)).toMatchObject({
    kind: "not_sent",
    detail: expect.stringMatching(/protocol version/i),
  });
});

test("reset after the request: in doubt", async () => {
  const port = await serve(createServer((socket) => socket.once("data", () => socket.resetAndDestroy())));
  expect(await sendTo(`http://127.0.0.1:${port}`)).toMatchObject({ kind: "in_doubt" });
});

test("hung up without an answer: in doubt", async () => {
  const port = await serve(createServer((socket) => socket.once("data", () => socket.end())));
  expect(await sendTo(`http://127.0.0.1:${port}`)).toMatchObject({ kind: "in_doubt" });
});

test("an answer that is not HTTP: in doubt", async () => {
  const port = await serve(createServer((socket) => socket.once("data", () => socket.end("SSH-2.0-OpenSSH\r\n\r\n"))));
  expect(await sendTo(`http://127.0.0.1:${port}`)).toMatchObject({ kind: "in_doubt" });
});

test("silence until the time is up: in doubt", async () => {
  const port = await serve(createServer(() => undefined));
  expect(await sendTo(`http://127.0.0.1:${port}`, 50)).toMatchObject({ kind: "in_doubt" });
});

test("an answer that trickles ends with the time of the whole call: in doubt", async () => {
  const server = createServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n");
    const drip = setInterval(() => socket.write(" "), 10);
    socket.on("close", () => clearInterval(drip));
  });
  const port = await serve(server);
  const startedMs = performance.now();
  expect(await sendTo(`http://127.0.0.1:${port}`, 150)).toMatchObject({ kind: "in_doubt" });
  expect(performance.now() - startedMs).toBeLessThan(5_000);
});

test("a server that never ends the handshake is given up before the whole time is: not sent", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const port = await serve(createServer((socket) => socket.once("data", () => vi.advanceTimersByTime(10_000))));
  expect(await sendTo(`https://127.0.0.1:${port}`)).toMatchObject({
    kind: "not_sent",
    detail: expect.stringContaining("CONNECT_TIMEOUT"),
  });
});

const failed = (cause: unknown) => new TypeError("fetch failed", { cause });
const systemError = (code: string, syscall?: string) =>
  Object.assign(new Error(`${syscall ?? ""} ${code}`), { code, ...(syscall === undefined ? {} : { syscall }) });

test.each([
  ["a host without a route", systemError("EHOSTUNREACH", "connect"), "not_sent"],
  ["a network without a route", systemError("ENETUNREACH", "connect"), "not_sent"],
  ["a connection that timed out", systemError("ETIMEDOUT", "connect"), "not_sent"],
  ["undici's limit for connecting", systemError("UND_ERR_CONNECT_TIMEOUT"), "not_sent"],
  ["a resolver that is away", systemError("EAI_AGAIN", "getaddrinfo"), "not_sent"],
  ["a route lost while reading", systemError("EHOSTUNREACH", "read"), "in_doubt"],
  ["a time-out while reading", systemError("ETIMEDOUT", "read"), "in_doubt"],
  ["a broken pipe", systemError("EPIPE", "write"), "in_doubt"],
  ["the other side closed", systemError("UND_ERR_SOCKET"), "in_doubt"],
  ["no headers in time", systemError("UND_ERR_HEADERS_TIMEOUT"), "in_doubt"],
  ["a broken TLS record", systemError("ERR_SSL_WRONG_VERSION_NUMBER"), "in_doubt"],
  ["a reset without words", systemError("ECONNRESET"), "in_doubt"],
  [
    "every address refused",
    new AggregateError([systemError("ECONNREFUSED", "connect"), systemError("ETIMEDOUT", "connect")]),
    "not_sent",
  ],
  [
    "one address in doubt",
    new AggregateError([systemError("ECONNREFUSED", "connect"), systemError("ECONNRESET", "read")]),
    "in_doubt",
  ],
  ["an aggregate of nothing", new AggregateError([]), "in_doubt"],
  ["an unknown error", new Error("?"), "in_doubt"],
  ["no cause", undefined, "in_doubt"],
])("%s", (_name, cause, kind) => {
  expect(classifyFailure(failed(cause)).kind).toBe(kind);
});

test.each([[null], [undefined], ["words"], [7], [{}]])("thrown %j: in doubt", (thrown) => {
  expect(classifyFailure(thrown).kind).toBe("in_doubt");
});
