import { describe, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import type { ClaimedTurn } from "../../../src/core/turn/turn.ts";
import { enqueueRequest, leaseOffer, newId } from "../../support/inbound.ts";
import { reply, silence } from "../../support/turn-commits.ts";
import type { StoreScene } from "./scene.ts";

/** What a turn writes, and who may write it. */
export function commitsATurn(scene: StoreScene): void {
  const { worker, rival, says, leaseNow, claimOwn, runOf, advance } = scene;

  describe("a turn", () => {
    test("commits its chat record, session, steps and reply, and frees the conversation (B1)", async () => {
      const turn = await leaseNow();
      const sessionId = newId() as never;
      const result = await scene.store.mailbox.commit(
        turn,
        reply("¡Bienvenida!", {
          session: {
            id: sessionId,
            agentId: "somnio",
            expectedVersion: null,
            status: "active",
            mode: "conversacion",
            intentsVistos: [{ intent: "hola", orden: 1, timestamp: "2026-11-21T00:00:00.000Z" }],
            templatesEnviados: ["hola-1"],
            datosCapturados: { nombre: "Marta" },
            packSeleccionado: null,
            ingestStatus: null,
            pendientes: [],
          },
          steps: [
            {
              phase: "plan",
              name: "plan",
              position: 1,
              status: "ok",
              startedAt: new Date(),
              durationMs: 1.5,
              output: { decision: { why: [] } },
            },
          ],
        }),
      );
      expect(result).toMatchObject({
        kind: "committed",
        hasMore: false,
        toSend: { status: "in_flight", attempt: 1 },
      });
      const run = await runOf(turn.run.id);
      expect(run).toMatchObject({ status: "completed", outcome: "answered", agent: "somnio", attempts: 1 });
      expect(run.steps).toMatchObject([{ phase: "plan", name: "plan", status: "ok", durationMs: 1.5 }]);
      const next = await leaseNow("otra");
      expect(next.lease.fence).toBe(2);
      expect(next.session).toMatchObject({
        id: sessionId,
        version: 1,
        mode: "conversacion",
        datosCapturados: { nombre: "Marta" },
      });
      expect(next.history.map((one) => [one.role, one.content])).toEqual([
        ["user", "hola"],
        ["assistant", "¡Bienvenida!"],
      ]);
      expect(next.turnCount).toBe(2);
    });

    test("a message that comes while it runs waits in one queued run, and is told of at the commit", async () => {
      const turn = await leaseNow();
      const later = await scene.store.mailbox.enqueue(enqueueRequest([says("y otra")], leaseOffer(rival)));
      const last = await scene.store.mailbox.enqueue(enqueueRequest([says("y otra más")], leaseOffer(rival)));
      expect([...later.turns, ...last.turns]).toEqual([]);
      expect(last.items[0]?.runId).toBe(later.items[0]?.runId);
      expect(await scene.store.mailbox.commit(turn, silence())).toMatchObject({ kind: "committed", hasMore: true });
      const next = await claimOwn(rival, turn.lease.conversationId);
      expect(next?.run.id).toBe(later.items[0]?.runId);
      expect(next?.events).toHaveLength(2);
    });

    test("is refused when a newer message waits and nothing was said, and the newer run answers both", async () => {
      const turn = await leaseNow("hola");
      const { items } = await scene.store.mailbox.enqueue(enqueueRequest([says("cuánto vale")]));
      expect(await scene.store.mailbox.commit(turn, reply("hola", { refuseIfNewer: true }))).toEqual({ kind: "newer" });
      const merged = await scene.store.mailbox.absorbNewer(turn);
      expect(merged?.run.id).toBe(items[0]?.runId);
      expect(merged?.events.map((event) => event.content)).toEqual([
        { type: "text", body: "hola" },
        { type: "text", body: "cuánto vale" },
      ]);
      expect(await runOf(turn.run.id)).toMatchObject({
        status: "completed",
        outcome: "merged",
        mergedInto: items[0]?.runId,
        events: [],
      });
      expect(
        await scene.store.mailbox.commit(merged as ClaimedTurn, reply("ambas", { refuseIfNewer: true })),
      ).toMatchObject({
        kind: "committed",
        hasMore: false,
      });
    });

    test("a worker whose lease ran out and was taken over writes nothing: commit, journal, failure, release", async () => {
      const turn = await leaseNow();
      await advance(31_000);
      const taken = await claimOwn(rival, turn.lease.conversationId);
      expect(taken?.lease.fence).toBeGreaterThan(turn.lease.fence);
      expect(taken?.run.attempts).toBe(2);
      expect(await scene.store.mailbox.commit(turn, reply("tarde"))).toEqual({ kind: "fenced" });
      expect(await scene.store.mailbox.flushSteps(turn, [], { id: "somnio", version: "1" })).toBe(false);
      expect(await scene.store.mailbox.park(turn, { steps: [], until: new Date(), refuseIfNewer: false })).toBe(false);
      expect(await scene.store.mailbox.fail(turn, { agent: null, code: "x", message: "x", steps: [] }, 0)).toBe(false);
      expect(await scene.store.mailbox.bury(turn, { agent: null, code: "x", message: "x", steps: [] }, null)).toBe(
        false,
      );
      expect(await scene.store.mailbox.absorbNewer(turn)).toBeNull();
      expect(await scene.store.mailbox.reload(turn.lease)).toBeNull();
      await scene.store.mailbox.release([turn.lease]);
      expect(await scene.store.mailbox.renew(worker, [turn.lease], 30_000)).toEqual([]);
      expect(await scene.store.mailbox.commit(taken as ClaimedTurn, reply("a tiempo"))).toMatchObject({
        kind: "committed",
      });
      const found = await scene.store.conversations.get(DEFAULT_WORKSPACE, turn.lease.conversationId);
      expect(found?.messages?.map((message) => message.status)).toEqual(["in_flight"]);
    });

    test("an operator's change between read and commit is a conflict; read anew, the turn commits", async () => {
      const turn = await leaseNow();
      await scene.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, turn.lease.conversationId, {
        enabled: false,
        actor: "ana",
        note: null,
      });
      expect(await scene.store.mailbox.commit(turn, reply("no debe salir"))).toEqual({ kind: "conflict" });
      const anew = await scene.store.mailbox.reload(turn.lease);
      expect(anew?.gate.botEnabled).toBe(false);
      expect(await scene.store.mailbox.commit(anew as ClaimedTurn, silence({ outcome: "bot_off" }))).toMatchObject({
        kind: "committed",
      });
    });

    test("a commit whose answer was lost is told the same again, and its message is sent by the same process", async () => {
      const turn = await leaseNow();
      const commit = reply("una sola vez");
      const first = await scene.store.mailbox.commit(turn, commit);
      const again = await scene.store.mailbox.commit(turn, commit);
      expect(again).toMatchObject({ kind: "committed", toSend: { id: commit.outbox[0]?.id, attempt: 1 } });
      expect(first).toMatchObject({ kind: "committed" });
      const found = await scene.store.conversations.get(DEFAULT_WORKSPACE, turn.lease.conversationId);
      expect(found?.messages).toHaveLength(1);
    });

    test("a completed journal step is replayed to the next attempt and never overwritten", async () => {
      const turn = await leaseNow();
      const step = {
        phase: "act" as const,
        name: "tool:1",
        position: 1,
        status: "ok" as const,
        startedAt: new Date(),
        durationMs: 1,
        output: { n: 1 },
      };
      expect(await scene.store.mailbox.flushSteps(turn, [step], { id: "somnio", version: "7" })).toBe(true);
      expect(
        await scene.store.mailbox.flushSteps(turn, [{ ...step, output: { n: 2 } }], { id: "somnio", version: "7" }),
      ).toBe(true);
      await scene.store.mailbox.fail(turn, { agent: null, code: "x", message: "x", steps: [] }, 0);
      const next = await claimOwn(rival, turn.lease.conversationId);
      expect(next?.journal).toMatchObject([{ name: "tool:1", status: "ok", output: { n: 1 } }]);
      expect(next?.run).toMatchObject({ attempts: 2, agentId: "somnio", agentVersion: "7" });
    });

    test("the journal of a run is what all its flushes, its parking and its end have written", async () => {
      const agent = { id: "somnio", version: "7" };
      const step = (name: string, phase: "verify" | "act", status: "ok" | "started", output: unknown) => {
        return {
          phase,
          name,
          position: ["tool:1", "verify", "tool:22"].indexOf(name),
          status,
          startedAt: new Date(),
          durationMs: 1,
          output,
        };
      };
      const turn = await leaseNow();
      await scene.store.mailbox.flushSteps(turn, [step("tool:1", "act", "ok", { n: 1 })], agent);
      await scene.store.mailbox.flushSteps(
        turn,
        [step("verify", "verify", "ok", { n: 1 }), step("tool:22", "act", "started", null)],
        agent,
      );
      await scene.store.mailbox.park(turn, {
        until: new Date(),
        refuseIfNewer: false,
        steps: [step("verify", "verify", "ok", { n: 2 })],
      });
      const next = await claimOwn(rival, turn.lease.conversationId);
      expect(next?.journal).toMatchObject([
        { name: "tool:1", status: "ok", output: { n: 1 } },
        { name: "verify", output: { n: 2 } },
        { name: "tool:22", status: "started", output: null },
      ]);
      if (next === undefined) throw new Error("nothing was claimed");
      await scene.store.mailbox.commit(
        next,
        reply("listo", { steps: [step("tool:22", "act", "ok", { n: 2 }), step("verify", "verify", "ok", { n: 3 })] }),
      );
      expect((await runOf(turn.run.id)).steps).toMatchObject([
        { name: "tool:1", output: { n: 1 } },
        { name: "verify", output: { n: 3 } },
        { name: "tool:22", status: "ok", output: { n: 2 } },
      ]);
    });
  });
}
