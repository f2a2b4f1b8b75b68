import { expect, test } from "vitest";
import { signAndPost } from "../../src/simulator/sign-and-post.ts";
import { eventually } from "./support/eventually.ts";
import { closedPort } from "./support/local-server.ts";
import { payload } from "./support/payloads.ts";
import { ANA, NUMBER, simulatedShop } from "./support/simulated-shop.ts";

const content = { type: "text", text: { body: "hola" } };

test("a webhook that fails is tried again with the very same bytes", async () => {
  const { simulator, heard, posts } = await simulatedShop({ answers: [503, 500, 202] });
  const said = simulator.customerSays(ANA, { phoneNumberId: NUMBER, content });
  expect(await said.firstAnswer).toMatchObject({ kind: "answered", httpStatus: 503 });
  // Meta takes 200 and no other 2xx.
  expect(await said.end).toEqual({ kind: "delivered", attempts: 4 });
  expect(heard).toHaveLength(1);
  expect(new Set(posts.map((post) => post.body.toString("latin1"))).size).toBe(1);
});

test("after five tries it is given up", async () => {
  const { simulator, posts } = await simulatedShop({ answers: Array.from({ length: 9 }, () => 503) });
  const { end } = simulator.customerSays(ANA, { phoneNumberId: NUMBER, content });
  expect(await end).toEqual({ kind: "given_up", attempts: 5, detail: "HTTP 503" });
  expect(posts).toHaveLength(5);
});

test("closing ends the pauses and the waits, and nothing is delivered afterwards", async () => {
  const { simulator, posts } = await simulatedShop({ answers: [503], retryDelaysMs: [3_600_000] });
  const { end, firstAnswer } = simulator.customerSays(ANA, { phoneNumberId: NUMBER, content });
  await firstAnswer;
  const waiting = simulator.customerHears(ANA, { phoneNumberId: NUMBER, waitMs: 25_000 });
  await simulator.close();
  expect(await end).toMatchObject({ kind: "given_up", attempts: 1 });
  expect(await waiting).toEqual({ items: [], typing: false });
  expect(await simulator.customerSays(ANA, { phoneNumberId: NUMBER, content }).end).toMatchObject({ attempts: 0 });
  expect(posts).toHaveLength(1);
});

test("a burst arrives whole, each message once", async () => {
  const { simulator, heard } = await simulatedShop();
  const said = Array.from({ length: 300 }, () => simulator.customerSays(ANA, { phoneNumberId: NUMBER, content }));
  await Promise.all(said.map(({ end }) => end));
  const wamids = heard.flatMap((parsed) => parsed.messages.map((message) => message.sourceMessageId));
  expect(new Set(wamids)).toEqual(new Set(said.map(({ wamid }) => wamid)));
  expect(wamids).toHaveLength(300);
});

test("a file of Meta's is signed and delivered byte for byte", async () => {
  const { simulator, heard, posts } = await simulatedShop();
  const raw = Buffer.from(JSON.stringify(payload("openapi__text_message"), null, 2));
  expect(await simulator.deliverRaw(raw).end).toMatchObject({ kind: "delivered" });
  expect(posts[0]?.body).toEqual(raw);
  expect(heard[0]?.messages).toHaveLength(1);
});

test("a webhook that is not there is an answer, not a throw", async () => {
  const url = `http://127.0.0.1:${await closedPort()}/`;
  expect(await signAndPost(url, "s", Buffer.from("{}"))).toEqual({
    kind: "unreachable",
    detail: expect.stringContaining("ECONNREFUSED"),
  });
});

test("reports go on after one of them was lost", async () => {
  const { api, heard } = await simulatedShop({ answers: [503], retryDelaysMs: [] });
  await api.send({
    phoneNumberId: NUMBER,
    recipient: { phone: ANA, bsuid: null },
    content: { type: "text", body: "hola" },
    opaque: "v1:x:1",
    replyTo: null,
  });
  await eventually(() => expect(heard).toHaveLength(2));
  expect(heard.flatMap((parsed) => parsed.statuses.map((report) => report.status))).toEqual(["delivered", "read"]);
});
