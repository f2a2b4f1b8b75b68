import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import type { Store } from "../../src/core/ports/store.ts";
import { enqueueRequest, inbound } from "../support/inbound.ts";
import { violations } from "../support/oracle.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** What is under way, waits or is timed when its customer is erased ends there, and nothing is sent after it. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ hasFullPools: true });
});
afterAll(async () => {
  expect(await violations(database)).toEqual([]);
  await database.drop();
});

async function erase(store: Store, phone: string): Promise<void> {
  const found = await store.personalData.find(DEFAULT_WORKSPACE, phone);
  if (found === null) throw new Error("nobody is there to be erased");
  const by = { actor: "maria", reason: "ticket 81" };
  expect(await store.personalData.erase(DEFAULT_WORKSPACE, found.id, by)).toMatchObject({ kind: "erased" });
}

/** A gate in the middle of something. */
function gate() {
  let open: () => void = () => {};
  let reach: () => void = () => {};
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const opened = new Promise<void>((resolve) => (open = resolve));
  return {
    reached,
    open: () => open(),
    async pass() {
      reach();
      await opened;
    },
  };
}

test("a turn that is thought over says nothing, and the worker goes on with others", async () => {
  const thinking = gate();
  const { channel, texts } = recordingChannel();
  const agent = testAgent(async ({ messages }) => {
    if (messages[0] === "me voy") await thinking.pass();
    return decision(`eco: ${messages.join()}`);
  });
  const shop = openShop(database.store, { channel, agents: registryOf(agent) });
  shop.worker.start();
  await shop.says("me voy", { phone: "573010000001" });
  await thinking.reached;
  await erase(database.store, "573010000001");
  thinking.open();
  await shop.says("sigo aquí", { phone: "573010000002" });
  await eventually("the other is answered", () => texts().includes("eco: sigo aquí"));
  await shop.worker.stop(2_000);
  expect(texts()).toEqual(["eco: sigo aquí"]);
  expect(await database.rows("select from agent_runs where status = 'running'")).toEqual([]);
});

test("a second reply that waits for the first, a timer and a run that backs off are gone", async () => {
  const sending = gate();
  const { channel, texts } = recordingChannel(async () => {
    await sending.pass();
    return { kind: "accepted", wamid: "wamid.of-the-first", recipientPhone: "573010000009" };
  });
  const agent = testAgent(({ messages }) => ({
    ...decision(null),
    messages: [
      { text: `uno: ${messages.join()}`, templateId: null },
      { text: "dos", templateId: null },
    ],
    timerSignals: [{ type: "start" as const }],
    timer: { level: "L1", seconds: { real: 60, rapido: 60, instantaneo: 60 } },
  }));
  const shop = openShop(database.store, { channel, agents: registryOf(agent) });
  shop.worker.start();
  await shop.says("hola", { phone: "573010000003" });
  await sending.reached;
  // It waits for a worker that is busy with the first.
  await database.store.mailbox.enqueue(enqueueRequest([inbound("y esto", { phone: "573010000003" })]));
  await erase(database.store, "573010000003");
  sending.open();
  await database.advance(120_000);
  await eventually("the answer to the first is recorded or dropped", () => texts().length === 1);
  await shop.worker.stop(2_000);
  expect(texts()).toEqual(["uno: hola"]);
  for (const table of ["timers", "outbox_messages", "outbox_attempts", "agent_sessions", "contact_aliases"]) {
    const left = await database.rows(`select t::text from ${table} t where t::text ~ '57301000000(3|9)|of-the-first'`);
    expect([table, left]).toEqual([table, []]);
  }
});

test("of fifty messages that race with the erasure each is gone or a stranger's, and none is refused", async () => {
  const phone = "573010000004";
  const { store } = database;
  await store.mailbox.enqueue(enqueueRequest([inbound("hola", { phone })]));
  const first = await store.personalData.find(DEFAULT_WORKSPACE, phone);
  const race = Array.from({ length: 50 }, (_, n) =>
    store.mailbox.enqueue(enqueueRequest([inbound(`mensaje ${n}`, { phone })])),
  );
  await erase(store, phone);
  const stored = (await Promise.all(race)).flatMap(({ items }) => items);
  expect(stored).toHaveLength(50);
  const rows = await database.rows("select from agent_events where user_id = $1", [first?.id]);
  expect(rows).toEqual([]);
  const left = await store.personalData.find(DEFAULT_WORKSPACE, phone);
  expect(left?.id).not.toBe(first?.id);
});
