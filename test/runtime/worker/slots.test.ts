import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { RecadoError } from "../../../src/core/errors.ts";
import type { SendOutcome } from "../../../src/core/outbound/outbox.ts";
import type { Store } from "../../../src/core/ports/store.ts";
import { SignInCodes } from "../../../src/server/access/sign-in-codes.ts";
import { enqueueItems } from "../../../src/server/intake/enqueue-items.ts";
import { createMetrics } from "../../../src/server/metrics/metrics.ts";
import { inbound, newId } from "../../support/inbound.ts";
import {
  decision,
  eventually,
  openShop,
  recordingChannel,
  registryOf,
  type Shop,
  testAgent,
} from "../../support/shop.ts";
import { silentLogger } from "../../support/silent-logger.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";

let database: TestDatabase;
const shops: Shop[] = [];
beforeAll(async () => {
  database = await createTestDatabase({ hasFullPools: true });
});
afterAll(() => database.drop());
afterEach(() => Promise.all(shops.splice(0).map((shop) => shop.worker.stop(500))));

let people = 0;
const newPhone = () => `57302${String(people++).padStart(7, "0")}`;

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Until the worker is present it makes no offers. */
async function started(shop: Shop): Promise<Shop> {
  shops.push(shop);
  shop.worker.start();
  await eventually("the worker is present", () => {
    const offer = shop.worker.offer();
    if (offer !== null) shop.worker.accept([], offer);
    return offer !== null;
  });
  return shop;
}

test("offers that are out at the same time never promise one slot twice, and give it back when they end", async () => {
  const { channel } = recordingChannel();
  const { worker } = await started(openShop(database.store, { channel }, { slots: 6, pollMs: 3_600_000 }));
  await eventually("nothing is being claimed", () => {
    const offer = worker.offer();
    if (offer !== null) worker.accept([], offer);
    return offer?.freeSlots === 4;
  });
  const offers = [worker.offer(), worker.offer(), worker.offer()];
  expect(offers.map((offer) => offer?.freeSlots)).toEqual([4, 2, 0]);
  for (const offer of offers) if (offer !== null) worker.accept([], offer);
  expect(worker.offer()?.freeSlots).toBe(4);
});

test("a flood of webhooks never leases more turns than the process can run", async () => {
  const { channel, texts } = recordingChannel();
  const { opened, open } = gate();
  const slow = testAgent(async (input) => {
    await opened;
    return decision(input.message);
  });
  const shop = await started(openShop(database.store, { channel, agents: registryOf(slow) }, { slots: 4 }));
  await Promise.all(Array.from({ length: 12 }, () => shop.says("hola", { phone: newPhone() })));
  const leased = await database.rows("select from conversations where leased_by = $1", [shop.worker.id]);
  expect(leased.length).toBeLessThanOrEqual(4);
  open();
  await eventually("all twelve are answered", () => texts().length === 12);
});

test("a slow door lets fewer turns run than there are slots, and all of them run in the end", async () => {
  const { channel, texts } = recordingChannel();
  let atOnce = 0;
  let most = 0;
  const counting = testAgent(async (input) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => setTimeout(resolve, 20));
    atOnce -= 1;
    return decision(input.message);
  });
  const parts = { channel, agents: registryOf(counting) };
  let admitted = 2;
  const shop = await started(openShop(database.store, parts, { slots: 16, admitted: () => admitted }));
  await Promise.all(Array.from({ length: 12 }, () => shop.says("hola", { phone: newPhone() })));
  await eventually("all twelve are answered", () => texts().length === 12);
  expect(most).toBe(2);

  admitted = 16;
  await Promise.all(Array.from({ length: 12 }, () => shop.says("otra", { phone: newPhone() })));
  await eventually("all of the second dozen are answered", () => texts().length === 24);
  expect(most).toBeGreaterThan(2);
});

test("who waits for a slot is not passed by a crowd that takes every slot as it comes free", async () => {
  const { channel, texts } = recordingChannel();
  const { opened, open } = gate();
  const slow = testAgent(async (input) => {
    await opened;
    return decision(input.message);
  });
  const shop = await started(openShop(database.store, { channel, agents: registryOf(slow) }, { slots: 2 }));
  await shop.says("una", { phone: newPhone() });
  await shop.says("otra", { phone: newPhone() });
  await shop.says("la que espera", { phone: newPhone() });
  // The worker has looked and found no slot: timers fire in the order of their times.
  shop.worker.wake("mailbox");
  await new Promise((resolve) => setTimeout(resolve, 5));
  let isOver = false;
  const crowd = (async () => {
    while (!isOver) {
      const offer = shop.worker.offer(2);
      if (offer?.freeSlots === 0) shop.worker.accept([], offer);
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  open();
  await eventually("all three are answered", () => texts().length === 3).finally(() => {
    isOver = true;
  });
  await crowd;
});

test("an enqueue that throws gives its slots back", async () => {
  const { channel } = recordingChannel();
  const shop = await started(openShop(database.store, { channel }, { slots: 1, pollMs: 3_600_000 }));
  await eventually("nothing is being claimed", () => {
    const offer = shop.worker.offer();
    if (offer !== null) shop.worker.accept([], offer);
    return offer?.freeSlots === 1;
  });
  const broken: Store = {
    ...database.store,
    mailbox: {
      ...database.store.mailbox,
      enqueue: async () => {
        throw new RecadoError("internal", "the database is away");
      },
    },
  };
  const parts = {
    store: broken,
    settings: {
      apiToken: "",
      appSecrets: [],
      verifyToken: "",
      trustedProxies: [],
      defaultAgentId: "somnio",
      areCustomersReal: true,
      isSimulator: false,
      feedMayBePrivate: false,
      coalesceMs: 0,
      tokenLimit: 50_000,
      costCaps: { dayMicroUsd: 3_000_000, monthMicroUsd: 90_000_000 },
    },
    runtime: {
      leaseOffer: shop.worker.offer,
      acceptTurns: shop.worker.accept,
      wake: () => shop.worker.wake("mailbox"),
    },
    metrics: createMetrics(),
    logger: silentLogger,
    clock: shop.dependencies.clock,
    newId,
    agents: [],
    tools: [],
    templates: database.templates,
    learningAdmin: database.learningAdmin,
    signIn: database.signIn,
    accessAdmin: database.accessAdmin,
    signInCodes: new SignInCodes(() => 0),
  };
  await expect(enqueueItems(parts, [inbound("hola", { phone: newPhone() })])).rejects.toThrow("away");
  expect(shop.worker.offer()?.freeSlots).toBe(1);
});

test("no more messages are on their way at once than the sender has places for, and all of them leave", async () => {
  const { opened, open } = gate();
  let onTheWay = 0;
  let most = 0;
  const claims: number[] = [];
  const counted: Store = {
    ...database.store,
    outbox: {
      ...database.store.outbox,
      claim: async (worker, limit, sendLeaseMs) => {
        claims.push(limit);
        return database.store.outbox.claim(worker, limit, sendLeaseMs);
      },
    },
  };
  const { channel, sent } = recordingChannel(async (): Promise<SendOutcome> => {
    onTheWay += 1;
    most = Math.max(most, onTheWay);
    await opened;
    onTheWay -= 1;
    return { kind: "accepted", wamid: `wamid.${newId()}`, recipientPhone: null };
  });
  const shop = await started(openShop(counted, { channel }, { slots: 2, sendSlots: 2 }));
  const ids = await Promise.all(Array.from({ length: 8 }, () => shop.says("hola", { phone: newPhone() })));
  const completed = () =>
    database.rows("select from agent_runs where status = 'completed' and id = any($1::uuid[])", [
      ids.map(({ runId }) => runId),
    ]);
  await eventually("every turn is committed", async () => (await completed()).length === 8);
  expect(most).toBe(2);
  // Full is not due: the sender asks again when a send ends, not in a circle.
  const before = claims.length;
  for (let n = 0; n < 5; n += 1) shop.worker.wake("outbox");
  await completed();
  expect(claims.length).toBe(before);
  open();
  await eventually("all eight have left", () => sent.length === 8);
  expect(most).toBe(2);
  expect(claims.every((limit) => limit > 0)).toBe(true);
});

test("a place is free as soon as the provider has accepted, for twice as many messages at most; a block waits for its record", async () => {
  const { opened, open } = gate();
  let recorded = 0;
  const slowToRecord: Store = {
    ...database.store,
    outbox: {
      ...database.store.outbox,
      settle: async (...ended) => {
        await opened;
        recorded += 1;
        return database.store.outbox.settle(...ended);
      },
    },
  };
  const { channel, sent, texts } = recordingChannel();
  const twice = testAgent(({ message }) =>
    decision(null, { messages: [message, `${message}, otra vez`].map((text) => ({ text, templateId: null })) }),
  );
  const parts = { channel, agents: registryOf(twice) };
  const shop = await started(openShop(slowToRecord, parts, { slots: 8, sendSlots: 2 }));
  const ids = await Promise.all(Array.from({ length: 8 }, () => shop.says("hola", { phone: newPhone() })));
  const states = async () => {
    const rows = await database.rows(
      `select o.status, count(*)::int as n from outbox_messages o join agent_runs r on r.workspace_id = o.workspace_id and r.id = o.run_id
       where r.id = any($1::uuid[]) group by 1 order by 1`,
      [ids.map(({ runId }) => runId)],
    );
    return Object.fromEntries(rows.map(({ status, n }) => [String(status), n]));
  };
  await eventually("four have left and the others are queued", async () => {
    const { in_flight: inFlight, queued } = await states();
    return sent.length === 4 && inFlight === 4 && queued === 12;
  });
  expect(texts()).toEqual(["hola", "hola", "hola", "hola"]);
  // A turn that ends now finds no place to send from.
  ids.push(await shop.says("hola", { phone: newPhone() }));
  await eventually("the ninth turn is committed", async () => (await states())["queued"] === 14);
  expect(sent.length).toBe(4);
  expect(recorded).toBe(0);
  open();
  await eventually("all have left", () => sent.length === 18);
  await eventually("all are recorded", async () => (await states())["accepted"] === 18);
});
