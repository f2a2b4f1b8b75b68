import { describe, expect, test } from "vitest";
import { DEFAULT_WORKSPACE, type PhoneNumberId } from "../../../src/core/ids.ts";
import { createSandboxPlaces } from "../../../src/postgres/shop/sandbox-places.ts";
import { newId } from "../../support/inbound.ts";
import { openInbox } from "./open-inbox.ts";

const inbox = openInbox();
const { ask, read, customer, settled } = inbox;

describe("the inbox", () => {
  test("who waits for a person stands first, with the reason, and leaves when answered", async () => {
    const waiting = await customer("Marta Ríos", "persona", "¿hola?");
    const served = await customer("Álvaro 50% Gil", "hola");
    const { items } = await read("inbox");
    expect(items.map(({ id, needs }) => [id, needs])).toEqual([
      [waiting.id, ["unanswered"]],
      [served.id, []],
    ]);
    expect(items[0]).toMatchObject({
      contact: { name: "Marta Ríos", phone: waiting.phone },
      botEnabled: false,
      lastMessage: { role: "user", text: "¿hola?" },
      understanding: { intent: "hola", confidence: 90 },
      isBotWriting: false,
    });
    await ask("POST", `conversations/${waiting.id}/messages`, { text: "Sí, dígame", idempotencyKey: "1" });
    expect((await read("inbox?filter=needs_me")).items).toEqual([]);
    expect((await read("inbox?filter=human")).items.map(({ id }) => id)).toEqual([waiting.id]);
    expect((await read("inbox?filter=bot")).items.map(({ id }) => id)).toEqual([served.id]);
  });

  test("a reply that leaves in days is not being written; one that leaves in a moment is", async () => {
    const { id } = await customer("Queta Sol", "hola");
    const isWriting = async (leavesIn: string) => {
      const set =
        "update conversations set unsent = 1, send_at = recado_now() + $2::interval, last_customer_message_at = recado_now() - interval '3 days' where id = $1";
      await inbox.database.rows(set, [id, leavesIn]);
      return (await read("inbox?q=queta")).items[0]?.isBotWriting;
    };
    expect(await isWriting("3 days")).toBe(false);
    expect(await isWriting("20 seconds")).toBe(true);
    await inbox.database.rows("update conversations set unsent = 0, send_at = null where id = $1", [id]);
  });

  test.each([
    ["a part of a name, however it is written", "MARTA", "Marta Ríos"],
    ["what a pattern would take for a wildcard", "50%", "Álvaro 50% Gil"],
  ])("is searched by %s", async (_, words, name) => {
    const { items } = await read(`inbox?q=${encodeURIComponent(words)}`);
    expect(items).toMatchObject([{ contact: { name } }]);
  });

  test("is searched by some digits of a phone", async () => {
    const { phone, id } = await customer("Nadie", "hola");
    expect((await read(`inbox?q=${phone.slice(-7)}`)).items.map((item) => item["id"])).toEqual([id]);
  });

  test("has no sandbox in which nothing was done yet, and has it from then on", async () => {
    const places = createSandboxPlaces(inbox.database.owner);
    const { conversationId } = await places.open(DEFAULT_WORKSPACE, "somnio", newId);
    const found = async () => (await read("inbox?q=Sandbox")).items.map(({ id }) => id);
    expect(await found()).toEqual([]);
    await inbox.database.rows("update conversations set last_seq = 1 where id = $1", [conversationId]);
    expect(await found()).toEqual([conversationId]);
  });

  test("says each customer once where that is asked: by the newest of their conversations, over all pages", async () => {
    const twice = await customer("Dos Números", "hola");
    const other = "106540352242999" as PhoneNumberId;
    const { conversationId } = await inbox.says("hola", { phone: twice.phone, phoneNumberId: other });
    await settled(conversationId);
    const of = async (path: string) =>
      (await read(path)).items.filter(({ contact }) => (contact as { phone: string }).phone === twice.phone);
    expect((await of("inbox?limit=100")).map(({ id }) => id)).toEqual([conversationId, twice.id]);
    const each: unknown[] = [];
    for (let cursor = ""; ; ) {
      const page = await read(`inbox?per=customer&limit=2${cursor}`);
      each.push(...page.items.map(({ contact }) => (contact as { phone: string }).phone));
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(new Set(each).size).toBe(each.length);
    expect(each.filter((phone) => phone === twice.phone)).toHaveLength(1);
    expect((await of("inbox?per=customer")).map(({ id }) => id)).toEqual([conversationId]);
  });

  test("pages end where the next begins, whatever the order of the ids", async () => {
    const all = (await read("inbox?limit=100")).items.map(({ id }) => id);
    const paged: unknown[] = [];
    for (let cursor = ""; ; ) {
      const page = await read(`inbox?limit=1${cursor}`);
      paged.push(...page.items.map(({ id }) => id));
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(paged).toEqual(all);
    expect((await ask("GET", "inbox?cursor=bm9uc2Vuc2U")).status).toBe(422);
  });
});

describe("after a sale", () => {
  test("a row says how its newest order stands: a cancelled one is no sale any more", async () => {
    const { id } = await customer("Rosa Mora", "hola");
    const sells = () =>
      inbox.database.rows(
        `insert into orders (workspace_id, id, purchase_key, conversation_id, contact_id, session_id, run_id, source, status, stage,
           products, total, shipping_address, data, created_at, updated_at)
         select 'default', $2::uuid, $2::text, c.id, c.contact_id,
           (select s.id from agent_sessions s where s.conversation_id = c.id limit 1),
           (select r.id from agent_runs r where r.conversation_id = c.id limit 1),
           'customer', 'confirmed', 'x', '[]', 1, 'Calle 1', '{}', recado_now(), recado_now()
         from conversations c where c.id = $1::uuid`,
        [id, newId()],
      );
    const row = async () => (await read("inbox")).items.find((item) => item["id"] === id)?.["orderStatus"];
    expect(await row()).toBeNull();
    await sells();
    expect(await row()).toBe("confirmed");
    await inbox.database.rows("update orders set status = 'cancelled' where conversation_id = $1", [id]);
    expect(await row()).toBe("cancelled");
    await sells();
    expect(await row()).toBe("confirmed");
  });

  test("a customer is called what they said when they bought, in every list; WhatsApp's name stands beside it", async () => {
    const { id } = await customer("Martica 🌸", "hola", "persona");
    await inbox.database.rows(
      `update contacts k set profile = profile || '{"name": "Marta Lucía Ríos"}' from conversations c
       where c.id = $1 and k.id = c.contact_id`,
      [id],
    );
    await inbox.database.rows(
      `insert into tasks (workspace_id, id, conversation_id, title, priority, data, created_at, updated_at)
       select 'default', $2::uuid, $1::uuid, 'Llamar', 'normal', '{}', recado_now(), recado_now()`,
      [id, newId()],
    );
    const named = { name: "Marta Lucía Ríos" };
    expect((await read("inbox")).items.find((item) => item["id"] === id)).toMatchObject({ contact: named });
    expect(await read(`conversations/${id}`)).toMatchObject({ contact: { ...named, whatsappName: "Martica 🌸" } });
    expect(await read(`conversations/${id}/knowledge`)).toMatchObject({
      contact: { ...named, whatsappName: "Martica 🌸" },
    });
    expect((await read(`tasks?conversationId=${id}`)).items).toMatchObject([{ contactName: "Marta Lucía Ríos" }]);
    for (const q of ["martica", "marta lucia"]) {
      expect(await read(`search?q=${encodeURIComponent(q)}`)).toMatchObject({ people: [named] });
      expect((await read(`inbox?q=${encodeURIComponent(q)}`)).items).toMatchObject([{ contact: named }]);
    }
  });
});
