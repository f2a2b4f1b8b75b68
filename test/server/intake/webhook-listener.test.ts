import { afterEach, beforeEach, expect, test } from "vitest";
import { type Listening, serve } from "../../../src/server/serve.ts";
import { openDoor, signed, textWebhook, WEBHOOK } from "../open-door.ts";

/** One door, open twice: with the hot path of deliveries, and by the framework alone. */
let door: ReturnType<typeof openDoor>;
let ways: Listening[] = [];
beforeEach(async () => {
  door = openDoor();
  ways = [await serve(door.app, "127.0.0.1", 0, door.takeDelivery), await serve(door.app, "127.0.0.1", 0)];
});
afterEach(async () => {
  await Promise.all(ways.map((way) => way.close()));
});

/** Answers of both ways, without what differs from request to request. */
async function answers(requestOf: (way: number) => RequestInit) {
  return Promise.all(
    ways.map(async ({ url }, way) => {
      const response = await fetch(`${url}${WEBHOOK}`, requestOf(way));
      const headers = Object.fromEntries(response.headers);
      const body = await response.text();
      const { "x-request-id": requestId, date, "keep-alive": kept, connection, ...others } = headers;
      expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
      return { status: response.status, headers: others, body: body.replace(requestId ?? "", "an id") };
    }),
  );
}

test.each([
  ["a message", (way: number) => signed(textWebhook("hola", `wamid.${way}`)), 200],
  ["a body that is no webhook", () => signed('{"object":"page"}'), 200],
  ["a body without a byte", () => signed(""), 200],
  ["a wrong signature", () => ({ ...signed(textWebhook("hola")), body: Buffer.from(textWebhook("otra")) }), 401],
  ["no signature", () => ({ method: "POST", body: "{}" }), 401],
])("%s has the same answer with and without the framework", async (_, request, status) => {
  const [hot, framework] = await answers((way) => request(way) as RequestInit);
  expect(hot?.status).toBe(status);
  expect(hot).toEqual(framework);
});

test("a delivery that cannot be stored is 503 on both ways, and counts as an answer of the webhook", async () => {
  door.double.database = () => Promise.reject(new Error("the disk is full"));
  for (const { status, headers } of await answers(() => signed(textWebhook("hola")))) {
    expect({ status, retryAfter: headers["retry-after"] }).toEqual({ status: 503, retryAfter: "1" });
  }
});

test("the framework never sees an ordinary delivery", async () => {
  const seen: string[] = [];
  const way = await serve(
    {
      fetch: (request) => {
        seen.push(new URL(request.url).pathname);
        return new Response("framework");
      },
    },
    "127.0.0.1",
    0,
    door.takeDelivery,
  );
  ways.push(way);
  expect(await (await fetch(`${way.url}${WEBHOOK}`, signed(textWebhook("hola")))).text()).toBe("stored: 1 accepted");
  expect(await (await fetch(`${way.url}${WEBHOOK}?x=1`, signed(textWebhook("hola")))).text()).toBe("framework");
  expect(seen).toEqual([WEBHOOK]);
});
