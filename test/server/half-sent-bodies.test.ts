import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type Listening, serve } from "../../src/server/serve.ts";
import { eventually } from "../support/shop.ts";
import { openDoor, signed, textWebhook, WEBHOOK } from "./open-door.ts";

/** Strangers who leave their requests half-sent, while Meta delivers. */
const open: Listening[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(open.splice(0).map((listening) => listening.close()));
});

async function listen(parts: Parameters<typeof openDoor>[0] = {}) {
  const door = openDoor(parts);
  const listening = await serve(door.app, "127.0.0.1", 0, door.takeDelivery);
  open.push(listening);
  const deliver = async (n: number) =>
    (await fetch(`${listening.url}${WEBHOOK}`, signed(textWebhook("hola", `wamid.${n}`)))).status;
  return { ...door, ...listening, deliver };
}

interface Attack {
  readonly socket: Socket;
  answer(): string;
}

async function send(port: number, ...parts: (string | Buffer)[]): Promise<Attack> {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  let answer = "";
  socket.on("data", (data) => {
    answer += data.toString("latin1");
  });
  socket.on("error", () => {
    // The server has had enough of it, which is what is asked here.
  });
  await once(socket, "connect");
  for (const part of parts) socket.write(part);
  return { socket, answer: () => answer };
}

const SIGNATURE = `x-hub-signature-256: sha256=${"0".repeat(64)}\r\n`;
const head = (path: string, length: number, more = "") =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\n${more}content-length: ${length}\r\n\r\n`;

const answered = (attack: Attack, status: number) =>
  eventually(`it is answered ${status}`, async () => attack.answer().startsWith(`HTTP/1.1 ${status} `));

test.each([
  ["an unknown path", "/nothing/here", 404],
  ["a path that takes no body", "/healthz", 405],
  ["a page of the Studio", "/studio/inbox", 404],
  ["the webhook without a signature", WEBHOOK, 401],
  ["the API without a token", "/internal/agent/events", 401],
  ["an unknown path of the API without a token", "/internal/agent/nothing", 401],
  ["a sign-in of another site", "/studio/session", 403],
])("%s is answered before its body has come", async (_, path, status) => {
  const { port } = await listen();
  await answered(await send(port, head(path, 1_000_000), "{"), status);
});

test("a body that is too large says so itself, and is refused at once wherever it goes", async () => {
  const { port } = await listen();
  for (const path of [WEBHOOK, "/nothing", "/internal/agent/events", "/studio/session", "/healthz"]) {
    await answered(await send(port, head(path, 3 * 1024 * 1024 + 1)), 413);
    await answered(await send(port, head(path, 3 * 1024 * 1024 + 1, SIGNATURE)), 413);
  }
});

test("half-sent bodies with the shape of a signature that spend the whole budget refuse no webhook", async () => {
  // Time stands still: none of them ever counts as slow, however long a busy machine takes to send them.
  const clock = { now: () => new Date(), monotonicMs: () => 0 };
  const { port, url, deliver } = await listen({ parts: { clock } });
  const half = (length: number) => {
    const bytes = Buffer.alloc(length, "x");
    return send(port, head(WEBHOOK, bytes.length + 1, SIGNATURE), bytes);
  };
  // 46 MB, where the door keeps 32 MiB; then what fills the room that is left between them.
  const attacks = await Promise.all(Array.from({ length: 16 }, () => half(2_900_000)));
  attacks.push(...(await Promise.all(Array.from({ length: 60 }, () => half(60_000)))));
  await eventually("some had to go", async () => attacks.some(({ answer }) => answer().includes("503")));
  const statuses: number[] = [];
  for (let n = 0; n < 20; n += 1) statuses.push(await deliver(n));
  expect(statuses).toEqual(Array(20).fill(200));
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

test("600 sockets with one byte of a body each, and 600 that say nothing, refuse no webhook", async () => {
  const { port, deliver } = await listen();
  await Promise.all(Array.from({ length: 600 }, () => send(port, head(WEBHOOK, 1_000, SIGNATURE), "x")));
  await Promise.all(Array.from({ length: 600 }, () => send(port)));
  const statuses: number[] = [];
  for (let n = 0; n < 20; n += 1) statuses.push(await deliver(n));
  expect(statuses).toEqual(Array(20).fill(200));
});

test("a body that does not go on is cut off with 408", async () => {
  const { port } = await listen();
  const attack = await send(port, head(WEBHOOK, 1_000, SIGNATURE), "x");
  await answered(attack, 408);
  expect(attack.answer()).toContain('"code":"body_too_slow"');
});

test("what strangers leave half-sent takes nothing of the API's own room", async () => {
  const { port, api } = await listen();
  const bytes = Buffer.alloc(2_900_000, "x");
  await Promise.all(Array.from({ length: 16 }, () => send(port, head(WEBHOOK, bytes.length + 1, SIGNATURE), bytes)));
  const event = { contact: "573001112233", phoneNumberId: "1", type: "message", text: "hola", idempotencyKey: "k" };
  expect((await api("POST", "/internal/agent/events", event)).status).toBe(202);
});

test("headers of more than 8 kB are refused before anything looks at them", async () => {
  const { port } = await listen();
  const attack = await send(
    port,
    `GET /studio/ HTTP/1.1\r\nhost: x\r\naccept-encoding: br${" ".repeat(9_000)};\r\n\r\n`,
  );
  await answered(attack, 431);
});
