import { expect, test } from "vitest";
import { type ConversationId, DEFAULT_WORKSPACE, type WorkerId } from "../../src/core/ids.ts";
import type { SendOutcome } from "../../src/core/outbound/outbox.ts";
import type { WakeEngine } from "../../src/core/ports/wake-engine.ts";
import { localEngine } from "../../src/engines/local-engine.ts";
import { systemClock } from "../../src/runtime/system-clock.ts";
import { createWaker } from "../../src/runtime/worker/waker.ts";
import { createWokenWorker, WOKEN_DEFAULTS } from "../../src/runtime/worker/woken-worker.ts";
import { WORKER_DEFAULTS } from "../../src/runtime/worker/worker-options.ts";
import { enqueueItems } from "../../src/server/intake/enqueue-items.ts";
import { createMetrics } from "../../src/server/metrics/metrics.ts";
import { NO_RUNTIME } from "../../src/server/server-dependencies.ts";
import { enqueueRequest, inbound, newId, newWorkerId } from "../support/inbound.ts";
import { Random } from "../support/random.ts";
import { SEED_OF_THE_DAY } from "../support/share-of-the-day.ts";
import { eventually, recordingChannel, shopDependencies } from "../support/shop.ts";
import { silentLogger } from "../support/silent-logger.ts";
import { createTestDatabase } from "../support/test-database.ts";
import { type EngineSystem, keepsTheContract } from "./engine-contract.ts";
import { hostileEngine } from "./hostile-engine.ts";

/** Engines of single processes, and a wire between them: a wake reaches one that serves, or nobody. */
function wired(open: () => WakeEngine, random: Random): EngineSystem {
  const serving = new Map<WakeEngine, WakeEngine>();
  return {
    open() {
      const own = open();
      const engine: WakeEngine = {
        ...own,
        async wake(wakes) {
          const all = [...serving.values()];
          await all[random.below(all.length)]?.wake(wakes);
        },
        async serve(woken) {
          await own.serve(woken);
          serving.set(engine, own);
        },
        async close() {
          serving.delete(engine);
          await own.close();
        },
      };
      return engine;
    },
    die: (engine) => void serving.delete(engine),
  };
}

const random = new Random(SEED_OF_THE_DAY + 7);
keepsTheContract("the engine of one process", () => wired(() => localEngine({ sweepEveryMs: 400 }), random));
keepsTheContract("a hostile engine", () => wired(() => hostileEngine(random), random));

const REFUSED: SendOutcome = { kind: "refused", refusal: "number", code: 368, detail: "368: no", retryAfterMs: null };

test("a conversation that nobody can help now is not called without end", async () => {
  const database = await createTestDatabase();
  const { mailbox } = database.store;
  const provider = recordingChannel(() => REFUSED);
  const worker = createWokenWorker(
    shopDependencies(database.store, { channel: provider.channel }),
    { ...WORKER_DEFAULTS, ...WOKEN_DEFAULTS, worker: newWorkerId() as WorkerId },
    () => ({ ready: Promise.resolve(), close: async () => {} }),
    { wake: async () => {} },
  );
  const { items } = await mailbox.enqueue(enqueueRequest([inbound("hola")]));
  const key = { workspaceId: DEFAULT_WORKSPACE, conversationId: items[0]?.conversationId as ConversationId };
  // Its reply is refused for the token's sake: due, and nobody can help it.
  const { nextAt } = await worker.work(key);
  expect(nextAt).toBeNull();
  expect(await mailbox.due(10, 0)).toEqual([]);
  await worker.stop(1_000);
  await database.drop();
});

test("an engine that cannot be reached is told again, long before the next sweep", async () => {
  const database = await createTestDatabase();
  let told = 0;
  const away = async () => {
    told += 1;
    if (told === 1) throw new Error("away");
  };
  const waker = createWaker(database.store.mailbox, { wake: away }, { clock: systemClock, logger: silentLogger });
  await database.store.mailbox.enqueue(enqueueRequest([inbound("hola")]));
  waker.start();
  await eventually("it has been told twice", () => told >= 2, 10_000);
  await waker.stop();
  await database.drop();
});

test("a door tells the engine of each new message at once, and of none that came before", async () => {
  const database = await createTestDatabase();
  const told: string[] = [];
  const door = {
    ...{ store: database.store, metrics: createMetrics(), newId },
    settings: { coalesceMs: 0, defaultAgentId: "test", areCustomersReal: true },
    runtime: { ...NO_RUNTIME, wake: () => void told.push("look") },
  };
  const message = inbound("hola");
  await enqueueItems(door, [message]);
  expect(told).toHaveLength(1);
  await enqueueItems(door, [message]);
  expect(told).toHaveLength(1);
  await database.drop();
});

test("an engine that calls for a crowd at once leases no more turns than the process has slots", async () => {
  const database = await createTestDatabase();
  const { mailbox } = database.store;
  const provider = recordingChannel();
  let most = 0;
  const counting: typeof mailbox = {
    ...mailbox,
    async claim(offer) {
      const claimed = await mailbox.claim(offer);
      const [row] = await database.rows("select count(*)::int as n from conversations where leased_by is not null");
      most = Math.max(most, Number(row?.["n"]));
      return claimed;
    },
  };
  const worker = createWokenWorker(
    shopDependencies({ ...database.store, mailbox: counting }, { channel: provider.channel }),
    { ...WORKER_DEFAULTS, ...WOKEN_DEFAULTS, slots: 2, worker: newWorkerId() as WorkerId },
    () => ({ ready: Promise.resolve(), close: async () => {} }),
    { wake: async () => {} },
  );
  const phones = Array.from({ length: 5 }, (_, n) => `57313${String(3_000_000 + n)}`);
  const { items } = await mailbox.enqueue(enqueueRequest(phones.map((phone) => inbound("hola", { phone }))));
  const calls = items.map(({ conversationId }) => worker.work({ workspaceId: DEFAULT_WORKSPACE, conversationId }));
  await Promise.all(calls);
  expect(most).toBe(2);
  expect(new Set(provider.sent.map(({ recipient }) => recipient.phone))).toEqual(new Set(phones));
  await worker.stop(1_000);
  await database.drop();
});

test("of calls that wait for a slot, the conversation that has been due for longest goes first", async () => {
  const database = await createTestDatabase();
  const { mailbox } = database.store;
  const provider = recordingChannel();
  const worker = createWokenWorker(
    shopDependencies(database.store, { channel: provider.channel }),
    { ...WORKER_DEFAULTS, ...WOKEN_DEFAULTS, slots: 1, worker: newWorkerId() as WorkerId },
    () => ({ ready: Promise.resolve(), close: async () => {} }),
    { wake: async () => {} },
  );
  const phones = ["573139990001", "573139990002", "573139990003"];
  const { items } = await mailbox.enqueue(enqueueRequest(phones.map((phone) => inbound("hola", { phone }))));
  // A dead worker's conversations are like that: they are due since their message came, and the engine calls for them last.
  const last = items.at(-1)?.conversationId;
  await database.rows("update conversations set run_at = run_at - interval '1 minute' where id = $1", [last]);
  await Promise.all(items.map(({ conversationId }) => worker.work({ workspaceId: DEFAULT_WORKSPACE, conversationId })));
  expect(provider.sent[0]?.recipient.phone).toBe(phones[2]);
  expect(new Set(provider.sent.map(({ recipient }) => recipient.phone))).toEqual(new Set(phones));
  await worker.stop(1_000);
  await database.drop();
});
