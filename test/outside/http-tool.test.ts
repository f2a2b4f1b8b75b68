import type { lookup } from "node:dns";
import { afterEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { type HttpToolDefinition, httpTool } from "../../src/outside/http-tool.ts";
import { guardedLookup, isPublicAddress } from "../../src/outside/public-address.ts";
import type { ToolAnswer } from "../../src/tools/define-tool.ts";
import { CUSTOMER_SCOPE } from "../support/tool-scope.ts";
import { type Behaviour, json, type OtherSide, openOtherSide } from "./other-side.ts";

const opened: OtherSide[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((side) => side.close()));
});

async function otherSide(answer?: Behaviour): Promise<OtherSide> {
  const side = await openOtherSide(answer);
  opened.push(side);
  return side;
}

const input = z.object({ order: z.string(), units: z.number().int() });
const output = z.object({ id: z.string() });
type Changes = Partial<HttpToolDefinition<typeof input, typeof output>>;
const ENV = { CRM_TOKEN: "canary-of-a-secret-token" };

function shipping(side: OtherSide, changes: Changes = {}) {
  return httpTool(
    {
      name: "external.shipping.create",
      description: "Books a parcel.",
      input,
      output,
      method: "POST",
      url: `${side.url}/orders/{order}/parcels`,
      headers: { authorization: { env: "CRM_TOKEN", prefix: "Bearer " } },
      risk: "high",
      requestTimeoutMs: 300,
      readBack: { url: `${side.url}/parcels/{key}` },
      ...changes,
    },
    ENV,
  );
}

async function call(tool: ReturnType<typeof shipping>, order = "A 1/2", key = "run-1:call-1"): Promise<ToolAnswer> {
  const prepared = tool.prepare({ order, units: 2 }, CUSTOMER_SCOPE);
  if (prepared.kind === "invalid") throw new Error(prepared.fault);
  const run = { idempotencyKey: key, signal: new AbortController().signal };
  return prepared.value.run(CUSTOMER_SCOPE, run);
}

const posts = (side: OtherSide) => side.requests.filter(({ method }) => method === "POST");

describe("a call that is answered", () => {
  test("bears its key, the secret in its header and the input in path and body", async () => {
    const side = await otherSide();
    expect(await call(shipping(side))).toEqual({ kind: "ok", output: { id: "o-1" } });
    expect(posts(side)).toEqual([
      {
        method: "POST",
        path: "/orders/A%201%2F2/parcels",
        headers: expect.objectContaining({
          "idempotency-key": "run-1:call-1",
          authorization: "Bearer canary-of-a-secret-token",
        }),
      },
    ]);
  });

  test.each([
    [400, { type: "invalid", code: "http_400", retryable: false }],
    [401, { type: "failed", code: "http_401", retryable: false }],
    [404, { type: "not_found", code: "http_404", retryable: false }],
    [409, { type: "conflict", code: "http_409", retryable: false }],
    [422, { type: "invalid", code: "http_422", retryable: false }],
    [429, { type: "rate_limited", code: "http_429", retryable: true }],
  ])("a refusal, %i, has a class, and nothing of the other side's words", async (status, expected) => {
    const side = await otherSide((response) => {
      json(response, status, { error: "canary-of-their-words canary-of-a-secret-token" });
      return "refused";
    });
    const answer = await call(shipping(side));
    expect(answer).toMatchObject({ kind: "error", suggestion: expect.any(String), ...expected });
    expect(JSON.stringify(answer)).not.toContain("canary");
    expect(side.requests).toHaveLength(1);
  });
});

describe("a call that took effect and whose answer is lost is one effect", () => {
  const losses: Record<string, Behaviour> = {
    "it is cut off": (response) => void response.destroy(),
    "it comes too late": () => {},
    "it breaks off in the middle": (response) => {
      response.writeHead(200, { "content-length": "1000" }).write("{");
      setTimeout(() => response.destroy(), 20);
    },
    "it is a 500": (response) => void json(response, 500, {}),
    "it is a redirect": (response) => void response.writeHead(302, { location: "http://169.254.169.254/" }).end(),
    "it is no JSON": (response) => void response.writeHead(200).end("<html>"),
    "it has another shape": (response) => void json(response, 200, { number: 1 }),
    "it is too large": (response) => void json(response, 200, { id: "x".repeat(300_000) }),
  };

  test.each(Object.entries(losses))("%s: it is found by its key, and not sent again", async (_, loss) => {
    const side = await otherSide(loss);
    expect(await call(shipping(side))).toEqual({ kind: "ok", output: { id: "o-1" } });
    expect(side.ledger).toEqual(["run-1:call-1"]);
    expect(side.requests.map(({ method, path }) => [method, path])).toEqual([
      ["POST", "/orders/A%201%2F2/parcels"],
      ["GET", "/parcels/run-1%3Acall-1"],
    ]);
  });

  test("also where only the key can tell: it is asked again, with the same one", async () => {
    const side = await otherSide((response, n) =>
      n === 1 ? void response.destroy() : void json(response, 200, { id: "o-1" }),
    );
    const tool = shipping(side, {
      readBack: { url: `${side.url}/parcels/{key}`, judge: () => ({ kind: "unknown" }) },
      honoursKey: true,
    });
    expect(await call(tool)).toEqual({ kind: "ok", output: { id: "o-1" } });
    expect(posts(side).map(({ headers }) => headers["idempotency-key"])).toEqual(["run-1:call-1", "run-1:call-1"]);
    expect(side.ledger).toEqual(["run-1:call-1"]);
  });
});

test("a call that did not take effect is made again, with the same key", async () => {
  const side = await otherSide((response, n) => {
    if (n > 1) return void json(response, 200, { id: "o-1" });
    response.destroy();
    return "refused";
  });
  expect(await call(shipping(side))).toEqual({ kind: "ok", output: { id: "o-1" } });
  expect(posts(side).map(({ headers }) => headers["idempotency-key"])).toEqual(["run-1:call-1", "run-1:call-1"]);
  expect(side.ledger).toEqual(["run-1:call-1"]);
});

test("what nobody knows in the end is thrown, so that it is in doubt, and says no secret", async () => {
  const side = await otherSide((response) => void response.destroy());
  const unknown = { url: `${side.url}/parcels/{key}`, judge: () => ({ kind: "unknown" }) as const };
  const failure = await call(shipping(side, { readBack: unknown })).catch((error: unknown) => error);
  expect(String(failure)).toMatch(/its answer is unknown/);
  expect(String(failure)).not.toContain("canary");
  expect(posts(side)).toHaveLength(1);
});

test("a read is asked again and ends as an error, never in doubt", async () => {
  const side = await otherSide();
  const tool = shipping(side, { method: "GET", url: `${side.url}/nothing/{order}`, tries: 2 });
  expect(tool.effect).toBe("read");
  expect(await call(tool)).toMatchObject({ kind: "error", type: "not_found" });
  await side.close();
  opened.splice(0);
  expect(await call(tool)).toMatchObject({ kind: "error", type: "unavailable", code: "unreachable", retryable: true });
});

test("a call that the other side never saw, however often it was sent, is an error and no doubt", async () => {
  const side = await otherSide((response) => {
    response.destroy();
    return "refused";
  });
  expect(await call(shipping(side))).toMatchObject({ kind: "error", code: "not_done", retryable: true });
  expect(posts(side)).toHaveLength(2);
});

test("a search by POST is a read: it sends its body without a key, and a lost answer is no doubt", async () => {
  const side = await otherSide((response) => void response.destroy());
  const tool = shipping(side, { effect: "read" });
  expect(tool.effect).toBe("read");
  expect(await call(tool)).toMatchObject({ kind: "error", type: "unavailable" });
  expect(posts(side)).toHaveLength(2);
  expect(posts(side)[0]?.headers).toHaveProperty("content-length", String('{"order":"A 1/2","units":2}'.length));
  expect(posts(side)[0]?.headers).not.toHaveProperty("idempotency-key");
});

test("a secret that the environment lacks is named by its variable, and nothing is sent", async () => {
  const side = await otherSide();
  const tool = shipping(side, { headers: { authorization: { env: "NOT_SET" } } });
  expect(await call(tool)).toMatchObject({
    kind: "error",
    code: "secret_missing",
    message: expect.stringContaining("NOT_SET"),
  });
  expect(side.requests).toEqual([]);
});

test("a secret that the other side sends back is not given on", async () => {
  const side = await otherSide((response) => void json(response, 200, { id: `for canary-of-a-secret-token` }));
  expect(await call(shipping(side))).toEqual({ kind: "ok", output: { id: "for [secret]" } });
});

describe("an address", () => {
  test.each([
    "https://{order}.example.com/x",
    "https://user:secret@example.com/x",
    "http://example.com/x",
    "file:///etc/passwd",
    "gopher://example.com/",
    "http://169.254.169.254/latest/meta-data",
    "http://[::ffff:169.254.169.254]/latest",
    "not a url",
  ])("%s cannot be a tool's", async (url) => {
    const side = await otherSide();
    expect(() => shipping(side, { url })).toThrow();
  });

  test.each([
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "::1",
    "::",
    "fe80::1",
    "fc00::1",
    "fd00:ec2::254",
    "::ffff:127.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "3fff::1",
    "3fff:fff::1",
    "ff02::1",
  ])("%s is no public one", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(["8.8.8.8", "157.240.1.53", "2606:4700::1111", "2a03:2880:f12f::1"])("%s is a public one", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each(["0x7f000001", "2130706433", "127.1", "localhost"])(
    "%s, however it is written, is this machine",
    async (host) => {
      const side = await otherSide();
      const port = new URL(side.url).port;
      // A definition may name a local host; https to it is no way around.
      expect(
        await call(shipping(side, { url: `http://${host}:${port}/x`, readBack: { url: `${side.url}/{key}` } })),
      ).toMatchObject({ kind: "ok" });
    },
  );

  test("a name that leads to a private address is refused before anything is sent, also where another of its addresses is public", async () => {
    const resolve = ((_: string, __: object, done: (error: null, found: object[]) => void) =>
      done(null, [
        { address: "93.184.216.34", family: 4 },
        { address: "10.0.0.7", family: 4 },
      ])) as unknown as typeof lookup;
    const refused = await new Promise((answer) =>
      guardedLookup(false, resolve)("rebinding.example", { all: true }, (error) => answer(error)),
    );
    expect(String(refused)).toMatch(/10\.0\.0\.7, which is no public address/);
    const allowed = await new Promise((answer) =>
      guardedLookup(true, resolve)("crm.internal", { all: true }, (_, found) => answer(found)),
    );
    expect(allowed).toHaveLength(2);
  });

  test.each(["..", ".", ""])("an input of %j does not walk through the path", async (order) => {
    const side = await otherSide();
    expect(await call(shipping(side), order)).toMatchObject({ kind: "error", code: "address_invalid" });
    expect(side.requests).toEqual([]);
  });
});
