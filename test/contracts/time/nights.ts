import { expect, test } from "vitest";
import { type ConversationId, DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import type { ClaimedTurn, SessionWrite, TurnCommit } from "../../../src/core/turn/turn.ts";
import { sessionOf } from "../../support/turn-commits.ts";
import { HOUR_MS, newPhone, type TimeScene } from "./scene.ts";

/** What the night closes. */
export function endsDays(scene: TimeScene): void {
  const { fire, hears, claim, commit, timer, viewOf } = scene;

  /** Three in the afternoon in Bogotá, of the next day that has one. */
  const untilAfternoon = async () => {
    const { now } = await hears("¿qué hora es?");
    const hours = (20 - now.getUTCHours() - (now.getUTCMinutes() + 1) / 60 + 24) % 24;
    await scene.under.advance(hours * HOUR_MS);
    scene.phone = newPhone();
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
    await scene.under.advance(10 * HOUR_MS); // one in the morning
    await scene.store.timers.endDay(100);
    expect(await statusOf(id)).toBe("active");
    await scene.under.advance(1.5 * HOUR_MS); // half past two
    expect((await scene.store.timers.endDay(100)).closed).toBeGreaterThanOrEqual(1);
    expect(await statusOf(id)).toBe("closed");
    expect((await scene.store.timers.endDay(100)).closed).toBe(0);
    const turn = await hears("hola, quiero otro");
    expect(turn).toMatchObject({ session: null, knownData: { nombre: "Marta", ciudad: "Cali" }, orders: [] });
  });

  test("whoever talks at two in the morning is not cut off: the session ends two hours after the last word", async () => {
    await untilAfternoon();
    await scene.under.advance(10.5 * HOUR_MS); // half past one
    const id = await talks();
    await scene.under.advance(1.5 * HOUR_MS); // three
    await scene.store.timers.endDay(100);
    expect(await statusOf(id)).toBe("active");
    await scene.under.advance(HOUR_MS); // four
    await scene.store.timers.endDay(100);
    expect(await statusOf(id)).toBe("closed");
  });

  test("a session that its agent keeps for three quiet days outlives the night, and ends then", async () => {
    await untilAfternoon();
    const id = await talks({ sessionEnd: { nightHour: null, quietHours: 72 } });
    await scene.under.advance(71 * HOUR_MS);
    await scene.store.timers.endDay(100);
    expect(await statusOf(id)).toBe("active");
    await scene.under.advance(2 * HOUR_MS);
    await scene.store.timers.endDay(100);
    expect(await statusOf(id)).toBe("closed");
  });

  test("the workspace's setting comes before the agent's: an evening that ends at eight", async () => {
    await scene.store.agentConfigs.change(DEFAULT_WORKSPACE, { sessionEnd: { nightHour: 20, quietHours: 1 } }, "ana");
    await untilAfternoon();
    const id = await talks({ sessionEnd: { nightHour: null, quietHours: 72 } });
    await scene.under.advance(4.5 * HOUR_MS); // half past seven
    await scene.store.timers.endDay(100);
    expect(await statusOf(id)).toBe("active");
    await scene.under.advance(HOUR_MS);
    await scene.store.timers.endDay(100);
    expect(await statusOf(id)).toBe("closed");
    await scene.store.agentConfigs.change(DEFAULT_WORKSPACE, { sessionEnd: null }, "ana");
  });

  test("a session ends at two by the clock of its workspace, which may be hours before Bogotá's", async () => {
    await untilAfternoon();
    const id = await talks();
    const zone = (timeZone: string) => scene.store.agentConfigs.change(DEFAULT_WORKSPACE, { timeZone }, "test");
    // São Paulo is two hours ahead: at half past twelve in Bogotá it is half past two there.
    await scene.under.advance(9.5 * HOUR_MS);
    await scene.store.timers.endDay(100);
    expect(await statusOf(id)).toBe("active");
    await zone("America/Sao_Paulo");
    await scene.store.timers.endDay(100);
    expect(await statusOf(id)).toBe("closed");
    await zone("America/Bogota");
  });

  test("a session of this morning stays", async () => {
    await untilAfternoon();
    await scene.under.advance(13 * HOUR_MS); // four in the morning
    const id = await talks();
    await scene.under.advance(9 * HOUR_MS);
    await scene.store.timers.endDay(100);
    expect(await statusOf(id)).toBe("active");
  });

  test("a timer that would come later ends with it; one that is due speaks first", async () => {
    await untilAfternoon();
    const turn = await hears();
    await commit(turn, { timer: timer(turn, 48 * HOUR_MS) });
    scene.phone = newPhone();
    const late = await hears();
    await commit(late, { timer: timer(late, HOUR_MS) });
    await scene.under.advance(24 * HOUR_MS);
    await scene.store.timers.endDay(100);
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
      scene.phone = newPhone();
      people.push(await talks());
    }
    await scene.under.advance(20 * HOUR_MS);
    const [busy] = people;
    scene.phone = (await viewOf(busy as ConversationId)).contact.phone ?? "";
    const answering = await hears("sigo aquí");
    expect((await scene.store.timers.endDay(2)).closed).toBe(2);
    const rounds = await Promise.all([scene.store.timers.endDay(100), scene.under.rival.timers.endDay(100)]);
    expect(rounds[0].closed + rounds[1].closed).toBeGreaterThanOrEqual(2);
    expect((await scene.store.timers.endDay(100)).closed).toBe(0);
    expect((await commit(answering)).kind).toBe("committed");
    expect(await Promise.all(people.map(statusOf))).toEqual(["active", "closed", "closed", "closed", "closed"]);
  });
}
