import { describe, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import type { MessageContent } from "../../../src/core/inbound/content.ts";
import { enqueueRequest, newId } from "../../support/inbound.ts";
import { reply } from "../../support/turn-commits.ts";
import type { InboundScene } from "./scene.ts";

/** What people of the shop write on their phone. */
export function hearsEchoes(scene: InboundScene): void {
  const { says, echo, put, work, accept, view, sendClaim } = scene;

  describe("an echo from the phone app", () => {
    test("makes the conversation of somebody unknown, with the bot off and no window open", async () => {
      const found = await view(await put(echo("ya le escribo")));
      expect(found).toMatchObject({ botEnabled: false, windowClosesAt: null, contact: { phone: scene.phone } });
    });

    test("silences the bot at once, and what has not left does not leave", async () => {
      const turn = await work(says("hola"));
      await scene.store.mailbox.commit(turn, reply("¡Bienvenida!", { sendsAtOnce: false }));
      await put(echo("hola, soy Ana"));
      expect(await view(turn.lease.conversationId)).toMatchObject({ botEnabled: false });
      expect((await sendClaim(turn.lease.conversationId))?.message.isCancelled).toBe(true);
    });

    test("while a turn runs: its commit is refused, and read again it finds the bot off", async () => {
      const turn = await work(says("hola"));
      await put(echo("hola, soy Ana"));
      expect((await scene.store.mailbox.commit(turn, reply("¡Bienvenida!"))).kind).toBe("conflict");
      expect((await scene.store.mailbox.reload(turn.lease))?.gate.botEnabled).toBe(false);
    });

    test("is an event of its conversation that waits in a run of its own", async () => {
      const item = echo("hola, soy Ana");
      const turn = await work(item);
      expect(turn.events).toMatchObject([{ inputType: "echo", content: { type: "text", body: "hola, soy Ana" } }]);
    });

    test("delivered again after a handback it silences nobody", async () => {
      const item = echo("hola, soy Ana");
      const id = await put(item);
      await scene.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, id, { enabled: true, actor: "ana", note: null });
      const again = await scene.store.mailbox.enqueue(enqueueRequest([item]));
      expect(again.items[0]?.duplicate).toBe(true);
      expect((await view(id)).botEnabled).toBe(true);
    });

    test("of a message of our own is no news", async () => {
      const turn = await work(says("hola"));
      const committed = await scene.store.mailbox.commit(turn, reply("¡Bienvenida!"));
      if (committed.kind !== "committed" || committed.toSend === null) throw new Error("it was not committed");
      const wamid = `wamid.${newId()}`;
      await accept(committed.toSend, wamid);
      const { items } = await scene.store.mailbox.enqueue(enqueueRequest([echo("¡Bienvenida!", { wamid })]));
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
}
