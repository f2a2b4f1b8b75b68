import { expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import { inboundContract } from "../contracts/inbound-contract.ts";
import { enqueueRequest, inbound } from "../support/inbound.ts";
import { violations } from "../support/oracle.ts";
import { eventually } from "../support/shop.ts";
import { createTestDatabase } from "../support/test-database.ts";

inboundContract("PostgreSQL", async () => {
  const database = await createTestDatabase({ hasFullPools: true });
  return {
    store: database.store,
    advance: database.advance,
    async close() {
      expect(await violations(database, { when: "any time" })).toEqual([]);
      await database.drop();
    },
  };
});

test("a first message on another number, of somebody whose record is locked while it is merged, finds the survivor", async () => {
  const database = await createTestDatabase({ hasFullPools: true });
  const { store } = database;
  const identity = { bsuid: "CO.1", phone: "573000000001" };
  await store.mailbox.enqueue(enqueueRequest([inbound("a", { identity: { ...identity, bsuid: null } })]));
  await store.mailbox.enqueue(enqueueRequest([inbound("b", { identity: { ...identity, phone: null } })]));
  const [gone] = await database.rows("select contact_id as id from contact_aliases where kind = 'phone'");
  const [kept] = await database.rows("select contact_id as id from contact_aliases where kind = 'bsuid'");

  // The merge by hand, so that the message comes exactly in its middle: it has read the alias, and waits for the record.
  const merge = await database.connect();
  let [isLocked, waits] = [false, () => {}];
  const isWaiting = new Promise<void>((resolve) => {
    waits = resolve;
  });
  const merged = merge.database.transaction(async (run) => {
    const does = (text: string) => run({ text, values: [kept?.["id"], gone?.["id"]] });
    await does("select from contacts where id = any (array[$1, $2]::uuid[]) order by id for update");
    isLocked = true;
    await isWaiting;
    await does("update contacts set merged_into = $1::uuid where id = $2::uuid");
    await does("update contact_aliases set contact_id = $1::uuid where contact_id = $2::uuid");
  });
  await eventually("the record is locked", () => isLocked);
  const other = "106540352249999" as ReturnType<typeof inbound>["phoneNumberId"];
  const message = store.mailbox.enqueue(
    enqueueRequest([inbound("c", { identity: { ...identity, bsuid: null }, phoneNumberId: other })]),
  );
  await eventually("the message waits for the record", async () => {
    const waiting = await database.rows(
      "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return waiting.length > 0;
  });
  waits();
  await merged;
  const { items } = await message;
  expect(items[0]?.duplicate).toBe(false);
  const { items: found } = await store.conversations.list(DEFAULT_WORKSPACE, { contact: "CO.1", limit: 9 });
  const conversation = found.find((one) => one.id === items[0]?.conversationId);
  expect(conversation).toMatchObject({ phoneNumberId: other });
  const [owner] = await database.rows("select contact_id as id from conversations where id = $1", [conversation?.id]);
  expect(owner?.["id"]).toBe(kept?.["id"]);
  await database.drop();
});
