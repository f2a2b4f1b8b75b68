import { afterAll, beforeAll, expect, test } from "vitest";
import type { Channel } from "../../src/core/ports/channel.ts";
import { enqueueRequest, inbound, leaseOffer, newWorkerId, SHOP_NUMBER } from "../support/inbound.ts";
import { type ProviderLine, violations } from "../support/oracle.ts";
import { watch } from "../support/oracle-watch.ts";
import { decision, eventually, openShop, registryOf, type Shop, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/**
 * One hard hour of a shop in this process: a worker dies with turns in hand, an answer is lost, a send fails, reports come
 * backwards, and everybody waits until a timer speaks. Each test asks the oracle for one invariant, and a bug planted in our
 * source must make it fail.
 */
let database: TestDatabase;
let shop: Shop;
const ledger: ProviderLine[] = [];

const LOST = "573000000002";
const UNSENT = "573000000003";
const PRICE = "¿cuánto vale?";
const PHONES = ["573000000001", LOST, UNSENT, "573000000004"];

beforeAll(async () => {
  database = await createTestDatabase();
  await watch(database);
  const agent = testAgent((input) => {
    if (input.dueTimer) return decision("¿sigue ahí?");
    const isWaiting = input.message === PRICE;
    return decision(null, {
      messages: ["uno", "dos"].map((text) => ({ text: `${text}: ${input.message}`, templateId: null })),
      timerSignals: isWaiting ? [{ type: "start" }] : [],
      timer: isWaiting ? { level: "L0", seconds: { real: 1, rapido: 1, instantaneo: 1 } } : null,
    });
  });
  const fast = { retry: { maxAttempts: 5, baseDelayMs: 1, maxDelayMs: 1 }, pollMs: 50 };
  shop = openShop(database.store, { channel: provider(), agents: registryOf(agent) }, fast);
  // Everybody's first message is leased by a worker that dies with it.
  const dead = newWorkerId();
  const first = PHONES.map((phone) => inbound("hola", { phone }));
  await database.store.mailbox.enqueue(enqueueRequest(first, leaseOffer(dead)));
  await database.advance(46_000);
  shop.worker.start();
  await untilQuiet();
  await shop.post(PHONES.map((phone) => inbound(PRICE, { phone })));
  await untilQuiet();
}, 60_000);
afterAll(async () => {
  await shop?.worker.stop(500);
  await database?.drop();
});

/** Takes messages, reports them backwards and twice, loses one answer, and cannot be reached once. */
function provider(): Channel {
  const tries = new Map<string, number>();
  return {
    async send({ recipient, opaque }) {
      const phone = recipient.phone ?? "";
      const nth = (tries.get(phone) ?? 0) + 1;
      tries.set(phone, nth);
      if (phone === UNSENT && nth === 1) return { kind: "not_sent", detail: "the line is down" };
      ledger.push({ opaque });
      const wamid = `wamid.${ledger.length}`;
      const report = (status: string) => ({
        ...{ phoneNumberId: SHOP_NUMBER, wamid, status, opaque, occurredAt: new Date(), recipient: phone },
        ...{ errors: null, failure: null, price: null, raw: {} },
      });
      // The lost answer's reports come when somebody asks for them, which is when the doubt is as old as it gets.
      const isLost = phone === LOST && nth === 1;
      const tell = async () => {
        for (const status of ["read", "delivered", "sent", "delivered"]) {
          await database.store.outbox.recordStatuses([report(status)]);
        }
      };
      if (isLost) {
        setTimeout(() => void tell(), 300);
        return { kind: "in_doubt", detail: "the answer was lost" };
      }
      setTimeout(() => void tell(), 20);
      return { kind: "accepted", wamid, recipientPhone: null };
    },
    async showTyping() {},
  };
}

/** Gives up quietly: what is left then is what the oracle is there to find. */
async function untilQuiet(): Promise<void> {
  const isQuiet = async () => {
    const left = await database.rows(`select from conversations where run_at is not null or send_at is not null
      union all select from timers where fired_at is null and cancelled_at is null`);
    const taken = await database.rows(`select wamid from message_statuses where status = 'sent'
      union select wamid from outbox_messages where sent_at is not null`);
    return left.length === 0 && taken.length === ledger.length;
  };
  for (let n = 0; n < 5; n += 1) {
    const isDone = await eventually("it is quiet", isQuiet, 900).then(
      () => true,
      () => false,
    );
    if (isDone) return;
    await database.advance(46_000);
  }
}

test("the shop was hit as it was meant to be", async () => {
  const [row] = await database.rows(`select
    (select count(*) from agent_runs where attempts > 1)::int as taken_over,
    (select count(*) from outbox_attempts where outcome = 'not_sent')::int as unsent,
    (select count(*) from timers where fired_at is not null)::int as fired,
    (select count(*) from outbox_messages)::int as messages`);
  expect(row).toEqual({ taken_over: PHONES.length, unsent: 1, fired: PHONES.length, messages: 5 * PHONES.length });
  expect(ledger).toHaveLength(5 * PHONES.length);
});

test.each(["S4", "S5", "S6", "S7", "S8", "S12", "A33", "S14", "S18", "L1"])("%s holds", async (invariant) => {
  const found = await violations(database, { ledger });
  expect(found.filter((one) => one.startsWith(`${invariant}:`))).toEqual([]);
});

test("whatever the oracle asks for holds", async () => {
  expect(await violations(database, { ledger })).toEqual([]);
});
