import { createECDH } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import { openPushService, type PushService } from "../support/provider/push-service.ts";
import { API_TOKEN } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { openSomnioShop, type SomnioShop } from "../support/somnio-shop.ts";

/** A customer asks for a person, and a browser of the shop is told: a whole process, and a push service of its own. */
let shop: SomnioShop;
let service: PushService;
beforeAll(async () => {
  [shop, service] = await Promise.all([openSomnioShop({ RECADO_FEED_PRIVATE: "yes" }), openPushService()]);
});
afterEach(async () => {
  await shop.database.rows("delete from feed_endpoints");
  service.messages.length = 0;
  service.answer = (response) => response.writeHead(201).end();
});
afterAll(async () => {
  await shop.close();
  await service.close();
});

async function api(method: string, path: string, { body, token = API_TOKEN }: { body?: unknown; token?: string } = {}) {
  const response = await fetch(`${shop.url}/internal/agent/feed${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, body: text === "" ? null : JSON.parse(text) };
}

async function subscribe(path = "browser", token = API_TOKEN): Promise<string> {
  const saved = await api("POST", "/devices", { body: service.subscription(path), token });
  expect([saved.status, saved.text]).toEqual([201, expect.anything()]);
  return z.object({ id: z.string() }).parse(saved.body).id;
}

async function memberToken(userId: string): Promise<string> {
  await shop.database.accessAdmin.putMember(DEFAULT_WORKSPACE, { userId, role: "operator", name: userId }, "test");
  const made = await shop.database.accessAdmin.createToken(DEFAULT_WORKSPACE, {
    ...{ name: userId, holder: { userId }, scopes: null, lifeDays: 1, by: "test" },
  });
  return String(made?.token);
}

const kinds = () => service.messages.map(({ told }) => told["kind"]);

test("a handoff is told to the browser alone: encrypted for it, signed with the shop's key, and without a customer's words", async () => {
  const { publicKey } = z.object({ publicKey: z.string() }).parse((await api("GET", "/devices")).body);
  await subscribe();
  const marta = shop.customer();
  await marta.says("quiero hablar con una persona");
  await eventually("it is told", () => kinds().includes("handoff") && kinds().includes("task.created"));
  const { id } = await marta.seen();
  for (const { told, claims, ttl, sealed } of service.messages) {
    expect(told["conversation"]).toBe(id);
    expect(claims).toMatchObject({ aud: service.url, key: publicKey });
    expect(ttl).toBeGreaterThan(0);
    expect(sealed.includes(id)).toBe(false);
    expect(JSON.stringify(told)).not.toMatch(/persona|Marta|57\d{10}/);
  }
  // The same browser again is the same device, and its person alone sees it.
  const first = (await api("GET", "/devices")).body.devices;
  await subscribe();
  expect((await api("GET", "/devices")).body.devices).toEqual(first);
  expect((await api("GET", "/devices", { token: await memberToken("camila") })).body.devices).toEqual([]);
  // It may be switched off by its own person alone.
  const remove = (token: string) =>
    api("POST", "/devices/remove", { body: { endpoint: service.subscription("browser").endpoint }, token });
  expect((await remove(await memberToken("camila"))).body).toEqual({ removed: false });
  // It is no address of the shop's own.
  expect((await api("GET", "/endpoints")).body.items).toEqual([]);
  expect((await api("GET", "/deliveries")).body.items).toEqual([]);
  expect((await remove(API_TOKEN)).body).toEqual({ removed: true });
  expect((await api("GET", "/devices")).body.devices).toEqual([]);
});

/** One pair in 256: Node gives 31 bytes of its private key, for the first is zero. */
function pairWithALeadingZero() {
  for (;;) {
    const pair = createECDH("prime256v1");
    pair.generateKeys();
    if (pair.getPrivateKey().length < 32) return pair;
  }
}

test("a shop is told of its customers although its private key begins with a zero", async () => {
  const { publicKey } = z.object({ publicKey: z.string() }).parse((await api("GET", "/devices")).body);
  const pair = pairWithALeadingZero();
  const keep = (open: string, secret: string) =>
    shop.database.rows("update push_keys set public_key = $1, private_key = $2 returning workspace_id", [open, secret]);
  const [before] = await shop.database.rows("select private_key from push_keys");
  expect(await keep(pair.getPublicKey("base64url"), pair.getPrivateKey("base64url"))).toHaveLength(1);
  await subscribe();
  await shop.customer().says("quiero hablar con una persona");
  await eventually("it is told", () => kinds().includes("handoff"));
  expect(service.messages.map(({ claims }) => claims["key"])).toContain(pair.getPublicKey("base64url"));
  await keep(publicKey, String(before?.["private_key"]));
});

test("a browser whose person took the permission back is forgotten", async () => {
  service.answer = (response) => response.writeHead(410).end();
  await subscribe();
  await shop.customer().says("quiero hablar con una persona");
  await eventually("it is forgotten", async () => (await api("GET", "/devices")).body.devices.length === 0);
  expect(await shop.database.rows("select kind from alerts where kind = 'feed_parked'")).toEqual([]);
});

test("a push service that is down is asked again", async () => {
  let isDown = true;
  service.answer = (response) => {
    response.writeHead(isDown ? 503 : 201).end();
    isDown = false;
  };
  await subscribe();
  await shop.customer().says("quiero hablar con una persona");
  await eventually("it was refused once", () => service.messages.length > 0);
  await shop.passes(60);
  await eventually("it is told", async () => {
    const waiting = await shop.database.rows("select id from feed_deliveries where due_at is not null");
    return waiting.length === 0 && kinds().includes("task.created");
  });
});

test("a person whose access has ended is told nothing more", async () => {
  await subscribe("camila", await memberToken("camila"));
  await subscribe("owner");
  await shop.database.accessAdmin.removeMember(DEFAULT_WORKSPACE, "camila", "test");
  const before = await shop.database.rows("select id from feed_deliveries");
  await shop.customer().says("quiero hablar con una persona");
  await eventually("the other is told", () => kinds().includes("handoff"));
  const told = await shop.database.rows(
    `select distinct e.url from feed_deliveries d join feed_endpoints e on e.id = d.endpoint_id where d.id <> all ($1::uuid[])`,
    [before.map((row) => row["id"])],
  );
  expect(told).toEqual([{ url: `${service.url}/owner` }]);
});

test.each<[string, object, RegExp]>([
  ["an address of no service", { endpoint: "javascript:alert(1)" }, /must begin with https/],
  ["a key that is none", { keys: { p256dh: "abc", auth: "abc" } }, /65 bytes/],
])("%s is refused", async (_, change, why) => {
  const { status, text } = await api("POST", "/devices", { body: { ...service.subscription("x"), ...change } });
  expect(status).toBe(422);
  expect(text).toMatch(why);
});
