import { describe, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import type { Store } from "../../../src/core/ports/store.ts";
import type { ClaimedTurn } from "../../../src/core/turn/turn.ts";
import { type inbound, newId } from "../../support/inbound.ts";
import { reply, silence } from "../../support/turn-commits.ts";
import type { InboundScene } from "./scene.ts";

/** Advertisements, reactions and alerts. */
export function takesNotices(scene: InboundScene): void {
  const { says, work, accept, view } = scene;

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
      const committed = await scene.store.mailbox.commit(turn, reply("hola"));
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
        const committed = await scene.store.mailbox.commit(turn, reply("hola"));
        if (committed.kind !== "committed" || committed.toSend === null) throw new Error("it was not committed");
        const wamid = `wamid.${newId()}`;
        sent.push(wamid);
        await accept(committed.toSend, wamid);
      }
      const turn = await work(says("otra"));
      expect(turn.ourLastMessages).toEqual(sent.slice(1).reverse());
      await scene.store.mailbox.commit(turn, silence());
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
      const { items } = await scene.store.alerts.list(DEFAULT_WORKSPACE, { status: "open", limit: 100 });
      return items.filter((one) => one.subject === subject);
    };

    test("raised again it counts, keeps the graver severity and the newer detail", async () => {
      const first = alert();
      await scene.store.alerts.raise([first, first], newId);
      await scene.store.alerts.raise([{ ...first, severity: "critical", detail: { event: "AGAIN" } }], newId);
      await scene.store.alerts.raise([{ ...first, severity: "info", detail: { event: "LAST" } }], newId);
      expect(await openOf(first.subject)).toMatchObject([
        { count: 4, severity: "critical", detail: { event: "LAST" }, resolvedAt: null },
      ]);
    });

    test("a subject without end is cut, never refused", async () => {
      const kind = `k${newId().slice(-8)}`;
      await scene.store.alerts.raise([alert({ kind, subject: "x".repeat(9_000) })], newId);
      const { items } = await scene.store.alerts.list(DEFAULT_WORKSPACE, { status: "open", limit: 100 });
      expect(items.find((one) => one.kind === kind)?.subject).toHaveLength(512);
    });

    test("twenty at once of one trouble are one open alert", async () => {
      const one = alert();
      await Promise.all(Array.from({ length: 20 }, () => scene.store.alerts.raise([one], newId)));
      expect(await openOf(one.subject)).toMatchObject([{ count: 20 }]);
    });

    test("good news resolves it; the same trouble later is a new one", async () => {
      const one = alert();
      const other = alert();
      await scene.store.alerts.raise([one, other], newId);
      await scene.store.alerts.clear([{ kinds: ["template_paused"], subject: one.subject, phoneNumberId: null }]);
      expect(await openOf(one.subject)).toEqual([]);
      expect(await openOf(other.subject)).toHaveLength(1);
      await scene.store.alerts.raise([one], newId);
      expect(await openOf(one.subject)).toMatchObject([{ count: 1 }]);
    });

    test("a person resolves it once, with their name and a note", async () => {
      const one = alert();
      await scene.store.alerts.raise([one], newId);
      const [{ id } = { id: "" as never }] = await openOf(one.subject);
      const resolved = await scene.store.alerts.resolve(DEFAULT_WORKSPACE, id, { actor: "ana", note: "ya" });
      expect(resolved).toMatchObject({ resolvedBy: "ana", note: "ya", resolvedAt: expect.any(Date) });
      const again = await scene.store.alerts.resolve(DEFAULT_WORKSPACE, id, { actor: "luis", note: null });
      expect(again).toMatchObject({ resolvedBy: "ana", note: "ya" });
      expect(
        await scene.store.alerts.resolve(DEFAULT_WORKSPACE, newId() as never, { actor: "x", note: null }),
      ).toBeNull();
      expect(await openOf(one.subject)).toEqual([]);
    });

    test("pages follow each other, and the open ones are counted by kind", async () => {
      const kind = `k${newId().slice(-8)}`;
      for (let n = 0; n < 3; n += 1) await scene.store.alerts.raise([alert({ kind })], newId);
      const first = await scene.store.alerts.list(DEFAULT_WORKSPACE, { limit: 2 });
      expect(first.items).toHaveLength(2);
      const second = await scene.store.alerts.list(DEFAULT_WORKSPACE, { limit: 2, cursor: first.nextCursor ?? "" });
      expect(second.items[0]?.id).not.toBe(first.items[1]?.id);
      const { openAlerts } = await scene.store.health.counts();
      expect(openAlerts).toContainEqual({ kind, severity: "warning", count: 3 });
    });
  });
}
