import { describe, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import { openInbox } from "./open-inbox.ts";

const inbox = openInbox();
const { ask, read, customer, settled } = inbox;

describe("a person's reply", () => {
  test("leaves once through the outbox, and stands in the record as a person's", async () => {
    const { id, phone } = await customer("Lina", "persona");
    const reply = { text: "Buenas, le habla María", idempotencyKey: "k", actor: "maria" };
    const first = await ask("POST", `conversations/${id}/messages`, reply);
    expect(first.status).toBe(202);
    const queued = await first.json();
    expect(queued).toEqual({ messageId: expect.any(String), runId: expect.any(String), duplicate: false });
    const again = await ask("POST", `conversations/${id}/messages`, reply);
    expect(await again.json()).toEqual({ ...(queued as object), duplicate: true });
    const another = await ask("POST", `conversations/${id}/messages`, { ...reply, text: "otra cosa" });
    expect([another.status, await another.json()]).toEqual([409, expect.objectContaining({ code: "key_reused" })]);
    await settled(id);
    const heard = inbox.sent.filter(({ recipient }) => recipient.phone === phone).map(({ content }) => content);
    expect(heard.slice(-1)).toEqual([{ type: "text", body: reply.text }]);
    expect(heard).toHaveLength(2);
    const conversation = (await (await ask("GET", `conversations/${id}`)).json()) as { turns: unknown[] };
    expect(conversation.turns.at(-1)).toMatchObject({ role: "assistant", content: reply.text, intent: "human" });
    const audit = await read(`audit?subjectId=${id}`);
    expect(audit.items).toContainEqual(expect.objectContaining({ action: "conversation.reply", actor: "maria" }));
  });

  test("two at once under one key are one", async () => {
    const { id } = await customer("Lina", "persona");
    const say = () => ask("POST", `conversations/${id}/messages`, { text: "una vez", idempotencyKey: "same" });
    const answers = await Promise.all([say(), say(), say()].map(async (one) => (await one).json()));
    expect(new Set(answers.map((one) => (one as { messageId: string }).messageId)).size).toBe(1);
    expect(
      await inbox.database.rows(
        "select from outbox_messages where conversation_id = $1 and content ->> 'body' = 'una vez'",
        [id],
      ),
    ).toHaveLength(1);
  });

  test("where the bot answers it is refused, unless the person takes over with it", async () => {
    const { id } = await customer("Lina", "hola");
    const refused = await ask("POST", `conversations/${id}/messages`, { text: "hola", idempotencyKey: "1" });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: "bot_answers", detail: expect.stringContaining("takeOver") });
    const taken = await ask("POST", `conversations/${id}/messages`, {
      text: "hola",
      idempotencyKey: "1",
      takeOver: true,
    });
    expect(taken.status).toBe(202);
    expect(await (await ask("GET", `conversations/${id}`)).json()).toMatchObject({ botEnabled: false });
  });

  test("who wants no more messages gets none, until they write again", async () => {
    const { id, phone } = await customer("Lina", "persona", "BAJA");
    const say = (key: string) => ask("POST", `conversations/${id}/messages`, { text: "¿segura?", idempotencyKey: key });
    const refused = await say("1");
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: "customer_opted_out" });
    await inbox.says("¿me dice dónde va mi pedido?", { phone });
    await settled(id);
    expect((await say("2")).status).toBe(202);
  });

  test("after the window only a template leaves, and the refusal says so", async () => {
    const { id } = await customer("Lina", "persona");
    await inbox.database.rows(
      "update conversations set last_customer_message_at = now() - interval '24 hours' where id = $1",
      [id],
    );
    const refused = await ask("POST", `conversations/${id}/messages`, { text: "hola", idempotencyKey: "1" });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: "window_closed", detail: expect.stringContaining("template") });
    const template = { name: "seguimiento", language: "es" };
    const approved = { ...template, category: "utility", body: "Le contamos de su pedido.", variables: 0 } as const;
    await inbox.database.templates.save(DEFAULT_WORKSPACE, approved, "test");
    expect((await ask("POST", `conversations/${id}/messages`, { template, idempotencyKey: "1" })).status).toBe(202);
    await settled(id);
    expect(inbox.sent.at(-1)?.content).toMatchObject({ type: "template", name: "seguimiento" });
  });

  test.each([
    ["neither words nor a template", { idempotencyKey: "1" }],
    ["both", { text: "a", template: { name: "b" }, idempotencyKey: "1" }],
    ["a template that Meta would refuse", { template: { name: "No Such" }, idempotencyKey: "1" }],
    ["blanks alone", { text: "  ", idempotencyKey: "1" }],
    ["no key", { text: "hola" }],
  ])("%s is refused with the field at fault", async (_, body) => {
    const { id } = await customer("Lina", "persona");
    const response = await ask("POST", `conversations/${id}/messages`, body);
    expect(response.status).toBe(422);
    expect((await response.json()) as object).toHaveProperty("errors.0.field");
  });
});

describe("notes", () => {
  test("stand once for a key, and the customer never hears of them", async () => {
    const { id, phone } = await customer("Lina", "hola");
    const before = inbox.sent.length;
    const write = (text: string) =>
      ask("POST", `conversations/${id}/notes`, { text, idempotencyKey: "n", actor: "maria" });
    const ids: unknown[] = [];
    for (const text of ["prefiere las tardes", "prefiere las tardes"]) {
      const response = await write(text);
      const note = (await response.json()) as Record<string, unknown>;
      expect([response.status, note]).toEqual([
        201,
        expect.objectContaining({ author: "maria", text: "prefiere las tardes" }),
      ]);
      ids.push(note["id"]);
    }
    expect(ids[0]).toBe(ids[1]);
    const refused = await write("otra vez");
    expect([refused.status, await refused.json()]).toEqual([
      409,
      expect.objectContaining({ code: "key_reused", detail: expect.stringContaining('"n"') }),
    ]);
    expect((await read(`conversations/${id}/notes`)).items).toMatchObject([{ text: "prefiere las tardes" }]);
    expect(inbox.sent.length).toBe(before);
    expect((await read(`conversations/${id}/timeline`)).items[0]).toMatchObject({ kind: "note", author: "maria" });
    expect(phone).toBeTruthy();
  });
});
