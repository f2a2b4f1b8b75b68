/**
 * Requirement R17 and L-25: a reminder is said exactly once, on a real PostgreSQL, by worker processes that get `kill -9`, over nights in
 * which a zone's clocks change, and when the clock of the database's host jumps back. `npm test` plays one of the nights, another
 * each day, to the day of the change; RECADO_REMINDERS=all plays them all, and the day after it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConversationId, DEFAULT_WORKSPACE, type ScheduledMessageId } from "../../src/core/ids.ts";
import { enqueueRequest, inbound, newId } from "../support/inbound.ts";
import { type GraphServer, openGraphServer } from "../support/provider/graph-server.ts";
import { Random } from "../support/random.ts";
import { type RecadoProcess, startRecado } from "../support/recado-process.ts";
import { setClock } from "../support/set-clock.ts";
import { announceShare, drawShare, SEED_OF_THE_DAY } from "../support/share-of-the-day.ts";
import { eventually } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Night {
  readonly name: string;
  readonly zone: string;
  readonly rule: string;
  /** The instants of three days, worked out by hand from the zone's offsets. */
  readonly times: readonly [string, string, string];
}

/** 2:30 does not exist on the night of New York's spring, nor 0:30 on that of Santiago's; 1:30 and 23:30 come twice in autumn. */
const NIGHTS: readonly Night[] = [
  {
    name: "New York puts its clocks forward",
    zone: "America/New_York",
    rule: "FREQ=DAILY;BYHOUR=2;BYMINUTE=30",
    times: ["2027-03-13T07:30:00Z", "2027-03-14T07:30:00Z", "2027-03-15T06:30:00Z"],
  },
  {
    name: "New York puts its clocks back",
    zone: "America/New_York",
    rule: "FREQ=DAILY;BYHOUR=1;BYMINUTE=30",
    times: ["2027-11-06T05:30:00Z", "2027-11-07T05:30:00Z", "2027-11-08T06:30:00Z"],
  },
  {
    name: "Santiago puts its clocks back",
    zone: "America/Santiago",
    rule: "FREQ=DAILY;BYHOUR=23;BYMINUTE=30",
    times: ["2027-04-03T02:30:00Z", "2027-04-04T02:30:00Z", "2027-04-05T03:30:00Z"],
  },
  {
    name: "Santiago puts its clocks forward",
    zone: "America/Santiago",
    rule: "FREQ=DAILY;BYHOUR=0;BYMINUTE=30",
    times: ["2027-09-04T04:30:00Z", "2027-09-05T04:30:00Z", "2027-09-06T03:30:00Z"],
  },
];

const isWhole = process.env["RECADO_REMINDERS"] === "all";
const played = isWhole ? NIGHTS : drawShare(NIGHTS, 1);
const random = new Random(SEED_OF_THE_DAY);

let database: TestDatabase;
let graph: GraphServer;
let worker: RecadoProcess | null = null;

beforeAll(async () => {
  [database, graph] = await Promise.all([createTestDatabase(), openGraphServer()]);
  if (!isWhole) {
    const whole = "RECADO_REMINDERS=all node bin/test.js test/end-to-end/reminders-over-kills.test.ts";
    announceShare({ stage: "reminders over kills", played: 1, of: NIGHTS.length, seed: SEED_OF_THE_DAY, whole });
  }
});
afterAll(async () => {
  await worker?.stop();
  await graph?.close();
  await database?.drop();
});

async function begin(): Promise<void> {
  worker = await startRecado("worker", { databaseUrl: database.url, graphUrl: graph.url });
}

/** Waits until the worker has asked the database something that began after this. */
async function looks(): Promise<void> {
  const [since] = await database.rows("select clock_timestamp()::text as at");
  await eventually("the worker looks", async () => {
    const rows = await database.rows(
      `select from pg_stat_activity where datname = current_database() and application_name <> 'recado test' and query_start > $1::timestamptz`,
      [since?.["at"]],
    );
    return rows.length > 0;
  });
}

async function kill(): Promise<void> {
  worker?.signal("SIGKILL");
  await worker?.ended;
  worker = null;
}

/** A customer who has just written, and whose words were answered. */
async function customer(phone: string, at: Date): Promise<ConversationId> {
  await setClock(database, at);
  const { items } = await database.store.mailbox.enqueue(enqueueRequest([inbound("hola", { phone, occurredAt: at })]));
  const conversation = items[0]?.conversationId as ConversationId;
  // The conversation rests: no person answers it here.
  await database.rows(
    "update conversations set run_at = null, pending = 0, queued_run_id = null, last_customer_message_at = recado_now() where id = $1",
    [conversation],
  );
  return conversation;
}

async function remind(conversationId: ConversationId, night: Night, rule: string | null, at: string) {
  const dueAt = new Date(at);
  const usefulUntil = new Date(dueAt.getTime() + 12 * HOUR);
  const result = await database.store.scheduled.create(DEFAULT_WORKSPACE, {
    ...{
      id: newId() as ScheduledMessageId,
      idempotencyKey: newId(),
      argumentsHash: "h",
      conversationId,
      dueAt,
      usefulUntil,
    },
    ...{
      kind: "reminder",
      category: null,
      template: null,
      isRequested: true,
      createdBy: "ana",
      timeZone: night.zone,
      rule,
    },
    text: rule === null ? "una vez" : "cada día",
  });
  expect(result.kind).toBe("scheduled");
}

const told = (phone: string) => graph.ledger.filter(({ to }) => to === phone).map(({ text }) => text.split(" ").at(-1));
const unsettled = async () =>
  (
    await database.rows(
      "select from scheduled_messages where status = 'pending' and (run_id is not null or fire_at <= recado_now())",
    )
  ).length;

test.each(played)(
  "$name: each time of it is said once, however often the worker is killed",
  async (night) => {
    const phone = `5730122${String(NIGHTS.indexOf(night)).padStart(5, "0")}`;
    const first = new Date(night.times[0]);
    const conversation = await customer(phone, new Date(first.getTime() - HOUR));
    await remind(conversation, night, night.rule, night.times[0]);
    await remind(conversation, night, null, night.times[1]);
    let expected: string[] = [];
    const days = night.times.slice(0, isWhole ? 3 : 2);
    for (const [day, at] of days.entries()) {
      const due = new Date(at);
      await setClock(database, new Date(due.getTime() - MINUTE));
      await database.rows("update conversations set last_customer_message_at = recado_now() where id = $1", [
        conversation,
      ]);
      await begin();
      // Within the minute before it nothing is said.
      await looks();
      await looks();
      expect(told(phone).toSorted(), `before ${at}`).toEqual(expected.toSorted());
      await database.advance(MINUTE + 1_000);
      // At any moment of its work: before the claim, between claim, turn, send and their commits, or afterwards.
      await sleep(random.below(900));
      await kill();
      // The claim of a dead worker, its lease and a send that it left in doubt are taken up again.
      await database.advance(4 * MINUTE);
      await begin();
      expected = [...expected, ...(day === 1 ? ["día", "vez"] : ["día"])];
      await eventually(`what is due at ${at} is said`, async () => (await unsettled()) === 0 && told(phone).length > 0);
      expect(told(phone).toSorted(), at).toEqual(expected.toSorted());
      // The host's clock jumps back over the time, and on again.
      await database.advance(-2 * HOUR);
      await looks();
      await looks();
      await database.advance(2 * HOUR);
      await looks();
      await eventually("nothing is under way", async () => (await unsettled()) === 0);
      expect(told(phone).toSorted(), `${at}, after the clock jumped`).toEqual(expected.toSorted());
      await kill();
    }
    const rows = await database.rows(
      "select due_at, status from scheduled_messages where rule is not null and conversation_id = $1 order by due_at",
      [conversation],
    );
    expect(rows.slice(0, -1)).toEqual(days.map((at) => ({ due_at: new Date(at), status: "sent" })));
    expect(rows).toHaveLength(days.length + 1);
  },
  400_000,
);
