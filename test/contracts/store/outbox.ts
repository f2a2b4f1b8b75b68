import { describe, expect, test } from "vitest";
import { type ConversationId, DEFAULT_WORKSPACE, type OutboxId } from "../../../src/core/ids.ts";
import { type OutboxMessage, opaqueKey, type SendOutcome } from "../../../src/core/outbound/outbox.ts";
import type { Settlement } from "../../../src/core/ports/outbox.ts";
import type { ClaimedTurn } from "../../../src/core/turn/turn.ts";
import { enqueueRequest, newId, SHOP_NUMBER } from "../../support/inbound.ts";
import { reply, silence } from "../../support/turn-commits.ts";
import type { StoreScene } from "./scene.ts";

function outcomeOf(settlement: Settlement): SendOutcome | null {
  switch (settlement.kind) {
    case "accepted":
    case "in_doubt":
      return settlement;
    case "retry":
      return { kind: "not_sent", detail: settlement.detail };
    default:
      return null;
  }
}

/** How replies leave, one after the other, and what their reports say. */
export function keepsTheOutbox(scene: StoreScene): void {
  const { worker, rival, says, leaseNow, advance } = scene;

  describe("the outbox", () => {
    /** Settles with the outcome that leads to such a settlement; none for one that ends no attempt. */
    const settle = (message: OutboxMessage, settlement: Settlement) =>
      scene.store.outbox.settle(message, settlement, outcomeOf(settlement));
    /** A block of two: the first has been accepted, the second is typed for `delayMs` after it. */
    const firstOfTwo = async (delayMs: number) => {
      const turn = await leaseNow();
      const [one] = reply("uno").outbox;
      const [two] = reply("dos").outbox;
      const later = { ...two, block: { position: 2, delayMs, templateId: null, priority: "CORE" } };
      const committed = await scene.store.mailbox.commit(turn, reply("", { outbox: [one, later] as never, lines: [] }));
      const first = committed.kind === "committed" ? committed.toSend : null;
      await settle(first as never, { kind: "accepted", wamid: `wamid.${newId()}`, recipientPhone: null });
      return turn.lease.conversationId;
    };
    const claimSend = async (conversation: string) => {
      const { claims } = await scene.store.outbox.claim(rival, 100, 45_000);
      return claims.find((claim) => claim.message.conversationId === conversation);
    };

    test("a later message of a block is due when it has been typed since the one before it was accepted", async () => {
      const conversation = await firstOfTwo(9_000);
      await advance(7_000);
      expect(await claimSend(conversation)).toBeUndefined();
      await advance(3_000);
      const claim = await claimSend(conversation);
      expect(claim).toMatchObject({
        message: { content: { body: "dos" } },
        isInterrupted: false,
        turnIsComing: false,
      });
      expect(claim?.leavesAt?.getTime()).toBeLessThanOrEqual(claim?.now.getTime() ?? 0);
    });

    test("a later message cannot leave once the customer has spoken, not even when it was about to; a reaction stops nothing", async () => {
      const conversation = await firstOfTwo(1_000);
      await advance(2_000);
      const claim = await claimSend(conversation);
      const reaction = says("", { content: { type: "reaction", emoji: "🎉", targetWamid: "wamid.x" } });
      await scene.store.mailbox.enqueue(enqueueRequest([reaction]));
      await scene.store.outbox.postpone(rival, claim?.message as never, 0);
      const again = await claimSend(conversation);
      expect(again).toMatchObject({ isInterrupted: false });
      await scene.store.mailbox.enqueue(enqueueRequest([says("¿y?")]));
      expect(await scene.store.outbox.markInFlight(rival, again?.message as never, 45_000)).toBeNull();
      await scene.store.outbox.postpone(rival, again?.message as never, 0);
      expect(await claimSend(conversation)).toMatchObject({ isInterrupted: true, turnIsComing: true });
    });

    test("the next turn reads what was cut off as unsaid, drops it with its commit, and its own reply is next to leave", async () => {
      const conversation = await firstOfTwo(60_000);
      const turn = await leaseNow("¿y?");
      expect(turn.unsaid).toMatchObject([{ content: { body: "dos" }, templateId: null, priority: "CORE" }]);
      expect(await scene.store.mailbox.commit(turn, reply("respuesta"))).toMatchObject({
        kind: "committed",
        toSend: null,
      });
      expect((await claimSend(conversation))?.message.content).toMatchObject({ body: "respuesta" });
      const view = await scene.store.conversations.get(DEFAULT_WORKSPACE, conversation);
      expect(view?.messages?.map((message) => message.status)).toEqual(["accepted", "dropped", "queued"]);
      expect((await leaseNow("¿y ahora?")).unsaid).toEqual([]);
    });

    test("a turn that was refused has dropped nothing", async () => {
      const conversation = await firstOfTwo(60_000);
      const turn = await leaseNow("¿y?");
      await scene.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, conversation, {
        enabled: true,
        actor: "ana",
        note: null,
      });
      expect(await scene.store.mailbox.commit(turn, silence())).toEqual({ kind: "conflict" });
      const view = await scene.store.conversations.get(DEFAULT_WORKSPACE, conversation);
      expect(view?.messages?.map((message) => message.status)).toEqual(["accepted", "queued"]);
      const anew = await scene.store.mailbox.reload(turn.lease);
      await scene.store.mailbox.commit(anew as ClaimedTurn, silence());
      expect(await claimSend(conversation)).toBeUndefined();
    });

    test("its messages leave in order, one at a time", async () => {
      const turn = await leaseNow();
      const [one] = reply("uno").outbox;
      const [two] = reply("dos").outbox;
      const [three] = reply("tres").outbox;
      const result = await scene.store.mailbox.commit(
        turn,
        reply("", { outbox: [one, two, three] as never, lines: [] }),
      );
      const first = result.kind === "committed" ? result.toSend : null;
      expect(first?.content).toEqual({ type: "text", body: "uno" });
      const early = await scene.store.outbox.claim(rival, 100, 45_000);
      expect(early.claims.filter((claim) => claim.message.conversationId === turn.lease.conversationId)).toEqual([]);
      expect(
        await settle(first as never, {
          kind: "accepted",
          wamid: `wamid.${newId()}`,
          recipientPhone: scene.phone,
        }),
      ).toMatchObject({ hasMore: true });
      const { claims } = await scene.store.outbox.claim(rival, 100, 45_000);
      const second = claims.find((claim) => claim.message.conversationId === turn.lease.conversationId);
      expect(second?.message.content).toEqual({ type: "text", body: "dos" });
      const marked = await scene.store.outbox.markInFlight(rival, second?.message as never, 45_000);
      expect(marked).toMatchObject({ attempt: 1, status: "in_flight" });
      expect(await scene.store.outbox.markInFlight(worker, second?.message as never, 45_000)).toBeNull();
      expect(
        await settle(marked as never, {
          kind: "accepted",
          wamid: `wamid.${newId()}`,
          recipientPhone: null,
        }),
      ).toMatchObject({ hasMore: true });
      const { claims: last } = await scene.store.outbox.claim(rival, 100, 45_000);
      const third = last.find((claim) => claim.message.conversationId === turn.lease.conversationId);
      expect(third?.message.content).toEqual({ type: "text", body: "tres" });
      const done = await settle(third?.message as never, {
        kind: "dropped",
        reason: "the test is over",
      });
      expect(done).toMatchObject({ hasMore: false });
    });

    test("a sender that stopped leaves its message to be found in flight; an old attempt settles nothing", async () => {
      const turn = await leaseNow();
      const result = await scene.store.mailbox.commit(turn, reply("hola"));
      const lost = result.kind === "committed" ? result.toSend : null;
      await advance(46_000);
      const found = (await scene.store.outbox.claim(rival, 100, 45_000)).claims.find(
        (claim) => claim.message.id === lost?.id,
      );
      expect(found?.message).toMatchObject({ status: "in_flight", attempt: 1 });
      await settle(found?.message as never, { kind: "in_doubt", doubtMs: 30_000, detail: "?" });
      await advance(31_000);
      const doubted = (await scene.store.outbox.claim(rival, 100, 45_000)).claims.find(
        (claim) => claim.message.id === lost?.id,
      );
      expect(doubted?.message.status).toBe("in_doubt");
      const resent = await scene.store.outbox.markInFlight(rival, doubted?.message as never, 45_000);
      expect(resent?.attempt).toBe(2);
      await settle(lost as never, { kind: "failed", code: null, detail: "woke up late" });
      await settle(resent as never, { kind: "accepted", wamid: "wamid.second", recipientPhone: null });
      const view = await scene.store.conversations.get(DEFAULT_WORKSPACE, turn.lease.conversationId);
      expect(view?.messages).toMatchObject([{ status: "accepted", attempts: 2, wamid: "wamid.second" }]);
    });

    const report = (wamid: string, status: string, opaque: string | null) => ({
      phoneNumberId: SHOP_NUMBER,
      wamid,
      status,
      occurredAt: new Date(),
      opaque,
      recipient: scene.phone,
      errors: null,
      failure: null,
      price: null,
      raw: null,
    });
    const messageOf = async (conversation: ConversationId) =>
      (await scene.store.conversations.get(DEFAULT_WORKSPACE, conversation))?.messages?.[0];

    test("a report that comes before the answer to its own send settles the message; the late answer changes nothing", async () => {
      const turn = await leaseNow();
      const result = await scene.store.mailbox.commit(turn, reply("hola"));
      const message = result.kind === "committed" ? result.toSend : null;
      const wamid = `wamid.${newId()}`;
      await scene.store.outbox.recordStatuses([report(wamid, "delivered", opaqueKey(message?.id as OutboxId, 1))]);
      expect(await messageOf(turn.lease.conversationId)).toMatchObject({
        status: "accepted",
        wamid,
        delivery: "delivered",
      });
      await settle(message as never, { kind: "in_doubt", doubtMs: 30_000, detail: "timeout" });
      expect(await messageOf(turn.lease.conversationId)).toMatchObject({ status: "accepted", delivery: "delivered" });
    });

    test("reports only move forward, whatever their order, and a repeated one is a no-op", async () => {
      const turn = await leaseNow();
      const result = await scene.store.mailbox.commit(turn, reply("hola"));
      const message = result.kind === "committed" ? result.toSend : null;
      const wamid = `wamid.${newId()}`;
      const key = opaqueKey(message?.id as OutboxId, 1);
      await settle(message as never, { kind: "accepted", wamid, recipientPhone: null });
      expect(await scene.store.outbox.recordStatuses([report(wamid, "read", key)])).toMatchObject({
        recorded: 1,
        duplicates: 0,
      });
      await scene.store.outbox.recordStatuses([report(wamid, "sent", key), report(wamid, "delivered", key)]);
      expect(await scene.store.outbox.recordStatuses([report(wamid, "read", key)])).toMatchObject({
        recorded: 0,
        duplicates: 1,
      });
      expect(await messageOf(turn.lease.conversationId)).toMatchObject({ delivery: "read" });
    });

    test("a report without our key, known by its wamid only, waits for the answer that names it", async () => {
      const turn = await leaseNow();
      const result = await scene.store.mailbox.commit(turn, reply("hola"));
      const message = result.kind === "committed" ? result.toSend : null;
      const wamid = `wamid.${newId()}`;
      await scene.store.outbox.recordStatuses([report(wamid, "delivered", null)]);
      expect(await messageOf(turn.lease.conversationId)).toMatchObject({ status: "in_flight", delivery: null });
      await settle(message as never, { kind: "accepted", wamid, recipientPhone: null });
      expect(await messageOf(turn.lease.conversationId)).toMatchObject({ status: "accepted", delivery: "delivered" });
    });

    test("what was on its way when a person took over is not tried again", async () => {
      const turn = await leaseNow();
      const result = await scene.store.mailbox.commit(turn, reply("hola"));
      const message = result.kind === "committed" ? result.toSend : null;
      const takeover = { enabled: false, actor: "ana", note: null };
      await scene.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, turn.lease.conversationId, takeover);
      await settle(message as never, { kind: "retry", delayMs: 0, detail: "ECONNREFUSED" });
      const { claims } = await scene.store.outbox.claim(worker, 100, 45_000);
      const claim = claims.find((one) => one.message.conversationId === turn.lease.conversationId);
      expect(claim?.message.isCancelled).toBe(true);
      expect(await scene.store.outbox.markInFlight(worker, claim?.message as never, 45_000)).toBeNull();
    });

    test("a takeover calls back what has not left: it cannot be marked any more, only dropped", async () => {
      const turn = await leaseNow();
      await scene.store.mailbox.commit(turn, reply("hola", { sendsAtOnce: false }));
      await scene.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, turn.lease.conversationId, {
        enabled: false,
        actor: "ana",
        note: "yo sigo",
      });
      const { claims } = await scene.store.outbox.claim(worker, 100, 45_000);
      const claim = claims.find((one) => one.message.conversationId === turn.lease.conversationId);
      expect(claim?.message).toMatchObject({ status: "queued", isCancelled: true });
      expect(await scene.store.outbox.markInFlight(worker, claim?.message as never, 45_000)).toBeNull();
      await settle(claim?.message as never, { kind: "dropped", reason: "a person took over" });
      expect(await messageOf(turn.lease.conversationId)).toMatchObject({ status: "dropped" });
    });
  });
}
