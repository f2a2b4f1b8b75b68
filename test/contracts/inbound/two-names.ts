import { describe, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import type { ClaimedTurn } from "../../../src/core/turn/turn.ts";
import { enqueueRequest, leaseOffer } from "../../support/inbound.ts";
import { reply } from "../../support/turn-commits.ts";
import type { InboundScene } from "./scene.ts";

/** A customer whom WhatsApp names by phone and by BSUID. */
export function knowsPeopleByTwoNames(scene: InboundScene): void {
  const { worker, otherNumber, aPhone, aBsuid, says, echo, put, putAs, work, view, listOf, sendClaim } = scene;

  describe("one person under two names", () => {
    test("known by phone, then by another name, then by both: one person, and both find all conversations", async () => {
      const byPhone = await putAs({ bsuid: null, phone: scene.phone });
      const byBsuid = await putAs({ bsuid: scene.bsuid, phone: null }, { phoneNumberId: otherNumber });
      expect(await listOf(scene.phone)).toEqual([byPhone]);
      expect(await putAs({ bsuid: scene.bsuid, phone: scene.phone }, { phoneNumberId: otherNumber })).toBe(byBsuid);
      // The survivor had none on the first number: the conversation moved to it.
      expect(await putAs({ bsuid: scene.bsuid, phone: null })).toBe(byPhone);
      for (const alias of [scene.phone, scene.bsuid]) expect(await listOf(alias)).toEqual([byPhone, byBsuid].sort());
      expect((await view(byPhone)).contact).toMatchObject({ phone: scene.phone, bsuid: scene.bsuid });
    });

    test("where both have a conversation the older one ends its work, and later messages go to the other", async () => {
      const older = await work(says("por teléfono", { identity: { bsuid: null, phone: scene.phone } }));
      const survivors = await putAs({ bsuid: scene.bsuid, phone: null });
      expect(await putAs({ bsuid: scene.bsuid, phone: scene.phone })).toBe(survivors);
      const committed = await scene.store.mailbox.commit(older, reply("aquí"));
      if (committed.kind !== "committed") throw new Error(`it was ${committed.kind}`);
      expect(committed.toSend?.recipient).toEqual({ bsuid: null, phone: scene.phone });
      expect(await putAs({ bsuid: null, phone: scene.phone })).toBe(survivors);
      for (const alias of [scene.phone, scene.bsuid]) {
        expect(await listOf(alias)).toEqual([older.lease.conversationId, survivors].sort());
      }
      // A message to the old conversation reaches the person.
      expect(await scene.store.conversations.addressOf(DEFAULT_WORKSPACE, older.lease.conversationId)).toMatchObject({
        phone: scene.phone,
        bsuid: scene.bsuid,
      });
    });

    test.each(["a takeover", "an answer from the phone app"])(
      "after %s of either conversation on a number the bot is silent in both, and what it was saying is called back",
      async (silenced) => {
        for (const isOlderSilenced of [true, false]) {
          const identity = { bsuid: aBsuid(), phone: aPhone() };
          const [byPhone, byBsuid] = [
            { ...identity, bsuid: null },
            { ...identity, phone: null },
          ];
          const older = await work(says("por teléfono", { identity: byPhone }));
          const survivor = await work(says("por usuario", { identity: byBsuid }));
          const elsewhere = await putAs(byBsuid, { phoneNumberId: otherNumber });
          const [taken, other] = isOlderSilenced ? [older, survivor] : [survivor, older];
          await scene.store.mailbox.commit(other, reply("¡Bienvenida!", { sendsAtOnce: false }));
          if (silenced === "a takeover") {
            const change = { enabled: false, actor: "ana", note: null };
            await scene.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, taken.lease.conversationId, change);
          } else {
            await put(echo("soy Ana", { identity: isOlderSilenced ? byPhone : byBsuid }));
          }
          expect(await putAs(identity)).toBe(survivor.lease.conversationId);
          for (const { lease } of [older, survivor]) {
            expect((await view(lease.conversationId)).botEnabled).toBe(false);
          }
          expect((await sendClaim(other.lease.conversationId))?.message.isCancelled).toBe(true);
          // A person speaks for one number of the shop.
          expect((await view(elsewhere)).botEnabled).toBe(true);
        }
      },
    );

    test("a turn that runs while a merge silences its conversation is refused", async () => {
      const older = await putAs({ bsuid: null, phone: scene.phone });
      await scene.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, older, {
        enabled: false,
        actor: "ana",
        note: null,
      });
      const turn = await work(says("hola", { identity: { bsuid: scene.bsuid, phone: null } }));
      await putAs({ bsuid: scene.bsuid, phone: scene.phone });
      expect((await scene.store.mailbox.commit(turn, reply("aquí"))).kind).toBe("conflict");
      expect((await scene.store.mailbox.reload(turn.lease))?.gate.botEnabled).toBe(false);
    });

    test("a turn that runs while its conversation moves is read again, and loses nothing", async () => {
      const turn = await work(says("hola", { identity: { bsuid: null, phone: scene.phone } }));
      await putAs({ bsuid: scene.bsuid, phone: null }, { phoneNumberId: otherNumber });
      await putAs({ bsuid: scene.bsuid, phone: scene.phone }, { phoneNumberId: otherNumber });
      expect((await scene.store.mailbox.commit(turn, reply("aquí"))).kind).toBe("conflict");
      const again = await scene.store.mailbox.reload(turn.lease);
      expect(again?.events).toHaveLength(1);
      expect((await scene.store.mailbox.commit(again as ClaimedTurn, reply("aquí"))).kind).toBe("committed");
    });

    test("a phone that has changed hands leaves its old owner alone", async () => {
      const newcomer = aBsuid();
      const old = await putAs({ bsuid: scene.bsuid, phone: scene.phone });
      const young = await putAs({ bsuid: newcomer, phone: scene.phone });
      expect(young).not.toBe(old);
      expect(await putAs({ bsuid: null, phone: scene.phone })).toBe(young);
      expect((await view(old)).contact).toMatchObject({ bsuid: scene.bsuid, phone: null });
      expect((await view(young)).contact).toMatchObject({ bsuid: newcomer, phone: scene.phone });
      expect(await listOf(scene.bsuid)).toEqual([old]);
      // The old message delivered once more, days later, gives nobody the phone back.
    });

    test("a message delivered again does not take the phone back", async () => {
      const first = says("hola", { identity: { bsuid: scene.bsuid, phone: scene.phone } });
      await put(first);
      const young = await putAs({ bsuid: aBsuid(), phone: scene.phone });
      const { items } = await scene.store.mailbox.enqueue(enqueueRequest([first]));
      expect(items[0]?.duplicate).toBe(true);
      expect(await putAs({ bsuid: null, phone: scene.phone })).toBe(young);
    });

    test("twelve webhooks that name the two as one, at once, make one person and lose no event", async () => {
      for (let round = 0; round < 5; round += 1) {
        const identity = { bsuid: aBsuid(), phone: aPhone() };
        await putAs({ bsuid: null, phone: identity.phone });
        await putAs({ bsuid: identity.bsuid, phone: null }, { phoneNumberId: otherNumber });
        const posts = await Promise.all(
          Array.from({ length: 12 }, (_, n) =>
            scene.store.mailbox.enqueue(
              enqueueRequest([
                says(`m${n}`, {
                  identity: {
                    bsuid: n % 3 === 1 ? null : identity.bsuid,
                    phone: n % 3 === 2 ? null : identity.phone,
                  },
                  ...(n % 2 === 0 ? {} : { phoneNumberId: otherNumber }),
                }),
              ]),
            ),
          ),
        );
        expect(posts.flatMap((post) => post.items).every((item) => !item.duplicate)).toBe(true);
        const found = await listOf(identity.bsuid);
        expect(await listOf(identity.phone)).toEqual(found);
        expect(new Set(posts.map((post) => post.items[0]?.conversationId))).toEqual(new Set(found));
        // Each number has the one that it had, and at most the one that a message opened before the two were one.
        expect(await putAs(identity)).toBe(await putAs({ bsuid: identity.bsuid, phone: null }));
        expect(await putAs(identity)).toBe(await putAs({ bsuid: null, phone: identity.phone }));
        const events = [];
        for (const { turns } of [await scene.store.mailbox.claim(leaseOffer(worker, { freeSlots: 500 }))]) {
          events.push(...turns.filter((turn) => found.includes(turn.lease.conversationId)).flatMap((t) => t.events));
        }
        expect(events).toHaveLength(12 + 2 + 4);
      }
    });
  });
}
