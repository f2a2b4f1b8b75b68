import { afterAll, beforeAll, expect, test } from "vitest";
import type { OutboxId, PhoneNumberId } from "../../src/core/ids.ts";
import { opaqueKey } from "../../src/core/outbound/outbox.ts";
import type { ClaimedTurn } from "../../src/core/turn/turn.ts";
import { enqueueRequest, inbound, leaseOffer, newWorkerId } from "../support/inbound.ts";
import { eventually } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { reply } from "../support/turn-commits.ts";

/**
 * A statement that changes several conversations locks them in one order, that of the door: by number, then by contact.
 * Two that meet in another order wait for each other for a second, and one of them is undone.
 */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ hasFullPools: true });
});
afterAll(() => database.drop());

interface Leased {
  readonly worker: ReturnType<typeof newWorkerId>;
  /** The last of the order stands first in the table. */
  readonly turns: readonly ClaimedTurn[];
}

const statements: Readonly<Record<string, (leased: Leased) => Promise<unknown>>> = {
  "the renewal of leases": ({ worker, turns }) => database.store.mailbox.renew(worker, leasesOf(turns), 30_000),
  "the release of turns": ({ turns }) => database.store.mailbox.release(leasesOf(turns)),
  "the sweep of a dead worker": () => database.store.workers.sweep(),
  "a body of delivery reports": async ({ turns }) => {
    const reports = turns.map(async ({ run, phoneNumberId }) => {
      const [message] = await database.rows("select id from outbox_messages where run_id = $1", [run.id]);
      return {
        phoneNumberId,
        wamid: `wamid.${run.id}`,
        status: "sent",
        occurredAt: new Date(),
        opaque: opaqueKey(String(message?.["id"]) as OutboxId, 1),
        recipient: null,
        errors: null,
        failure: null,
        price: null,
        raw: {},
      };
    });
    return database.store.outbox.recordStatuses(await Promise.all(reports));
  },
};

const leasesOf = (turns: readonly ClaimedTurn[]) => turns.map(({ lease }) => lease);

async function leaseSome(): Promise<Leased> {
  const worker = newWorkerId();
  const turns: ClaimedTurn[] = [];
  for (const digit of [9, 8, 7, 6, 5, 4, 3, 2]) {
    const phoneNumberId = String(digit).repeat(15) as PhoneNumberId;
    const leased = await database.store.mailbox.enqueue(
      enqueueRequest([inbound("hola", { phoneNumberId, phone: `57301${Date.now()}` })], leaseOffer(worker)),
    );
    turns.push(...leased.turns);
  }
  expect(turns).toHaveLength(8);
  return { worker, turns };
}

test.each(Object.keys(statements))("%s waits for the first conversation before it takes the others", async (name) => {
  const leased = await leaseSome();
  const { worker, turns } = leased;
  if (name.includes("reports")) for (const turn of turns) await database.store.mailbox.commit(turn, reply("hola"));
  if (name.includes("dead")) {
    await database.rows(
      "insert into workers (id, lock_key, description, missing_since) values ($1, 4711, '', now() - interval '1 minute')",
      [worker],
    );
  }
  const lock = (mode: string) => `select id from conversations where id = any ($1) for update ${mode}`;
  const ids = turns.map(({ lease }) => lease.conversationId);
  let working: Promise<unknown> | undefined;
  await database.database.transaction(async (run) => {
    await run({ text: lock(""), values: [ids.slice(-1)] });
    working = statements[name]?.(leased);
    await eventually("it waits", async () => {
      const waiting = await database.rows(
        "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return waiting.length === 1;
    });
    const { rows } = await run({ text: lock("skip locked"), values: [ids] });
    expect(rows).toHaveLength(ids.length);
  });
  await working;
});
