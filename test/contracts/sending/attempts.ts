import { describe, expect, test } from "vitest";
import type { OutboxId, PhoneNumberId } from "../../../src/core/ids.ts";
import { type OutboxMessage, opaqueKey, type SendOutcome } from "../../../src/core/outbound/outbox.ts";
import type { Settlement } from "../../../src/core/ports/outbox.ts";
import { newId } from "../../support/inbound.ts";
import { silence } from "../../support/turn-commits.ts";
import { accepted, DOUBT, refused, type SendingScene } from "./scene.ts";

/** What each try to deliver leaves behind, and what follows when its answer was lost. */
export function journalsAttempts(scene: SendingScene): void {
  const { worker, newPhone, lease, onItsWay, queued, end, claimOf, mark, phoneOf, viewOf, report } = scene;

  describe("the journal of attempts", () => {
    test("opens with the commit that marks a reply in flight, and ends with its answer", async () => {
      const message = await onItsWay();
      expect(await scene.under.attempts(message.id)).toMatchObject([
        { attempt: 1, outcome: "in_flight", request_written: null, wamid: null },
      ]);
      await end(message, { ...accepted("wamid.first"), httpStatus: 200 } as SendOutcome);
      expect(await scene.under.attempts(message.id)).toMatchObject([
        { attempt: 1, outcome: "accepted", request_written: true, http_status: 200, wamid: "wamid.first" },
      ]);
    });

    test("has a line for every try: what was not sent, what was refused and why, what was accepted", async () => {
      const first = await onItsWay();
      await end(first, { kind: "not_sent", detail: "ECONNREFUSED" });
      await scene.under.advance(2_000);
      const second = await mark((await claimOf(first.conversationId)).message);
      await end(second, refused("pair_limit", 131056));
      await scene.under.advance(5_000);
      const claim = await claimOf(first.conversationId);
      expect(claim.message.tries).toEqual({ not_sent: 1, pair_limit: 1 });
      await end(await mark(claim.message), accepted("wamid.third"));
      expect(await scene.under.attempts(first.id)).toMatchObject([
        { attempt: 1, outcome: "not_sent", request_written: false, error_code: null },
        { attempt: 2, outcome: "refused", request_written: true, error_code: 131056, refusal: "pair_limit" },
        { attempt: 3, outcome: "accepted", request_written: true, wamid: "wamid.third" },
      ]);
    });

    test("a message that was called back has no line for what was never begun", async () => {
      const conversation = await queued();
      const { message } = await claimOf(conversation);
      await scene.store.outbox.settle(message, { kind: "dropped", reason: "the test is over" }, null);
      expect(await scene.under.attempts(message.id)).toEqual([]);
    });

    /** Attempt 1 is given up for doubtful, attempt 2 is accepted. */
    const resent = async (): Promise<[OutboxMessage, OutboxMessage]> => {
      const first = await onItsWay();
      await end(first, DOUBT);
      await scene.under.advance(31_000);
      const second = await mark((await claimOf(first.conversationId)).message);
      await end(second, accepted("wamid.second"));
      return [first, second];
    };

    test("an answer to the first attempt after the second was accepted proves a duplicate: recorded, never an error", async () => {
      const [first] = await resent();
      expect(await end(first, accepted("wamid.late"))).toMatchObject({ isDuplicate: true });
      expect(await scene.under.attempts(first.id)).toMatchObject([
        { attempt: 1, outcome: "accepted", wamid: "wamid.late", duplicate_wamid: "wamid.late" },
        { attempt: 2, outcome: "accepted", wamid: "wamid.second", duplicate_wamid: null },
      ]);
      expect(await viewOf(first.conversationId)).toMatchObject({ status: "accepted", wamid: "wamid.second" });
    });

    test("a late report of the first attempt proves a duplicate, once; that it failed is not the message's failure", async () => {
      const [first, second] = await resent();
      await scene.store.outbox.recordStatuses([report(second, "wamid.second", "sent")]);
      const late = await scene.store.outbox.recordStatuses([report(first, "wamid.late", "sent")]);
      expect(late).toMatchObject({ recorded: 1, sentTwice: [first.id] });
      const failure = { failure: { code: 131026, refusal: "unreachable" } } as const;
      const again = await scene.store.outbox.recordStatuses([report(first, "wamid.late", "failed", failure)]);
      expect(again).toMatchObject({ recorded: 1, sentTwice: [], failures: [] });
      expect(await viewOf(first.conversationId)).toMatchObject({ status: "accepted", delivery: "sent" });
      expect((await scene.under.attempts(first.id))[0]).toMatchObject({
        outcome: "accepted",
        duplicate_wamid: "wamid.late",
      });
    });

    test("a report of the first attempt settles the message while the second is on its way, which is then in doubt", async () => {
      const first = await onItsWay();
      await end(first, DOUBT);
      await scene.under.advance(31_000);
      const second = await mark((await claimOf(first.conversationId)).message);
      await scene.store.outbox.recordStatuses([report(first, "wamid.first", "sent")]);
      expect(await scene.under.attempts(first.id)).toMatchObject([
        { outcome: "accepted", wamid: "wamid.first" },
        { outcome: "in_doubt" },
      ]);
      expect(await end(second, accepted("wamid.second"))).toMatchObject({ isDuplicate: true });
      expect(await viewOf(first.conversationId)).toMatchObject({ status: "accepted", wamid: "wamid.first" });
    });

    test("a message that was given up as interrupted is none any more once a report proves that it went out", async () => {
      const message = await onItsWay();
      await end(message, DOUBT);
      const interrupted = { kind: "dropped", reason: "the customer spoke", code: "interrupted" } as const;
      await scene.store.outbox.settle(message, interrupted, null);
      await scene.store.outbox.recordStatuses([report(message, "wamid.went", "delivered")]);
      expect(await viewOf(message.conversationId)).toMatchObject({ status: "accepted", delivery: "delivered" });
      expect((await lease(phoneOf(message))).unsaid).toEqual([]);
    });

    test("a key of ours with an attempt that was never made proves nothing", async () => {
      const message = await onItsWay();
      await end(message, DOUBT);
      const forged = { opaque: opaqueKey(message.id, 99) };
      await scene.store.outbox.recordStatuses([report(message, "wamid.forged", "delivered", forged)]);
      expect(await viewOf(message.conversationId)).toMatchObject({ status: "in_doubt", delivery: null, wamid: null });
    });

    test("a message that was given up and did go out is found, and what was feared of it is no longer said", async () => {
      const message = await onItsWay();
      await end(message, DOUBT);
      const given: Settlement = { kind: "failed", code: null, detail: "a person decides", isHeld: true };
      await scene.store.outbox.settle(message, given, null);
      const { found } = await scene.store.outbox.recordStatuses([report(message, "wamid.went", "delivered")]);
      expect(found).toEqual([message.conversationId]);
      expect(await viewOf(message.conversationId)).toMatchObject({ status: "accepted", detail: null });
      const again = await scene.store.outbox.recordStatuses([report(message, "wamid.went", "read")]);
      expect(again.found).toEqual([]);
    });

    test("a report ends the attempt that it names; the doubtful answer that comes later undoes nothing", async () => {
      const message = await onItsWay();
      await scene.store.outbox.recordStatuses([report(message, "wamid.told", "delivered")]);
      await end(message, DOUBT);
      expect(await scene.under.attempts(message.id)).toMatchObject([
        { outcome: "accepted", request_written: true, wamid: "wamid.told", duplicate_wamid: null },
      ]);
      expect(await end(message, accepted("wamid.told"))).toMatchObject({ isDuplicate: false });
    });
  });

  describe("doubt", () => {
    test("is proved by webhooks of the same number only: a message or a report since the attempt", async () => {
      const message = await onItsWay();
      await end(message, DOUBT);
      const other = `9${scene.number}` as PhoneNumberId;
      await lease(newPhone(), other);
      await scene.under.advance(31_000);
      const before = await claimOf(message.conversationId);
      expect(before.flowProvenAt).toBeNull();
      await scene.store.outbox.postpone(worker, before.message, 0);
      await scene.store.mailbox.commit(await lease(newPhone()), silence());
      const after = await claimOf(message.conversationId);
      expect(after.flowProvenAt?.getTime()).toBeGreaterThan(message.inFlightAt?.getTime() ?? 0);
      await scene.store.outbox.postpone(worker, after.message, 0);
      const unknown = report({ ...message, id: newId() as OutboxId }, `wamid.${newId()}`, "sent", { opaque: null });
      await scene.store.outbox.recordStatuses([unknown]);
      expect((await claimOf(message.conversationId)).flowProvenAt).not.toBeNull();
    });
  });
}
