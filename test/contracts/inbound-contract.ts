import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ConversationId, DEFAULT_WORKSPACE, type PhoneNumberId } from "../../src/core/ids.ts";
import type { MessageContent } from "../../src/core/inbound/content.ts";
import type { CustomerIdentity } from "../../src/core/inbound/identity.ts";
import type { OutboxMessage } from "../../src/core/outbound/outbox.ts";
import type { Store } from "../../src/core/ports/store.ts";
import type { ClaimedTurn } from "../../src/core/turn/turn.ts";
import { enqueueRequest, inbound, leaseOffer, newId, newWorkerId, SHOP_NUMBER } from "../support/inbound.ts";
import { reply, type StoreUnderTest, silence } from "./store-contract.ts";

/** What every adapter of the store must do with echoes, people of several names, advertisements and alerts. */
export function inboundContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`the inbound contract on ${name}`, () => {
    let under: StoreUnderTest;
    let store: Store;
    let phone: string;
    let bsuid: string;
    const worker = newWorkerId();
    const otherNumber = "106540352249999" as PhoneNumberId;

    const aPhone = () => `57${String(Math.floor(Math.random() * 1e10)).padStart(10, "3")}`;
    const aBsuid = () => `CO.${newId().replaceAll("-", "")}`;

    beforeAll(async () => {
      under = await open();
      store = under.store;
    });
    afterAll(() => under?.close());
    beforeEach(() => {
      phone = aPhone();
      bsuid = aBsuid();
    });

    const says = (body: string, overrides: Parameters<typeof inbound>[1] = {}) =>
      inbound(body, { phone, ...overrides });
    const echo = (body: string, overrides: Parameters<typeof inbound>[1] = {}) =>
      says(body, { inputType: "echo", profileName: null, ...overrides });
    const put = async (item: ReturnType<typeof inbound>) => {
      const { items } = await store.mailbox.enqueue(enqueueRequest([item]));
      return items[0]?.conversationId as ConversationId;
    };
    const putAs = (identity: CustomerIdentity, overrides: Parameters<typeof inbound>[1] = {}) =>
      put(says("hola", { identity, ...overrides }));
    const work = async (item: ReturnType<typeof inbound>): Promise<ClaimedTurn> => {
      const { turns } = await store.mailbox.enqueue(enqueueRequest([item], leaseOffer(worker)));
      return turns[0] as ClaimedTurn;
    };
    const accept = (message: OutboxMessage, wamid: string) => {
      const accepted = { kind: "accepted", wamid, recipientPhone: null } as const;
      return store.outbox.settle(message, accepted, accepted);
    };
    const view = async (id: ConversationId) => {
      const found = await store.conversations.get(DEFAULT_WORKSPACE, id);
      if (found === null) throw new Error(`conversation ${id} is gone`);
      return found;
    };
    const listOf = async (contact: string) => {
      const { items } = await store.conversations.list(DEFAULT_WORKSPACE, { contact, limit: 50 });
      return items.map((item) => item.id).sort();
    };
    const sendClaim = async (id: ConversationId) => {
      const { claims } = await store.outbox.claim(worker, 100, 45_000);
      return claims.find((claim) => claim.message.conversationId === id);
    };

    describe("an echo from the phone app", () => {
      test("makes the conversation of somebody unknown, with the bot off and no window open", async () => {
        const found = await view(await put(echo("ya le escribo")));
        expect(found).toMatchObject({ botEnabled: false, windowClosesAt: null, contact: { phone } });
      });

      test("silences the bot at once, and what has not left does not leave", async () => {
        const turn = await work(says("hola"));
        await store.mailbox.commit(turn, reply("¡Bienvenida!", { sendsAtOnce: false }));
        await put(echo("hola, soy Ana"));
        expect(await view(turn.lease.conversationId)).toMatchObject({ botEnabled: false });
        expect((await sendClaim(turn.lease.conversationId))?.message.isCancelled).toBe(true);
      });

      test("while a turn runs: its commit is refused, and read again it finds the bot off", async () => {
        const turn = await work(says("hola"));
        await put(echo("hola, soy Ana"));
        expect((await store.mailbox.commit(turn, reply("¡Bienvenida!"))).kind).toBe("conflict");
        expect((await store.mailbox.reload(turn.lease))?.gate.botEnabled).toBe(false);
      });

      test("is an event of its conversation that waits in a run of its own", async () => {
        const item = echo("hola, soy Ana");
        const turn = await work(item);
        expect(turn.events).toMatchObject([{ inputType: "echo", content: { type: "text", body: "hola, soy Ana" } }]);
      });

      test("delivered again after a handback it silences nobody", async () => {
        const item = echo("hola, soy Ana");
        const id = await put(item);
        await store.conversations.setBotEnabled(DEFAULT_WORKSPACE, id, { enabled: true, actor: "ana", note: null });
        const again = await store.mailbox.enqueue(enqueueRequest([item]));
        expect(again.items[0]?.duplicate).toBe(true);
        expect((await view(id)).botEnabled).toBe(true);
      });

      test("of a message of our own is no news", async () => {
        const turn = await work(says("hola"));
        const committed = await store.mailbox.commit(turn, reply("¡Bienvenida!"));
        if (committed.kind !== "committed" || committed.toSend === null) throw new Error("it was not committed");
        const wamid = `wamid.${newId()}`;
        await accept(committed.toSend, wamid);
        const { items } = await store.mailbox.enqueue(enqueueRequest([echo("¡Bienvenida!", { wamid })]));
        expect(items).toMatchObject([{ duplicate: true, conversationId: turn.lease.conversationId }]);
        expect((await view(turn.lease.conversationId)).botEnabled).toBe(true);
      });

      test.each<MessageContent>([
        { type: "edit", targetWamid: "wamid.0", body: "x" },
        { type: "revoke", targetWamid: "wamid.0" },
        { type: "reaction", emoji: "👍", targetWamid: "wamid.0" },
      ])("that answers nothing ($type) silences nobody", async (content) => {
        const id = await put(says("hola"));
        await put(echo("", { content }));
        expect((await view(id)).botEnabled).toBe(true);
      });
    });

    describe("one person under two names", () => {
      test("known by phone, then by another name, then by both: one person, and both find all conversations", async () => {
        const byPhone = await putAs({ bsuid: null, phone });
        const byBsuid = await putAs({ bsuid, phone: null }, { phoneNumberId: otherNumber });
        expect(await listOf(phone)).toEqual([byPhone]);
        expect(await putAs({ bsuid, phone }, { phoneNumberId: otherNumber })).toBe(byBsuid);
        // The survivor had none on the first number: the conversation moved to it.
        expect(await putAs({ bsuid, phone: null })).toBe(byPhone);
        for (const alias of [phone, bsuid]) expect(await listOf(alias)).toEqual([byPhone, byBsuid].sort());
        expect((await view(byPhone)).contact).toMatchObject({ phone, bsuid });
      });

      test("where both have a conversation the older one ends its work, and later messages go to the other", async () => {
        const older = await work(says("por teléfono", { identity: { bsuid: null, phone } }));
        const survivors = await putAs({ bsuid, phone: null });
        expect(await putAs({ bsuid, phone })).toBe(survivors);
        const committed = await store.mailbox.commit(older, reply("aquí"));
        if (committed.kind !== "committed") throw new Error(`it was ${committed.kind}`);
        expect(committed.toSend?.recipient).toEqual({ bsuid: null, phone });
        expect(await putAs({ bsuid: null, phone })).toBe(survivors);
        for (const alias of [phone, bsuid]) {
          expect(await listOf(alias)).toEqual([older.lease.conversationId, survivors].sort());
        }
        // Whoever addresses the old conversation reaches the person.
        expect(await store.conversations.addressOf(DEFAULT_WORKSPACE, older.lease.conversationId)).toMatchObject({
          phone,
          bsuid,
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
            await store.mailbox.commit(other, reply("¡Bienvenida!", { sendsAtOnce: false }));
            if (silenced === "a takeover") {
              const change = { enabled: false, actor: "ana", note: null };
              await store.conversations.setBotEnabled(DEFAULT_WORKSPACE, taken.lease.conversationId, change);
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
        const older = await putAs({ bsuid: null, phone });
        await store.conversations.setBotEnabled(DEFAULT_WORKSPACE, older, { enabled: false, actor: "ana", note: null });
        const turn = await work(says("hola", { identity: { bsuid, phone: null } }));
        await putAs({ bsuid, phone });
        expect((await store.mailbox.commit(turn, reply("aquí"))).kind).toBe("conflict");
        expect((await store.mailbox.reload(turn.lease))?.gate.botEnabled).toBe(false);
      });

      test("a turn that runs while its conversation moves is read again, and loses nothing", async () => {
        const turn = await work(says("hola", { identity: { bsuid: null, phone } }));
        await putAs({ bsuid, phone: null }, { phoneNumberId: otherNumber });
        await putAs({ bsuid, phone }, { phoneNumberId: otherNumber });
        expect((await store.mailbox.commit(turn, reply("aquí"))).kind).toBe("conflict");
        const again = await store.mailbox.reload(turn.lease);
        expect(again?.events).toHaveLength(1);
        expect((await store.mailbox.commit(again as ClaimedTurn, reply("aquí"))).kind).toBe("committed");
      });

      test("a phone that has changed hands leaves its old owner alone", async () => {
        const newcomer = aBsuid();
        const old = await putAs({ bsuid, phone });
        const young = await putAs({ bsuid: newcomer, phone });
        expect(young).not.toBe(old);
        expect(await putAs({ bsuid: null, phone })).toBe(young);
        expect((await view(old)).contact).toMatchObject({ bsuid, phone: null });
        expect((await view(young)).contact).toMatchObject({ bsuid: newcomer, phone });
        expect(await listOf(bsuid)).toEqual([old]);
        // The old message delivered once more, days later, gives nobody the phone back.
      });

      test("a message delivered again does not take the phone back", async () => {
        const first = says("hola", { identity: { bsuid, phone } });
        await put(first);
        const young = await putAs({ bsuid: aBsuid(), phone });
        const { items } = await store.mailbox.enqueue(enqueueRequest([first]));
        expect(items[0]?.duplicate).toBe(true);
        expect(await putAs({ bsuid: null, phone })).toBe(young);
      });

      test("twelve webhooks that name the two as one, at once, make one person and lose no event", async () => {
        for (let round = 0; round < 5; round += 1) {
          const identity = { bsuid: aBsuid(), phone: aPhone() };
          await putAs({ bsuid: null, phone: identity.phone });
          await putAs({ bsuid: identity.bsuid, phone: null }, { phoneNumberId: otherNumber });
          const posts = await Promise.all(
            Array.from({ length: 12 }, (_, n) =>
              store.mailbox.enqueue(
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
          for (const { turns } of [await store.mailbox.claim(leaseOffer(worker, { freeSlots: 500 }))]) {
            events.push(...turns.filter((turn) => found.includes(turn.lease.conversationId)).flatMap((t) => t.events));
          }
          expect(events).toHaveLength(12 + 2 + 4);
        }
      });
    });

    describe("a person with a new name", () => {
      const renamed = (
        previous: CustomerIdentity,
        current: CustomerIdentity,
        { at = new Date(), eventKey = null }: { readonly at?: Date; readonly eventKey?: string | null } = {},
      ) => {
        const news = { previous, current, at, eventKey };
        return store.contacts.update([{ kind: "renamed", phoneNumberId: SHOP_NUMBER, ...news }], newId);
      };
      const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);

      test("is the same person under a new phone, and is called by it", async () => {
        const id = await putAs({ bsuid: null, phone });
        const next = aPhone();
        await renamed({ bsuid: null, phone }, { bsuid: null, phone: next });
        await renamed({ bsuid: null, phone }, { bsuid: null, phone: next });
        expect(await putAs({ bsuid: null, phone: next })).toBe(id);
        expect((await view(id)).contact.phone).toBe(next);
        expect(await listOf(phone)).toEqual([]);
      });

      test("leaves the old phone to nobody: whoever writes from it later is somebody else, whatever is told again", async () => {
        const id = await putAs({ bsuid, phone });
        const [current, next, at] = [aBsuid(), aPhone(), new Date()];
        await renamed({ bsuid, phone }, { bsuid: current, phone: next }, { at });
        const newcomer = await putAs({ bsuid: null, phone }, { occurredAt: new Date(at.getTime() + 1_000) });
        expect(newcomer).not.toBe(id);
        for (const previous of [
          { bsuid, phone },
          { bsuid: null, phone },
        ]) {
          await renamed(previous, { bsuid: current, phone: next }, { at });
        }
        expect(await putAs({ bsuid: null, phone })).toBe(newcomer);
        expect(await putAs({ bsuid: current, phone: next })).toBe(id);
        expect(await listOf(bsuid)).toEqual([]);
      });

      test("news that comes late takes no phone from a newcomer", async () => {
        const next = aPhone();
        const id = await putAs({ bsuid, phone }, { occurredAt: ago(60) });
        const newcomer = await putAs({ bsuid: aBsuid(), phone }, { occurredAt: ago(10) });
        await renamed({ bsuid, phone }, { bsuid: null, phone: next }, { at: ago(30) });
        expect(await putAs({ bsuid: null, phone })).toBe(newcomer);
        expect(await putAs({ bsuid: aBsuid(), phone: next })).toBe(id);
      });

      test("news that names the old phone alone, and comes late, is none about its newcomer", async () => {
        const newcomer = await putAs({ bsuid: null, phone }, { occurredAt: ago(10) });
        const next = aPhone();
        await renamed({ bsuid: null, phone }, { bsuid: null, phone: next }, { at: ago(30) });
        expect(await putAs({ bsuid: null, phone })).toBe(newcomer);
        expect(await putAs({ bsuid: null, phone: next })).not.toBe(newcomer);
      });

      test("a new phone brings a new BSUID, also when the news names none", async () => {
        const id = await putAs({ bsuid, phone });
        const next = aPhone();
        await renamed({ bsuid: null, phone }, { bsuid: null, phone: next });
        expect(await putAs({ bsuid: aBsuid(), phone: next })).toBe(id);
      });

      test("is the same person under a new BSUID, also when they have written under it before", async () => {
        const id = await putAs({ bsuid, phone });
        const current = aBsuid();
        await putAs({ bsuid: current, phone: null });
        await renamed({ bsuid, phone: null }, { bsuid: current, phone: null });
        expect(await putAs({ bsuid: current, phone: null })).toBe(id);
        expect(await listOf(current)).toHaveLength(2);
      });

      test("brings along what came from the new phone before the news", async () => {
        const id = await putAs({ bsuid: null, phone });
        const next = aPhone();
        await putAs({ bsuid: null, phone: next }, { phoneNumberId: otherNumber });
        await renamed({ bsuid: null, phone }, { bsuid: null, phone: next });
        expect(await listOf(next)).toHaveLength(2);
        expect(await putAs({ bsuid: null, phone: next })).toBe(id);
      });

      test("takes a phone from somebody with a BSUID of their own without becoming them", async () => {
        const id = await putAs({ bsuid, phone });
        const next = aPhone();
        const stranger = await putAs({ bsuid: aBsuid(), phone: next });
        await renamed({ bsuid, phone: null }, { bsuid: null, phone: next });
        expect(await putAs({ bsuid: null, phone: next })).toBe(id);
        expect((await view(stranger)).contact.phone).toBeNull();
      });

      test("whom nobody knows is met under the new name, when an event follows", async () => {
        const next = aPhone();
        const note = says("", { content: { type: "system", of: "user_changed_number" } });
        await renamed({ bsuid: null, phone }, { bsuid: null, phone: next }, { eventKey: note.idempotencyKey });
        const id = await put({ ...note, identity: { bsuid: null, phone: next } });
        expect(await putAs({ bsuid: null, phone: next })).toBe(id);
      });

      test("the same news again, once it is an event, changes nothing", async () => {
        const note = says("", { content: { type: "system", of: "user_changed_number" } });
        const id = await put(note);
        const next = aPhone();
        const stranger = await putAs({ bsuid: null, phone: next });
        await renamed({ bsuid: null, phone }, { bsuid: null, phone: next }, { eventKey: note.idempotencyKey });
        expect(stranger).not.toBe(id);
        expect(await listOf(next)).toEqual([stranger]);
      });

      test("news of a person nobody knows, without an event, changes nothing", async () => {
        await renamed({ bsuid, phone: null }, { bsuid: aBsuid(), phone: null });
        expect(await listOf(bsuid)).toEqual([]);
      });

      test("told by eight webhooks at once, while messages come under the new names, is one person", async () => {
        for (let round = 0; round < 5; round += 1) {
          const [before, after, at] = [aPhone(), aPhone(), new Date()];
          const id = await putAs({ bsuid: null, phone: before }, { occurredAt: at });
          await Promise.all([
            ...Array.from({ length: 8 }, () =>
              renamed({ bsuid: null, phone: before }, { bsuid, phone: after }, { at }),
            ),
            ...Array.from({ length: 8 }, (_, n) => putAs({ bsuid: n % 4 === 0 ? bsuid : null, phone: after })),
          ]);
          expect(await listOf(before)).toEqual([]);
          const found = await listOf(after);
          expect(await listOf(bsuid)).toEqual(found);
          expect(found).toContain(id);
          expect(await putAs({ bsuid, phone: null })).toBe(await putAs({ bsuid: null, phone: after }));
          bsuid = aBsuid();
        }
      });
    });

    describe("an advertisement", () => {
      const referral = {
        source: "ad",
        sourceId: "1",
        sourceUrl: null,
        headline: "Duerme mejor",
        body: null,
        ctwaClid: "Aff-1",
      };
      const fromAd = (overrides: Parameters<typeof inbound>[1] = {}) =>
        says("hola", { context: { replyTo: null, isForwarded: false, product: null, referral }, ...overrides });
      const answer = async (turn: ClaimedTurn) => {
        const committed = await store.mailbox.commit(turn, reply("hola"));
        if (committed.kind !== "committed" || committed.toSend === null) throw new Error("it was not committed");
        const wamid = `wamid.${newId()}`;
        await accept(committed.toSend, wamid);
      };
      const HOUR_MS = 3_600_000;

      test("opens 72 free hours with our first reply, and no minute more for free-form messages", async () => {
        const turn = await work(fromAd());
        const id = turn.lease.conversationId;
        expect((await view(id)).freeEntryUntil).toBeNull();
        expect(turn.events[0]?.context?.referral?.ctwaClid).toBe("Aff-1");
        await answer(turn);
        const { freeEntryUntil, windowClosesAt } = await view(id);
        const hours = ((freeEntryUntil?.getTime() ?? 0) - Date.now()) / HOUR_MS;
        expect(hours).toBeGreaterThan(71.9);
        expect(hours).toBeLessThanOrEqual(72.1);
        expect(((windowClosesAt?.getTime() ?? 0) - Date.now()) / HOUR_MS).toBeLessThanOrEqual(24);
      });

      test("whose answer comes a day late opens nothing", async () => {
        const turn = await work(fromAd({ occurredAt: new Date(Date.now() - 25 * HOUR_MS) }));
        await answer(turn);
        expect((await view(turn.lease.conversationId)).freeEntryUntil).toBeNull();
      });

      test("a plain message opens nothing", async () => {
        const turn = await work(says("hola"));
        await answer(turn);
        expect((await view(turn.lease.conversationId)).freeEntryUntil).toBeNull();
      });
    });

    describe("what a reaction may answer", () => {
      test("the ids of our five newest accepted messages are read with a turn, the newest first", async () => {
        const sent: string[] = [];
        for (let n = 0; n < 6; n += 1) {
          const turn = await work(says(`m${n}`));
          const committed = await store.mailbox.commit(turn, reply("hola"));
          if (committed.kind !== "committed" || committed.toSend === null) throw new Error("it was not committed");
          const wamid = `wamid.${newId()}`;
          sent.push(wamid);
          await accept(committed.toSend, wamid);
        }
        const turn = await work(says("otra"));
        expect(turn.ourLastMessages).toEqual(sent.slice(1).reverse());
        await store.mailbox.commit(turn, silence());
      });
    });

    describe("alerts", () => {
      const alert = (overrides: Partial<Parameters<Store["alerts"]["raise"]>[0][number]> = {}) => ({
        kind: "template_paused",
        subject: newId(),
        severity: "warning" as const,
        phoneNumberId: null,
        detail: { event: "PAUSED" },
        ...overrides,
      });
      const openOf = async (subject: string) => {
        const { items } = await store.alerts.list(DEFAULT_WORKSPACE, { status: "open", limit: 100 });
        return items.filter((one) => one.subject === subject);
      };

      test("raised again it counts, keeps the graver severity and the newer detail", async () => {
        const first = alert();
        await store.alerts.raise([first, first], newId);
        await store.alerts.raise([{ ...first, severity: "critical", detail: { event: "AGAIN" } }], newId);
        await store.alerts.raise([{ ...first, severity: "info", detail: { event: "LAST" } }], newId);
        expect(await openOf(first.subject)).toMatchObject([
          { count: 4, severity: "critical", detail: { event: "LAST" }, resolvedAt: null },
        ]);
      });

      test("a subject without end is cut, never refused", async () => {
        const kind = `k${newId().slice(-8)}`;
        await store.alerts.raise([alert({ kind, subject: "x".repeat(9_000) })], newId);
        const { items } = await store.alerts.list(DEFAULT_WORKSPACE, { status: "open", limit: 100 });
        expect(items.find((one) => one.kind === kind)?.subject).toHaveLength(512);
      });

      test("twenty at once of one trouble are one open alert", async () => {
        const one = alert();
        await Promise.all(Array.from({ length: 20 }, () => store.alerts.raise([one], newId)));
        expect(await openOf(one.subject)).toMatchObject([{ count: 20 }]);
      });

      test("good news resolves it; the same trouble later is a new one", async () => {
        const one = alert();
        const other = alert();
        await store.alerts.raise([one, other], newId);
        await store.alerts.clear([{ kinds: ["template_paused"], subject: one.subject, phoneNumberId: null }]);
        expect(await openOf(one.subject)).toEqual([]);
        expect(await openOf(other.subject)).toHaveLength(1);
        await store.alerts.raise([one], newId);
        expect(await openOf(one.subject)).toMatchObject([{ count: 1 }]);
      });

      test("a person resolves it once, with their name and a note", async () => {
        const one = alert();
        await store.alerts.raise([one], newId);
        const [{ id } = { id: "" as never }] = await openOf(one.subject);
        const resolved = await store.alerts.resolve(DEFAULT_WORKSPACE, id, { actor: "ana", note: "ya" });
        expect(resolved).toMatchObject({ resolvedBy: "ana", note: "ya", resolvedAt: expect.any(Date) });
        const again = await store.alerts.resolve(DEFAULT_WORKSPACE, id, { actor: "luis", note: null });
        expect(again).toMatchObject({ resolvedBy: "ana", note: "ya" });
        expect(await store.alerts.resolve(DEFAULT_WORKSPACE, newId() as never, { actor: "x", note: null })).toBeNull();
        expect(await openOf(one.subject)).toEqual([]);
      });

      test("pages follow each other, and the open ones are counted by kind", async () => {
        const kind = `k${newId().slice(-8)}`;
        for (let n = 0; n < 3; n += 1) await store.alerts.raise([alert({ kind })], newId);
        const first = await store.alerts.list(DEFAULT_WORKSPACE, { limit: 2 });
        expect(first.items).toHaveLength(2);
        const second = await store.alerts.list(DEFAULT_WORKSPACE, { limit: 2, cursor: first.nextCursor ?? "" });
        expect(second.items[0]?.id).not.toBe(first.items[1]?.id);
        const { openAlerts } = await store.health.counts();
        expect(openAlerts).toContainEqual({ kind, severity: "warning", count: 3 });
      });
    });
  });
}
