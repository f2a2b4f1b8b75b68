import { setImmediate as endOfRound } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { RecadoError } from "../../../src/core/errors.ts";
import type { ConversationId, RunId } from "../../../src/core/ids.ts";
import { DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import type { EnqueuedItem, InboundItem } from "../../../src/core/inbound/event.ts";
import { gatherRequests, type StoreItems } from "../../../src/server/intake/gather-requests.ts";
import { enqueueRequest, inbound } from "../../support/inbound.ts";
import { createTestDatabase } from "../../support/test-database.ts";

/** A store whose statements end when the test says so. */
function slowStore(refuse: (bodies: string[]) => Error | null = () => null) {
  const statements: string[][] = [];
  const under: (() => void)[] = [];
  const store = async (items: readonly InboundItem[]): Promise<EnqueuedItem[]> => {
    const bodies = items.map(bodyOf);
    statements.push(bodies);
    await new Promise<void>((resolve) => under.push(resolve));
    const error = refuse(bodies);
    if (error !== null) throw error;
    return items.map((item) => ({
      idempotencyKey: item.idempotencyKey,
      workspaceId: DEFAULT_WORKSPACE,
      conversationId: bodyOf(item) as ConversationId,
      eventId: item.eventId,
      runId: bodyOf(item) as RunId,
      duplicate: false,
    }));
  };
  const endAll = async () => {
    await endOfRound();
    while (under.length > 0) {
      for (const end of under.splice(0)) end();
      await endOfRound();
      await endOfRound();
    }
  };
  return { store, statements, endAll };
}

/** The first two each in a round of the event loop of its own, so that two statements are under way; the others all in one. */
async function sendAll(enqueue: StoreItems, requests: readonly (readonly InboundItem[])[]) {
  const answers: Promise<EnqueuedItem[]>[] = [];
  for (const [place, items] of requests.entries()) {
    const answer = enqueue(items);
    answer.catch(() => {}); // Its test looks at it later.
    answers.push(answer);
    if (place < 2) await endOfRound();
  }
  return answers;
}

const bodyOf = ({ content }: InboundItem) => (content.type === "text" ? content.body : "");

const from = (person: number, body: string) => inbound(body, { phone: `5730400${10_000 + person}` });

test("what comes while two statements are under way goes together, and each request hears of its own items", async () => {
  const { store, statements, endAll } = slowStore();
  const enqueue = gatherRequests(store);
  const requests = await sendAll(enqueue, [
    [from(1, "a")],
    [from(2, "b")],
    [from(3, "c"), from(4, "d")],
    [from(5, "e")],
    [from(6, "f"), from(7, "g")],
  ]);
  await endAll();
  expect(statements).toEqual([["a"], ["b"], ["c", "d", "e", "f", "g"]]);
  const heard = await Promise.all(requests);
  expect(heard.map((items) => items.map((item) => item.conversationId))).toEqual([
    ["a"],
    ["b"],
    ["c", "d"],
    ["e"],
    ["f", "g"],
  ]);
});

test("one person's requests never share a statement and are begun in their order", async () => {
  const { store, statements, endAll } = slowStore();
  const enqueue = gatherRequests(store);
  const sent = [from(1, "x"), from(2, "y"), from(9, "9.1"), from(9, "9.2"), from(3, "z"), from(9, "9.3")];
  const requests = await sendAll(
    enqueue,
    sent.map((item) => [item]),
  );
  await endAll();
  await Promise.all(requests);
  expect(statements.slice(2)).toEqual([["9.1", "z"], ["9.2"], ["9.3"]]);
});

test("a person's next request waits for the end of the one under way; others pass by", async () => {
  const database = await createTestDatabase({ hasFullPools: true });
  let open = () => {};
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  const enqueue = gatherRequests(async (items) => {
    if (items.some((item) => bodyOf(item) === "uno")) await isOpen;
    return (await database.store.mailbox.enqueue(enqueueRequest(items))).items;
  });
  const own = [from(9, "uno"), from(9, "dos"), from(9, "tres")].map((item) => enqueue([item]));
  await endOfRound();
  await enqueue([from(1, "otra")]);
  open();
  await Promise.all(own);
  expect(
    await database.rows(
      `select e.seq::int as seq, e.payload #>> '{content,body}' as body from agent_events e
       where e.conversation_id = $1 order by e.seq`,
      [(await own[0])?.[0]?.conversationId],
    ),
  ).toEqual([
    { seq: 1, body: "uno" },
    { seq: 2, body: "dos" },
    { seq: 3, body: "tres" },
  ]);
  await database.drop();
});

test("requests of two lanes never share a statement, and a person's order holds across them", async () => {
  const { store, statements, endAll } = slowStore();
  const enqueue = gatherRequests(store, ([first]) => (first && bodyOf(first).startsWith("B") ? "B" : "A"));
  const sent = [from(1, "A1"), from(2, "A2"), from(3, "B3"), from(4, "A4"), from(3, "A3")];
  const requests = await sendAll(
    enqueue,
    sent.map((item) => [item]),
  );
  await endAll();
  await Promise.all(requests);
  expect(statements).toEqual([["A1"], ["A2"], ["B3"], ["A4"], ["A3"]]);
});

test("a statement that a busy database gives up counts as away: nothing of it is tried one by one", async () => {
  const database = await createTestDatabase({ hasFullPools: true });
  const held = await database.connect();
  let statements = 0;
  const enqueue = gatherRequests(async (items) => {
    statements += 1;
    await held.database.transaction(async (run) => {
      await run({ text: "set local statement_timeout = 20", values: [] });
      await run({ text: "select pg_sleep(60)", values: [] });
    });
    return (await database.store.mailbox.enqueue(enqueueRequest(items))).items;
  });
  const requests = await sendAll(
    enqueue,
    ["a", "b", "c", "d", "e"].map((body, n) => [from(n, body)]),
  );
  const ends = await Promise.allSettled(requests);
  expect(ends.map((end) => end.status === "rejected" && end.reason instanceof RecadoError && end.reason.code)).toEqual(
    Array.from({ length: 5 }, () => "overloaded"),
  );
  expect(statements).toBe(3);
  await database.drop();
});

test("a request that cannot be stored fails alone", async () => {
  const poison = new RecadoError("body_malformed", "the database cannot take it");
  const { store, statements, endAll } = slowStore((bodies) => (bodies.includes("poison") ? poison : null));
  const enqueue = gatherRequests(store);
  const requests = await sendAll(
    enqueue,
    ["a", "b", "c", "poison", "d"].map((body, n) => [from(n, body)]),
  );
  const ends = Promise.allSettled(requests);
  await endAll();
  expect((await ends).map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  expect(statements.slice(2)).toEqual([["c", "poison", "d"], ["c"], ["poison"], ["d"]]);
});

test("with the database away everybody in a group hears so, and nothing is tried again", async () => {
  const away = new RecadoError("database_unreachable", "the database is away");
  const { store, statements, endAll } = slowStore(() => away);
  const enqueue = gatherRequests(store);
  const requests = await sendAll(
    enqueue,
    ["a", "b", "c", "d"].map((body, n) => [from(n, body)]),
  );
  const ends = Promise.allSettled(requests);
  await endAll();
  expect((await ends).every((end) => end.status === "rejected" && end.reason === away)).toBe(true);
  expect(statements).toEqual([["a"], ["b"], ["c", "d"]]);
});

test("a flood is cut into groups", async () => {
  const { store, statements, endAll } = slowStore();
  const enqueue = gatherRequests(store);
  const requests = await sendAll(
    enqueue,
    Array.from({ length: 202 }, (_, n) => [from(n, String(n))]),
  );
  await endAll();
  await Promise.all(requests);
  expect(statements.map((bodies) => bodies.length)).toEqual([1, 1, 64, 64, 64, 8]);
});

test("what one round of the event loop brings is one statement", async () => {
  const { store, statements, endAll } = slowStore();
  const enqueue = gatherRequests(store);
  const requests = ["a", "b", "c"].map((body, n) => enqueue([from(n, body)]));
  await endAll();
  await Promise.all(requests);
  expect(statements).toEqual([["a", "b", "c"]]);
});

test("in a rush the first waits a moment for others, and a few are company enough", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    const { store, statements, endAll } = slowStore();
    const enqueue = gatherRequests(
      store,
      () => "",
      () => true,
    );
    const requests = [enqueue([from(1, "a")])];
    await endOfRound();
    requests.push(enqueue([from(2, "b")]));
    await endOfRound();
    expect(statements).toEqual([]);
    vi.runAllTimers();
    expect(statements).toEqual([["a", "b"]]);
    requests.push(...Array.from({ length: 17 }, (_, n) => enqueue([from(n + 3, String(n))])));
    expect(statements.map((bodies) => bodies.length)).toEqual([2, 5]);
    await endAll();
    expect(statements.map((bodies) => bodies.length)).toEqual([2, 5, 12]);
    await Promise.all(requests);
  } finally {
    vi.useRealTimers();
  }
});
