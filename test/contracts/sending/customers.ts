import { describe, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import type { SendOutcome } from "../../../src/core/outbound/outbox.ts";
import type { Settlement } from "../../../src/core/ports/outbox.ts";
import { newId } from "../../support/inbound.ts";
import { reply, silence } from "../../support/turn-commits.ts";
import { accepted, refused, type SendingScene } from "./scene.ts";

/** The pace of one customer, and what a report says of them. */
export function sparesCustomers(scene: SendingScene): void {
  const { worker, newPhone, lease, onItsWay, queued, end, claims, claimOf, mark, viewOf, report } = scene;

  describe("the pace of one customer", () => {
    test("lets 45 messages through at once, then one every six seconds: the rest waits in the outbox", async () => {
      const phone = newPhone();
      for (let n = 0; n < 45; n += 1) await end(await onItsWay(phone), accepted());
      const turn = await lease(phone);
      const result = await scene.store.mailbox.commit(turn, reply("la 46"));
      expect(result).toMatchObject({ kind: "committed", toSend: null });
      const claim = await claimOf(turn.lease.conversationId);
      const waitMs = (claim.pairAllowedAt?.getTime() ?? 0) - claim.now.getTime();
      expect(waitMs).toBeGreaterThan(0);
      expect(waitMs).toBeLessThanOrEqual(6_000);
      await scene.store.outbox.postpone(worker, claim.message, waitMs);
      expect(await claims()).toEqual([]);
      await scene.under.advance(waitMs + 1);
      const due = await claimOf(turn.lease.conversationId);
      expect((due.pairAllowedAt?.getTime() ?? 0) <= due.now.getTime()).toBe(true);
      await end(await mark(due.message), accepted());
      const other = await onItsWay(newPhone());
      expect(other.status).toBe("in_flight");
    });
  });

  describe("what is learned of a message and its customer", () => {
    test("its price is the first that a report tells, and is told once", async () => {
      const message = await onItsWay();
      await end(message, accepted("wamid.priced"));
      const regular = { type: "regular", category: "utility", isBillable: true };
      const free = { type: "free_customer_service", category: "service", isBillable: false };
      const first = await scene.store.outbox.recordStatuses([
        report(message, "wamid.priced", "sent", { price: regular }),
      ]);
      expect(first.prices).toEqual([regular]);
      const second = await scene.store.outbox.recordStatuses([
        report(message, "wamid.priced", "delivered", { price: free }),
      ]);
      expect(second.prices).toEqual([]);
      expect(await viewOf(message.conversationId)).toMatchObject({
        delivery: "delivered",
        price: { type: "regular", category: "utility" },
      });
    });

    test("a customer who stopped marketing, by an answer or by a report, is known as one from then on", async () => {
      const phone = newPhone();
      const message = await onItsWay(phone);
      await end(message, refused("marketing_stopped", 131050));
      expect((await claimOf(await queued(phone))).marketingStopped).toBe(true);
      const other = newPhone();
      const reported = await onItsWay(other);
      await end(reported, accepted("wamid.stopped"));
      const failure = { code: 131050, refusal: "marketing_stopped" } as const;
      await scene.store.outbox.recordStatuses([report(reported, "wamid.stopped", "failed", { failure })]);
      expect((await claimOf(await queued(other))).marketingStopped).toBe(true);
      expect((await claimOf(await queued())).marketingStopped).toBe(false);
    });
  });

  test("a customer who could not be reached is marked, until something comes through to them", async () => {
    const phone = newPhone();
    const lost = await onItsWay(phone);
    const shown = async () => (await scene.store.conversations.get(DEFAULT_WORKSPACE, lost.conversationId))?.contact;
    await end(lost, refused("unreachable", 131026));
    expect(await scene.under.isUnreachable(lost.contactId)).toBe(true);
    expect((await shown())?.unreachableAt).toBeInstanceOf(Date);
    const next = await onItsWay(phone);
    await end(next, accepted("wamid.arrives"));
    await scene.store.outbox.recordStatuses([report(next, "wamid.arrives", "sent")]);
    expect(await scene.under.isUnreachable(lost.contactId)).toBe(true);
    await scene.store.outbox.recordStatuses([report(next, "wamid.arrives", "delivered")]);
    expect(await scene.under.isUnreachable(lost.contactId)).toBe(false);
    expect(await shown()).not.toHaveProperty("unreachableAt");
  });

  test("a phone that an answer tells is learned for whom its customer was merged into meanwhile", async () => {
    const message = await onItsWay();
    const other = await lease(newPhone());
    await scene.store.mailbox.commit(other, silence());
    const survivor = other.contact.id;
    await scene.under.merge(message.contactId, survivor);
    const phone = newPhone();
    const outcome: SendOutcome = { kind: "accepted", wamid: `wamid.${newId()}`, recipientPhone: phone };
    await end(message, outcome);
    expect((await viewOf(message.conversationId))?.status).toBe("accepted");
    expect((await lease(phone)).contact.id).toBe(survivor);
  });

  test("a settlement that is told twice is recorded once", async () => {
    const message = await onItsWay();
    const settlement: Settlement = { kind: "accepted", wamid: "wamid.once", recipientPhone: null };
    const outcome = accepted("wamid.once");
    await scene.store.outbox.settle(message, settlement, outcome);
    expect(await scene.store.outbox.settle(message, settlement, outcome)).toMatchObject({
      isDuplicate: false,
      hasMore: false,
    });
    expect(await scene.under.attempts(message.id)).toHaveLength(1);
  });
}
