import { expect, test } from "vitest";
import { type ConversationId, DEFAULT_WORKSPACE, type RunId } from "../../../src/core/ids.ts";
import type { ClaimedTurn } from "../../../src/core/turn/turn.ts";
import { enqueueRequest, inbound, newId } from "../../support/inbound.ts";
import { reply, sessionOf, silence } from "../../support/turn-commits.ts";
import { newPhone, SECOND_MS, type TimeScene } from "./scene.ts";

/** When a timer fires, and when it does not. */
export function firesTimers(scene: TimeScene): void {
  const { worker, request, fire, hears, claim, commit, timer, armed, viewOf, timerEvents } = scene;

  test("a turn arms one, the next turn reads it, and the conversation shows it", async () => {
    const { id, wanted } = await armed(600 * SECOND_MS);
    const { level, dueAt } = wanted;
    expect((await viewOf(id)).timer).toEqual({ level, dueAt });
    expect((await hears("¿cuánto vale?")).timer).toEqual({ level, dueAt });
  });

  test("a due one becomes one event with a run of its own, for the session that it was armed for", async () => {
    const { id } = await armed(2 * SECOND_MS, { level: "L3" });
    await scene.under.advance(3 * SECOND_MS);
    expect(await fire()).toBe(1);
    expect((await viewOf(id)).timer).toBeNull();
    const turn = await claim(id);
    expect(turn).toMatchObject({ timer: null, session: { version: 1 }, run: { attempts: 1 } });
    expect(turn?.events).toMatchObject([
      { source: "system", inputType: "timer", content: { type: "timer", level: "L3", sessionId: turn?.session?.id } },
    ]);
    expect(turn?.events[0]?.occurredAt).toEqual(turn?.events[0]?.receivedAt);
    expect(turn?.contact.phone).toBe(scene.phone);
    expect((await commit(turn as ClaimedTurn)).kind).toBe("committed");
    expect(await fire()).toBe(0);
    expect(await timerEvents(id)).toMatchObject([{ source: "system", inputType: "timer" }]);
  });

  test("none fires early, nor before it has settled", async () => {
    await armed(20 * SECOND_MS, { settleMs: 5_000 });
    expect(await fire()).toBe(0);
    await scene.under.advance(19 * SECOND_MS);
    expect(await fire()).toBe(0);
    await scene.under.advance(3 * SECOND_MS);
    expect(await fire()).toBe(0);
    await scene.under.advance(3 * SECOND_MS);
    expect(await fire()).toBe(1);
  });

  test("it is told when the next one falls due", async () => {
    await armed(30 * SECOND_MS);
    const { nextDueInMs } = await scene.store.timers.fire(request);
    expect(nextDueInMs).toBeGreaterThan(20 * SECOND_MS);
    expect(nextDueInMs).toBeLessThanOrEqual(30 * SECOND_MS);
    await scene.under.advance(31 * SECOND_MS);
    expect(await fire()).toBe(1);
  });

  test("many processes that look at once fire each of a crowd once, as many at a time as they are told", async () => {
    const crowd: ConversationId[] = [];
    for (let n = 0; n < 12; n += 1) {
      scene.phone = newPhone();
      crowd.push((await armed(SECOND_MS)).id);
    }
    await scene.under.advance(2 * SECOND_MS);
    expect((await scene.store.timers.fire({ limit: 3, newId })).fired).toBe(3);
    const rounds = Array.from({ length: 8 }, (_, n) => fire(n % 2 === 0 ? scene.store : scene.under.rival));
    expect((await Promise.all(rounds)).reduce((sum, n) => sum + n, 0)).toBe(9);
    for (const id of crowd) expect(await timerEvents(id)).toHaveLength(1);
  });

  test("while a message waits or is being answered none fires; one that its turn keeps fires after it", async () => {
    const { id, wanted } = await armed(SECOND_MS);
    const { items } = await scene.store.mailbox.enqueue(enqueueRequest([inbound("el de 2", { phone: scene.phone })]));
    await scene.under.advance(2 * SECOND_MS);
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
      scene.phone = newPhone();
      const { id } = await armed(SECOND_MS);
      await scene.under.advance(2 * SECOND_MS);
      const [fired] = await Promise.all([
        fire(scene.under.rival),
        scene.store.mailbox.enqueue(enqueueRequest([inbound("me llevo el de 2", { phone: scene.phone })])),
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
    await scene.under.advance(2 * SECOND_MS);
    expect(await fire()).toBe(1);
    await scene.store.mailbox.enqueue(enqueueRequest([inbound("el de 3", { phone: scene.phone })]));
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
    await scene.under.advance(300 * SECOND_MS);
    await commit(gone, { timer: null });
    expect((await viewOf(id)).timer).toBeNull();
    expect(await fire()).toBe(0);
  });

  test.each(["closed", "handed_off"] as const)("a session that is %s takes its timer with it (L-7)", async (status) => {
    const { id } = await armed(SECOND_MS);
    const turn = await hears("no gracias");
    // Also where the turn would have one count on.
    await commit(turn, { session: sessionOf(turn, { status }), timer: timer(turn, SECOND_MS) });
    await scene.under.advance(2 * SECOND_MS);
    expect(await fire()).toBe(0);
    expect((await viewOf(id)).timer).toBeNull();
    expect((await hears("hola otra vez")).timer).toBeNull();
  });

  test.each([
    ["a takeover", false],
    ["a handback", true],
  ])("%s takes it away", async (_, enabled) => {
    const { id } = await armed(SECOND_MS);
    await scene.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, id, { enabled, actor: "ana", note: null });
    await scene.under.advance(2 * SECOND_MS);
    expect(await fire()).toBe(0);
    expect((await viewOf(id)).timer).toBeNull();
  });

  test("a takeover at the very moment: fired for a session that was active, or not at all", async () => {
    for (let n = 0; n < 15; n += 1) {
      scene.phone = newPhone();
      const { id } = await armed(SECOND_MS);
      await scene.under.advance(2 * SECOND_MS);
      const [fired] = await Promise.all([
        fire(scene.under.rival),
        scene.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, id, { enabled: false, actor: "ana", note: null }),
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
    expect(await scene.store.mailbox.bury(turn, failure, null)).toBe(true);
    await scene.under.advance(2 * SECOND_MS);
    expect(await fire()).toBe(0);
    expect((await viewOf(id)).timer).toBeNull();
  });

  test("a commit whose answer was lost arms no second one", async () => {
    const turn = await hears();
    const wanted = silence({ session: sessionOf(turn), timer: timer(turn, SECOND_MS) });
    expect((await scene.store.mailbox.commit(turn, wanted)).kind).toBe("committed");
    expect((await scene.store.mailbox.commit(turn, wanted)).kind).toBe("fenced");
    await scene.under.advance(2 * SECOND_MS);
    expect(await fire()).toBe(1);
    expect(await fire()).toBe(0);
  });

  test("one that fires is no word of the customer: what is in doubt is still the last that was said", async () => {
    const turn = await hears();
    const answer = reply("¿Le interesa?", { session: sessionOf(turn), timer: timer(turn, SECOND_MS) });
    const committed = await scene.store.mailbox.commit(turn, answer);
    const sent = committed.kind === "committed" ? committed.toSend : null;
    if (sent === null) throw new Error("nothing was marked in flight");
    const doubt = { kind: "in_doubt", detail: "the answer was lost" } as const;
    await scene.store.outbox.settle(sent, { ...doubt, doubtMs: 1 }, doubt);
    await scene.under.advance(2 * SECOND_MS);
    expect(await fire()).toBe(1);
    const { claims } = await scene.store.outbox.claim(worker, 100, 45_000);
    expect(claims.find(({ message }) => message.id === sent.id)?.hasNewerInbound).toBe(false);
    await commit((await claim(turn.lease.conversationId)) as ClaimedTurn);
  });

  test("a run that a timer opened and nobody could end is a dead letter without a word", async () => {
    const { id } = await armed(SECOND_MS);
    await scene.under.advance(2 * SECOND_MS);
    await fire();
    const turn = (await claim(id)) as ClaimedTurn;
    const failure = { agent: null, code: "internal", message: "no", steps: [] };
    expect(await scene.store.mailbox.bury(turn, failure, null)).toBe(true);
    expect((await scene.store.runs.get(DEFAULT_WORKSPACE, turn.run.id as RunId))?.status).toBe("dead_letter");
  });
}
