import { afterAll, beforeAll, expect, test } from "vitest";
import type { Store } from "../../src/core/ports/store.ts";
import { enqueueRequest, inbound, leaseOffer, newWorkerId } from "../support/inbound.ts";
import { violations } from "../support/oracle.ts";
import { readsOf } from "../support/reads.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
const { runOf, ended } = readsOf(() => database);

const ANEW = decision(null, { intentInfo: null, startsAnew: true });
const AT_ONCE = { retry: { maxAttempts: 3, baseDelayMs: 1, maxDelayMs: 1 } };

/** Sells at the first word; a later one belongs to the next sale. */
const seller = testAgent(({ session, knownData, messages }) => {
  if (session.mode === "confirmado") return ANEW;
  const data: Record<string, string> =
    knownData?.["nombre"] === undefined ? { nombre: "Marta" } : { conocido: knownData["nombre"] };
  const counts = { timerSignals: [{ type: "start" }], timer: { level: "L2", seconds: LATER } } as const;
  return decision(`vendido: ${messages.join(" + ")}`, {
    stateUpdates: { newMode: "confirmado", newDatosCapturados: data },
    ...counts,
  });
});
const LATER = { real: 600, rapido: 600, instantaneo: 600 };

function shopOf(store: Store, mind = seller) {
  const { channel, texts } = recordingChannel();
  const shop = openShop(store, { channel, agents: registryOf(mind) }, AT_ONCE);
  shop.worker.start();
  return { ...shop, texts };
}

const sessionsOf = (conversation: string) =>
  database.rows(
    `select s.status, s.version, t.datos_capturados as data, s.closed_at is not null as closed,
       (select count(*)::int from timers x where x.session_id = s.id and x.fired_at is null and x.cancelled_at is null) as timers
     from agent_sessions s join session_state t on t.workspace_id = s.workspace_id and t.session_id = s.id
     where s.conversation_id = $1 order by s.created_at`,
    [conversation],
  );

const TWO_SALES = [
  { status: "closed", version: 2, data: { nombre: "Marta" }, closed: true, timers: 0 },
  { status: "active", version: 1, data: { conocido: "Marta" }, closed: false, timers: 1 },
];

test("words that belong to a new sale end the session and its timer, and are decided once in a new one with the known data", async () => {
  const shop = shopOf(database.store);
  const phone = "573017777001";
  const first = await shop.says("quiero uno", { phone });
  await ended(first.runId);
  const { runId } = await shop.says("quiero otro", { phone });
  await ended(runId);
  await eventually("both are answered", () => shop.texts().length === 2);
  expect(shop.texts()).toEqual(["vendido: quiero uno", "vendido: quiero otro"]);
  expect(await runOf(runId)).toMatchObject({ status: "completed", outcome: "answered", attempts: 1 });
  expect(await sessionsOf(first.conversationId)).toEqual(TWO_SALES);
  await shop.worker.stop(1_000);
  expect(await violations(database)).toEqual([]);
});

test.each(["closeSession", "reload"] as const)(
  "where %s fails in between, the next attempt opens the new session: answered once, nothing twice",
  async (failing) => {
    let failures = 0;
    const { mailbox } = database.store;
    const store: Store = {
      ...database.store,
      mailbox: {
        ...mailbox,
        [failing]: async (of: never) => {
          // The first time it is done, and the answer lost.
          const answer = await mailbox[failing](of);
          failures += 1;
          if (failures === 1) throw new Error("the line was cut");
          return answer;
        },
      },
    };
    const shop = shopOf(store);
    const phone = failing === "reload" ? "573017777002" : "573017777003";
    const first = await shop.says("quiero uno", { phone });
    await ended(first.runId);
    const { runId } = await shop.says("quiero otro", { phone });
    await ended(runId);
    await eventually("both are answered", () => shop.texts().length === 2);
    expect(shop.texts()).toEqual(["vendido: quiero uno", "vendido: quiero otro"]);
    expect(await runOf(runId)).toMatchObject({ status: "completed", outcome: "answered", attempts: 2 });
    expect(await sessionsOf(first.conversationId)).toEqual(TWO_SALES);
    await shop.worker.stop(1_000);
    expect(await violations(database)).toEqual([]);
  },
);

test("an agent that starts anew in every session ends in a dead letter, not in a loop", async () => {
  let asked = 0;
  const restless = testAgent(() => {
    asked += 1;
    return ANEW;
  });
  const shop = shopOf(database.store, restless);
  const { runId, conversationId } = await shop.says("hola", { phone: "573017777004" });
  await ended(runId);
  expect(asked).toBeLessThanOrEqual(3);
  expect(await runOf(runId)).toMatchObject({ status: "dead_letter", error: { code: "decision_invalid" } });
  expect(await sessionsOf(conversationId)).toEqual([]);
  await shop.worker.stop(1_000);
});

test("a worker that has lost its lease closes no session", async () => {
  const shop = shopOf(database.store);
  const phone = "573017777005";
  const { runId, conversationId } = await shop.says("quiero uno", { phone });
  await ended(runId);
  await shop.worker.stop(1_000);
  const { turns } = await database.store.mailbox.enqueue(
    enqueueRequest([inbound("quiero otro", { phone })], leaseOffer(newWorkerId())),
  );
  const turn = turns[0];
  if (turn === undefined) throw new Error("the turn was not leased");
  await database.store.mailbox.closeSession({ ...turn, lease: { ...turn.lease, fence: turn.lease.fence - 1 } });
  expect(await sessionsOf(conversationId)).toMatchObject([{ status: "active", version: 1 }]);
  await database.store.mailbox.release([turn.lease]);
});
