import { describe, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import type { ClaimedTurn } from "../../../src/core/turn/turn.ts";
import { enqueueRequest, leaseOffer } from "../../support/inbound.ts";
import { reply, silence } from "../../support/turn-commits.ts";
import type { StoreScene } from "./scene.ts";

/** How an attempt ends that commits nothing: it fails, is buried, released or parked, or its lease is renewed. */
export function endsAnAttempt(scene: StoreScene): void {
  const { worker, rival, says, leaseNow, claimOwn, runOf, advance } = scene;

  describe("a turn", () => {
    test("a failed attempt waits, holds its own conversation in order, and blocks no other (R3)", async () => {
      const turn = await leaseNow("veneno");
      await scene.store.mailbox.fail(turn, { agent: null, code: "internal", message: "roto", steps: [] }, 60_000);
      expect(await runOf(turn.run.id)).toMatchObject({
        status: "failed",
        error: { code: "internal", message: "roto" },
      });
      await scene.store.mailbox.enqueue(enqueueRequest([says("siguiente")], leaseOffer(worker)));
      expect(await claimOwn(worker, turn.lease.conversationId)).toBeUndefined();
      await advance(61_000);
      const again = await claimOwn(worker, turn.lease.conversationId);
      expect(again?.run.id).toBe(turn.run.id);
      expect(again?.events).toHaveLength(1);
    });

    test("a buried run says its fallback once, goes to the dead letters, and the next message is answered", async () => {
      const turn = await leaseNow("veneno");
      await scene.store.mailbox.enqueue(enqueueRequest([says("siguiente")]));
      const [fallback] = reply("Lo siento").outbox;
      const keyed = { ...fallback, idempotencyKey: `${turn.run.id}:fallback` } as NonNullable<typeof fallback>;
      expect(
        await scene.store.mailbox.bury(turn, { agent: null, code: "internal", message: "roto", steps: [] }, keyed),
      ).toBe(true);
      expect(await runOf(turn.run.id)).toMatchObject({ status: "dead_letter", error: { code: "internal" } });
      const next = await claimOwn(worker, turn.lease.conversationId);
      expect(next?.run.id).not.toBe(turn.run.id);
      await scene.store.mailbox.commit(next as ClaimedTurn, silence());
      expect(await scene.store.runs.retry(DEFAULT_WORKSPACE, turn.run.id, "ana")).toEqual({ kind: "requeued" });
      const retried = await claimOwn(worker, turn.lease.conversationId);
      // The customer has had the fallback: a second death in the first attempt must not say it again.
      expect(retried?.run).toMatchObject({ id: turn.run.id, attempts: 1, fallbackSent: true });
    });

    test("a dead letter that an operator retries is thought over by the agent of today, unless something was done outside", async () => {
      const pinned = { agent: { id: "somnio", version: "old" }, code: "decision_invalid", message: "roto" };
      const step = (name: string, phase: "plan" | "act") =>
        ({
          phase,
          name,
          position: phase === "plan" ? 1 : 2,
          status: "ok",
          startedAt: new Date(),
          durationMs: 1,
          output: {},
        }) as const;
      const thought = await leaseNow();
      await scene.store.mailbox.bury(thought, { ...pinned, steps: [step("plan", "plan")] }, null);
      await scene.store.runs.retry(DEFAULT_WORKSPACE, thought.run.id, "ana");
      const anew = await claimOwn(worker, thought.lease.conversationId);
      expect(anew).toMatchObject({ run: { agentId: null, agentVersion: null }, journal: [] });
      await scene.store.mailbox.bury(
        anew as ClaimedTurn,
        { ...pinned, steps: [step("plan", "plan"), step("tool:1", "act")] },
        null,
      );
      await scene.store.runs.retry(DEFAULT_WORKSPACE, thought.run.id, "ana");
      const bound = await claimOwn(worker, thought.lease.conversationId);
      expect(bound?.run).toMatchObject({ agentId: "somnio", agentVersion: "old" });
      expect(bound?.journal.map((one) => one.name)).toEqual(["plan", "tool:1"]);
    });

    test("a dead run that did something outside is retried alone: it never gathers the messages of others", async () => {
      const step = {
        phase: "act",
        name: "tool:1",
        position: 1,
        status: "ok",
        startedAt: new Date(),
        durationMs: 1,
        output: {},
      } as const;
      const dead = await leaseNow("uno");
      await scene.store.mailbox.bury(dead, { agent: null, code: "x", message: "x", steps: [step] }, null);
      const busy = await leaseNow("dos");
      expect(await scene.store.runs.retry(DEFAULT_WORKSPACE, dead.run.id, "ana")).toEqual({ kind: "busy" });
      await scene.store.mailbox.commit(busy, silence());
      expect(await scene.store.runs.retry(DEFAULT_WORKSPACE, dead.run.id, "ana")).toEqual({ kind: "requeued" });
      const { items } = await scene.store.mailbox.enqueue(enqueueRequest([says("tres")]));
      expect(items[0]?.runId).not.toBe(dead.run.id);
    });

    test("the fallback of a buried run stays unsaid where a person took over meanwhile", async () => {
      const turn = await leaseNow("veneno");
      const takeover = { enabled: false, actor: "ana", note: null };
      await scene.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, turn.lease.conversationId, takeover);
      const [fallback] = reply("Lo siento").outbox;
      expect(
        await scene.store.mailbox.bury(turn, { agent: null, code: "x", message: "x", steps: [] }, fallback as never),
      ).toBe(true);
      const view = await scene.store.conversations.get(DEFAULT_WORKSPACE, turn.lease.conversationId);
      expect(view?.messages).toEqual([]);
      expect((await runOf(turn.run.id)).status).toBe("dead_letter");
    });

    test("a dead letter is not retried while its conversation has both places taken", async () => {
      const dead = await leaseNow("uno");
      await scene.store.mailbox.bury(dead, { agent: null, code: "x", message: "x", steps: [] }, null);
      await leaseNow("dos");
      await scene.store.mailbox.enqueue(enqueueRequest([says("tres")]));
      expect(await scene.store.runs.retry(DEFAULT_WORKSPACE, dead.run.id, "ana")).toEqual({ kind: "busy" });
    });

    test("released in good order, it starts again at once and the attempt does not count", async () => {
      const turn = await leaseNow();
      await scene.store.mailbox.release([turn.lease]);
      expect((await runOf(turn.run.id)).status).toBe("queued");
      expect((await claimOwn(rival, turn.lease.conversationId))?.run.attempts).toBe(1);
    });

    const parking = (turn: ClaimedTurn, delayMs: number, refuseIfNewer = true) => ({
      steps: [
        {
          phase: "plan",
          name: "plan",
          position: 4,
          status: "ok",
          startedAt: new Date(),
          durationMs: 1,
          output: { decision: null },
        } as const,
      ],
      until: new Date(turn.now.getTime() + delayMs),
      refuseIfNewer,
    });

    test("parked, nobody holds it and it is not due before its time; then its steps are there and no attempt was counted", async () => {
      const turn = await leaseNow();
      expect(await scene.store.mailbox.park(turn, parking(turn, 9_000))).toBe(true);
      expect((await runOf(turn.run.id)).status).toBe("queued");
      expect(await scene.store.mailbox.park(turn, parking(turn, 9_000))).toBe(false);
      await advance(8_000);
      expect(await claimOwn(rival, turn.lease.conversationId)).toBeUndefined();
      await advance(1_500);
      const again = await claimOwn(rival, turn.lease.conversationId);
      expect(again?.run).toMatchObject({ id: turn.run.id, attempts: 1, failures: 0, agentVersion: null });
      expect(again?.journal).toMatchObject([{ name: "plan", output: { decision: null } }]);
      expect(again?.version).toBe(turn.version);
    });

    test("is not parked while a newer message waits that it may answer; what comes later does not shorten its time", async () => {
      const turn = await leaseNow("hola");
      await scene.store.mailbox.enqueue(enqueueRequest([says("y otra")], leaseOffer(rival)));
      expect(await scene.store.mailbox.park(turn, parking(turn, 9_000))).toBe(false);
      expect(await scene.store.mailbox.park(turn, parking(turn, 9_000, false))).toBe(true);
      const { turns } = await scene.store.mailbox.enqueue(enqueueRequest([says("y otra más")], leaseOffer(rival)));
      expect(turns).toEqual([]);
      expect(await claimOwn(rival, turn.lease.conversationId)).toBeUndefined();
      await advance(9_500);
      expect((await claimOwn(rival, turn.lease.conversationId))?.run.id).toBe(turn.run.id);
    });

    test("a renewed lease is not taken; one that its worker never heard of is given back", async () => {
      const known = await leaseNow();
      await advance(20_000);
      expect(await scene.store.mailbox.renew(worker, [known.lease], 30_000)).toEqual([known.lease.conversationId]);
      await advance(20_000);
      expect(await claimOwn(rival, known.lease.conversationId)).toBeUndefined();
      await scene.store.mailbox.renew(worker, [], 30_000);
      expect((await claimOwn(rival, known.lease.conversationId))?.lease.fence).toBeGreaterThan(known.lease.fence);
    });
  });
}
