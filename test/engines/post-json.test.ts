import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createPostJson } from "../../src/engines/post-json.ts";

const LIMIT_MS = 1_000;

/** What has arrived and was not answered yet. */
const held: ServerResponse[] = [];
const server = createServer((request, response) => {
  request.resume();
  held.push(response);
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/wake`;
});
afterAll(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));

/** Only the limit runs by the test's clock. */
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => {
  vi.useRealTimers();
  for (const response of held.splice(0)) response.destroy();
});

async function arrived(count: number): Promise<void> {
  const giveUpAt = performance.now() + 10_000;
  while (held.length < count && performance.now() < giveUpAt) await new Promise((resolve) => setImmediate(resolve));
  expect(held).toHaveLength(count);
}

function answerAll(status: number): void {
  for (const response of held.splice(0)) response.writeHead(status).end("{}");
}

test("a post's limit counts from its connection on: what waits behind a crowd is not late", async () => {
  const post = createPostJson(LIMIT_MS);
  const posts = Array.from({ length: 20 }, () => post(url, {}));
  const ended = Promise.allSettled(posts);
  await arrived(16);
  vi.advanceTimersByTime(LIMIT_MS * 0.7);
  answerAll(200);
  await arrived(4);
  vi.advanceTimersByTime(LIMIT_MS * 0.7);
  answerAll(200);
  expect((await ended).map(({ status }) => status)).toEqual(posts.map(() => "fulfilled"));
});

test("what is not answered within the limit, or not with 2xx, has failed, and says at which path", async () => {
  const post = createPostJson(LIMIT_MS);
  const late = expect(post(url, {})).rejects.toThrow("no answer in 1000 ms at /wake");
  await arrived(1);
  vi.advanceTimersByTime(LIMIT_MS);
  await late;
  held.splice(0);
  const refused = expect(post(url, {})).rejects.toThrow("it answered 503 at /wake");
  await arrived(1);
  answerAll(503);
  await refused;
});
