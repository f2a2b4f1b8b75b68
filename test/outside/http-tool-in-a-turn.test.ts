import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { type HttpToolDefinition, httpTool } from "../../src/outside/http-tool.ts";
import { createShopTools } from "../../src/tools/shop-tools.ts";
import { violations } from "../support/oracle.ts";
import { readsOf } from "../support/reads.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, type Shop, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { type Behaviour, json, type OtherSide, openOtherSide } from "./other-side.ts";

/** A tool of somebody else's through a whole worker, where the other side does its work and is not heard: one key, one effect. */
let database: TestDatabase;
const opened: { close(): Promise<unknown> }[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});
afterAll(() => database.drop());

const { runOf } = readsOf(() => database);

const input = z.object({ order: z.string() });
const output = z.object({ id: z.string() });
type Changes = Partial<HttpToolDefinition<typeof input, typeof output>>;

let people = 0;
/** A customer asks for a parcel; the run, once it is over. */
async function asksForParcel(answer: Behaviour, changes: (side: OtherSide) => Changes = () => ({})) {
  const side = await openOtherSide(answer);
  opened.push(side);
  const parcel = httpTool({
    name: "shipping.parcel",
    description: "Books a parcel.",
    input,
    output,
    method: "POST",
    url: `${side.url}/orders/{order}/parcels`,
    risk: "low",
    requestTimeoutMs: 150,
    ...changes(side),
  });
  const agent = testAgent(
    () => decision("listo", { tools: [{ callId: "book", tool: "shipping.parcel", input: { order: "7" } }] }),
    { tools: ["shipping.parcel"] },
  );
  const { channel, texts } = recordingChannel();
  const retry = { maxAttempts: 3, baseDelayMs: 1, maxDelayMs: 1 };
  const parts = { channel, agents: registryOf(agent), tools: createShopTools({ tools: [parcel] }) };
  const shop: Shop = openShop(database.store, parts, { retry, pollMs: 100 });
  opened.push({ close: () => shop.worker.stop(500) });
  shop.worker.start();
  people += 1;
  const { runId } = await shop.says("mándemelo", { phone: `57304${String(people).padStart(7, "0")}` });
  await eventually("the run ends", async () => ["completed", "dead_letter"].includes((await runOf(runId)).status));
  await eventually("the customer hears of it", () => texts().length === 1);
  const posts = side.requests.filter(({ method }) => method === "POST");
  return {
    side,
    texts,
    posts,
    run: await runOf(runId),
    keys: [...new Set(posts.map((one) => one.headers["idempotency-key"]))],
  };
}

/** It does what it is asked, and never answers. */
const silent: Behaviour = () => {};

test("a server that did it and timed out is asked by the key of the call: done once, and said", async () => {
  const { side, texts, posts, run } = await asksForParcel(silent, ({ url }) => ({
    readBack: { url: `${url}/parcels/{key}` },
  }));
  expect(side.ledger).toEqual([`${run.id}:book`]);
  expect(posts).toHaveLength(1);
  expect(run).toMatchObject({
    status: "completed",
    toolCalls: [{ callId: "book", status: "ok", output: { id: "o-1" } }],
  });
  expect(texts()).toEqual(["listo"]);
});

test("one that honours keys is asked again, with the same key: one effect, and said", async () => {
  const { side, texts, keys, posts, run } = await asksForParcel(
    (response, n) => (n === 1 ? undefined : void json(response, 200, { id: "o-1" })),
    () => ({ honoursKey: true }),
  );
  expect(posts).toHaveLength(2);
  expect(keys).toEqual([`${run.id}:book`]);
  expect(side.ledger).toEqual(keys);
  expect(run).toMatchObject({ status: "completed", toolCalls: [{ status: "ok" }] });
  expect(texts()).toEqual(["listo"]);
});

test("one of which nobody can know is asked once, and nothing is claimed: it is in doubt, for a person", async () => {
  const { side, texts, posts, run } = await asksForParcel(silent);
  expect(posts).toHaveLength(1);
  expect(side.ledger).toEqual([`${run.id}:book`]);
  expect(run).toMatchObject({ status: "dead_letter", error: { code: "tool_in_doubt" } });
  expect(texts()).toEqual(["FALLBACK"]);
  expect(await violations(database)).toEqual([]);
});
