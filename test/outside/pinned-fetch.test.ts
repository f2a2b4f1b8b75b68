import type { lookup } from "node:dns";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { pinnedFetch } from "../../src/outside/pinned-fetch.ts";
import { AddressRefused } from "../../src/outside/public-address.ts";
import { json, openOtherSide } from "./other-side.ts";

/** A name server that gives another answer each time it is asked; after the last one, the last one. */
function nameServer(...answers: readonly (readonly string[])[]) {
  const asked: string[] = [];
  const resolve = ((name: string, _options: unknown, callback: (...told: unknown[]) => void) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(name);
    callback(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    );
  }) as unknown as typeof lookup;
  return { asked, resolve };
}

async function house() {
  const other = await openOtherSide((response) => json(response, 200, { said: "hello" }));
  onTestFinished(() => other.close());
  return { other, url: `http://mcp.invalid:${new URL(other.url).port}/mcp` };
}

const post = { method: "POST", headers: { authorization: "Bearer secret", "idempotency-key": "k" }, body: '{"n":"ñ"}' };

test("the connection goes to the address that was judged, and the name server is not asked again", async () => {
  const { other, url } = await house();
  const { asked, resolve } = nameServer(["127.0.0.1"], ["169.254.169.254"]);
  const answer = await pinnedFetch({ mayBePrivate: true, maxBytes: 1_000, resolve })(url, post);
  expect(await answer.json()).toEqual({ said: "hello" });
  expect(asked).toEqual(["mcp.invalid"]);
  expect(other.requests).toMatchObject([{ method: "POST", headers: { authorization: "Bearer secret" } }]);
});

test.each([
  ["a private one", ["127.0.0.1"]],
  ["a public one and a private one", ["198.200.200.200", "127.0.0.1"]],
])("a name that leads to %s is refused before anything is sent", async (_, addresses) => {
  const { other, url } = await house();
  const { resolve } = nameServer(addresses);
  await expect(pinnedFetch({ mayBePrivate: false, maxBytes: 1_000, resolve })(url, post)).rejects.toBeInstanceOf(
    AddressRefused,
  );
  const byAddress = pinnedFetch({ mayBePrivate: false, maxBytes: 1_000, resolve })(other.url, post);
  await expect(byAddress).rejects.toBeInstanceOf(AddressRefused);
  expect(other.requests).toEqual([]);
});

test("a redirect is not followed, and an answer that is too large is cut off", async () => {
  const server = createServer((request, response) => {
    if (request.url === "/large") return void response.end("x".repeat(2_000));
    response.writeHead(302, { location: "/large" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const fetch = pinnedFetch({ mayBePrivate: true, maxBytes: 1_000 });
  await expect(fetch(at("/moved"))).rejects.toThrow("no redirect is followed");
  await expect((await fetch(at("/large"))).text()).rejects.toThrow("larger than 1000 bytes");
});

test("who stops waiting ends the request", async () => {
  const { url } = await house();
  const { resolve } = nameServer(["127.0.0.1"]);
  const stopped = AbortSignal.abort();
  await expect(
    pinnedFetch({ mayBePrivate: true, maxBytes: 1_000, resolve })(url, { ...post, signal: stopped }),
  ).rejects.toThrow(/abort/i);
});
