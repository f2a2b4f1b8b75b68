import { afterAll, beforeAll, expect, test } from "vitest";
import type { PhoneNumberId } from "../../src/core/ids.ts";
import { type OutboxMessage, opaqueKey, type StatusReport } from "../../src/core/outbound/outbox.ts";
import type { ClaimedTurn } from "../../src/core/turn/turn.ts";
import { enqueueRequest, inbound, leaseOffer, newWorkerId } from "../support/inbound.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { reply } from "../support/turn-commits.ts";

/** What a plain report says stands on its message, as a time. A row each would be a third of what a message writes. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

let serial = 0;
const worker = newWorkerId();
/** A reply on its way, from a number of its own or from `phoneNumberId`. */
async function onItsWay(phoneNumberId = `90000${++serial}` as PhoneNumberId): Promise<OutboxMessage> {
  const phone = `57311${String(++serial).padStart(7, "0")}`;
  const { mailbox } = database.store;
  const { turns } = await mailbox.enqueue(
    enqueueRequest([inbound("hola", { phone, phoneNumberId })], leaseOffer(worker)),
  );
  const result = await mailbox.commit(turns[0] as ClaimedTurn, reply("con gusto"));
  if (result.kind !== "committed" || result.toSend === null) throw new Error("it was not sent at once");
  return result.toSend;
}

const TOLD = new Date("2026-11-22T12:00:00Z");
function report(of: OutboxMessage, status: string, rest: Partial<StatusReport> = {}): StatusReport {
  return {
    ...{ phoneNumberId: of.phoneNumberId, wamid: `wamid.${of.id}`, status, occurredAt: TOLD },
    ...{ opaque: opaqueKey(of.id, of.attempt), recipient: of.recipient.phone, errors: null, failure: null },
    ...{ price: null, raw: null, ...rest },
  };
}
const record = (...reports: StatusReport[]) => database.store.outbox.recordStatuses(reports);
const timesOf = async ({ id }: OutboxMessage) =>
  (await database.rows("select sent_at, delivered_at, read_at from outbox_messages where id = $1", [id]))[0];
const rowsOf = async ({ phoneNumberId }: OutboxMessage) =>
  (
    await database.rows(
      "select wamid, status from message_statuses where phone_number_id = $1 order by received_at, wamid, status",
      [phoneNumberId],
    )
  ).map(({ wamid, status }) => `${wamid} ${status}`);

test("the reports of a message are three times of it, and one row of its number in ten seconds", async () => {
  const first = await onItsWay();
  await record(report(first, "sent"), report(first, "delivered"));
  expect(await rowsOf(first)).toEqual([`wamid.${first.id} sent`]);
  const second = await onItsWay(first.phoneNumberId);
  await record(report(second, "sent"));
  await record(report(second, "read", { occurredAt: new Date("2026-11-22T12:00:09Z") }));
  expect(await timesOf(second)).toEqual({
    sent_at: TOLD,
    delivered_at: null,
    read_at: new Date("2026-11-22T12:00:09Z"),
  });
  expect(await rowsOf(first)).toEqual([`wamid.${first.id} sent`]);
  await database.advance(10_000);
  await record(report(second, "delivered"));
  expect(await rowsOf(first)).toEqual([`wamid.${first.id} sent`, `wamid.${second.id} delivered`]);
});

test("a plain report that is told again counts as a duplicate, and the first time that was told stands", async () => {
  const message = await onItsWay();
  expect(await record(report(message, "sent"))).toMatchObject({ recorded: 1, duplicates: 0 });
  const later = { occurredAt: new Date("2026-11-22T13:00:00Z") };
  expect(await record(report(message, "sent", later))).toMatchObject({ recorded: 0, duplicates: 1 });
  expect(await record(report(message, "read"), report(message, "read"))).toMatchObject({ recorded: 1, duplicates: 1 });
  expect(await timesOf(message)).toMatchObject({ sent_at: TOLD, read_at: TOLD });
});

test("a report that has a row from before its message had these times is a duplicate", async () => {
  const message = await onItsWay();
  await record(report(message, "sent"), report(message, "delivered", { raw: { as: "it came" } }));
  expect(await record(report(message, "delivered"))).toMatchObject({ recorded: 0, duplicates: 1 });
});

test("what says more than a time, and what is about another message, keeps a row", async () => {
  const message = await onItsWay();
  await record(report(message, "sent"));
  await record(
    report(message, "failed", { failure: { code: 131026, refusal: "unreachable" } }),
    report(message, "delivered", { raw: { pricing: { pricing_model: "CBP" } } }),
    report(message, "sent", { wamid: "wamid.not-ours", opaque: null }),
    report(message, "sent", { wamid: "wamid.went-out-twice" }),
    report(message, "delivered", { wamid: "wamid.no-such-attempt", opaque: opaqueKey(message.id, 7) }),
  );
  const rows = await rowsOf(message);
  expect(rows.slice(1)).toEqual([
    `wamid.${message.id} delivered`,
    `wamid.${message.id} failed`,
    "wamid.no-such-attempt delivered",
    "wamid.not-ours sent",
    "wamid.went-out-twice sent",
  ]);
  expect(await timesOf(message)).toMatchObject({ sent_at: TOLD, delivered_at: null });
});

test("a report that comes before the record of its own send proves that the message went out", async () => {
  const message = await onItsWay();
  await record(report(message, "delivered"));
  const [row] = await database.rows("select status, wamid, delivery from outbox_messages where id = $1", [message.id]);
  expect(row).toEqual({ status: "accepted", wamid: `wamid.${message.id}`, delivery: "delivered" });
});

test("the reports of other messages prove to a message in doubt that webhooks come", async () => {
  const other = await onItsWay();
  await record(report(other, "sent"));
  const doubtful = await onItsWay(other.phoneNumberId);
  const detail = "no answer";
  await database.store.outbox.settle(
    doubtful,
    { kind: "in_doubt", doubtMs: 30_000, detail },
    { kind: "in_doubt", detail },
  );
  await database.advance(31_000);
  const provenAt = async () => {
    const { claims } = await database.store.outbox.claim(worker, 50, 45_000);
    const claim = claims.find(({ message }) => message.id === doubtful.id);
    if (claim === undefined) throw new Error("it is not due");
    await database.store.outbox.postpone(worker, claim.message, 0);
    return claim.flowProvenAt;
  };
  expect(await provenAt()).toBeNull();
  await record(report(other, "delivered"));
  expect(await provenAt()).not.toBeNull();
});
