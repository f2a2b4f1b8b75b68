import { afterAll, beforeAll, expect, test } from "vitest";
import type { Agent } from "../../src/core/agent/agent.ts";
import { DEFAULT_WORKSPACE, type ScheduledMessageId } from "../../src/core/ids.ts";
import type { ReminderWrite } from "../../src/core/outbound/reminder.ts";
import { judgeScheduled } from "../../src/core/outbound/scheduled-message.ts";
import type { ClaimedTurn } from "../../src/core/turn/turn.ts";
import { type ReminderStage, reminderContract, TUESDAY } from "../contracts/reminder-contract.ts";
import { enqueueRequest, inbound, leaseOffer, newId, newWorkerId } from "../support/inbound.ts";
import { violations } from "../support/oracle.ts";
import { setClock } from "../support/set-clock.ts";
import { eventually, openShop, recordingChannel, registryOf, type Shop } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { reply } from "../support/turn-commits.ts";

let people = 0;

/** A customer of a shop with a worker, on a database of its own. */
async function openStage(
  database: TestDatabase,
  agent: Agent,
): Promise<ReminderStage & { readonly shop: Shop; readonly conversationId: () => string; close(): Promise<void> }> {
  await setClock(database, TUESDAY);
  people += 1;
  const phone = `57311777${String(people).padStart(4, "0")}`;
  const channel = recordingChannel();
  const shop = openShop(
    database.store,
    { channel: channel.channel, agents: registryOf(agent), random: () => 0 },
    { pollMs: 100 },
  );
  shop.worker.start();
  let conversationId = "";
  const rest = () =>
    eventually("nothing is due or under way", async () => {
      const [row] = await database.rows(
        `select c.pending = 0 and c.unsent = 0 and c.run_at is null and not exists (
           select from scheduled_messages s where s.conversation_id = c.id and s.status = 'pending'
             and (s.fire_at <= recado_now() or s.run_id is not null)) as rests
         from conversations c where c.id = $1`,
        [conversationId],
      );
      return row?.["rests"] === true;
    });
  return {
    shop,
    conversationId: () => conversationId,
    async says(text) {
      const [row] = await database.rows("select recado_now() as now");
      const occurredAt = row?.["now"] instanceof Date ? row["now"] : new Date();
      conversationId = (await shop.says(text, { phone, occurredAt })).conversationId;
      await rest();
    },
    async passes(ms) {
      await database.advance(ms);
      await rest();
    },
    heard: async () => channel.texts(),
    async waiting() {
      const rows = await database.rows(
        `select agent_key as key from scheduled_messages
         where conversation_id = $1 and status = 'pending' and run_id is null order by due_at, agent_key`,
        [conversationId],
      );
      return rows.map(({ key }) => String(key));
    },
    async tasks() {
      const rows = await database.rows("select title from tasks where conversation_id = $1 order by created_at, id", [
        conversationId,
      ]);
      return rows.map(({ title }) => String(title));
    },
    close: () => shop.worker.stop(1_000),
  };
}

reminderContract("reminders of a conversation in PostgreSQL", async () => {
  const database = await createTestDatabase({ hasFullPools: true });
  const approved = {
    name: "cita",
    language: "es",
    category: "utility",
    body: "Su cita es hoy.",
    variables: 0,
  } as const;
  await database.templates.save(DEFAULT_WORKSPACE, approved, "ana");
  const stages: { close(): Promise<void> }[] = [];
  return {
    async open(agent) {
      for (const stage of stages.splice(0)) await stage.close();
      const stage = await openStage(database, agent);
      stages.push(stage);
      return stage;
    },
    async close() {
      for (const stage of stages) await stage.close();
      expect(await violations(database)).toEqual([]);
      await database.drop();
    },
  };
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ hasFullPools: true });
});
afterAll(() => database.drop());

const HOUR = 3_600_000;
const worker = newWorkerId();
let customers = 0;

/** A turn that a worker holds, of a customer who has just written. */
async function heldTurn(phone: string): Promise<ClaimedTurn> {
  const items = [inbound("hola", { phone, occurredAt: TUESDAY })];
  const { turns } = await database.store.mailbox.enqueue(enqueueRequest(items, leaseOffer(worker)));
  const [turn] = turns;
  if (turn === undefined) throw new Error("the conversation was not idle");
  return turn;
}

function newPhone(): string {
  customers += 1;
  return `57312777${String(customers).padStart(4, "0")}`;
}

function remindAt(dueAt: Date, text: string): ReminderWrite {
  const usefulUntil = new Date(dueAt.getTime() + 12 * HOUR);
  return {
    kind: "set",
    id: newId() as ScheduledMessageId,
    key: "cita",
    dueAt,
    usefulUntil,
    text,
    template: null,
    rule: null,
    isRequested: false,
  };
}

const kept = ({ lease }: ClaimedTurn) =>
  database.rows(
    "select text, status, reason, created_by from scheduled_messages where conversation_id = $1 order by created_at, id",
    [lease.conversationId],
  );

test("a commit whose answer was lost, and one of a worker that lost the conversation, set nothing more", async () => {
  await setClock(database, TUESDAY);
  const turn = await heldTurn(newPhone());
  const dueAt = new Date(TUESDAY.getTime() + 2 * HOUR);
  const commit = { ...reply("listo"), reminders: [remindAt(dueAt, "Su cita")] };
  expect(await database.store.mailbox.commit(turn, commit)).toMatchObject({ kind: "committed" });
  await database.store.mailbox.commit(turn, commit);
  const stale = { ...turn, lease: { ...turn.lease, fence: turn.lease.fence - 1 } };
  await database.store.mailbox.commit(stale, { ...commit, reminders: [remindAt(dueAt, "Otra")] });
  expect(await kept(turn)).toMatchObject([{ text: "Su cita", status: "pending", created_by: "agent:somnio@1" }]);
});

test("a reminder that came due with the customer's words is moved by them, and never said at both times", async () => {
  await setClock(database, TUESDAY);
  const phone = newPhone();
  const first = await heldTurn(phone);
  const due = remindAt(new Date(TUESDAY.getTime() + 2 * HOUR), "Su cita es a las 12.");
  await database.store.mailbox.commit(first, { ...reply("listo"), reminders: [due] });
  await database.advance(2 * HOUR + 1_000);
  await fire();
  // The customer writes before a worker has taken the reminder up: one run has both.
  const words = inbound("mueva la cita", { phone, occurredAt: new Date(TUESDAY.getTime() + 2 * HOUR) });
  await database.store.mailbox.enqueue(enqueueRequest([words]));
  const { turns } = await database.store.mailbox.claim(leaseOffer(worker));
  const joined = turns.find(({ lease }) => lease.conversationId === first.lease.conversationId);
  if (joined === undefined) throw new Error("no turn is due");
  expect(joined.events.map(({ inputType }) => inputType).toSorted()).toEqual(["message", "scheduled"]);
  const moved = remindAt(new Date(TUESDAY.getTime() + 5 * HOUR), "Su cita es a las 3.");
  await database.store.mailbox.commit(joined, { ...reply("movida"), reminders: [moved] });
  await database.store.scheduled.conclude();
  expect(await kept(first)).toMatchObject([
    { text: "Su cita es a las 12.", status: "cancelled", reason: "replaced" },
    { text: "Su cita es a las 3.", status: "pending" },
  ]);
  await database.advance(120_000);
  expect(await fire()).toBe(0);
});

/** Judges and settles what is due, as a worker does. Returns how many are to be said. */
async function fire(): Promise<number> {
  const { due } = await database.store.scheduled.claim({ limit: 20, leaseMs: 5_000 });
  const judged = due.map((one) => ({ due: one, verdict: judgeScheduled(one) }));
  return database.store.scheduled.settle(judged, newId);
}

/** A customer with a daily reminder at 11:00, an hour from now. */
async function daily(phone: string): Promise<ClaimedTurn> {
  await setClock(database, TUESDAY);
  const turn = await heldTurn(phone);
  const at = new Date(TUESDAY.getTime() + HOUR);
  const write = { ...remindAt(at, "Su pastilla"), rule: "FREQ=DAILY;BYHOUR=11;BYMINUTE=0" };
  await database.store.mailbox.commit(turn, { ...reply("listo"), reminders: [write] });
  return turn;
}

const times = ({ lease }: ClaimedTurn) =>
  database.rows(
    `select due_at, status, reason, run_id is not null as fired, skipped from scheduled_messages
     where conversation_id = $1 order by due_at, id`,
    [lease.conversationId],
  );

test("a time of a series that two workers judge, or one judges twice after a kill, is followed by one next time", async () => {
  const turn = await daily(newPhone());
  await database.advance(HOUR + 1_000);
  const { due } = await database.store.scheduled.claim({ limit: 20, leaseMs: 5_000 });
  const judged = due.map((one) => ({ due: one, verdict: judgeScheduled(one) }));
  const settle = () => database.store.scheduled.settle(judged, newId);
  const fired = [...(await Promise.all([settle(), settle()])), await settle()];
  expect(fired.toSorted()).toEqual([0, 0, 1]);
  expect(await times(turn)).toMatchObject([
    { due_at: new Date("2027-02-02T11:00:00-05:00"), fired: true },
    { due_at: new Date("2027-02-03T11:00:00-05:00"), status: "pending", fired: false, skipped: 0 },
  ]);
});

test("after months of a stop the latest missed time is said, then the next: no flood, and the trace says what was skipped", async () => {
  const turn = await daily(newPhone());
  await database.advance(90 * 24 * HOUR + 3 * HOUR);
  expect(await fire()).toBe(0);
  await database.rows(
    "update conversations set last_customer_message_at = recado_now() - interval '1 hour' where id = $1",
    [turn.lease.conversationId],
  );
  expect(await fire()).toBe(1);
  expect(await fire()).toBe(0);
  expect(await times(turn)).toMatchObject([
    { due_at: new Date("2027-02-02T11:00:00-05:00"), status: "failed", reason: "too_late" },
    { due_at: new Date("2027-05-03T11:00:00-05:00"), fired: true, skipped: 89 },
    { due_at: new Date("2027-05-04T11:00:00-05:00"), status: "pending", fired: false, skipped: 0 },
  ]);
  expect(await database.rows("select id from tasks where conversation_id = $1", [turn.lease.conversationId])).toEqual(
    [],
  );
  const events = await database.rows(
    "select payload #>> '{content,skipped}' as skipped from agent_events where conversation_id = $1 and input_type = 'scheduled'",
    [turn.lease.conversationId],
  );
  expect(events).toEqual([{ skipped: "89" }]);
});

test("a time of a series that the customer's words overtake is said once afterwards, and its next time stays", async () => {
  const phone = newPhone();
  const turn = await daily(phone);
  await database.advance(HOUR + 1_000);
  await fire();
  const words = inbound("una pregunta", { phone, occurredAt: new Date(TUESDAY.getTime() + HOUR) });
  await database.store.mailbox.enqueue(enqueueRequest([words]));
  const { turns } = await database.store.mailbox.claim(leaseOffer(worker));
  const joined = turns.find(({ lease }) => lease.conversationId === turn.lease.conversationId);
  if (joined === undefined) throw new Error("no turn is due");
  expect(joined.reminders).toMatchObject([{ key: "cita", at: new Date("2027-02-03T11:00:00-05:00") }]);
  await database.store.mailbox.commit(joined, reply("claro"));
  await database
    .rows("update outbox_messages set status = 'accepted' where conversation_id = $1", [turn.lease.conversationId])
    .catch(() => []);
  await database.store.scheduled.conclude();
  const two = await times(turn);
  expect(two.map(({ status, fired }) => [status, fired])).toEqual([
    ["pending", false],
    ["pending", false],
  ]);
  // Calling one of them off calls the series off.
  const [first] = (await database.store.scheduled.list(DEFAULT_WORKSPACE, { limit: 100 })).items.filter(
    ({ conversationId }) => conversationId === turn.lease.conversationId,
  );
  if (first === undefined) throw new Error("no reminder is listed");
  expect(await database.store.scheduled.cancel(DEFAULT_WORKSPACE, first.id, "ana")).toMatchObject({
    status: "cancelled",
  });
  expect((await times(turn)).map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
});
