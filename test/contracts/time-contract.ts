import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ConversationId, DEFAULT_WORKSPACE, type RunId, type SessionId } from "../../src/core/ids.ts";
import type { Store } from "../../src/core/ports/store.ts";
import type { TimerWrite } from "../../src/core/time/timer-policy.ts";
import type { ClaimedTurn, SessionWrite, TurnCommit } from "../../src/core/turn/turn.ts";
import { enqueueRequest, inbound, leaseOffer, newId, newWorkerId } from "../support/inbound.ts";
import { reply, silence } from "./store-contract.ts";

export interface TimeUnderTest {
  readonly store: Store;
  /** The same store as another process has it. */
  readonly rival: Store;
  advance(ms: number): Promise<void>;
  /** Which invariants are broken, over all that was done. */
  audit(): Promise<string[]>;
  close(): Promise<void>;
}

/** A session as a turn writes it: new, or the one that the turn has read. */
export function sessionOf(turn: ClaimedTurn, change: Partial<SessionWrite> = {}): SessionWrite {
  return {
    id: turn.session?.id ?? (newId() as SessionId),
    agentId: "somnio",
    expectedVersion: turn.session?.version ?? null,
    status: "active",
    mode: "collecting_data",
    intentsVistos: [],
    templatesEnviados: [],
    datosCapturados: turn.session?.datosCapturados ?? {},
    packSeleccionado: null,
    ingestStatus: null,
    pendientes: [],
    ...change,
  };
}

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

/** Of one test: nothing is shared but the database. */
let people = 0;
const newPhone = () => `57301${String(++people).padStart(7, "0")}`;

/** What an adapter must do with what happens because time passes. */
export function timeContract(name: string, open: () => Promise<TimeUnderTest>): void {
  let under: TimeUnderTest;
  let store: Store;
  let phone: string;
  const worker = newWorkerId();

  const request = { limit: 100, newId };
  const fire = async (by = store) => (await by.timers.fire(request)).fired;
  const hears = async (body = "hola", by = worker): Promise<ClaimedTurn> => {
    const { turns } = await store.mailbox.enqueue(enqueueRequest([inbound(body, { phone })], leaseOffer(by)));
    return turns[0] as ClaimedTurn;
  };
  const claim = async (conversation: ConversationId): Promise<ClaimedTurn | undefined> => {
    const { turns } = await store.mailbox.claim(leaseOffer(worker, { freeSlots: 100 }));
    return turns.find((turn) => turn.lease.conversationId === conversation);
  };
  const commit = (turn: ClaimedTurn, overrides: Partial<TurnCommit> = {}) =>
    store.mailbox.commit(turn, silence({ session: sessionOf(turn), ...overrides }));
  const timer = (turn: ClaimedTurn, ms: number, overrides: Partial<TimerWrite> = {}): TimerWrite => ({
    level: "L1",
    dueAt: new Date(turn.now.getTime() + ms),
    settleMs: 0,
    ...overrides,
  });
  /** A customer whose session waits for a timer; `ms`: when it comes due. */
  const armed = async (ms: number, overrides: Partial<TimerWrite> = {}) => {
    const turn = await hears();
    const wanted = timer(turn, ms, overrides);
    expect((await commit(turn, { timer: wanted })).kind).toBe("committed");
    return { id: turn.lease.conversationId, wanted, turn };
  };
  const viewOf = async (id: ConversationId) => {
    const view = await store.conversations.get(DEFAULT_WORKSPACE, id);
    if (view === null) throw new Error(`conversation ${id} is gone`);
    return view;
  };
  const timerEvents = async (id: ConversationId) => {
    const { items } = await store.runs.list(DEFAULT_WORKSPACE, { conversationId: id, limit: 100 });
    return items.flatMap((run) => run.events).filter((event) => event.inputType === "timer");
  };

  function onItsOwnDatabase(): void {
    beforeAll(async () => {
      under = await open();
      store = under.store;
    });
    afterAll(() => under?.close());
    beforeEach(() => {
      phone = newPhone();
    });
    afterEach(async () => {
      expect(await under.audit()).toEqual([]);
    });
  }

  describe(`timers on ${name}`, () => {
    onItsOwnDatabase();

    test("a turn arms one, the next turn reads it, and the conversation shows it", async () => {
      const { id, wanted } = await armed(600 * SECOND_MS);
      const { level, dueAt } = wanted;
      expect((await viewOf(id)).timer).toEqual({ level, dueAt });
      expect((await hears("¿cuánto vale?")).timer).toEqual({ level, dueAt });
    });

    test("a due one becomes one event with a run of its own, for the session that it was armed for", async () => {
      const { id } = await armed(2 * SECOND_MS, { level: "L3" });
      await under.advance(3 * SECOND_MS);
      expect(await fire()).toBe(1);
      expect((await viewOf(id)).timer).toBeNull();
      const turn = await claim(id);
      expect(turn).toMatchObject({ timer: null, session: { version: 1 }, run: { attempts: 1 } });
      expect(turn?.events).toMatchObject([
        { source: "system", inputType: "timer", content: { type: "timer", level: "L3", sessionId: turn?.session?.id } },
      ]);
      expect(turn?.events[0]?.occurredAt).toEqual(turn?.events[0]?.receivedAt);
      expect(turn?.contact.phone).toBe(phone);
      expect((await commit(turn as ClaimedTurn)).kind).toBe("committed");
      expect(await fire()).toBe(0);
      expect(await timerEvents(id)).toMatchObject([{ source: "system", inputType: "timer" }]);
    });

    test("none fires early, nor before it has settled", async () => {
      await armed(20 * SECOND_MS, { settleMs: 5_000 });
      expect(await fire()).toBe(0);
      await under.advance(19 * SECOND_MS);
      expect(await fire()).toBe(0);
      await under.advance(3 * SECOND_MS);
      expect(await fire()).toBe(0);
      await under.advance(3 * SECOND_MS);
      expect(await fire()).toBe(1);
    });

    test("it is told when the next one falls due", async () => {
      await armed(30 * SECOND_MS);
      const { nextDueInMs } = await store.timers.fire(request);
      expect(nextDueInMs).toBeGreaterThan(20 * SECOND_MS);
      expect(nextDueInMs).toBeLessThanOrEqual(30 * SECOND_MS);
      await under.advance(31 * SECOND_MS);
      expect(await fire()).toBe(1);
    });

    test("many processes that look at once fire each of a crowd once, as many at a time as they are told", async () => {
      const crowd: ConversationId[] = [];
      for (let n = 0; n < 12; n += 1) {
        phone = newPhone();
        crowd.push((await armed(SECOND_MS)).id);
      }
      await under.advance(2 * SECOND_MS);
      expect((await store.timers.fire({ limit: 3, newId })).fired).toBe(3);
      const rounds = Array.from({ length: 8 }, (_, n) => fire(n % 2 === 0 ? store : under.rival));
      expect((await Promise.all(rounds)).reduce((sum, n) => sum + n, 0)).toBe(9);
      for (const id of crowd) expect(await timerEvents(id)).toHaveLength(1);
    });

    test("while a message waits or is being answered none fires; one that its turn keeps fires after it", async () => {
      const { id, wanted } = await armed(SECOND_MS);
      const { items } = await store.mailbox.enqueue(enqueueRequest([inbound("el de 2", { phone })]));
      await under.advance(2 * SECOND_MS);
      expect(await fire()).toBe(0);
      const turn = await claim(id);
      expect(turn?.run.id).toBe(items[0]?.runId);
      expect(await fire()).toBe(0);
      await commit(turn as ClaimedTurn, { timer: wanted });
      expect(await fire()).toBe(1);
    });

    test("a message at the very moment is answered before it fires, or finds it fired: never both, never neither", async () => {
      const seen = { fired: 0, heard: 0 };
      for (let n = 0; n < 25; n += 1) {
        phone = newPhone();
        const { id } = await armed(SECOND_MS);
        await under.advance(2 * SECOND_MS);
        const [fired] = await Promise.all([
          fire(under.rival),
          store.mailbox.enqueue(enqueueRequest([inbound("me llevo el de 2", { phone })])),
        ]);
        const turn = (await claim(id)) as ClaimedTurn;
        expect(turn.timer === null).toBe(fired === 1);
        await commit(turn, { timer: null });
        const next = await claim(id);
        if (next !== undefined) await commit(next, { timer: null });
        expect(await fire()).toBe(0);
        expect(await timerEvents(id)).toHaveLength(fired);
        seen[fired === 1 ? "fired" : "heard"] += 1;
      }
      expect(seen.fired + seen.heard).toBe(25);
    });

    test("words that come after it fired are answered in the same turn", async () => {
      const { id } = await armed(SECOND_MS);
      await under.advance(2 * SECOND_MS);
      expect(await fire()).toBe(1);
      await store.mailbox.enqueue(enqueueRequest([inbound("el de 3", { phone })]));
      const turn = await claim(id);
      expect(turn?.events.map(({ inputType }) => inputType).sort()).toEqual(["message", "timer"]);
      await commit(turn as ClaimedTurn);
    });

    test("the same level at the same time keeps counting; another takes its place; none takes it away", async () => {
      const { id, wanted } = await armed(60 * SECOND_MS);
      const kept = await hears("otra");
      await commit(kept, { timer: { ...wanted, settleMs: 99 } });
      const replaced = await hears("y otra");
      expect(replaced.timer).toEqual({ level: wanted.level, dueAt: wanted.dueAt });
      const other = timer(replaced, 120 * SECOND_MS, { level: "L2" });
      await commit(replaced, { timer: other });
      const gone = await hears("nada más");
      expect(gone.timer).toEqual({ level: "L2", dueAt: other.dueAt });
      await under.advance(300 * SECOND_MS);
      await commit(gone, { timer: null });
      expect((await viewOf(id)).timer).toBeNull();
      expect(await fire()).toBe(0);
    });

    test.each(["closed", "handed_off"] as const)(
      "a session that is %s takes its timer with it (L-7)",
      async (status) => {
        const { id } = await armed(SECOND_MS);
        const turn = await hears("no gracias");
        // Also where the turn would have one count on.
        await commit(turn, { session: sessionOf(turn, { status }), timer: timer(turn, SECOND_MS) });
        await under.advance(2 * SECOND_MS);
        expect(await fire()).toBe(0);
        expect((await viewOf(id)).timer).toBeNull();
        expect((await hears("hola otra vez")).timer).toBeNull();
      },
    );

    test.each([
      ["a takeover", false],
      ["a handback", true],
    ])("%s takes it away", async (_, enabled) => {
      const { id } = await armed(SECOND_MS);
      await store.conversations.setBotEnabled(DEFAULT_WORKSPACE, id, { enabled, actor: "ana", note: null });
      await under.advance(2 * SECOND_MS);
      expect(await fire()).toBe(0);
      expect((await viewOf(id)).timer).toBeNull();
    });

    test("a takeover at the very moment: fired for a session that was active, or not at all", async () => {
      for (let n = 0; n < 15; n += 1) {
        phone = newPhone();
        const { id } = await armed(SECOND_MS);
        await under.advance(2 * SECOND_MS);
        const [fired] = await Promise.all([
          fire(under.rival),
          store.conversations.setBotEnabled(DEFAULT_WORKSPACE, id, { enabled: false, actor: "ana", note: null }),
        ]);
        expect(await timerEvents(id)).toHaveLength(fired);
        expect(await fire()).toBe(0);
        const turn = await claim(id);
        if (turn !== undefined) await commit(turn, { session: null, outcome: "bot_off" });
      }
    });

    test("after a dead letter nothing is decided by time", async () => {
      const { id } = await armed(SECOND_MS);
      const turn = await hears("algo que nadie entiende");
      const failure = { agent: null, code: "internal", message: "no", steps: [] };
      expect(await store.mailbox.bury(turn, failure, null)).toBe(true);
      await under.advance(2 * SECOND_MS);
      expect(await fire()).toBe(0);
      expect((await viewOf(id)).timer).toBeNull();
    });

    test("a commit whose answer was lost arms no second one", async () => {
      const turn = await hears();
      const wanted = silence({ session: sessionOf(turn), timer: timer(turn, SECOND_MS) });
      expect((await store.mailbox.commit(turn, wanted)).kind).toBe("committed");
      expect((await store.mailbox.commit(turn, wanted)).kind).toBe("fenced");
      await under.advance(2 * SECOND_MS);
      expect(await fire()).toBe(1);
      expect(await fire()).toBe(0);
    });

    test("one that fires is no word of the customer: what is in doubt is still the last that was said", async () => {
      const turn = await hears();
      const answer = reply("¿Le interesa?", { session: sessionOf(turn), timer: timer(turn, SECOND_MS) });
      const committed = await store.mailbox.commit(turn, answer);
      const sent = committed.kind === "committed" ? committed.toSend : null;
      if (sent === null) throw new Error("nothing was marked in flight");
      const doubt = { kind: "in_doubt", detail: "the answer was lost" } as const;
      await store.outbox.settle(sent, { ...doubt, doubtMs: 1 }, doubt);
      await under.advance(2 * SECOND_MS);
      expect(await fire()).toBe(1);
      const { claims } = await store.outbox.claim(worker, 100, 45_000);
      expect(claims.find(({ message }) => message.id === sent.id)?.hasNewerInbound).toBe(false);
      await commit((await claim(turn.lease.conversationId)) as ClaimedTurn);
    });

    test("a run that a timer opened and nobody could end is a dead letter without a word", async () => {
      const { id } = await armed(SECOND_MS);
      await under.advance(2 * SECOND_MS);
      await fire();
      const turn = (await claim(id)) as ClaimedTurn;
      const failure = { agent: null, code: "internal", message: "no", steps: [] };
      expect(await store.mailbox.bury(turn, failure, null)).toBe(true);
      expect((await store.runs.get(DEFAULT_WORKSPACE, turn.run.id as RunId))?.status).toBe("dead_letter");
    });
  });

  describe(`nights on ${name}`, () => {
    onItsOwnDatabase();

    /** Three in the afternoon in Bogotá, of the next day that has one. */
    const untilAfternoon = async () => {
      const { now } = await hears("¿qué hora es?");
      const hours = (20 - now.getUTCHours() - (now.getUTCMinutes() + 1) / 60 + 24) % 24;
      await under.advance(hours * HOUR_MS);
      phone = newPhone();
    };
    const talks = async (change: Partial<SessionWrite> = {}, overrides: Partial<TurnCommit> = {}) => {
      const turn = await hears();
      await commit(turn, { session: sessionOf(turn, change), ...overrides });
      return turn.lease.conversationId;
    };
    const statusOf = async (id: ConversationId) => (await viewOf(id)).session?.status;

    test("the night closes what nobody went on with; the next message finds a new session that knows the data", async () => {
      await untilAfternoon();
      const id = await talks({ datosCapturados: { nombre: "Marta", ciudad: "Cali" } });
      await under.advance(10 * HOUR_MS); // one in the morning
      await store.timers.endDay(100);
      expect(await statusOf(id)).toBe("active");
      await under.advance(1.5 * HOUR_MS); // half past two
      expect((await store.timers.endDay(100)).closed).toBeGreaterThanOrEqual(1);
      expect(await statusOf(id)).toBe("closed");
      expect((await store.timers.endDay(100)).closed).toBe(0);
      const turn = await hears("hola, quiero otro");
      expect(turn).toMatchObject({ session: null, knownData: { nombre: "Marta", ciudad: "Cali" }, orders: [] });
    });

    test("whoever talks at two in the morning is not cut off: the session ends two hours after the last word", async () => {
      await untilAfternoon();
      await under.advance(10.5 * HOUR_MS); // half past one
      const id = await talks();
      await under.advance(1.5 * HOUR_MS); // three
      await store.timers.endDay(100);
      expect(await statusOf(id)).toBe("active");
      await under.advance(HOUR_MS); // four
      await store.timers.endDay(100);
      expect(await statusOf(id)).toBe("closed");
    });

    test("a session that its agent keeps for three quiet days outlives the night, and ends then", async () => {
      await untilAfternoon();
      const id = await talks({ sessionEnd: { nightHour: null, quietHours: 72 } });
      await under.advance(71 * HOUR_MS);
      await store.timers.endDay(100);
      expect(await statusOf(id)).toBe("active");
      await under.advance(2 * HOUR_MS);
      await store.timers.endDay(100);
      expect(await statusOf(id)).toBe("closed");
    });

    test("the workspace's setting comes before the agent's: an evening that ends at eight", async () => {
      await store.agentConfigs.change(DEFAULT_WORKSPACE, { sessionEnd: { nightHour: 20, quietHours: 1 } }, "ana");
      await untilAfternoon();
      const id = await talks({ sessionEnd: { nightHour: null, quietHours: 72 } });
      await under.advance(4.5 * HOUR_MS); // half past seven
      await store.timers.endDay(100);
      expect(await statusOf(id)).toBe("active");
      await under.advance(HOUR_MS);
      await store.timers.endDay(100);
      expect(await statusOf(id)).toBe("closed");
      await store.agentConfigs.change(DEFAULT_WORKSPACE, { sessionEnd: null }, "ana");
    });

    test("a session ends at two by the clock of its workspace, which may be hours before Bogotá's", async () => {
      await untilAfternoon();
      const id = await talks();
      const zone = (timeZone: string) => store.agentConfigs.change(DEFAULT_WORKSPACE, { timeZone }, "test");
      // São Paulo is two hours ahead: at half past twelve in Bogotá it is half past two there.
      await under.advance(9.5 * HOUR_MS);
      await store.timers.endDay(100);
      expect(await statusOf(id)).toBe("active");
      await zone("America/Sao_Paulo");
      await store.timers.endDay(100);
      expect(await statusOf(id)).toBe("closed");
      await zone("America/Bogota");
    });

    test("a session of this morning stays", async () => {
      await untilAfternoon();
      await under.advance(13 * HOUR_MS); // four in the morning
      const id = await talks();
      await under.advance(9 * HOUR_MS);
      await store.timers.endDay(100);
      expect(await statusOf(id)).toBe("active");
    });

    test("a timer that would come later ends with it; one that is due speaks first", async () => {
      await untilAfternoon();
      const turn = await hears();
      await commit(turn, { timer: timer(turn, 48 * HOUR_MS) });
      phone = newPhone();
      const late = await hears();
      await commit(late, { timer: timer(late, HOUR_MS) });
      await under.advance(24 * HOUR_MS);
      await store.timers.endDay(100);
      expect(await viewOf(turn.lease.conversationId)).toMatchObject({ timer: null, session: { status: "closed" } });
      expect(await statusOf(late.lease.conversationId)).toBe("active");
      expect(await fire()).toBe(1);
      const fired = (await claim(late.lease.conversationId)) as ClaimedTurn;
      await commit(fired);
    });

    test("what is being answered is left, and the rest is closed in rounds, each session once", async () => {
      await untilAfternoon();
      const people: ConversationId[] = [];
      for (let n = 0; n < 5; n += 1) {
        phone = newPhone();
        people.push(await talks());
      }
      await under.advance(20 * HOUR_MS);
      const [busy] = people;
      phone = (await viewOf(busy as ConversationId)).contact.phone ?? "";
      const answering = await hears("sigo aquí");
      expect((await store.timers.endDay(2)).closed).toBe(2);
      const rounds = await Promise.all([store.timers.endDay(100), under.rival.timers.endDay(100)]);
      expect(rounds[0].closed + rounds[1].closed).toBeGreaterThanOrEqual(2);
      expect((await store.timers.endDay(100)).closed).toBe(0);
      expect((await commit(answering)).kind).toBe("committed");
      expect(await Promise.all(people.map(statusOf))).toEqual(["active", "closed", "closed", "closed", "closed"]);
    });
  });
}
