import { describe, expect, test } from "vitest";
import { type ConversationId, DEFAULT_WORKSPACE, type RunId } from "../../../src/core/ids.ts";
import type { ClaimedTurn } from "../../../src/core/turn/turn.ts";
import { enqueueRequest, inbound, leaseOffer, newId, type SHOP_NUMBER } from "../../support/inbound.ts";
import { reply, silence } from "../../support/turn-commits.ts";
import type { StoreScene } from "./scene.ts";

/** What a message that comes in becomes: an event, a run, a lease. */
export function storesWhatComesIn(scene: StoreScene): void {
  const { worker, says, leaseNow, claimOwn, runOf, advance } = scene;

  describe("enqueue", () => {
    test("takes the lease in the same statement when the conversation is idle and a slot is free", async () => {
      const turn = await leaseNow("hola, ¿cuánto vale?");
      expect(turn.lease).toMatchObject({ worker, fence: 1, workspaceId: DEFAULT_WORKSPACE });
      expect(turn.events.map((event) => event.content)).toEqual([{ type: "text", body: "hola, ¿cuánto vale?" }]);
      expect(turn.contact).toMatchObject({ name: "Marta", phone: scene.phone, bsuid: null });
      expect(turn).toMatchObject({ session: null, history: [], turnCount: 0, agentId: "somnio", seenSeq: 1 });
      expect(turn.run.attempts).toBe(1);
      expect((await runOf(turn.run.id)).status).toBe("running");
    });

    test("leaves the conversation due when no slot is free, and a claim takes it", async () => {
      const { items, turns } = await scene.store.mailbox.enqueue(
        enqueueRequest([says("hola")], leaseOffer(worker, { freeSlots: 0 })),
      );
      expect(turns).toEqual([]);
      expect((await runOf(items[0]?.runId as RunId)).status).toBe("queued");
      const turn = await claimOwn(worker, items[0]?.conversationId);
      expect(turn?.run.id).toBe(items[0]?.runId);
      expect(turn?.lease.fence).toBeGreaterThan(0);
    });

    test("a redelivered message is a no-op that names the same event and run, alone or in another batch", async () => {
      const first = says("hola");
      const once = await scene.store.mailbox.enqueue(enqueueRequest([first]));
      const again = await scene.store.mailbox.enqueue(
        enqueueRequest([{ ...first, eventId: newId() as typeof first.eventId }, says("otra cosa")]),
      );
      expect(once.items[0]?.duplicate).toBe(false);
      expect(again.items.map((item) => item.duplicate)).toEqual([true, false]);
      expect(again.items[0]).toMatchObject({ eventId: once.items[0]?.eventId, runId: once.items[0]?.runId });
    });

    test("the same message twice in one batch is one event", async () => {
      const item = says("hola");
      const { items } = await scene.store.mailbox.enqueue(
        enqueueRequest([item, { ...item, eventId: newId() as typeof item.eventId }]),
      );
      expect(items.map((one) => one.duplicate)).toEqual([false, true]);
      expect(items[1]?.eventId).toBe(items[0]?.eventId);
    });

    test("fifty concurrent posts of one message make one event, one run, one lease", async () => {
      const item = says("hola");
      const posts = await Promise.all(
        Array.from({ length: 50 }, () =>
          scene.store.mailbox.enqueue(
            enqueueRequest([{ ...item, eventId: newId() as typeof item.eventId }], leaseOffer(worker)),
          ),
        ),
      );
      const items = posts.flatMap((post) => post.items);
      expect(items.filter((one) => !one.duplicate)).toHaveLength(1);
      expect(new Set(items.map((one) => one.eventId)).size).toBe(1);
      expect(posts.flatMap((post) => post.turns)).toHaveLength(1);
    });

    test("two first messages of a new customer at once: one contact, one conversation, both events in order", async () => {
      const posts = await Promise.all(
        Array.from({ length: 12 }, (_, n) => scene.store.mailbox.enqueue(enqueueRequest([says(`mensaje ${n}`)]))),
      );
      const ids = new Set(posts.flatMap((post) => post.items.map((item) => item.conversationId)));
      expect(ids.size).toBe(1);
      const turn = await claimOwn(worker, [...ids][0]);
      expect(turn?.events.map((event) => event.seq).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 12 }, (_, n) => n + 1),
      );
    });

    test("a batch over two numbers and two people makes two conversations, each on its own number", async () => {
      const other = "106540352249999" as typeof SHOP_NUMBER;
      const { items } = await scene.store.mailbox.enqueue(
        enqueueRequest([says("a"), says("b", { phoneNumberId: other }), says("c")]),
      );
      expect(items[0]?.conversationId).toBe(items[2]?.conversationId);
      expect(items[1]?.conversationId).not.toBe(items[0]?.conversationId);
      const turns = (await scene.store.mailbox.claim(leaseOffer(worker, { freeSlots: 100 }))).turns;
      const byConversation = new Map(turns.map((turn) => [turn.lease.conversationId, turn]));
      expect(byConversation.get(items[1]?.conversationId as ConversationId)?.phoneNumberId).toBe(other);
      expect(byConversation.get(items[0]?.conversationId as ConversationId)?.events).toHaveLength(2);
    });

    test("a person known by phone, then by phone and BSUID, then by BSUID alone stays one person", async () => {
      const bsuid = `CO.${newId().replaceAll("-", "")}`;
      const identities = [
        { bsuid: null, phone: scene.phone },
        { bsuid, phone: scene.phone },
        { bsuid, phone: null },
      ];
      const found = [];
      for (const identity of identities) {
        const { items } = await scene.store.mailbox.enqueue(enqueueRequest([says("hola", { identity })]));
        found.push(items[0]?.conversationId);
      }
      expect(new Set(found).size).toBe(1);
      // Answered as the newest message names them; known by both.
      const turn = await claimOwn(worker, found[0]);
      expect(turn?.contact).toMatchObject({ phone: null, bsuid });
      const view = await scene.store.conversations.get(DEFAULT_WORKSPACE, found[0] as ConversationId);
      expect(view?.contact).toMatchObject({ phone: scene.phone, bsuid });
    });

    test("somebody with two phones is answered on the one they wrote from, also when the reply goes out later", async () => {
      const bsuid = `CO.${newId().replaceAll("-", "")}`;
      const other = `${scene.phone.slice(0, -1)}${(Number(scene.phone.at(-1)) + 1) % 10}`;
      for (const identity of [
        { bsuid, phone: scene.phone },
        { bsuid, phone: other },
      ]) {
        const { turns } = await scene.store.mailbox.enqueue(
          enqueueRequest([says("hola", { identity })], leaseOffer(worker)),
        );
        await scene.store.mailbox.commit(turns[0] as ClaimedTurn, silence());
      }
      const { turns } = await scene.store.mailbox.enqueue(
        enqueueRequest([says("¿y?", { identity: { bsuid: null, phone: scene.phone } })], leaseOffer(worker)),
      );
      expect(turns[0]?.contact).toMatchObject({ phone: scene.phone });
      await scene.store.mailbox.commit(turns[0] as ClaimedTurn, reply("aquí", { sendsAtOnce: false }));
      await scene.store.mailbox.enqueue(enqueueRequest([says("otro", { identity: { bsuid, phone: other } })]));
      const { claims } = await scene.store.outbox.claim(worker, 100, 45_000);
      const claim = claims.find((one) => one.message.conversationId === turns[0]?.lease.conversationId);
      expect(claim?.message.recipient.phone).toBe(scene.phone);
    });

    test("one newcomer seen by phone in one post and by phone and BSUID in another at once is one person", async () => {
      const bsuid = `CO.${newId().replaceAll("-", "")}`;
      const posts = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          scene.store.mailbox.enqueue(
            enqueueRequest([says(`m${n}`, { identity: { bsuid: n % 2 ? bsuid : null, phone: scene.phone } })]),
          ),
        ),
      );
      expect(new Set(posts.map((post) => post.items[0]?.conversationId)).size).toBe(1);
    });

    test("one newcomer seen by BSUID in one post and by phone and BSUID in another at once is one person, and nothing is refused", async () => {
      for (let round = 0; round < 10; round += 1) {
        const bsuid = `CO.${newId().replaceAll("-", "")}`;
        const own = `58${String(Math.floor(Math.random() * 1e10)).padStart(10, "3")}`;
        const posts = await Promise.all(
          Array.from({ length: 6 }, (_, n) =>
            scene.store.mailbox.enqueue(
              enqueueRequest([inbound(`m${n}`, { identity: { bsuid, phone: n % 2 ? own : null } })]),
            ),
          ),
        );
        expect(new Set(posts.map((post) => post.items[0]?.conversationId)).size).toBe(1);
      }
    });

    test("a thousand messages of a thousand people are taken in by one statement", async () => {
      const items = Array.from({ length: 1_000 }, (_, n) =>
        inbound("hola", { phone: `59${newId().slice(-9, -4).replace(/\D/g, "1")}${1_000_000 + n}` }),
      );
      const { items: enqueued } = await scene.store.mailbox.enqueue(enqueueRequest(items));
      expect(new Set(enqueued.map((one) => one.conversationId)).size).toBe(1_000);
      expect((await scene.store.mailbox.enqueue(enqueueRequest(items))).items.every((one) => one.duplicate)).toBe(true);
      const { turns } = await scene.store.mailbox.claim(leaseOffer(worker, { freeSlots: 2_000 }));
      await Promise.all(turns.map((turn) => scene.store.mailbox.commit(turn, silence())));
    });

    test("a coalescing window delays the start, and what comes meanwhile joins the same run", async () => {
      const wait = (item: ReturnType<typeof says>) => ({
        ...enqueueRequest([item], leaseOffer(worker)),
        coalesceMs: 60_000,
      });
      const one = await scene.store.mailbox.enqueue(wait(says("hola")));
      const two = await scene.store.mailbox.enqueue(wait(says("cuánto vale")));
      expect([...one.turns, ...two.turns]).toEqual([]);
      expect(two.items[0]?.runId).toBe(one.items[0]?.runId);
      expect(await claimOwn(worker, one.items[0]?.conversationId)).toBeUndefined();
      await advance(61_000);
      const turn = await claimOwn(worker, one.items[0]?.conversationId);
      expect(turn?.events).toHaveLength(2);
    });
  });
}
