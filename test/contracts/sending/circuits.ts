import { describe, expect, test } from "vitest";
import type { PhoneNumberId } from "../../../src/core/ids.ts";
import type { OutboxMessage } from "../../../src/core/outbound/outbox.ts";
import type { RefusalKind } from "../../../src/core/outbound/refusal.ts";
import { silence } from "../../support/turn-commits.ts";
import { accepted, refused, type SendingScene } from "./scene.ts";

/** When a number or a token sends nothing for a while, and who tries first. */
export function opensCircuits(scene: SendingScene): void {
  const {
    worker,
    rival,
    newPhone,
    lease,
    onItsWay,
    queued,
    end,
    claims,
    claimOf,
    mark,
    phoneOf,
    viewOf,
    report,
    circuits,
  } = scene;

  describe("a circuit", () => {
    test("of a refused token holds everything back in its place, and lets exactly one try when it is time", async () => {
      const waiting = await Promise.all(Array.from({ length: 4 }, () => queued()));
      const victim = await onItsWay();
      expect(await end(victim, refused("credential", 190))).toMatchObject({ opened: "credential" });
      expect(await circuits()).toMatchObject([{ scope: "credential", kind: "credential", code: 190 }]);
      expect(await claims()).toEqual([]);
      expect((await scene.store.outbox.claim(worker, 100, 45_000)).barred).toBe("everything");
      await scene.under.advance(61_000);
      const tries = (await Promise.all([claims(worker), claims(rival), claims(worker), claims(rival)])).flat();
      expect(tries).toHaveLength(1);
      expect(await claims()).toEqual([]);
      for (const conversation of waiting) expect(await viewOf(conversation)).toMatchObject({ status: "queued" });
    });

    test("closes with the one message that passes, and all that waited goes out", async () => {
      const waiting = await Promise.all(Array.from({ length: 3 }, () => queued()));
      const victim = await onItsWay();
      await end(victim, refused("number", 368));
      await scene.under.advance(61_000);
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
      await scene.under.advance(61_000);
      const [lost] = await claims(rival);
      await mark(lost?.message as OutboxMessage, rival);
      await scene.under.advance(61_000);
      expect(await claims()).toHaveLength(1);
    });

    test("of one token leaves another token alone: a new one goes on at once", async () => {
      const conversation = await queued();
      await end(await onItsWay(), refused("credential", 190));
      const renewed = scene.under.storeWith(`new-${scene.number}`);
      const found = await claims(worker, renewed);
      expect(found.map((claim) => claim.message.conversationId)).toContain(conversation);
    });

    test("of one number leaves the others alone", async () => {
      const other = `8${scene.number}` as PhoneNumberId;
      const elsewhere = await queued(newPhone(), other);
      await end(await onItsWay(), refused("number", 131031));
      const { claims: all, barred } = await scene.store.outbox.claim(worker, 100, 45_000);
      expect(all.map((claim) => claim.message.conversationId)).toContain(elsewhere);
      expect(barred).toContain(scene.number);
    });

    test("of a throttle lasts as long as the throttle", async () => {
      const conversation = await queued();
      await end(await onItsWay(), refused("throttled", 130429));
      expect(await claims()).toEqual([]);
      await scene.under.advance(1_100);
      expect(await claims()).toHaveLength(1);
      expect(await viewOf(conversation)).toMatchObject({ status: "queued" });
    });

    test("of a throttle makes whoever tries it wait longer each time", async () => {
      await Promise.all(Array.from({ length: 4 }, () => queued()));
      await end(await onItsWay(), refused("throttled", 130429));
      const waits: number[] = [];
      for (let n = 0; n < 3; n += 1) {
        await scene.under.advance(60_000);
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
      expect((await scene.store.outbox.recordStatuses([failed])).failures).toMatchObject([
        { outboxId: message.id, phoneNumberId: scene.number, code: 131042, refusal: "number" },
      ]);
      expect(await circuits()).toMatchObject([{ scope: "number", code: 131042 }]);
      expect((await scene.store.outbox.recordStatuses([failed])).failures).toEqual([]);
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
      await scene.store.outbox.recordStatuses([failsLater(victim)]);
      await scene.under.advance(61_000);
      const [first] = await claims();
      const probe = await mark(first?.message as OutboxMessage);
      expect(await end(probe, accepted(`wamid.${probe.id}`))).toMatchObject({ closed: [] });
      expect(await claims()).toEqual([]);
      expect(await circuits()).toHaveLength(1);
      // What was sent before it was closed proves nothing; the one that tried it does.
      expect((await scene.store.outbox.recordStatuses([report(victim, `wamid.${victim.id}`, "read")])).closed).toEqual(
        [],
      );
      expect((await scene.store.outbox.recordStatuses([report(probe, `wamid.${probe.id}`, "sent")])).closed).toEqual([
        { phoneNumberId: scene.number, scope: "number" },
      ]);
      expect(await circuits()).toEqual([]);
      const rest = new Set((await claims()).map((claim) => claim.message.conversationId));
      expect(rest).toEqual(new Set(waiting.filter((id) => id !== probe.conversationId)));
    });

    test("that a report has opened stays when the message that tried it fails as well", async () => {
      await queued();
      const victim = await onItsWay();
      await end(victim, accepted(`wamid.${victim.id}`));
      await scene.store.outbox.recordStatuses([failsLater(victim, "credential")]);
      await scene.under.advance(61_000);
      const probe = await mark((await claims())[0]?.message as OutboxMessage);
      await end(probe, accepted(`wamid.${probe.id}`));
      const both = [report(probe, `wamid.${probe.id}`, "sent"), failsLater(probe, "credential")];
      expect((await scene.store.outbox.recordStatuses(both)).closed).toEqual([]);
      expect(await circuits()).toMatchObject([{ scope: "credential" }]);
    });

    test("of a token that was replaced is forgotten once nobody has tried it for a while", async () => {
      await end(await onItsWay(), refused("credential", 190));
      const renewed = scene.under.storeWith(`new-${scene.number}`);
      const early = await onItsWay();
      expect(await end(early, accepted(), renewed)).toMatchObject({ closed: [] });
      expect(await circuits()).toHaveLength(1);
      await scene.under.advance(61_000 + 5 * 60_000);
      const late = await onItsWay();
      expect(await end(late, accepted(), renewed)).toMatchObject({ closed: ["credential"] });
      expect(await circuits()).toEqual([]);
    });

    test("of a token is not tried by a number that is closed itself, and a refusal of a number proves the token good", async () => {
      const closed = `6${scene.number}` as PhoneNumberId;
      const conversation = await queued();
      await end(await onItsWay(newPhone(), closed), refused("number", 368));
      await scene.under.advance(30_000);
      await end(await onItsWay(newPhone(), closed), refused("credential", 190));
      const victim = await onItsWay();
      await end(victim, refused("credential", 190));
      // The newest message is one of the closed number.
      await queued(newPhone(), closed);
      await scene.under.advance(200);
      await scene.under.retryNow(`token-${scene.number}`);
      const { claims: found } = await scene.store.outbox.claim(worker, 100, 45_000);
      const tried = found.filter((claim) => claim.message.phoneNumberId.endsWith(scene.number));
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
      await scene.store.mailbox.commit(await lease(phoneOf(doubtful)), silence());
      await scene.under.advance(61_000);
      const tried = await claims();
      expect(tried).toHaveLength(1);
      expect(tried[0]?.message.status).toBe("queued");
      expect(tried[0]?.message.conversationId).not.toBe(doubtful.conversationId);
      expect(ready).toBeDefined();
    });

    test("is not closed by what was on its way before it opened", async () => {
      const early = await onItsWay();
      await scene.under.advance(1_000);
      await end(await onItsWay(), refused("number", 368));
      await end(early, accepted());
      expect(await circuits()).toHaveLength(1);
    });

    test("of a spam limit holds back only what nobody asked for, for a day", async () => {
      const conversation = await queued();
      await end(await onItsWay(), refused("spam_limit", 131048));
      const claim = await claimOf(conversation);
      expect((claim.proactiveHeldUntil?.getTime() ?? 0) - claim.now.getTime()).toBeGreaterThan(23 * 3_600_000);
      await scene.store.outbox.postpone(worker, claim.message, 24 * 3_600_000);
      await scene.under.advance(24 * 3_600_000 + 1_000);
      expect((await claimOf(conversation)).proactiveHeldUntil).toBeNull();
      expect(await circuits()).toEqual([]);
    });
  });
}
