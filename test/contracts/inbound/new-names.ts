import { describe, expect, test } from "vitest";
import type { CustomerIdentity } from "../../../src/core/inbound/identity.ts";
import { newId, SHOP_NUMBER } from "../../support/inbound.ts";
import type { InboundScene } from "./scene.ts";

/** A customer whose phone or BSUID changes. */
export function followsNewNames(scene: InboundScene): void {
  const { otherNumber, aPhone, aBsuid, says, put, putAs, view, listOf } = scene;

  describe("a person with a new name", () => {
    const renamed = (
      previous: CustomerIdentity,
      current: CustomerIdentity,
      { at = new Date(), eventKey = null }: { readonly at?: Date; readonly eventKey?: string | null } = {},
    ) => {
      const news = { previous, current, at, eventKey };
      return scene.store.contacts.update([{ kind: "renamed", phoneNumberId: SHOP_NUMBER, ...news }], newId);
    };
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);

    test("is the same person under a new phone, and is called by it", async () => {
      const id = await putAs({ bsuid: null, phone: scene.phone });
      const next = aPhone();
      await renamed({ bsuid: null, phone: scene.phone }, { bsuid: null, phone: next });
      await renamed({ bsuid: null, phone: scene.phone }, { bsuid: null, phone: next });
      expect(await putAs({ bsuid: null, phone: next })).toBe(id);
      expect((await view(id)).contact.phone).toBe(next);
      expect(await listOf(scene.phone)).toEqual([]);
    });

    test("leaves the old phone without its person: who writes from it later is another one, whatever is told again", async () => {
      const id = await putAs({ bsuid: scene.bsuid, phone: scene.phone });
      const [current, next, at] = [aBsuid(), aPhone(), new Date()];
      await renamed({ bsuid: scene.bsuid, phone: scene.phone }, { bsuid: current, phone: next }, { at });
      const newcomer = await putAs({ bsuid: null, phone: scene.phone }, { occurredAt: new Date(at.getTime() + 1_000) });
      expect(newcomer).not.toBe(id);
      for (const previous of [
        { bsuid: scene.bsuid, phone: scene.phone },
        { bsuid: null, phone: scene.phone },
      ]) {
        await renamed(previous, { bsuid: current, phone: next }, { at });
      }
      expect(await putAs({ bsuid: null, phone: scene.phone })).toBe(newcomer);
      expect(await putAs({ bsuid: current, phone: next })).toBe(id);
      expect(await listOf(scene.bsuid)).toEqual([]);
    });

    test("news that comes late takes no phone from a newcomer", async () => {
      const next = aPhone();
      const id = await putAs({ bsuid: scene.bsuid, phone: scene.phone }, { occurredAt: ago(60) });
      const newcomer = await putAs({ bsuid: aBsuid(), phone: scene.phone }, { occurredAt: ago(10) });
      await renamed({ bsuid: scene.bsuid, phone: scene.phone }, { bsuid: null, phone: next }, { at: ago(30) });
      expect(await putAs({ bsuid: null, phone: scene.phone })).toBe(newcomer);
      expect(await putAs({ bsuid: aBsuid(), phone: next })).toBe(id);
    });

    test("news that names the old phone alone, and comes late, is none about its newcomer", async () => {
      const newcomer = await putAs({ bsuid: null, phone: scene.phone }, { occurredAt: ago(10) });
      const next = aPhone();
      await renamed({ bsuid: null, phone: scene.phone }, { bsuid: null, phone: next }, { at: ago(30) });
      expect(await putAs({ bsuid: null, phone: scene.phone })).toBe(newcomer);
      expect(await putAs({ bsuid: null, phone: next })).not.toBe(newcomer);
    });

    test("a new phone brings a new BSUID, also when the news names none", async () => {
      const id = await putAs({ bsuid: scene.bsuid, phone: scene.phone });
      const next = aPhone();
      await renamed({ bsuid: null, phone: scene.phone }, { bsuid: null, phone: next });
      expect(await putAs({ bsuid: aBsuid(), phone: next })).toBe(id);
    });

    test("is the same person under a new BSUID, also when they have written under it before", async () => {
      const id = await putAs({ bsuid: scene.bsuid, phone: scene.phone });
      const current = aBsuid();
      await putAs({ bsuid: current, phone: null });
      await renamed({ bsuid: scene.bsuid, phone: null }, { bsuid: current, phone: null });
      expect(await putAs({ bsuid: current, phone: null })).toBe(id);
      expect(await listOf(current)).toHaveLength(2);
    });

    test("brings along what came from the new phone before the news", async () => {
      const id = await putAs({ bsuid: null, phone: scene.phone });
      const next = aPhone();
      await putAs({ bsuid: null, phone: next }, { phoneNumberId: otherNumber });
      await renamed({ bsuid: null, phone: scene.phone }, { bsuid: null, phone: next });
      expect(await listOf(next)).toHaveLength(2);
      expect(await putAs({ bsuid: null, phone: next })).toBe(id);
    });

    test("takes a phone from somebody with a BSUID of their own without becoming them", async () => {
      const id = await putAs({ bsuid: scene.bsuid, phone: scene.phone });
      const next = aPhone();
      const stranger = await putAs({ bsuid: aBsuid(), phone: next });
      await renamed({ bsuid: scene.bsuid, phone: null }, { bsuid: null, phone: next });
      expect(await putAs({ bsuid: null, phone: next })).toBe(id);
      expect((await view(stranger)).contact.phone).toBeNull();
    });

    test("whom nobody knows is met under the new name, when an event follows", async () => {
      const next = aPhone();
      const note = says("", { content: { type: "system", of: "user_changed_number" } });
      await renamed(
        { bsuid: null, phone: scene.phone },
        { bsuid: null, phone: next },
        { eventKey: note.idempotencyKey },
      );
      const id = await put({ ...note, identity: { bsuid: null, phone: next } });
      expect(await putAs({ bsuid: null, phone: next })).toBe(id);
    });

    test("the same news again, once it is an event, changes nothing", async () => {
      const note = says("", { content: { type: "system", of: "user_changed_number" } });
      const id = await put(note);
      const next = aPhone();
      const stranger = await putAs({ bsuid: null, phone: next });
      await renamed(
        { bsuid: null, phone: scene.phone },
        { bsuid: null, phone: next },
        { eventKey: note.idempotencyKey },
      );
      expect(stranger).not.toBe(id);
      expect(await listOf(next)).toEqual([stranger]);
    });

    test("news of a person nobody knows, without an event, changes nothing", async () => {
      await renamed({ bsuid: scene.bsuid, phone: null }, { bsuid: aBsuid(), phone: null });
      expect(await listOf(scene.bsuid)).toEqual([]);
    });

    test("told by eight webhooks at once, while messages come under the new names, is one person", async () => {
      for (let round = 0; round < 5; round += 1) {
        const [before, after, at] = [aPhone(), aPhone(), new Date()];
        const id = await putAs({ bsuid: null, phone: before }, { occurredAt: at });
        await Promise.all([
          ...Array.from({ length: 8 }, () =>
            renamed({ bsuid: null, phone: before }, { bsuid: scene.bsuid, phone: after }, { at }),
          ),
          ...Array.from({ length: 8 }, (_, n) => putAs({ bsuid: n % 4 === 0 ? scene.bsuid : null, phone: after })),
        ]);
        expect(await listOf(before)).toEqual([]);
        const found = await listOf(after);
        expect(await listOf(scene.bsuid)).toEqual(found);
        expect(found).toContain(id);
        expect(await putAs({ bsuid: scene.bsuid, phone: null })).toBe(await putAs({ bsuid: null, phone: after }));
        scene.bsuid = aBsuid();
      }
    });
  });
}
