import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type ContactId,
  type ConversationId,
  DEFAULT_WORKSPACE,
  type OutboxId,
  type PhoneNumberId,
} from "../../src/core/ids.ts";
import { type OutboxMessage, opaqueKey, type SendOutcome, type StatusReport } from "../../src/core/outbound/outbox.ts";
import type { RefusalKind } from "../../src/core/outbound/refusal.ts";
import { SEND_TIMES, settlementOf } from "../../src/core/outbound/send-policy.ts";
import type { SendClaim, Settlement } from "../../src/core/ports/outbox.ts";
import type { Store } from "../../src/core/ports/store.ts";
import type { ClaimedTurn } from "../../src/core/turn/turn.ts";
import { enqueueRequest, inbound, leaseOffer, newId, newWorkerId } from "../support/inbound.ts";
import { reply, silence } from "./store-contract.ts";

export interface SendingUnderTest {
  /** The store as a process sees it that sends with this access token. */
  storeWith(credential: string): Store;
  /** The journal of a message, in the order of its attempts, by the names of its columns. */
  isUnreachable(contact: ContactId): Promise<boolean>;
  /** As when two records turn out to be one person; what stands under the first name stays there. */
  merge(gone: ContactId, into: ContactId): Promise<void>;
  /** The circuit of a token may be tried now. */
  retryNow(credential: string): Promise<void>;
  attempts(message: OutboxId): Promise<Record<string, unknown>[]>;
  advance(ms: number): Promise<void>;
  close(): Promise<void>;
}

const accepted = (wamid = `wamid.${newId()}`): SendOutcome => ({ kind: "accepted", wamid, recipientPhone: null });
const refused = (refusal: RefusalKind, code = 1): SendOutcome => ({
  kind: "refused",
  refusal,
  code,
  detail: `${code}: no`,
  retryAfterMs: null,
  httpStatus: 400,
});
const DOUBT: SendOutcome = { kind: "in_doubt", detail: "timeout" };

/** What an adapter must do about attempts, refusals, pace and reports. Every test has a number and a token of its own. */
export function sendingContract(name: string, open: () => Promise<SendingUnderTest>): void {
  describe(`the sending contract on ${name}`, () => {
    let under: SendingUnderTest;
    let store: Store;
    let number: PhoneNumberId;
    let people = 0;
    const worker = newWorkerId();
    const rival = newWorkerId();

    beforeAll(async () => {
      under = await open();
    });
    afterAll(() => under?.close());
    beforeEach(() => {
      number = String(Math.floor(Math.random() * 1e15)) as PhoneNumberId;
      store = under.storeWith(`token-${number}`);
    });

    const newPhone = () => {
      people += 1;
      return `5730${String(people).padStart(8, "0")}`;
    };
    const lease = async (phone: string, from = number): Promise<ClaimedTurn> => {
      const { turns } = await store.mailbox.enqueue(
        enqueueRequest([inbound("hola", { phone, phoneNumberId: from })], leaseOffer(worker)),
      );
      return turns[0] as ClaimedTurn;
    };
    /** A reply that its own commit has marked in flight. */
    const onItsWay = async (phone = newPhone(), from = number): Promise<OutboxMessage> => {
      const result = await store.mailbox.commit(await lease(phone, from), reply("hola"));
      if (result.kind !== "committed" || result.toSend === null) throw new Error("it was not sent at once");
      return result.toSend;
    };
    /** A reply that waits in the outbox. */
    const queued = async (phone = newPhone(), from = number): Promise<ConversationId> => {
      const turn = await lease(phone, from);
      await store.mailbox.commit(turn, reply("hola", { sendsAtOnce: false }));
      return turn.lease.conversationId;
    };
    const end = (message: OutboxMessage, outcome: SendOutcome, by = store) =>
      by.outbox.settle(message, settlementOf(outcome, message, SEND_TIMES, 0.999_999), outcome);
    const claims = async (by = worker, from = store): Promise<SendClaim[]> => {
      const { claims: all } = await from.outbox.claim(by, 100, 45_000);
      return all.filter((claim) => claim.message.phoneNumberId === number);
    };
    const claimOf = async (conversation: ConversationId, by = worker): Promise<SendClaim> => {
      const found = (await claims(by)).find((claim) => claim.message.conversationId === conversation);
      if (found === undefined) throw new Error("it is not due");
      return found;
    };
    const mark = async (message: OutboxMessage, by = worker): Promise<OutboxMessage> => {
      const marked = await store.outbox.markInFlight(by, message, 45_000);
      if (marked === null) throw new Error("it could not be marked");
      return marked;
    };
    const phoneOf = (message: OutboxMessage) => message.recipient.phone ?? "";
    const viewOf = async (conversation: ConversationId) =>
      (await store.conversations.get(DEFAULT_WORKSPACE, conversation))?.messages?.[0];
    const report = (
      of: OutboxMessage,
      wamid: string,
      status: string,
      rest: Partial<StatusReport> = {},
    ): StatusReport => ({
      phoneNumberId: number,
      wamid,
      status,
      occurredAt: new Date(),
      opaque: opaqueKey(of.id, of.attempt),
      recipient: null,
      errors: null,
      failure: null,
      price: null,
      raw: {},
      ...rest,
    });
    const circuits = async () => (await store.outbox.openCircuits()).filter((one) => one.key.endsWith(number));

    describe("the journal of attempts", () => {
      test("opens with the commit that marks a reply in flight, and ends with its answer", async () => {
        const message = await onItsWay();
        expect(await under.attempts(message.id)).toMatchObject([
          { attempt: 1, outcome: "in_flight", request_written: null, wamid: null },
        ]);
        await end(message, { ...accepted("wamid.first"), httpStatus: 200 } as SendOutcome);
        expect(await under.attempts(message.id)).toMatchObject([
          { attempt: 1, outcome: "accepted", request_written: true, http_status: 200, wamid: "wamid.first" },
        ]);
      });

      test("has a line for every try: what was not sent, what was refused and why, what was accepted", async () => {
        const first = await onItsWay();
        await end(first, { kind: "not_sent", detail: "ECONNREFUSED" });
        await under.advance(2_000);
        const second = await mark((await claimOf(first.conversationId)).message);
        await end(second, refused("pair_limit", 131056));
        await under.advance(5_000);
        const claim = await claimOf(first.conversationId);
        expect(claim.message.tries).toEqual({ not_sent: 1, pair_limit: 1 });
        await end(await mark(claim.message), accepted("wamid.third"));
        expect(await under.attempts(first.id)).toMatchObject([
          { attempt: 1, outcome: "not_sent", request_written: false, error_code: null },
          { attempt: 2, outcome: "refused", request_written: true, error_code: 131056, refusal: "pair_limit" },
          { attempt: 3, outcome: "accepted", request_written: true, wamid: "wamid.third" },
        ]);
      });

      test("a message that was called back has no line for what was never begun", async () => {
        const conversation = await queued();
        const { message } = await claimOf(conversation);
        await store.outbox.settle(message, { kind: "dropped", reason: "the test is over" }, null);
        expect(await under.attempts(message.id)).toEqual([]);
      });

      /** Attempt 1 is given up for doubtful, attempt 2 is accepted. */
      const resent = async (): Promise<[OutboxMessage, OutboxMessage]> => {
        const first = await onItsWay();
        await end(first, DOUBT);
        await under.advance(31_000);
        const second = await mark((await claimOf(first.conversationId)).message);
        await end(second, accepted("wamid.second"));
        return [first, second];
      };

      test("an answer to the first attempt after the second was accepted proves a duplicate: recorded, never an error", async () => {
        const [first] = await resent();
        expect(await end(first, accepted("wamid.late"))).toMatchObject({ isDuplicate: true });
        expect(await under.attempts(first.id)).toMatchObject([
          { attempt: 1, outcome: "accepted", wamid: "wamid.late", duplicate_wamid: "wamid.late" },
          { attempt: 2, outcome: "accepted", wamid: "wamid.second", duplicate_wamid: null },
        ]);
        expect(await viewOf(first.conversationId)).toMatchObject({ status: "accepted", wamid: "wamid.second" });
      });

      test("a late report of the first attempt proves a duplicate, once; that it failed is not the message's failure", async () => {
        const [first, second] = await resent();
        await store.outbox.recordStatuses([report(second, "wamid.second", "sent")]);
        const late = await store.outbox.recordStatuses([report(first, "wamid.late", "sent")]);
        expect(late).toMatchObject({ recorded: 1, sentTwice: [first.id] });
        const failure = { failure: { code: 131026, refusal: "unreachable" } } as const;
        const again = await store.outbox.recordStatuses([report(first, "wamid.late", "failed", failure)]);
        expect(again).toMatchObject({ recorded: 1, sentTwice: [], failures: [] });
        expect(await viewOf(first.conversationId)).toMatchObject({ status: "accepted", delivery: "sent" });
        expect((await under.attempts(first.id))[0]).toMatchObject({
          outcome: "accepted",
          duplicate_wamid: "wamid.late",
        });
      });

      test("a report of the first attempt settles the message while the second is on its way, which is then in doubt", async () => {
        const first = await onItsWay();
        await end(first, DOUBT);
        await under.advance(31_000);
        const second = await mark((await claimOf(first.conversationId)).message);
        await store.outbox.recordStatuses([report(first, "wamid.first", "sent")]);
        expect(await under.attempts(first.id)).toMatchObject([
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
        await store.outbox.settle(message, interrupted, null);
        await store.outbox.recordStatuses([report(message, "wamid.went", "delivered")]);
        expect(await viewOf(message.conversationId)).toMatchObject({ status: "accepted", delivery: "delivered" });
        expect((await lease(phoneOf(message))).unsaid).toEqual([]);
      });

      test("a key of ours with an attempt that was never made proves nothing", async () => {
        const message = await onItsWay();
        await end(message, DOUBT);
        const forged = { opaque: opaqueKey(message.id, 99) };
        await store.outbox.recordStatuses([report(message, "wamid.forged", "delivered", forged)]);
        expect(await viewOf(message.conversationId)).toMatchObject({ status: "in_doubt", delivery: null, wamid: null });
      });

      test("a message that was given up and did go out is found, and what was feared of it is no longer said", async () => {
        const message = await onItsWay();
        await end(message, DOUBT);
        const given: Settlement = { kind: "failed", code: null, detail: "a person decides", isHeld: true };
        await store.outbox.settle(message, given, null);
        const { found } = await store.outbox.recordStatuses([report(message, "wamid.went", "delivered")]);
        expect(found).toEqual([message.conversationId]);
        expect(await viewOf(message.conversationId)).toMatchObject({ status: "accepted", detail: null });
        const again = await store.outbox.recordStatuses([report(message, "wamid.went", "read")]);
        expect(again.found).toEqual([]);
      });

      test("a report ends the attempt that it names; the doubtful answer that comes later undoes nothing", async () => {
        const message = await onItsWay();
        await store.outbox.recordStatuses([report(message, "wamid.told", "delivered")]);
        await end(message, DOUBT);
        expect(await under.attempts(message.id)).toMatchObject([
          { outcome: "accepted", request_written: true, wamid: "wamid.told", duplicate_wamid: null },
        ]);
        expect(await end(message, accepted("wamid.told"))).toMatchObject({ isDuplicate: false });
      });
    });

    describe("doubt", () => {
      test("is proved by webhooks of the same number only: a message or a report since the attempt", async () => {
        const message = await onItsWay();
        await end(message, DOUBT);
        const other = `9${number}` as PhoneNumberId;
        await lease(newPhone(), other);
        await under.advance(31_000);
        const before = await claimOf(message.conversationId);
        expect(before.flowProvenAt).toBeNull();
        await store.outbox.postpone(worker, before.message, 0);
        await store.mailbox.commit(await lease(newPhone()), silence());
        const after = await claimOf(message.conversationId);
        expect(after.flowProvenAt?.getTime()).toBeGreaterThan(message.inFlightAt?.getTime() ?? 0);
        await store.outbox.postpone(worker, after.message, 0);
        const unknown = report({ ...message, id: newId() as OutboxId }, `wamid.${newId()}`, "sent", { opaque: null });
        await store.outbox.recordStatuses([unknown]);
        expect((await claimOf(message.conversationId)).flowProvenAt).not.toBeNull();
      });
    });

    describe("a circuit", () => {
      test("of a refused token holds everything back in its place, and lets exactly one try when it is time", async () => {
        const waiting = await Promise.all(Array.from({ length: 4 }, () => queued()));
        const victim = await onItsWay();
        expect(await end(victim, refused("credential", 190))).toMatchObject({ opened: "credential" });
        expect(await circuits()).toMatchObject([{ scope: "credential", kind: "credential", code: 190 }]);
        expect(await claims()).toEqual([]);
        expect((await store.outbox.claim(worker, 100, 45_000)).barred).toBe("everything");
        await under.advance(61_000);
        const tries = (await Promise.all([claims(worker), claims(rival), claims(worker), claims(rival)])).flat();
        expect(tries).toHaveLength(1);
        expect(await claims()).toEqual([]);
        for (const conversation of waiting) expect(await viewOf(conversation)).toMatchObject({ status: "queued" });
      });

      test("closes with the one message that passes, and all that waited goes out", async () => {
        const waiting = await Promise.all(Array.from({ length: 3 }, () => queued()));
        const victim = await onItsWay();
        await end(victim, refused("number", 368));
        await under.advance(61_000);
        const [probe] = await claims();
        expect(await end(await mark(probe?.message as OutboxMessage), accepted())).toMatchObject({
          closed: ["number"],
        });
        expect(await circuits()).toEqual([]);
        const rest = new Set((await claims()).map((claim) => claim.message.conversationId));
        const all = [...waiting, victim.conversationId].filter((id) => id !== probe?.message.conversationId);
        expect(rest).toEqual(new Set(all));
      });

      test("whose one try is never heard of is tried again by another message", async () => {
        await queued();
        const victim = await onItsWay();
        await end(victim, refused("registration", 133010));
        await under.advance(61_000);
        const [lost] = await claims(rival);
        await mark(lost?.message as OutboxMessage, rival);
        await under.advance(61_000);
        expect(await claims()).toHaveLength(1);
      });

      test("of one token leaves another token alone: a new one goes on at once", async () => {
        const conversation = await queued();
        await end(await onItsWay(), refused("credential", 190));
        const renewed = under.storeWith(`new-${number}`);
        const found = await claims(worker, renewed);
        expect(found.map((claim) => claim.message.conversationId)).toContain(conversation);
      });

      test("of one number leaves the others alone", async () => {
        const other = `8${number}` as PhoneNumberId;
        const elsewhere = await queued(newPhone(), other);
        await end(await onItsWay(), refused("number", 131031));
        const { claims: all, barred } = await store.outbox.claim(worker, 100, 45_000);
        expect(all.map((claim) => claim.message.conversationId)).toContain(elsewhere);
        expect(barred).toContain(number);
      });

      test("of a throttle lasts as long as the throttle", async () => {
        const conversation = await queued();
        await end(await onItsWay(), refused("throttled", 130429));
        expect(await claims()).toEqual([]);
        await under.advance(1_100);
        expect(await claims()).toHaveLength(1);
        expect(await viewOf(conversation)).toMatchObject({ status: "queued" });
      });

      test("of a throttle makes whoever tries it wait longer each time", async () => {
        await Promise.all(Array.from({ length: 4 }, () => queued()));
        await end(await onItsWay(), refused("throttled", 130429));
        const waits: number[] = [];
        for (let n = 0; n < 3; n += 1) {
          await under.advance(60_000);
          const [probe] = await claims();
          await end(await mark(probe?.message as OutboxMessage), refused("throttled", 130429));
          const [circuit] = await circuits();
          const openedMs = probe?.now.getTime() ?? 0;
          waits.push(Math.round(((circuit?.retryAt.getTime() ?? 0) - openedMs) / 1_000));
        }
        expect(waits).toEqual([2, 4, 8]);
      });

      test("is opened by a report too, once", async () => {
        const message = await onItsWay();
        await end(message, accepted("wamid.fails"));
        const failed = report(message, "wamid.fails", "failed", {
          errors: [{ code: 131042, title: "Business eligibility payment issue" }],
          failure: { code: 131042, refusal: "number" },
        });
        expect((await store.outbox.recordStatuses([failed])).failures).toMatchObject([
          { outboxId: message.id, phoneNumberId: number, code: 131042, refusal: "number" },
        ]);
        expect(await circuits()).toMatchObject([{ scope: "number", code: 131042 }]);
        expect((await store.outbox.recordStatuses([failed])).failures).toEqual([]);
      });

      const failsLater = (message: OutboxMessage, refusal: RefusalKind = "number") =>
        report(message, `wamid.${message.id}`, "failed", {
          errors: [{ code: 131042, title: "Business eligibility payment issue" }],
          failure: { code: 131042, refusal },
        });

      test("that a report has opened is not closed by an answer: what waits is not lost message by message", async () => {
        const waiting = await Promise.all(Array.from({ length: 3 }, () => queued()));
        const victim = await onItsWay();
        await end(victim, accepted(`wamid.${victim.id}`));
        await store.outbox.recordStatuses([failsLater(victim)]);
        await under.advance(61_000);
        const [first] = await claims();
        const probe = await mark(first?.message as OutboxMessage);
        expect(await end(probe, accepted(`wamid.${probe.id}`))).toMatchObject({ closed: [] });
        expect(await claims()).toEqual([]);
        expect(await circuits()).toHaveLength(1);
        // What was sent before it was closed proves nothing; the one that tried it does.
        expect((await store.outbox.recordStatuses([report(victim, `wamid.${victim.id}`, "read")])).closed).toEqual([]);
        expect((await store.outbox.recordStatuses([report(probe, `wamid.${probe.id}`, "sent")])).closed).toEqual([
          { phoneNumberId: number, scope: "number" },
        ]);
        expect(await circuits()).toEqual([]);
        const rest = new Set((await claims()).map((claim) => claim.message.conversationId));
        expect(rest).toEqual(new Set(waiting.filter((id) => id !== probe.conversationId)));
      });

      test("that a report has opened stays when the message that tried it fails as well", async () => {
        await queued();
        const victim = await onItsWay();
        await end(victim, accepted(`wamid.${victim.id}`));
        await store.outbox.recordStatuses([failsLater(victim, "credential")]);
        await under.advance(61_000);
        const probe = await mark((await claims())[0]?.message as OutboxMessage);
        await end(probe, accepted(`wamid.${probe.id}`));
        const both = [report(probe, `wamid.${probe.id}`, "sent"), failsLater(probe, "credential")];
        expect((await store.outbox.recordStatuses(both)).closed).toEqual([]);
        expect(await circuits()).toMatchObject([{ scope: "credential" }]);
      });

      test("of a token that was replaced is forgotten once nobody has tried it for a while", async () => {
        await end(await onItsWay(), refused("credential", 190));
        const renewed = under.storeWith(`new-${number}`);
        const early = await onItsWay();
        expect(await end(early, accepted(), renewed)).toMatchObject({ closed: [] });
        expect(await circuits()).toHaveLength(1);
        await under.advance(61_000 + 5 * 60_000);
        const late = await onItsWay();
        expect(await end(late, accepted(), renewed)).toMatchObject({ closed: ["credential"] });
        expect(await circuits()).toEqual([]);
      });

      test("of a token is not tried by a number that is closed itself, and a refusal of a number proves the token good", async () => {
        const closed = `6${number}` as PhoneNumberId;
        const conversation = await queued();
        await end(await onItsWay(newPhone(), closed), refused("number", 368));
        await under.advance(30_000);
        await end(await onItsWay(newPhone(), closed), refused("credential", 190));
        const victim = await onItsWay();
        await end(victim, refused("credential", 190));
        // The newest message is one of the closed number.
        await queued(newPhone(), closed);
        await under.advance(200);
        await under.retryNow(`token-${number}`);
        const { claims: found } = await store.outbox.claim(worker, 100, 45_000);
        const tried = found.filter((claim) => claim.message.phoneNumberId.endsWith(number));
        expect(tried).toHaveLength(1);
        expect([conversation, victim.conversationId]).toContain(tried[0]?.message.conversationId);
        const probe = await mark(tried[0]?.message as OutboxMessage);
        expect(await end(probe, refused("registration", 133010))).toMatchObject({
          closed: ["credential"],
          opened: "number",
        });
      });

      test("is tried by a message that can be sent now, before one that is in doubt", async () => {
        const ready = await queued();
        const doubtful = await onItsWay();
        await end(doubtful, { kind: "in_doubt", detail: "timeout" });
        await end(await onItsWay(), refused("number", 368));
        // The customer in doubt wrote last.
        await store.mailbox.commit(await lease(phoneOf(doubtful)), silence());
        await under.advance(61_000);
        const tried = await claims();
        expect(tried).toHaveLength(1);
        expect(tried[0]?.message.status).toBe("queued");
        expect(tried[0]?.message.conversationId).not.toBe(doubtful.conversationId);
        expect(ready).toBeDefined();
      });

      test("is not closed by what was on its way before it opened", async () => {
        const early = await onItsWay();
        await under.advance(1_000);
        await end(await onItsWay(), refused("number", 368));
        await end(early, accepted());
        expect(await circuits()).toHaveLength(1);
      });

      test("of a spam limit holds back only what nobody asked for, for a day", async () => {
        const conversation = await queued();
        await end(await onItsWay(), refused("spam_limit", 131048));
        const claim = await claimOf(conversation);
        expect((claim.proactiveHeldUntil?.getTime() ?? 0) - claim.now.getTime()).toBeGreaterThan(23 * 3_600_000);
        await store.outbox.postpone(worker, claim.message, 24 * 3_600_000);
        await under.advance(24 * 3_600_000 + 1_000);
        expect((await claimOf(conversation)).proactiveHeldUntil).toBeNull();
        expect(await circuits()).toEqual([]);
      });
    });

    describe("the pace of one customer", () => {
      test("lets 45 messages through at once, then one every six seconds: the rest waits in the outbox", async () => {
        const phone = newPhone();
        for (let n = 0; n < 45; n += 1) await end(await onItsWay(phone), accepted());
        const turn = await lease(phone);
        const result = await store.mailbox.commit(turn, reply("la 46"));
        expect(result).toMatchObject({ kind: "committed", toSend: null });
        const claim = await claimOf(turn.lease.conversationId);
        const waitMs = (claim.pairAllowedAt?.getTime() ?? 0) - claim.now.getTime();
        expect(waitMs).toBeGreaterThan(0);
        expect(waitMs).toBeLessThanOrEqual(6_000);
        await store.outbox.postpone(worker, claim.message, waitMs);
        expect(await claims()).toEqual([]);
        await under.advance(waitMs + 1);
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
        const first = await store.outbox.recordStatuses([report(message, "wamid.priced", "sent", { price: regular })]);
        expect(first.prices).toEqual([regular]);
        const second = await store.outbox.recordStatuses([
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
        await store.outbox.recordStatuses([report(reported, "wamid.stopped", "failed", { failure })]);
        expect((await claimOf(await queued(other))).marketingStopped).toBe(true);
        expect((await claimOf(await queued())).marketingStopped).toBe(false);
      });
    });

    test("a customer who could not be reached is marked, until something comes through to them", async () => {
      const phone = newPhone();
      const lost = await onItsWay(phone);
      const shown = async () => (await store.conversations.get(DEFAULT_WORKSPACE, lost.conversationId))?.contact;
      await end(lost, refused("unreachable", 131026));
      expect(await under.isUnreachable(lost.contactId)).toBe(true);
      expect((await shown())?.unreachableAt).toBeInstanceOf(Date);
      const next = await onItsWay(phone);
      await end(next, accepted("wamid.arrives"));
      await store.outbox.recordStatuses([report(next, "wamid.arrives", "sent")]);
      expect(await under.isUnreachable(lost.contactId)).toBe(true);
      await store.outbox.recordStatuses([report(next, "wamid.arrives", "delivered")]);
      expect(await under.isUnreachable(lost.contactId)).toBe(false);
      expect(await shown()).not.toHaveProperty("unreachableAt");
    });

    test("a phone that an answer tells is learned for whom its customer was merged into meanwhile", async () => {
      const message = await onItsWay();
      const other = await lease(newPhone());
      await store.mailbox.commit(other, silence());
      const survivor = other.contact.id;
      await under.merge(message.contactId, survivor);
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
      await store.outbox.settle(message, settlement, outcome);
      expect(await store.outbox.settle(message, settlement, outcome)).toMatchObject({
        isDuplicate: false,
        hasMore: false,
      });
      expect(await under.attempts(message.id)).toHaveLength(1);
    });
  });
}
