import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CustomerUpdate } from "../../src/core/ports/contacts.ts";
import type { Database } from "../../src/postgres/database.ts";
import { createContacts } from "../../src/postgres/shop/contacts.ts";
import { enqueueRequest, inbound, newId, SHOP_NUMBER } from "../support/inbound.ts";
import { eventually } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** Names and words of customers, while somebody else writes the same rows. */
let database: TestDatabase;
let phone: string;
let bsuid: string;
beforeAll(async () => {
  database = await createTestDatabase({ hasFullPools: true });
});
afterAll(() => database.drop());
beforeEach(() => {
  phone = `57${String(Math.floor(Math.random() * 1e10)).padStart(10, "3")}`;
  bsuid = `CO.${newId().replaceAll("-", "")}`;
});

const put = async (identity: { bsuid: string | null; phone: string | null }) => {
  const { items } = await database.store.mailbox.enqueue(enqueueRequest([inbound("hola", { identity })]));
  return String(items[0]?.conversationId);
};
const contactOf = async (alias: string) => {
  const [row] = await database.rows(
    "select k.* from contacts k join contact_aliases a on a.contact_id = k.id where a.value = $1",
    [alias],
  );
  return row ?? {};
};
const somebodyWaits = () =>
  eventually("somebody waits for a lock", async () => {
    const waiting = await database.rows(
      "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return waiting.length > 0;
  });

/** Does `first` in a transaction, begins `rival`, and when it waits does `then` and commits. */
async function whileItWaits(first: (run: Database["run"]) => Promise<unknown>, rival: () => Promise<unknown>) {
  const other = await database.connect();
  let waiting: Promise<unknown> = Promise.resolve();
  await other.database.transaction(async (run) => {
    await first(run);
    waiting = rival();
    await somebodyWaits();
  });
  await waiting;
}

test("a new name that moves on while the news of it waits is judged anew: nobody is absorbed who no longer has it", async () => {
  await put({ bsuid: null, phone });
  const next = `CO.${newId().replaceAll("-", "")}`;
  await put({ bsuid: next, phone: null });
  await put({ bsuid, phone: null });
  const [person, former, holder] = await Promise.all([contactOf(phone), contactOf(next), contactOf(bsuid)]);
  await whileItWaits(
    async (run) => {
      await run({ text: "select id from contacts where id = $1::uuid for update", values: [person["id"]] });
      await run({
        text: "update contact_aliases set contact_id = $1::uuid where value = $2",
        values: [holder["id"], next],
      });
    },
    () =>
      database.store.contacts.update(
        [
          {
            kind: "renamed",
            phoneNumberId: SHOP_NUMBER,
            previous: { bsuid: null, phone },
            current: { bsuid: next, phone: null },
            at: new Date(),
            eventKey: null,
          },
        ],
        newId,
      ),
  );
  const merged = await database.rows("select id, merged_into from contacts where id = any ($1::uuid[])", [
    [former["id"], holder["id"]],
  ]);
  expect(new Map(merged.map((row) => [row["id"], row["merged_into"]]))).toEqual(
    new Map([
      [former["id"], null],
      [holder["id"], person["id"]],
    ]),
  );
});

// Its foreign key holds the contact, so the merge has no lock yet and reads all of this with a newer snapshot.
test("a session that a commit begins while its conversation moves to the survivor moves with it", async () => {
  const conversation = await put({ bsuid: null, phone });
  const other = { phoneNumberId: "106540352249999" as typeof SHOP_NUMBER };
  await database.store.mailbox.enqueue(
    enqueueRequest([inbound("hola", { identity: { bsuid, phone: null }, ...other })]),
  );
  const [gone, kept] = await Promise.all([contactOf(phone), contactOf(bsuid)]);
  await whileItWaits(
    async (run) => {
      await run({ text: "select id from conversations where id = $1::uuid for update", values: [conversation] });
      await run({
        text: `insert into agent_sessions (workspace_id, id, agent_id, conversation_id, contact_id)
          values ('default', $1, 'somnio', $2, $3)`,
        values: [newId(), conversation, gone["id"]],
      });
    },
    () => database.store.mailbox.enqueue(enqueueRequest([inbound("soy yo", { identity: { bsuid, phone }, ...other })])),
  );
  expect(
    await database.rows("select contact_id from agent_sessions where conversation_id = $1", [conversation]),
  ).toEqual([{ contact_id: kept["id"] }]);
});

test("nine opt-outs of one webhook, of strangers and of people we know, are one statement", async () => {
  await put({ bsuid, phone });
  let statements = 0;
  const counting: Database = {
    ...database.database,
    run: (statement) => {
      statements += 1;
      return database.database.run(statement);
    },
    transaction: () => {
      throw new Error("a transaction is several round trips");
    },
  };
  const at = new Date("2026-11-20T00:00:00Z");
  const strangers = Array.from({ length: 7 }, (_, n) => `5730099${n}${phone.slice(-4)}`);
  const word = (kind: "marketing_stopped" | "marketing_resumed" | "identity_changed", own: string) =>
    ({ kind, phoneNumberId: SHOP_NUMBER, identity: { bsuid: null, phone: own }, at }) satisfies CustomerUpdate;
  const told = [
    ...strangers.map((own) => word("marketing_stopped", own)),
    // Both within one second: no is the safer answer.
    word("marketing_stopped", phone),
    word("marketing_resumed", phone),
    word("identity_changed", phone),
  ];
  for (let time = 0; time < 2; time += 1) await createContacts(counting).update(told, newId);
  expect(statements).toBe(2);
  for (const own of [...strangers, phone]) {
    expect(await contactOf(own)).toMatchObject({ marketing_stopped_at: at, marketing_said_at: at });
  }
  expect((await contactOf(phone))["identity_changed_at"]).toEqual(at);
  expect((await contactOf(strangers[0] ?? ""))["identity_changed_at"]).toBeNull();
});

test("an opt-out of somebody who is merged away while it waits is the survivor's", async () => {
  await put({ bsuid: null, phone });
  await put({ bsuid, phone: null });
  const [gone, kept] = await Promise.all([contactOf(phone), contactOf(bsuid)]);
  const at = new Date("2026-11-20T00:00:00Z");
  await whileItWaits(
    async (run) => {
      await run({
        text: "update contacts set merged_into = $1::uuid where id = $2::uuid",
        values: [kept["id"], gone["id"]],
      });
      await run({
        text: "update contact_aliases set contact_id = $1::uuid where contact_id = $2::uuid",
        values: [kept["id"], gone["id"]],
      });
    },
    () =>
      database.store.contacts.update(
        [{ kind: "marketing_stopped", phoneNumberId: SHOP_NUMBER, identity: { bsuid: null, phone }, at }],
        newId,
      ),
  );
  expect(await contactOf(bsuid)).toMatchObject({ id: kept["id"], marketing_stopped_at: at });
});

test.each([
  ["phone_numbers", "insert", "a business number stays unknown"],
  ["contacts", "update", "the names of a customer go on disagreeing"],
])("a database that never writes %s ends with an error that says so, not in a loop", async (table, event, says) => {
  const spoilt = await createTestDatabase({ hasFullPools: true });
  const enqueue = (identity: { bsuid: string | null; phone: string | null }) =>
    spoilt.store.mailbox.enqueue(enqueueRequest([inbound("hola", { identity })]));
  if (table === "contacts") {
    await enqueue({ bsuid: null, phone });
    await enqueue({ bsuid, phone: null });
  }
  await spoilt.rows("create function nothing() returns trigger language plpgsql as 'begin return null; end'");
  await spoilt.rows(`create trigger nothing before ${event} on ${table} for each row execute function nothing()`);
  await expect(enqueue({ bsuid, phone })).rejects.toThrow(says);
  await spoilt.drop();
});
