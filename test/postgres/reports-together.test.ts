import { afterAll, beforeAll, expect, test } from "vitest";
import type { PhoneNumberId } from "../../src/core/ids.ts";
import { type OutboxMessage, opaqueKey, type StatusReport } from "../../src/core/outbound/outbox.ts";
import type { Store } from "../../src/core/ports/store.ts";
import type { ClaimedTurn } from "../../src/core/turn/turn.ts";
import type { Database } from "../../src/postgres/database.ts";
import { createStore } from "../../src/postgres/open-postgres.ts";
import { enqueueRequest, inbound, leaseOffer, newWorkerId, SHOP_NUMBER } from "../support/inbound.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { reply } from "../support/turn-commits.ts";

/** WhatsApp sends three reports of each reply, in a webhook each: they are stored together and told apart. */
let database: TestDatabase;
let store: Store;
let statements = 0;
beforeAll(async () => {
  database = await createTestDatabase({ hasFullPools: true });
  const counted: Database = {
    ...database.database,
    run(statement) {
      statements += 1;
      return database.database.run(statement);
    },
  };
  store = createStore(counted, counted, { sendLeaseMs: 45_000 });
});
afterAll(() => database?.drop());

let phones = 0;
/** A reply on its way to a customer. */
async function onItsWay(): Promise<OutboxMessage> {
  phones += 1;
  const phone = `57311${String(phones).padStart(7, "0")}`;
  const { turns } = await store.mailbox.enqueue(
    enqueueRequest([inbound("hola", { phone })], leaseOffer(newWorkerId())),
  );
  const result = await store.mailbox.commit(turns[0] as ClaimedTurn, reply("con gusto"));
  if (result.kind !== "committed" || result.toSend === null) throw new Error("it was not sent at once");
  return result.toSend;
}

function report(of: OutboxMessage, status: string, rest: Partial<StatusReport> = {}): StatusReport {
  return {
    phoneNumberId: SHOP_NUMBER,
    wamid: `wamid.${of.id}`,
    status,
    occurredAt: new Date("2026-11-22T12:00:00Z"),
    opaque: opaqueKey(of.id, of.attempt),
    recipient: of.recipient.phone,
    errors: null,
    failure: null,
    price: null,
    raw: null,
    ...rest,
  };
}
const PRICE = { type: "regular", category: "service", isBillable: false };
const delivery = async (id: string) =>
  (await database.rows("select delivery from outbox_messages where id = $1", [id]))[0]?.["delivery"];

test("reports that come together are one statement, and each webhook is told what its own have brought", async () => {
  const [read, refused, priced] = await Promise.all([onItsWay(), onItsWay(), onItsWay()]);
  await store.outbox.recordStatuses([report(read, "sent")]);
  statements = 0;
  const answers = await Promise.all(
    [
      // The first was stored before.
      [report(read, "sent"), report(read, "delivered")],
      [report(read, "read")],
      // The same twice, in two webhooks: one of them is new.
      [report(refused, "failed", { failure: { code: 131026, refusal: "unreachable" } })],
      [report(refused, "failed", { failure: { code: 131026, refusal: "unreachable" } })],
      [report(priced, "sent", { price: PRICE })],
      [report(priced, "delivered", { price: PRICE })],
    ].map((reports) => store.outbox.recordStatuses(reports)),
  );
  expect(statements).toBe(1);
  expect(answers.map(({ recorded, duplicates }) => [recorded, duplicates])).toEqual([
    [1, 1],
    [1, 0],
    [1, 0],
    [0, 1],
    [1, 0],
    [1, 0],
  ]);
  expect(answers.map(({ failures }) => failures.map(({ outboxId }) => outboxId))).toEqual([
    [],
    [],
    [refused.id],
    [],
    [],
    [],
  ]);
  expect(answers.map(({ prices }) => prices)).toEqual([[], [], [], [], [PRICE], []]);
  expect(await Promise.all([read, refused, priced].map(({ id }) => delivery(id)))).toEqual([
    "read",
    "failed",
    "delivered",
  ]);
});

test("a message that goes out twice is told once, by the webhook that proves it", async () => {
  const message = await onItsWay();
  await store.outbox.recordStatuses([report(message, "sent")]);
  const answers = await Promise.all([
    store.outbox.recordStatuses([report(message, "delivered")]),
    store.outbox.recordStatuses([report(message, "sent", { wamid: "wamid.another" })]),
  ]);
  expect(answers.map(({ sentTwice }) => sentTwice)).toEqual([[], [message.id]]);
});

test("a report that can never be stored harms none of those that came with it", async () => {
  const messages = await Promise.all([onItsWay(), onItsWay()]);
  const poison = report(messages[0] as OutboxMessage, "sent", { phoneNumberId: SHOP_NUMBER, raw: { text: "\u0000" } });
  const settled = await Promise.allSettled([
    ...messages.map((message) => store.outbox.recordStatuses([report(message, "delivered")])),
    store.outbox.recordStatuses([poison]),
  ]);
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
  expect(await Promise.all(messages.map(({ id }) => delivery(id)))).toEqual(["delivered", "delivered"]);
});

test("a webhook full of reports is a statement of its own", async () => {
  const message = await onItsWay();
  const foreign = Array.from({ length: 200 }, (_, n) => ({
    ...report(message, "sent"),
    wamid: `wamid.foreign${n}`,
    phoneNumberId: `9${SHOP_NUMBER}` as PhoneNumberId,
    opaque: null,
  }));
  statements = 0;
  expect(await store.outbox.recordStatuses(foreign)).toMatchObject({ recorded: 200, duplicates: 0 });
  expect(await store.outbox.recordStatuses(foreign)).toMatchObject({ recorded: 0, duplicates: 200 });
  expect(statements).toBe(2);
});
