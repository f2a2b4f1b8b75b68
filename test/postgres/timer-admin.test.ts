import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ConversationId, DEFAULT_WORKSPACE, type EventId, type OutboxId, type RunId } from "../../src/core/ids.ts";
import type { ClaimedTurn } from "../../src/core/turn/turn.ts";
import { enqueueRequest, inbound, leaseOffer, newId, newWorkerId } from "../support/inbound.ts";
import { violations } from "../support/oracle.ts";
import { eventually, openShop, recordingChannel } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { sessionOf, silence } from "../support/turn-commits.ts";

let database: TestDatabase;
let phone: string;
let people = 0;
const worker = newWorkerId();
const HOUR_MS = 3_600_000;

beforeAll(async () => {
  database = await createTestDatabase({ hasFullPools: true });
});
afterAll(() => database?.drop());
beforeEach(() => {
  people += 1;
  phone = `57301${String(people).padStart(7, "0")}`;
});

async function hears(body = "hola"): Promise<ClaimedTurn> {
  const request = enqueueRequest([inbound(body, { phone })], leaseOffer(worker));
  const { turns } = await database.store.mailbox.enqueue(request);
  return turns[0] as ClaimedTurn;
}

async function commits(turn: ClaimedTurn, change: Parameters<typeof silence>[0] = {}) {
  return database.store.mailbox.commit(turn, silence({ session: sessionOf(turn), ...change }));
}

describe("timers that people steer", () => {
  const armed = async (ms = HOUR_MS, level = "L1") => {
    const turn = await hears();
    const dueAt = new Date(turn.now.getTime() + ms);
    expect((await commits(turn, { timer: { level, dueAt, settleMs: 0 } })).kind).toBe("committed");
    return { id: turn.run.id, conversation: turn.lease.conversationId };
  };
  const { hurry, cancel, list } = {
    hurry: (id: RunId) => database.store.timerAdmin.hurry(DEFAULT_WORKSPACE, id, "maria"),
    cancel: (id: RunId) => database.store.timerAdmin.cancel(DEFAULT_WORKSPACE, id, "luis"),
    list: (status: "pending" | "fired" | "cancelled", limit = 100, cursor?: string) =>
      database.store.timerAdmin.list(DEFAULT_WORKSPACE, { status, limit, cursor }),
  };
  const fire = async () => (await database.store.timers.fire({ limit: 100, newId })).fired;
  const auditOf = async (conversation: ConversationId) =>
    (await database.store.audit.list(DEFAULT_WORKSPACE, { subjectId: conversation, limit: 10 })).items
      .filter(({ action }) => action.startsWith("timer."))
      .map(({ actor, action }) => `${action} ${actor}`);

  test("what comes first stands first, page by page, with whom it is about", async () => {
    const later = await armed(3 * HOUR_MS, "L3");
    phone = `57302${String(people).padStart(7, "0")}`;
    const sooner = await armed(2 * HOUR_MS, "L2");
    const first = await list("pending", 1);
    expect(first.items).toMatchObject([{ id: sooner.id, level: "L2", status: "pending", contact: { phone } }]);
    const second = await list("pending", 1, first.nextCursor ?? "");
    expect(second.items.map(({ id }) => id)).toEqual([later.id]);
  });

  test("one that is hurried becomes one event at once, and the log says by whom", async () => {
    const { id, conversation } = await armed();
    expect(await fire()).toBe(0);
    expect(await hurry(id)).toMatchObject({ kind: "done", timer: { hurriedBy: "maria", status: "pending" } });
    expect(await fire()).toBe(1);
    expect(await hurry(id)).toEqual({ kind: "over", status: "fired" });
    expect(await auditOf(conversation)).toEqual(["timer.fired_now maria"]);
    const { turns } = await database.store.mailbox.claim(leaseOffer(worker, { freeSlots: 100 }));
    for (const turn of turns) await commits(turn);
    expect((await list("fired")).items.map((timer) => timer.id)).toContain(id);
    expect(await violations(database, { when: "any time" })).toEqual([]);
  });

  test("one that is called off never fires, and is over for everybody", async () => {
    const { id, conversation } = await armed();
    expect(await cancel(id)).toMatchObject({ kind: "done", timer: { cancelledBy: "luis", status: "cancelled" } });
    expect(await cancel(id)).toEqual({ kind: "over", status: "cancelled" });
    expect(await hurry(id)).toEqual({ kind: "over", status: "cancelled" });
    await database.advance(2 * HOUR_MS);
    expect((await list("cancelled")).items.map((timer) => timer.id)).toContain(id);
    expect(await auditOf(conversation)).toEqual(["timer.cancelled luis"]);
    expect(await hurry(newId() as RunId)).toEqual({ kind: "not_found" });
  });

  test("of two people at once one has the word", async () => {
    const { id } = await armed();
    const answers = await Promise.all(Array.from({ length: 6 }, () => cancel(id)));
    expect(answers.filter(({ kind }) => kind === "done")).toHaveLength(1);
    expect(answers.filter(({ kind }) => kind === "over")).toHaveLength(5);
  });

  test("a turn that has read a timer which is called off meanwhile does not keep it", async () => {
    const { id } = await armed();
    const turn = await hears("otra cosa");
    expect(turn.timer).not.toBeNull();
    await cancel(id);
    expect((await commits(turn, { timer: turn.timer === null ? null : { ...turn.timer, settleMs: 0 } })).kind).toBe(
      "conflict",
    );
    const again = await database.store.mailbox.reload(turn.lease);
    if (again?.timer !== null) throw new Error("the turn still sees the timer");
    expect((await commits(again, { timer: null })).kind).toBe("committed");
  });
});

describe("what is known of a customer", () => {
  const known = (id: ConversationId) => database.store.knowledge.ofConversation(DEFAULT_WORKSPACE, id);
  const forget = (id: ConversationId, field: string) =>
    database.store.knowledge.forgetDatum(DEFAULT_WORKSPACE, id, { field, actor: "maria" });
  const told = async () => {
    const turn = await hears("soy Ana, de Cali");
    const entry = {
      message: "soy Ana, de Cali",
      classification: "datos",
      confidence: 90,
      timestamp: turn.now.toISOString(),
    };
    const ingestStatus = {
      ...{ active: true, startedAt: null, firstDataAt: null, timerType: null, lastClassification: "datos" },
      fieldsAccumulated: ["nombre", "ciudad"],
      timeline: [{ ...entry, fieldsExtracted: ["nombre", "ciudad"] }],
    };
    await commits(turn, {
      session: sessionOf(turn, { datosCapturados: { nombre: "Ana", ciudad: "Cali" }, ingestStatus }),
    });
    return turn.lease.conversationId;
  };

  test("each datum stands with the words that it was taken from", async () => {
    const view = await known(await told());
    expect(view?.contact.phone).toBe(phone);
    const source = { message: "soy Ana, de Cali", at: expect.any(Date) };
    expect(view?.sessions[0]?.known).toEqual(
      expect.arrayContaining([
        { field: "nombre", value: "Ana", source },
        { field: "ciudad", value: "Cali", source },
      ]),
    );
  });

  test("a datum that is forgotten is gone for the next turn, and a turn under way does not write it back", async () => {
    const id = await told();
    const turn = await hears("otra cosa");
    expect(await forget(id, "ciudad")).toBe(true);
    expect((await commits(turn)).kind).toBe("conflict");
    const again = await database.store.mailbox.reload(turn.lease);
    expect(again?.session?.datosCapturados).toEqual({ nombre: "Ana" });
    // The words that told it are gone from the session as well.
    expect(again?.session?.ingestStatus).toMatchObject({ fieldsAccumulated: ["nombre"], timeline: [] });
    await commits(again as ClaimedTurn);
    expect(await forget(id, "ciudad")).toBe(false);
    expect((await known(id))?.sessions[0]?.known.map(({ field }) => field)).toEqual(["nombre"]);
  });

  test("a summary is forgotten once", async () => {
    const id = await told();
    await database.rows(
      "insert into conversation_summaries (workspace_id, conversation_id, text, through_turn) values ('default', $1, 'es Ana', 4)",
      [id],
    );
    expect((await known(id))?.summary).toMatchObject({ text: "es Ana", throughTurn: 4 });
    const forgetIt = () => database.store.knowledge.forgetSummary(DEFAULT_WORKSPACE, id, "maria");
    expect([await forgetIt(), await forgetIt()]).toEqual([true, false]);
    expect((await known(id))?.summary).toBeNull();
  });
});

describe("the numbers of a shop", () => {
  test("each conversation counts once, an order and a handoff where they were, and a percentile is one", async () => {
    const [row] = await database.rows("select (recado_now() at time zone 'America/Bogota')::date::text as day");
    const today = String(row?.["day"]);
    const read = () => database.store.insights.read(DEFAULT_WORKSPACE, { from: today, to: today });
    const before = await read();
    const turn = await hears("quiero uno");
    await commits(turn);
    await commits(await hears("otra cosa"));
    await database.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, turn.lease.conversationId, {
      ...{ enabled: false, actor: "maria", note: null },
    });
    await database.rows(
      `insert into orders (workspace_id, id, purchase_key, session_id, conversation_id, contact_id, run_id, source, status, stage,
         products, total, shipping_address, data, created_at, updated_at)
       select 'default', gen_random_uuid(), gen_random_uuid()::text, s.id, s.conversation_id, s.contact_id, $2, 'customer',
         'confirmed', 'nuevo', '[]', 79900, 'x', '{}', recado_now(), recado_now()
       from agent_sessions s where s.conversation_id = $1 limit 1`,
      [turn.lease.conversationId, turn.run.id],
    );
    await database.rows(
      `insert into model_costs values ('default', $1::date, 'm', 'detector', 1, 0, 100, 20, 0, 0, 1234, 0)`,
      [today],
    );
    const after = await read();
    const grown = (key: keyof typeof after.total) => after.total[key] - before.total[key];
    expect([grown("conversations"), grown("orders"), grown("converted"), grown("handedOff")]).toEqual([1, 1, 1, 1]);
    expect([grown("tokens"), grown("microUsd")]).toEqual([120, 1234]);
    expect(after.days).toEqual([{ day: today, ...after.total }]);
    expect(after.runsByStatus.completed - before.runsByStatus.completed).toBe(2);
  });

  test("what a person answered or had done is not resolved without one; what a program had done is", async () => {
    const [row] = await database.rows("select (recado_now() at time zone 'America/Bogota')::date::text as day");
    const today = String(row?.["day"]);
    const read = async () => (await database.store.insights.read(DEFAULT_WORKSPACE, { from: today, to: today })).total;
    const before = await read();
    const answered = (await hears()).lease.conversationId;
    await database.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, answered, {
      enabled: false,
      actor: "ana",
      note: null,
    });
    const reply = { content: { type: "text" as const, body: "con gusto" }, actor: "ana", idempotencyKey: newId() };
    const ids = { eventId: newId() as EventId, runId: newId() as RunId, messageId: newId() as OutboxId };
    expect((await database.store.inbox.reply(DEFAULT_WORKSPACE, answered, { ...reply, ...ids })).kind).toBe("queued");
    const alone = await read();
    expect([alone.handedOff - before.handedOff, alone.withPerson - before.withPerson]).toEqual([1, 1]);

    for (const role of ["operator", "service"] as const) {
      people += 1;
      phone = `57303${String(people).padStart(7, "0")}`;
      const conversationId = (await hears()).lease.conversationId;
      await database.store.confirmations.command({
        ...{
          workspaceId: DEFAULT_WORKSPACE,
          conversationId,
          tool: "crm.task.list",
          input: {},
          actor: "luis",
          identity: "user:luis",
          role,
          isDryRun: false,
        },
        ...{ argumentsHash: "h", idempotencyKey: newId(), eventId: newId() as EventId, runId: newId() as RunId },
      });
    }
    const after = await read();
    expect(after.conversations - before.conversations).toBe(3);
    expect(after.withPerson - before.withPerson).toBe(2);
    expect(after.handedOff - before.handedOff).toBe(1);
  });

  test("how long an answer took is known by the class of what was said, with and without all waiting", async () => {
    const { channel, sent } = recordingChannel();
    const shop = openShop(database.store, { channel });
    shop.worker.start();
    await shop.says("hola", { phone });
    // What the tests before have left leaves too.
    await eventually("the answer leaves", async () => sent.some(({ recipient }) => recipient.phone === phone));
    const today = String(
      (await database.rows("select (recado_now() at time zone 'America/Bogota')::date::text as day"))[0]?.["day"],
    );
    const read = () => database.store.insights.read(DEFAULT_WORKSPACE, { from: today, to: today });
    await eventually("it is measured", async () => (await read()).latencies.length === 6);
    await shop.worker.stop(5_000);
    const { latencies } = await read();
    expect(latencies.map(({ of, inputClass }) => `${of} ${inputClass}`).sort()).toEqual([
      ...["answer TEXT_SIMPLE", "answer null", "queue TEXT_SIMPLE", "queue null", "reply TEXT_SIMPLE", "reply null"],
    ]);
    const p50 = (of: string) => latencies.find((one) => one.of === of && one.inputClass === null)?.p50Ms ?? Number.NaN;
    expect(p50("queue")).toBeLessThanOrEqual(p50("answer"));
    for (const { p50Ms, p95Ms, runs } of latencies) {
      expect(runs).toBe(1);
      expect(p50Ms).toBeGreaterThanOrEqual(0);
      expect(p95Ms).toBe(p50Ms);
    }
  });

  test("days without anything are there, as noughts", async () => {
    const { days, total } = await database.store.insights.read(DEFAULT_WORKSPACE, {
      from: "2020-02-27",
      to: "2020-03-01",
    });
    expect(days.map(({ day }) => day)).toEqual(["2020-02-27", "2020-02-28", "2020-02-29", "2020-03-01"]);
    expect(total).toMatchObject({ conversations: 0, orders: 0, tokens: 0 });
  });
});
