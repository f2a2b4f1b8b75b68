import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ConversationId, DEFAULT_WORKSPACE, type ScheduledMessageId } from "../../../src/core/ids.ts";
import type { NewScheduledMessage } from "../../../src/core/ports/scheduled.ts";
import { enqueueRequest, inbound, newId } from "../../support/inbound.ts";
import { violations } from "../../support/oracle.ts";
import { eventually, openShop, recordingChannel, type Shop } from "../../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";

/** Tuesday, 2 February 2027, 10:00 in Bogotá: an hour at which a shop may write to people. */
const TUESDAY = new Date("2027-02-02T10:00:00-05:00").getTime();
const HOUR = 3_600_000;

let database: TestDatabase;
let people = 0;
let phone: string;
beforeAll(async () => {
  database = await createTestDatabase({ hasFullPools: true });
});
afterAll(() => database?.drop());
beforeEach(async () => {
  people += 1;
  phone = `57310555${String(people).padStart(4, "0")}`;
  await setClock(TUESDAY);
});

async function now(): Promise<number> {
  const [row] = await database.rows("select recado_now()::text as now");
  return new Date(String(row?.["now"])).getTime();
}
const setClock = async (to: number) => database.advance(to - (await now()));
const row = async (id: string) =>
  (await database.store.scheduled.list(DEFAULT_WORKSPACE, { limit: 100 })).items.find((one) => one.id === id);

/** A conversation of a customer who wrote an hour ago and was answered. */
async function talked(agoMs = HOUR): Promise<ConversationId> {
  const occurredAt = new Date((await now()) - agoMs);
  const { items } = await database.store.mailbox.enqueue(enqueueRequest([inbound("hola", { phone, occurredAt })]));
  return items[0]?.conversationId as ConversationId;
}

async function schedule(conversationId: ConversationId, change: Partial<NewScheduledMessage> = {}) {
  const dueAt = change.dueAt ?? new Date(await now());
  const result = await database.store.scheduled.create(DEFAULT_WORKSPACE, {
    id: newId() as ScheduledMessageId,
    idempotencyKey: newId(),
    argumentsHash: "h",
    conversationId,
    kind: "reminder",
    category: null,
    text: "su cita",
    template: null,
    isRequested: false,
    timeZone: null,
    rule: null,
    usefulUntil: new Date(dueAt.getTime() + 12 * HOUR),
    createdBy: "maria@tienda.co",
    ...change,
    dueAt,
  });
  if (result.kind !== "scheduled") throw new Error(result.kind);
  return result.message.id;
}

/** Works until `id` stands so, with as many workers as a busy shop has. */
async function work(
  id: string,
  stands: (message: Awaited<ReturnType<typeof row>>) => boolean | Promise<boolean>,
  workers = 1,
) {
  const heard = recordingChannel();
  const shops: Shop[] = Array.from({ length: workers }, () =>
    openShop(database.store, { channel: heard.channel }, { pollMs: 100 }),
  );
  for (const { worker } of shops) worker.start();
  await eventually("it stands so", async () => stands(await row(id)));
  await Promise.all(shops.map(({ worker }) => worker.stop(1_000)));
  return heard.texts().filter((text) => !text.startsWith("eco"));
}

test("a key stands for one message for ever: the same again is the same one, another one is refused", async () => {
  const conversationId = await talked();
  const dueAt = new Date((await now()) + HOUR);
  const ask = (change: Partial<NewScheduledMessage> = {}) =>
    database.store.scheduled.create(DEFAULT_WORKSPACE, {
      ...{ id: newId() as ScheduledMessageId, idempotencyKey: "cita-7", argumentsHash: "a", conversationId },
      ...{
        kind: "reminder",
        category: null,
        text: "su cita",
        template: null,
        isRequested: true,
        timeZone: null,
        rule: null,
      },
      ...{ dueAt, usefulUntil: new Date(dueAt.getTime() + HOUR), createdBy: "maria@tienda.co" },
      ...change,
    });
  const [one, other] = await Promise.all([ask(), ask()]);
  if (one?.kind !== "scheduled" || other?.kind !== "scheduled") throw new Error(`${one?.kind}, ${other?.kind}`);
  expect([one.isNew, other.isNew].sort()).toEqual([false, true]);
  expect(one.message.id).toBe(other.message.id);
  expect(await ask({ argumentsHash: "b", text: "otra cosa" })).toEqual({ kind: "key_reused" });
  // Sent again when its time has passed, it is still the same request.
  expect(await ask({ dueAt: new Date((await now()) - HOUR) })).toMatchObject({ kind: "scheduled", isNew: false });
});

test("a list holds what is due from one instant on and before another", async () => {
  const conversationId = await talked();
  const at = async (hours: number) => new Date((await now()) + hours * HOUR);
  const dueAt = await at(5);
  const id = await schedule(conversationId, { dueAt });
  const listed = async (dueFrom: Date | undefined, dueBefore: Date | undefined) => {
    const filter = { conversationId, dueFrom, dueBefore, limit: 100 };
    return (await database.store.scheduled.list(DEFAULT_WORKSPACE, filter)).items.map((one) => one.id);
  };
  expect(await listed(dueAt, await at(6))).toEqual([id]);
  expect(await listed(await at(4), dueAt)).toEqual([]);
  expect(await listed(await at(5.1), undefined)).toEqual([]);
  expect(await listed(undefined, await at(5.1))).toEqual([id]);
});

test("what was to be said an hour ago is refused at once, and no customer hears of it too late", async () => {
  const conversationId = await talked();
  const dueAt = new Date((await now()) - HOUR);
  await expect(schedule(conversationId, { dueAt })).rejects.toThrow("past");
  // A clock that is a little behind ours makes no past.
  const late = await schedule(conversationId, { dueAt: new Date((await now()) - 5_000) });
  expect((await database.store.scheduled.cancel(DEFAULT_WORKSPACE, late, "maria"))?.status).toBe("cancelled");
});

test("one that is due is said once, however many workers look, and its end is told", async () => {
  const id = await schedule(await talked());
  const said = await work(id, (message) => message?.status === "sent", 3);
  expect(said).toEqual(["⏰ Recordatorio: su cita"]);
  expect(await row(id)).toMatchObject({ status: "sent", runId: expect.any(String), settledAt: expect.any(Date) });
  const turns = await database.rows("select role, content from agent_turns where run_id = $1", [
    (await row(id))?.runId,
  ]);
  expect(turns).toEqual([{ role: "assistant", content: "⏰ Recordatorio: su cita" }]);
  expect(await violations(database)).toEqual([]);
});

test("the same key again is the same message, and another one is another", async () => {
  const conversation = await talked();
  const dueAt = new Date((await now()) + HOUR);
  const [first, again] = [
    await schedule(conversation, { idempotencyKey: "cita", dueAt }),
    await schedule(conversation, { idempotencyKey: "cita", dueAt, text: "otra" }),
  ];
  expect(again).toBe(first);
});

test("what nobody asked for waits for the next minute at which it may be said; what the customer asked for does not", async () => {
  await setClock(new Date("2027-02-02T22:00:00-05:00").getTime());
  const conversation = await talked();
  const follow = { kind: "follow_up", category: "custom", text: "¿Sigue ahí?" } as const;
  const usefulUntil = new Date((await now()) + 48 * HOUR);
  const held = await schedule(conversation, { ...follow, usefulUntil });
  expect(await work(held, (message) => message?.reason === "contact_hours")).toEqual([]);
  const asked = await schedule(conversation, { isRequested: true });
  expect(await work(asked, (message) => message?.status === "sent")).toEqual(["⏰ Recordatorio: su cita"]);
  await setClock(new Date("2027-02-03T07:00:00-05:00").getTime());
  expect(await work(held, (message) => message?.status === "sent")).toEqual(["¿Sigue ahí?"]);
});

test("on a holiday nothing is said that nobody asked for", async () => {
  await setClock(new Date("2027-03-25T10:00:00-05:00").getTime());
  const id = await schedule(await talked());
  expect(await work(id, (message) => message?.reason === "contact_hours")).toEqual([]);
});

test("a follow-up takes the place of the one that waits in its category, and only there", async () => {
  const conversation = await talked();
  const dueAt = new Date((await now()) + HOUR);
  const of = (category: "custom" | "document_status", text: string) =>
    schedule(conversation, { kind: "follow_up", category, text, dueAt });
  const first = await of("custom", "uno");
  const other = await of("document_status", "dos");
  const second = await of("custom", "tres");
  expect(await row(first)).toMatchObject({ status: "cancelled", reason: "replaced" });
  expect([(await row(other))?.status, (await row(second))?.status]).toEqual(["pending", "pending"]);
});

test("outside the 24-hour window only a template leaves; without one a person is asked", async () => {
  const conversation = await talked(30 * HOUR);
  const id = await schedule(conversation);
  expect(await work(id, (message) => message?.status === "failed")).toEqual([]);
  expect(await row(id)).toMatchObject({ reason: "window_closed" });
  expect(
    await database.rows("select priority, status from tasks where conversation_id = $1 and run_id is null", [
      conversation,
    ]),
  ).toEqual([{ priority: "high", status: "open" }]);
  const tasks = await database.store.tasks.list(DEFAULT_WORKSPACE, { conversationId: conversation, limit: 10 });
  expect(tasks.items.filter(({ runId }) => runId === null)).toMatchObject([
    { status: "open", about: { code: "not_said", values: { kind: "reminder", reason: "window_closed" } } },
  ]);
  const template = {
    type: "template" as const,
    name: "cita",
    language: "es_CO",
    category: "utility" as const,
    components: [],
  };
  const approved = { name: "cita", language: "es_CO", category: "utility", body: "Su cita", variables: 0 } as const;
  await database.templates.save(DEFAULT_WORKSPACE, approved, "test");
  const withTemplate = await schedule(conversation, { template });
  expect(await work(withTemplate, (message) => message?.status === "sent")).toEqual(["[template cita]"]);
});

test("who opts out is told nothing that waits, and nothing new is taken in for them", async () => {
  const conversation = await talked();
  const id = await schedule(conversation, { isRequested: true, dueAt: new Date((await now()) + HOUR) });
  await database.store.mailbox.enqueue(enqueueRequest([inbound("no me escriban más", { phone })]));
  expect(await row(id)).toMatchObject({ status: "cancelled", reason: "opted_out" });
  await expect(schedule(conversation)).rejects.toThrow("opted_out");
});

test("the daily number and the distance between two are kept, per customer", async () => {
  const conversation = await talked();
  const first = await schedule(conversation, { text: "uno" });
  await work(first, (message) => message?.status === "sent");
  const second = await schedule(conversation, { text: "dos" });
  expect(await work(second, (message) => message?.reason === "spacing")).toEqual([]);
});

test("what a customer's message overtakes is not lost: it is judged again, and said once", async () => {
  const conversation = await talked();
  const { scheduled, mailbox } = database.store;
  const later = await schedule(conversation, { dueAt: new Date((await now()) + HOUR) });
  // Their first words are answered.
  await work(later, async () => {
    const [idle] = await database.rows("select run_at is null as idle from conversations where id = $1", [
      conversation,
    ]);
    return idle?.["idle"] === true;
  });
  const id = await schedule(conversation, { isRequested: true });
  // Claimed, and judged fit to be said; then the customer speaks before anybody has worked its run.
  const { due } = await scheduled.claim({ limit: 10, leaseMs: 30_000 });
  const mine = due.filter(({ message }) => message.id === id);
  expect(
    await scheduled.settle(
      mine.map((one) => ({ due: one, verdict: { kind: "say" } })),
      newId,
    ),
  ).toBe(1);
  const { runId } = (await row(id)) ?? {};
  expect(runId).toEqual(expect.any(String));
  expect(
    await scheduled.settle(
      mine.map((one) => ({ due: one, verdict: { kind: "say" } })),
      newId,
    ),
  ).toBe(0);
  // The second judgement took the first one's run from nobody.
  expect(await row(id)).toMatchObject({ runId });
  await mailbox.enqueue(enqueueRequest([inbound("una pregunta", { phone })]));
  expect(await work(id, (message) => message?.status === "pending" && message.runId === null)).toEqual([]);
  await database.advance(2 * 60_000);
  expect(await work(id, (message) => message?.status === "sent")).toEqual(["⏰ Recordatorio: su cita"]);
});

test("after an outage they go out little by little, and what is of no use any more is not said (L-39)", async () => {
  const id = await schedule(await talked());
  await database.advance(20 * HOUR);
  expect(await work(id, (message) => message?.status === "failed")).toEqual([]);
  expect(await row(id)).toMatchObject({ reason: "too_late" });
});
