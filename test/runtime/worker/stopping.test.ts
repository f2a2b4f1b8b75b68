import { afterAll, beforeAll, expect, test } from "vitest";
import type { WorkerId } from "../../../src/core/ids.ts";
import { spokenText } from "../../../src/core/outbound/outbound-content.ts";
import type { Store } from "../../../src/core/ports/store.ts";
import { createWorker } from "../../../src/runtime/worker/worker.ts";
import { WORKER_DEFAULTS } from "../../../src/runtime/worker/worker-options.ts";
import { enqueueRequest, inbound, leaseOffer, newWorkerId } from "../../support/inbound.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, testAgent } from "../../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";
import { timersThatRanOut } from "../../support/timers-that-ran-out.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const never = new Promise<never>(() => {});
let people = 0;
const newPhone = () => `57303${String(people++).padStart(7, "0")}`;

/** A worker that says when its presence is closed, on a store of the test's own. */
function openWorker(store: Store, parts: Parameters<typeof openShop>[1]) {
  const { dependencies } = openShop(store, parts);
  const closed: string[] = [];
  const worker = createWorker(dependencies, { ...WORKER_DEFAULTS, worker: newWorkerId() as WorkerId }, () => ({
    ready: Promise.resolve(),
    close: async () => {
      closed.push("presence");
    },
  }));
  return { worker, closed };
}

test("a release that fails is reported, after everything else has been ended", async () => {
  const calls: string[] = [];
  const broken: Store = {
    ...database.store,
    mailbox: {
      ...database.store.mailbox,
      release: async () => {
        calls.push("release");
        throw new Error("the database is away");
      },
    },
    outbox: {
      ...database.store.outbox,
      claim: async (...args) => {
        calls.push("sends");
        return database.store.outbox.claim(...args);
      },
    },
  };
  const { worker, closed } = openWorker(broken, { channel: recordingChannel().channel });
  worker.start();
  await eventually("it works", () => calls.includes("sends"));
  await expect(worker.stop(50)).rejects.toThrow("away");
  expect(calls.filter((call) => call === "release")).toHaveLength(2);
  expect(closed).toEqual(["presence"]);
  // Its pulses have ended: nobody hears a wake any more.
  calls.length = 0;
  worker.wake("outbox");
  await database.rows("select 1");
  expect(calls).toEqual([]);
});

test("a turn and a send that never end have one grace between them", async () => {
  const { channel, sent } = recordingChannel((request) =>
    spokenText(request.content) === "cuelga" ? never : { kind: "accepted", wamid: "wamid.1", recipientPhone: null },
  );
  const agent = testAgent((input) => (input.message === "piensa" ? never : decision("cuelga")));
  const { worker, closed } = openWorker(database.store, { channel, agents: registryOf(agent) });
  worker.start();
  for (const words of ["piensa", "di"]) {
    const request = enqueueRequest([inbound(words, { phone: newPhone() })], leaseOffer(worker.id));
    worker.accept((await database.store.mailbox.enqueue(request)).turns);
  }
  await eventually("one is sent and one is thought about", () => sent.length === 1);
  const graceMs = 600;
  const ranOut = timersThatRanOut();
  await worker.stop(graceMs);
  const waitedMs = ranOut.reduce((sum, ms) => sum + ms, 0);
  expect(waitedMs).toBeGreaterThan(0);
  expect(waitedMs).toBeLessThan(2 * graceMs);
  expect(closed).toEqual(["presence"]);
});
