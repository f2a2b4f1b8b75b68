import { once } from "node:events";
import { Server } from "node:http";
import { connect } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { type Listening, serve } from "../../src/server/serve.ts";
import { openDoor, WEBHOOK } from "./open-door.ts";

const open: Listening[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((listening) => listening.close()));
});

async function listen(app: { fetch(request: Request): Response | Promise<Response> }, port = 0): Promise<Listening> {
  const listening = await serve(app, "127.0.0.1", port);
  open.push(listening);
  return listening;
}

test("port 0 takes a free one and says which", async () => {
  const { url, port } = await listen(openDoor().app);
  expect(url).toBe(`http://127.0.0.1:${port}`);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

test("a port that is taken is one sentence with the way out", async () => {
  const { port } = await listen(openDoor().app);
  await expect(serve(openDoor().app, "127.0.0.1", port)).rejects.toMatchObject({
    code: "port_taken",
    message: expect.stringMatching(new RegExp(`127\\.0\\.0\\.1:${port} is already in use.*PORT`)),
  });
});

test("a host that this machine has not is a bad environment", async () => {
  await expect(serve(openDoor().app, "203.0.113.7", 0)).rejects.toMatchObject({ code: "bad_environment" });
});

test("closing lets the request under way end", async () => {
  let finish: () => void = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let begun: () => void = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const listening = await serve(
    {
      async fetch() {
        begun();
        await finished;
        return new Response("done");
      },
    },
    "127.0.0.1",
    0,
  );
  const response = fetch(listening.url);
  await hasBegun;
  const cut = vi.spyOn(Server.prototype, "closeAllConnections");
  const closed = listening.close();
  await expect(fetch(listening.url)).rejects.toThrow();
  finish();
  expect(await (await response).text()).toBe("done");
  await closed;
  expect(cut).not.toHaveBeenCalled();
});

test("a connection that has asked nothing does not hold the closing", async () => {
  const listening = await serve(openDoor().app, "127.0.0.1", 0);
  const silent = connect(listening.port, "127.0.0.1");
  await once(silent, "connect");
  const cut = vi.spyOn(Server.prototype, "closeAllConnections");
  await Promise.all([listening.close(), once(silent, "close")]);
  expect(cut).not.toHaveBeenCalled();
});

const SIGNATURE = `x-hub-signature-256: sha256=${"0".repeat(64)}\r\n`;

/** Writes raw bytes and returns all that came back until the server closed or answered. */
async function raw(
  port: number,
  head: string,
  chunks: Iterable<Buffer>,
): Promise<{ answer: string; sentBytes: number }> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  let answer = "";
  let isOver = false;
  socket.on("data", (data) => {
    answer += data.toString("latin1");
    if (answer.includes("\r\n\r\n")) isOver = true;
  });
  socket.on("error", () => {
    isOver = true; // The server has had enough, which is what is asked here.
  });
  socket.write(head);
  let sentBytes = 0;
  for (const chunk of chunks) {
    if (isOver) break;
    sentBytes += chunk.byteLength;
    if (!socket.write(chunk)) await Promise.race([once(socket, "drain"), once(socket, "close")]);
    await new Promise(setImmediate);
  }
  const deadline = Date.now() + 5_000;
  while (!isOver && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
  socket.destroy();
  return { answer, sentBytes };
}

function* chunked(count: number, size: number): Iterable<Buffer> {
  for (let sent = 0; sent < count; sent += 1) {
    yield Buffer.concat([Buffer.from(`${size.toString(16)}\r\n`), Buffer.alloc(size, "x"), Buffer.from("\r\n")]);
  }
}

test("a chunked body without end is refused at 3 MiB, long before all of it was read", async () => {
  const { port } = await listen(openDoor().app);
  const head = `POST ${WEBHOOK} HTTP/1.1\r\nhost: x\r\n${SIGNATURE}transfer-encoding: chunked\r\n\r\n`;
  const { answer, sentBytes } = await raw(port, head, chunked(1_000, 256 * 1024));
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(sentBytes).toBeLessThan(128 * 1024 * 1024);
});

test("a declared length over 3 MiB is refused before the body comes", async () => {
  const { port } = await listen(openDoor().app);
  const head = `POST ${WEBHOOK} HTTP/1.1\r\nhost: x\r\ncontent-length: ${4 * 1024 * 1024}\r\n\r\n`;
  expect((await raw(port, head, [])).answer).toMatch(/^HTTP\/1\.1 413 /);
});

test("a declared length that is too small does not let more through", async () => {
  const { port } = await listen(openDoor().app);
  const head = `POST ${WEBHOOK} HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\n`;
  // Five bytes are the body; what follows is no request.
  expect((await raw(port, head, [Buffer.alloc(64, "x")])).answer).toMatch(/^HTTP\/1\.1 40[01] /);
});

test("a sender that goes away in the middle harms nobody", async () => {
  const door = openDoor();
  const { port, url } = await listen(door.app);
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(`POST ${WEBHOOK} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nabc`);
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(door.logged.filter(({ level }) => level === "error")).toEqual([]);
});
