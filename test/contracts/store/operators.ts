import { describe, expect, test } from "vitest";
import { type ConversationId, DEFAULT_WORKSPACE, type RunId } from "../../../src/core/ids.ts";
import { newId } from "../../support/inbound.ts";
import { silence } from "../../support/turn-commits.ts";
import type { StoreScene } from "./scene.ts";

/** What operators retry and read. */
export function servesOperators(scene: StoreScene): void {
  const { worker, leaseNow, claimOwn } = scene;

  describe("operators", () => {
    test("retry is refused for a run that is not failed or dead, and for one that is not there", async () => {
      const turn = await leaseNow();
      expect(await scene.store.runs.retry(DEFAULT_WORKSPACE, turn.run.id, "ana")).toEqual({
        kind: "illegal",
        status: "running",
      });
      await scene.store.mailbox.commit(turn, silence());
      expect(await scene.store.runs.retry(DEFAULT_WORKSPACE, turn.run.id, "ana")).toEqual({
        kind: "illegal",
        status: "completed",
      });
      expect(await scene.store.runs.retry(DEFAULT_WORKSPACE, newId() as RunId, "ana")).toEqual({ kind: "not_found" });
    });

    test("a failed run is retried at once", async () => {
      const turn = await leaseNow();
      await scene.store.mailbox.fail(turn, { agent: null, code: "x", message: "x", steps: [] }, 3_600_000);
      expect(await scene.store.runs.retry(DEFAULT_WORKSPACE, turn.run.id, "ana")).toEqual({ kind: "requeued" });
      expect((await claimOwn(worker, turn.lease.conversationId))?.run.id).toBe(turn.run.id);
    });

    test("runs and conversations are listed newest first, in pages, by filter", async () => {
      const ids: string[] = [];
      for (let n = 0; n < 5; n += 1) {
        const turn = await leaseNow(`m${n}`);
        await scene.store.mailbox.commit(turn, silence());
        ids.unshift(turn.run.id);
      }
      const [first] = (await scene.store.conversations.list(DEFAULT_WORKSPACE, { contact: scene.phone, limit: 10 }))
        .items;
      const conversationId = first?.id as ConversationId;
      const pages: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await scene.store.runs.list(DEFAULT_WORKSPACE, {
          conversationId,
          status: "completed",
          cursor,
          limit: 2,
        });
        pages.push(...page.items.map((run) => run.id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(pages).toEqual(ids);
    });

    test("another workspace sees nothing of it", async () => {
      const turn = await leaseNow();
      const stranger = "stranger" as typeof DEFAULT_WORKSPACE;
      expect(await scene.store.runs.get(stranger, turn.run.id)).toBeNull();
      expect(await scene.store.conversations.get(stranger, turn.lease.conversationId)).toBeNull();
      expect((await scene.store.conversations.list(stranger, { contact: scene.phone, limit: 10 })).items).toEqual([]);
    });
  });
}
