import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { FeedSecret } from "../../src/core/answers/feed.ts";
import { FEED_KINDS } from "../../src/core/feed/feed-policy.ts";
import { type FeedReceiver, isSigned, openFeedReceiver } from "../support/provider/feed-receiver.ts";
import { API_TOKEN } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { openSomnioShop, type SomnioShop } from "../support/somnio-shop.ts";

/** Signed webhooks in, a sale, and the shop's events out: a whole process, and a receiver of its own. */
let shop: SomnioShop;
let receiver: FeedReceiver;
beforeAll(async () => {
  [shop, receiver] = await Promise.all([openSomnioShop({ RECADO_FEED_PRIVATE: "yes" }), openFeedReceiver()]);
});
afterEach(async () => {
  for (const { id } of await endpoints()) await api("DELETE", `/endpoints/${id}`);
  receiver.posts.length = 0;
  receiver.answer = (_, response) => response.writeHead(204).end();
});
afterAll(async () => {
  await shop.close();
  await receiver.close();
});

const ALL = "Marta Lucía Ríos, cel 301 555 0142, Cll 45 #12-30 Laureles, Medellín, marta@ejemplo.co";

async function api(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${shop.url}/internal/agent/feed${path}`, {
    method,
    headers: { authorization: `Bearer ${API_TOKEN}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : JSON.parse(text) };
}

async function endpoints() {
  const { body } = await api("GET", "/endpoints");
  return z.object({ items: z.array(z.looseObject({ id: z.string() })) }).parse(body).items;
}

async function subscribe(kinds: readonly string[], url = receiver.url) {
  const { status, body } = await api("POST", "/endpoints", { actor: "ana", url, kinds });
  expect([status, body]).toEqual([201, expect.anything()]);
  return FeedSecret.extend({ formerUntil: z.null() }).parse(body);
}

const waiting = () => shop.database.rows("select id from feed_deliveries where due_at is not null");
const nothingWaits = () => eventually("the feed is empty", async () => (await waiting()).length === 0);

test("a sale is told from its first word to the order, once each, in order, signed, and without the customer's words", async () => {
  const { secret } = await subscribe(FEED_KINDS);
  const marta = shop.customer();
  await marta.says("Hola, ¿cuánto cuesta?", "listo, quiero hacer un pedido", ALL, "2", "sí confirmo");
  await nothingWaits();
  const { id, orders } = await marta.seen();
  const types = receiver.types();
  expect(types.filter((type) => type === "agent/customer.message")).toHaveLength(5);
  expect(types.filter((type) => type !== "agent/customer.message")).toEqual([
    ...["session.started", "agent/session.started", "agent/collecting_data.started", "agent/promos.offered"],
    "order.confirmed",
  ]);
  const sold = receiver.posts.find(({ body }) => body.type === "order.confirmed");
  expect(sold?.body.data).toMatchObject({
    ...{ workspace: "default", conversation: id },
    order: { id: orders[0]?.id, status: "confirmed", total: 129_900, pack: "2x", source: "customer" },
  });
  for (const post of receiver.posts) {
    expect([post.body.type, isSigned(post, secret)]).toEqual([post.body.type, true]);
    expect(post.text).not.toMatch(/Marta|301 ?555|Laureles|ejemplo\.co|cuesta/);
    expect(post.text).not.toContain(marta.phone);
  }
  expect(new Set(receiver.posts.map((post) => post.id)).size).toBe(receiver.posts.length);
  // Nothing shows the secret again.
  for (const path of ["/endpoints", "/deliveries"]) {
    expect(JSON.stringify((await api("GET", path)).body)).not.toContain(secret);
  }
});

test("a receiver that fails gets the same event again, and those behind it in the conversation wait", async () => {
  await subscribe(["agent/customer.message"]);
  receiver.answer = (_, response) => response.writeHead(receiver.posts.length === 1 ? 500 : 200).end();
  const customer = shop.customer();
  await customer.says("hola", "¿cuánto vale?");
  await eventually("the first post has failed", async () => {
    const [row] = await shop.database.rows("select failures from feed_deliveries order by seq limit 1");
    return row?.["failures"] === 1;
  });
  expect(receiver.posts).toHaveLength(1);
  await shop.passes(60);
  await nothingWaits();
  const [failed, again, next] = receiver.posts;
  expect(receiver.posts).toHaveLength(3);
  expect([again?.id, again?.text]).toEqual([failed?.id, failed?.text]);
  expect(next?.id).not.toBe(failed?.id);
});

test("an event that a receiver refuses for good is parked, raises an alert and comes again when it is replayed", async () => {
  const { id } = await subscribe(["session.started"]);
  receiver.answer = (_, response) => response.writeHead(410).end();
  await shop.customer().says("hola");
  await nothingWaits();
  const page = async (status: string) =>
    z
      .object({ items: z.array(z.looseObject({ id: z.string(), failure: z.string().nullable() })) })
      .parse((await api("GET", `/deliveries?status=${status}`)).body).items;
  expect(await page("parked")).toMatchObject([{ id: receiver.posts[0]?.id, failure: "it answered 410" }]);
  await eventually("the alert is raised", async () => {
    const rows = await shop.database.rows("select from alerts where kind = 'feed_parked' and subject = $1", [id]);
    return rows.length === 1;
  });
  receiver.answer = (_, response) => response.writeHead(200).end();
  expect(await api("POST", `/endpoints/${id}/replay`, { actor: "ana" })).toEqual({
    status: 200,
    body: { replayed: 1 },
  });
  await nothingWaits();
  expect(receiver.posts.map((post) => post.id)).toEqual([receiver.posts[0]?.id, receiver.posts[0]?.id]);
  expect(await page("delivered")).toMatchObject([{ id: receiver.posts[0]?.id, failure: null }]);
  // One that was taken comes again under its id too.
  const one = await api("POST", `/deliveries/${receiver.posts[0]?.id}/replay`, { actor: "ana" });
  expect(one).toMatchObject({ status: 200, body: { status: "pending" } });
  await nothingWaits();
  expect(receiver.posts).toHaveLength(3);
});

test("after a rotation both secrets sign for a day, then the new one alone", async () => {
  const { id, secret: former } = await subscribe(["session.started"]);
  const { secret } = FeedSecret.pick({ secret: true }).parse(
    (await api("POST", `/endpoints/${id}/rotate`, { actor: "ana" })).body,
  );
  await shop.customer().says("hola");
  await nothingWaits();
  await shop.passes(25 * 3_600);
  receiver.posts.splice(1);
  await shop.customer().says("hola");
  await nothingWaits();
  expect(receiver.posts.map((post) => [isSigned(post, former), isSigned(post, secret)])).toEqual([
    [true, true],
    [false, true],
  ]);
});

test("an erased customer's events are gone, and those that waited are never posted", async () => {
  await subscribe(["agent/customer.message"]);
  receiver.answer = (_, response) => response.writeHead(500).end();
  const customer = shop.customer();
  await customer.says("hola", "soy yo");
  await eventually("a post has failed", async () => receiver.posts.length > 0);
  const found = await shop.database.store.personalData.find("default" as never, customer.phone);
  expect(found).not.toBeNull();
  if (found === null) return;
  const by = { actor: "ana", reason: "asked for it" };
  expect(await shop.database.store.personalData.erase("default" as never, found.id, by)).toMatchObject({
    kind: "erased",
    rows: { feed_deliveries: 2 },
  });
  expect(await waiting()).toEqual([]);
});
