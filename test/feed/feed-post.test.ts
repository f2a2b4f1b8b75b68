import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import type { DueEvent } from "../../src/core/ports/feed/event-feed.ts";
import { createPostEvent } from "../../src/outside/post-event.ts";
import { enqueueRequest, inbound, newId } from "../support/inbound.ts";
import { Random } from "../support/random.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ hasFullPools: true });
});
beforeEach(() => database.rows("delete from feed_endpoints"));
afterAll(() => database.drop());

const LEASE_MS = 20_000;
const FAILED = { kind: "retry", delayMs: 5_000, restMs: 0, detail: "it answered 500" } as const;

async function subscribe(url = "https://example.com/"): Promise<string> {
  const made = await database.feed.add(
    DEFAULT_WORKSPACE,
    { id: newId(), url, kinds: ["agent/customer.message"] },
    "ana",
  );
  return made?.id ?? "";
}

const says = (phone: string, text: string) =>
  database.store.mailbox.enqueue(enqueueRequest([inbound(text, { phone })]));

test("a courier that dies loses its event by time, and its late word counts for nothing", async () => {
  await subscribe();
  await says("573000000001", "hola");
  const [dead] = await database.feedPost.claim(9, LEASE_MS);
  expect(await database.feedPost.claim(9, LEASE_MS)).toEqual([]);
  await database.advance(LEASE_MS + 1);
  const [alive] = await database.feedPost.claim(9, LEASE_MS);
  expect(alive?.id).toBe(dead?.id);
  await database.feedPost.settle(dead as DueEvent, { kind: "parked", detail: "too late" });
  const pending = { status: "pending" } as const;
  expect((await database.feed.deliveries(DEFAULT_WORKSPACE, { ...pending, limit: 9 })).items).toMatchObject([
    { id: dead?.id, ...pending },
  ]);
  await database.feedPost.settle(alive as DueEvent, { kind: "delivered" });
  expect((await database.feed.deliveries(DEFAULT_WORKSPACE, { limit: 9 })).items).toMatchObject([
    { id: dead?.id, status: "delivered", failure: null },
  ]);
});

test("an endpoint that is down rests, and another one of the shop is posted meanwhile", async () => {
  const down = await subscribe("https://down.example.com/");
  const up = await subscribe("https://up.example.com/");
  await says("573000000002", "hola");
  for (const event of await database.feedPost.claim(9, LEASE_MS)) {
    await database.feedPost.settle(
      event,
      event.endpointId === down ? { ...FAILED, restMs: 60_000 } : { kind: "delivered" },
    );
  }
  await database.advance(6_000);
  await says("573000000003", "hola");
  expect((await database.feedPost.claim(9, LEASE_MS)).map(({ endpointId }) => endpointId)).toEqual([up]);
  await database.advance(60_000);
  expect((await database.feedPost.claim(9, LEASE_MS)).map(({ endpointId }) => endpointId)).toContain(down);
});

test.each([1, 2, 3])(
  "couriers that die and receivers that fail lose no event and turn none of a conversation around (seed %s)",
  async (seed) => {
    const random = new Random(seed);
    await subscribe();
    const phones = [1, 2, 3, 4].map((n) => `57301000${seed}00${n}`);
    for (let n = 0; n < 6; n += 1) await Promise.all(phones.map((phone) => says(phone, `${n}`)));
    const arrived: DueEvent[] = [];
    for (let round = 0; round < 500; round += 1) {
      const claims = await Promise.all([1, 2].map(() => database.feedPost.claim(2, LEASE_MS)));
      const events = claims.flat();
      const inFlight = events.map(({ conversationId }) => conversationId);
      expect(new Set(inFlight).size).toBe(inFlight.length);
      for (const event of events) {
        // It may die before the post, after it, or see it fail.
        const fate = random.fraction();
        if (fate > 0.2) arrived.push(event);
        if (fate < 0.35) continue;
        await database.feedPost.settle(event, fate < 0.5 ? FAILED : { kind: "delivered" });
      }
      if (events.length > 0) continue;
      const [{ left } = { left: 0 }] = await database.rows(
        "select count(*)::int as left from feed_deliveries where due_at is not null",
      );
      if (left === 0) break;
      await database.advance(LEASE_MS);
    }
    expect(new Set(arrived.map(({ id }) => id)).size).toBe(24);
    const order = await database.rows("select id, conversation_id from feed_deliveries order by seq");
    for (const conversation of new Set(order.map((row) => row["conversation_id"]))) {
      const made = order.filter((row) => row["conversation_id"] === conversation).map((row) => row["id"]);
      const first = [...new Set(arrived.filter((one) => one.conversationId === conversation).map(({ id }) => id))];
      expect(first).toEqual(made);
    }
  },
);

test("an event whose cause is taken back is taken back with it", async () => {
  await subscribe();
  await says("573000000004", "hola");
  const before = await database.rows("select id from feed_deliveries");
  await database.database
    .transaction(async (run) => {
      await run({
        text: `insert into agent_events (workspace_id, id, conversation_id, seq, run_id, user_id, source, input_type, payload,
            idempotency_key, occurred_at)
          select workspace_id, gen_random_uuid(), conversation_id, 99, run_id, user_id, source, input_type, payload, 'other',
            occurred_at from agent_events where conversation_id = (select conversation_id from feed_deliveries limit 1) limit 1`,
        values: [],
      });
      expect((await run({ text: "select id from feed_deliveries", values: [] })).rows).toHaveLength(before.length + 1);
      throw new Error("the turn fails");
    })
    .catch(() => {});
  expect(await database.rows("select id from feed_deliveries")).toEqual(before);
});

test.each(["http://127.0.0.1:1/", "http://[::1]:1/", "https://169.254.169.254/latest/meta-data", "https://10.0.0.7/"])(
  "nothing is posted to %s unless the installation allows private addresses",
  async (url) => {
    const send = createPostEvent({ mayBePrivate: false, contactUrl: null, now: () => new Date() });
    const event = {
      ...({} as DueEvent),
      id: "e",
      push: null,
      url,
      secrets: ["whsec_eA=="],
      happenedAt: new Date(),
      data: {},
    };
    expect(await send(event, new AbortController().signal)).toMatchObject({
      ...{ kind: "failed", isFinal: true },
      detail: expect.stringContaining("private network"),
    });
  },
);
