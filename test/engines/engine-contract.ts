import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { WorkerId } from "../../src/core/ids.ts";
import { spokenText } from "../../src/core/outbound/outbound-content.ts";
import type { Store } from "../../src/core/ports/store.ts";
import type { WakeEngine } from "../../src/core/ports/wake-engine.ts";
import { systemClock } from "../../src/runtime/system-clock.ts";
import { createWaker } from "../../src/runtime/worker/waker.ts";
import { createWokenWorker } from "../../src/runtime/worker/woken-worker.ts";
import { WORKER_DEFAULTS } from "../../src/runtime/worker/worker-options.ts";
import { enqueueRequest, inbound, newWorkerId } from "../support/inbound.ts";
import { mortalStore } from "../support/mortal-store.ts";
import { violations } from "../support/oracle.ts";
import { Random } from "../support/random.ts";
import { SEED_OF_THE_DAY } from "../support/share-of-the-day.ts";
import { decision, eventually, recordingChannel, registryOf, shopDependencies, testAgent } from "../support/shop.ts";
import { silentLogger } from "../support/silent-logger.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** One engine, as the processes of a test meet it. */
export interface EngineSystem {
  /** The engine as one process has it; a door asks through one that serves nothing. */
  open(): WakeEngine;
  /** That process is gone, in the middle of its calls. */
  die(engine: WakeEngine): void;
}

/** Longer than the half minute between two sweeps: a wake that a busy engine loses may cost as much. */
const PATIENCE_MS = 45_000;

/** What every engine must keep, on PostgreSQL: two workers that claim nothing by themselves, and a door. */
export function keepsTheContract(name: string, openSystem: () => EngineSystem): void {
  let database: TestDatabase;
  let system: EngineSystem;
  let closers: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    return () => database.drop();
  });
  beforeEach(() => {
    system = openSystem();
  });
  afterEach(async () => {
    for (const close of closers.reverse()) await close();
    closers = [];
  });

  async function startWorker(
    store: Store,
    channel: ReturnType<typeof recordingChannel>["channel"],
    parts: Partial<Parameters<typeof shopDependencies>[1]> = {},
  ): Promise<() => void> {
    const engine = system.open();
    const worker = createWokenWorker(
      shopDependencies(store, { channel, agents: registryOf(echo), ...parts }),
      { ...WORKER_DEFAULTS, worker: newWorkerId() as WorkerId, leaseMs: 1_500, budgetMs: 30_000, sweepStaysMs: 0 },
      () => ({ ready: Promise.resolve(), close: async () => {} }),
      engine,
    );
    await engine.serve(worker);
    worker.start();
    const close = async () => {
      await worker.stop(2_000);
      await engine.close();
    };
    closers.push(close);
    return () => {
      closers = closers.filter((one) => one !== close);
      system.die(engine);
    };
  }

  function openDoor() {
    const engine = system.open();
    const waker = createWaker(database.store.mailbox, engine, { clock: systemClock, logger: silentLogger });
    waker.start();
    closers.push(() => engine.close(), waker.stop);
    return {
      looks: waker.wake,
      async says(phone: string, text: string) {
        await database.store.mailbox.enqueue(enqueueRequest([inbound(text, { phone })]));
        waker.wake();
      },
    };
  }

  /** What each customer heard, in order. */
  const heardBy = (sent: ReturnType<typeof recordingChannel>, phone: string) =>
    sent.sent.flatMap(({ recipient, content }) => (recipient.phone === phone ? [spokenText(content)] : []));

  const quiet = async () => {
    const [row] = await database.rows("select count(*)::int as n from conversations where pending > 0 or unsent > 0");
    return row?.["n"] === 0;
  };

  test(`${name}: every message is answered once and in order, and nothing is left`, async () => {
    const provider = recordingChannel();
    await startWorker(database.store, provider.channel);
    await startWorker(database.store, provider.channel);
    const door = openDoor();
    const random = new Random(SEED_OF_THE_DAY);
    const phones = Array.from({ length: 24 }, (_, n) => `57311${String(1_000_000 + n)}`);
    const asked = new Map(phones.map((phone) => [phone, [] as string[]]));
    await Promise.all(
      phones.map(async (phone) => {
        for (let n = 0; n < 4; n += 1) {
          await new Promise((resolve) => setTimeout(resolve, random.below(120)));
          asked.get(phone)?.push(`m${n}`);
          await door.says(phone, `m${n}`);
        }
      }),
    );
    await eventually("all is answered", quiet, PATIENCE_MS);
    for (const phone of phones) {
      const heard = heardBy(provider, phone).flatMap((text) => text.replace("eco: ", "").split(" + "));
      expect(heard, phone).toEqual(asked.get(phone));
    }
    expect(await violations(database)).toEqual([]);
  });

  test(`${name}: a reply that is typed, and a timer, come at their instant though nobody writes`, async () => {
    const provider = recordingChannel();
    await startWorker(database.store, provider.channel, {
      responseSpeed: 0.2,
      timerPreset: "instantaneo",
      agents: registryOf(reminding),
    });
    const door = openDoor();
    const phone = "573117770001";
    await door.says(phone, "hola");
    await eventually("the timer has spoken", () => heardBy(provider, phone).length === 2, PATIENCE_MS);
    expect(heardBy(provider, phone)).toEqual(["te escucho", "¿sigues ahí?"]);
    await eventually("all is quiet", quiet, PATIENCE_MS);
  });

  test(`${name}: workers that die in the middle of their calls lose nothing and repeat nothing`, async () => {
    const random = new Random(SEED_OF_THE_DAY + 1);
    const provider = recordingChannel();
    const doomed = mortalStore(database.store, 3 + random.below(20), random.chance(0.5) ? "before" : "after");
    const die = await startWorker(doomed.store, provider.channel);
    const door = openDoor();
    const phones = Array.from({ length: 8 }, (_, n) => `57312${String(2_000_000 + n)}`);
    for (const phone of phones) for (const text of ["a", "b"]) await door.says(phone, text);
    await eventually("it has died", doomed.isDead);
    die();
    await startWorker(database.store, provider.channel);
    // Its leases run out, and what it was sending is in doubt for a while.
    const ended = async () => {
      await database.advance(40_000);
      door.looks();
      await new Promise((resolve) => setTimeout(resolve, 300));
      return quiet();
    };
    await eventually("another has ended its work", ended, PATIENCE_MS);
    for (const phone of phones) {
      const heard = heardBy(provider, phone).flatMap((text) => text.replace("eco: ", "").split(" + "));
      // A send that was cut off in doubt may be tried again; no turn is.
      expect(new Set(heard), phone).toEqual(new Set(["a", "b"]));
    }
    expect(await violations(database)).toEqual([]);
  });
}

const echo = testAgent((input) => decision(`eco: ${input.messages.join(" + ")}`));

const reminding = testAgent((input) =>
  input.dueTimer
    ? decision("¿sigues ahí?")
    : decision("te escucho", {
        timer: { level: "silence", seconds: { real: 1, rapido: 1, instantaneo: 1 } },
        timerSignals: [{ type: "start" }],
      }),
);
