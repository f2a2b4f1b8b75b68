import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ConversationId, DEFAULT_WORKSPACE, type EventId, type RunId } from "../../src/core/ids.ts";
import type { ToolActor, ToolResult, Tools } from "../../src/core/ports/tools.ts";
import { argumentsHash } from "../../src/core/tool-calls/arguments-hash.ts";
import { BUILT_IN_TOOLS } from "../../src/tools/built-in-tools.ts";
import { SHOP_TOOLS } from "../../src/tools/shop-tools.ts";
import { newId } from "../support/inbound.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, type Shop, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** Each of the 29 tools carried out by a turn on a real database, and what it says held against what stands there. */
let database: TestDatabase;
let shop: Shop;
const { channel, texts } = recordingChannel();
const PHONE = "573015550142";
const OWNER: ToolActor = { kind: "operator", name: "Dora", role: "owner" };
const AGENT: ToolActor = { kind: "agent", name: "prueba", role: null };

let next: { tool: string; input: unknown } | null = null;
let conversationId: ConversationId;
let answered: ToolResult | null = null;
const tools: Tools = {
  kindOf: SHOP_TOOLS.kindOf,
  async execute(call) {
    answered = await SHOP_TOOLS.execute(call);
    return answered;
  },
};

beforeAll(async () => {
  database = await createTestDatabase();
  const catalogue = {
    packs: [
      { id: "1x", name: "Frasco", price: 79_900 },
      { id: "2x", name: "Dos frascos", price: 129_900 },
    ],
    placeholderPack: "1x",
    unconfirmedOrderValue: "pack_price",
  } as const;
  const agent = testAgent(
    () => decision("", { messages: [], tools: next === null ? [] : [{ callId: "c1", ...next }] }),
    {
      catalogue,
      tools: BUILT_IN_TOOLS.map(({ name }) => name),
    },
  );
  await database.rows(
    `insert into message_templates (workspace_id, name, language, category, body, variables, updated_at, updated_by)
     values ('default', 'pedido_listo', 'es', 'utility', 'Hola {{1}}, su pedido va en camino.', 1, now(), 'prueba')`,
  );
  const retry = { maxAttempts: 1, baseDelayMs: 1, maxDelayMs: 1 };
  shop = openShop(database.store, { channel, agents: registryOf(agent), tools }, { retry });
  shop.worker.start();
  const met = await shop.says("hola", { phone: PHONE });
  conversationId = met.conversationId as ConversationId;
});
afterAll(async () => {
  await shop.worker.stop(500);
  await database.drop();
});

/** The output of a call that a turn has carried out and committed. */
async function carry(tool: string, input: unknown, actor = OWNER): Promise<Record<string, unknown>> {
  const { result, status, error } = await attempt(tool, input, actor);
  if (result?.kind !== "ok" || status !== "completed")
    throw new Error(`${tool}: ${status} ${JSON.stringify(result)} ${JSON.stringify(error)}`);
  return result.output as Record<string, unknown>;
}

/** An agent's call is a turn's on the customer's words; a person's is a command, by the one path that all of them take. */
async function attempt(tool: string, input: unknown, actor = OWNER) {
  next = { tool, input };
  answered = null;
  const { runId } =
    actor.kind === "agent" ? await shop.says("hola", { phone: PHONE }) : await command(tool, input, actor);
  const run = () => database.store.runs.get(DEFAULT_WORKSPACE, runId as RunId);
  await eventually("the run ends", async () => ["completed", "dead_letter"].includes((await run())?.status ?? ""));
  return { result: answered as ToolResult | null, status: (await run())?.status, runId, error: (await run())?.error };
}

async function command(
  tool: string,
  input: unknown,
  { name, role }: ToolActor,
  isDryRun = false,
): Promise<{ runId: string }> {
  const taken = await database.store.confirmations.command({
    workspaceId: DEFAULT_WORKSPACE,
    conversationId,
    ...{ tool, input, actor: name, identity: `user:${name}`, role: role ?? "viewer" },
    argumentsHash: argumentsHash({ tool, input, agentId: "", agentVersion: "" }),
    idempotencyKey: newId(),
    isDryRun,
    eventId: newId() as EventId,
    runId: newId() as RunId,
  });
  if (taken.kind !== "taken") throw new Error(`the command was ${taken.kind}`);
  shop.worker.wake("mailbox");
  return { runId: taken.runId };
}

const one = async (text: string, ...values: unknown[]) => (await database.rows(text, values))[0] ?? null;
const ledger = (runId: string) =>
  one("select status, context, actor, snapshots, output from tool_executions where run_id = $1", runId);

describe("the built-in tools, on the database", () => {
  test("a contact is written down, changed, read, listed and put away; the ledger has what it was before and after", async () => {
    expect(await carry("crm.contact.create", { name: "Marta Ruiz", tags: ["vip"] })).toMatchObject({ created: false });
    const made = await carry("crm.contact.create", { phone: "+57 310 555 0199", name: "Luis", tags: [] });
    expect(made).toMatchObject({ created: true });
    expect(await one("select contact_id::text from contact_aliases where value = '573105550199'")).toEqual({
      contact_id: made["contactId"],
    });
    // The same last ten digits are the same person (A34).
    expect(await carry("crm.contact.create", { phone: "3105550199", city: "Cali" })).toEqual({
      contactId: made["contactId"],
      created: false,
    });
    const { runId, result } = await attempt("crm.contact.update", { city: "Medellín", email: "m@e.co" });
    expect(result).toMatchObject({ kind: "ok", output: { changed: ["email", "city"] } });
    expect(await ledger(runId)).toMatchObject({
      status: "success",
      context: "ui",
      actor: "Dora",
      snapshots: {
        before: { profile: { name: "Marta Ruiz" }, tags: ["vip"] },
        after: { profile: { name: "Marta Ruiz", city: "Medellín", email: "m@e.co" } },
      },
    });
    expect(await carry("crm.contact.read", {}, AGENT)).toMatchObject({
      contact: { name: "Marta Ruiz", phone: PHONE, tags: ["vip"], profile: { city: "Medellín" } },
    });
    expect(await carry("crm.contact.list", { search: "marta" })).toMatchObject({ contacts: [{ name: "Marta Ruiz" }] });
    await carry("crm.contact.delete", { contactId: made["contactId"], reason: "se repite" });
    expect(await one("select deleted_at is not null as away from contacts where id = $1", made["contactId"])).toEqual({
      away: true,
    });
    expect(await carry("crm.contact.list", { search: "luis" })).toEqual({ contacts: [] });
  });

  test("a note that is only tried is answered like a note, and none is written", async () => {
    const notes = async () => (await one("select count(*)::int as count from contact_notes"))?.["count"];
    const before = await notes();
    const { runId } = await command("crm.note.create", { text: "solo una prueba" }, OWNER, true);
    await eventually("it ends", async () => (await ledger(runId)) !== null);
    expect(await ledger(runId)).toMatchObject({
      status: "dry_run",
      actor: "Dora",
      output: { noteId: expect.any(String) },
      snapshots: null,
    });
    expect(await notes()).toBe(before);
  });

  test("tags are put on and taken off, once", async () => {
    expect(await carry("crm.tag.add", { tag: "cali" })).toMatchObject({ tags: ["vip", "cali"] });
    expect(await carry("crm.tag.add", { tag: "cali" }, AGENT)).toMatchObject({ tags: ["vip", "cali"] });
    expect(await carry("crm.tag.remove", { tag: "vip" })).toMatchObject({ tags: ["cali"] });
    expect(await one("select tags from contacts where name = 'Customer' or profile ->> 'name' = 'Marta Ruiz'")).toEqual(
      {
        tags: ["cali"],
      },
    );
    expect((await attempt("crm.tag.remove", { tag: "WPP" }, AGENT)).result).toMatchObject({ kind: "denied" });
  });

  test("an order is made at the catalogue's price, changed, moved, repeated, cancelled and listed", async () => {
    const made = await carry("crm.order.create", { pack: "1x", shippingAddress: "Calle 1 # 2-3, Cali" });
    expect(made).toMatchObject({ pack: "1x", total: 79_900 });
    const { orderId } = made;
    const row = () =>
      one("select status, stage, pack, total::int, source, shipping_address from orders where id = $1", orderId);
    expect(await row()).toMatchObject({ status: "confirmed", pack: "1x", total: 79_900, source: "operator" });
    expect(await carry("crm.order.update", { orderId, pack: "2x", shippingAddress: "Carrera 9, Cali" })).toEqual({
      orderId,
      total: 129_900,
      changed: ["pack", "shippingAddress"],
    });
    expect(await row()).toMatchObject({ pack: "2x", total: 129_900, shipping_address: "Carrera 9, Cali" });
    await carry("crm.order.updateStatus", { orderId, status: "pending", stage: "EN BODEGA" });
    expect(await row()).toMatchObject({ status: "pending", stage: "EN BODEGA" });
    const twin = await carry("crm.order.duplicate", { orderId });
    expect(twin["orderId"]).not.toBe(orderId);
    expect(await one("select status, total::int from orders where id = $1", twin["orderId"])).toEqual({
      status: "pending",
      total: 129_900,
    });
    const asked = await command("crm.order.delete", { orderId, reason: "se arrepintió" }, OWNER);
    const runId = asked.runId as RunId;
    const run = () => database.store.runs.get(DEFAULT_WORKSPACE, runId);
    await eventually("an owner is asked as well", async () => (await run())?.status === "waiting_confirmation");
    expect(await row()).toMatchObject({ status: "pending" });
    const yes = {
      workspaceId: DEFAULT_WORKSPACE,
      of: { runId },
      actor: "Dora",
      identity: "user:Dora",
      note: null,
      decision: "approve",
    } as const;
    expect((await database.store.confirmations.decide(yes)).kind).toBe("decided");
    await eventually("their yes is enough", async () => (await run())?.outcome === "executed");
    expect(await ledger(runId)).toMatchObject({
      snapshots: { before: { status: "pending", deleted_at: null }, after: { status: "cancelled" } },
    });
    expect(await carry("crm.order.list", {}, AGENT)).toMatchObject({ orders: [{ id: twin["orderId"] }] });
    expect((await attempt("crm.order.update", { orderId, note: "ya no" })).result).toMatchObject({
      kind: "error",
      code: "order_cancelled",
    });
  });

  test("a task is given, changed, done and listed", async () => {
    const { taskId } = await carry("crm.task.create", { title: "Llamar", priority: "high" }, AGENT);
    await carry("crm.task.update", { taskId, assignee: "Dora", note: "hoy" });
    expect(await one("select title, assignee, note from tasks where id = $1", taskId)).toEqual({
      title: "Llamar",
      assignee: "Dora",
      note: "hoy",
    });
    expect(await carry("crm.task.list", { status: "open" }, AGENT)).toMatchObject({ tasks: [{ id: taskId }] });
    await carry("crm.task.complete", { taskId, note: "listo" });
    expect(await one("select status, closed_by, closing_note from tasks where id = $1", taskId)).toEqual({
      status: "done",
      closed_by: "Dora",
      closing_note: "listo",
    });
    expect((await attempt("crm.task.complete", { taskId })).result).toMatchObject({ code: "task_done" });
  });

  test("a note is written, listed and struck out", async () => {
    const { noteId } = await carry("crm.note.create", { text: "Prefiere la tarde" }, AGENT);
    expect(await carry("crm.note.list", {})).toMatchObject({
      notes: [{ id: noteId, text: "Prefiere la tarde", author: expect.stringMatching(/^agent:/) }],
    });
    // A note of the inbox is the same thing: the tools list it, and the conversation shows both in order.
    const written = { id: newId(), author: "Dora", text: "Ya pagó", idempotencyKey: "n" };
    await database.store.inbox.addNote(DEFAULT_WORKSPACE, conversationId, written);
    expect(await carry("crm.note.list", {})).toMatchObject({ notes: [{ text: "Ya pagó" }, { id: noteId }] });
    const shown = async () => {
      const timeline = await database.store.inbox.timeline(DEFAULT_WORKSPACE, conversationId, { limit: 100 });
      return timeline?.items.flatMap((item) => (item.kind === "note" ? [item.text] : []));
    };
    expect(await shown()).toEqual(["Ya pagó", "Prefiere la tarde"]);
    for (const gone of [noteId, written.id]) await carry("crm.note.delete", { noteId: gone });
    expect(await carry("crm.note.list", {})).toEqual({ notes: [] });
    expect(await shown()).toEqual([]);
  });

  test("a field of the shop's own is added by the shop, holds its type, and is read", async () => {
    expect((await attempt("crm.custom-field.update", { field: "talla", value: "M" }, AGENT)).result).toMatchObject({
      code: "field_not_found",
    });
    await carry("crm.custom-field.update", { field: "talla", value: "M", type: "choice", choices: ["S", "M"] });
    await carry("crm.custom-field.update", { field: "hijos", value: "2", type: "number" });
    expect((await attempt("crm.custom-field.update", { field: "talla", value: "XL" }, AGENT)).result).toMatchObject({
      code: "field_value",
    });
    await carry("crm.custom-field.update", { field: "talla", value: "S" }, AGENT);
    expect(await carry("crm.custom-field.read", {}, AGENT)).toMatchObject({
      fields: [
        { name: "hijos", type: "number", value: 2 },
        { name: "talla", type: "choice", value: "S" },
      ],
    });
  });

  test("what a tool says goes to the conversation's own contact, once, behind the reply", async () => {
    const { messageId } = await carry("whatsapp.message.send", { text: "Ya le ayudo." }, AGENT);
    await eventually("it has left", async () => texts().includes("Ya le ayudo."));
    expect(await one("select recipient ->> 'phone' as phone from outbox_messages where id = $1", messageId)).toEqual({
      phone: PHONE,
    });
    expect(await carry("whatsapp.message.list", { limit: 3 }, AGENT)).toMatchObject({
      messages: expect.arrayContaining([expect.objectContaining({ role: "assistant", content: "Ya le ayudo." })]),
    });
    expect(await carry("whatsapp.template.list", {})).toMatchObject({
      templates: [{ name: "pedido_listo", variables: 1 }],
    });
    const sent = await carry("whatsapp.template.send", { name: "pedido_listo", values: ["Marta"] });
    expect(await one("select content from outbox_messages where id = $1", sent["messageId"])).toMatchObject({
      content: { type: "template", name: "pedido_listo", category: "utility" },
    });
    expect((await attempt("whatsapp.template.send", { name: "otra" })).result).toMatchObject({
      code: "template_not_found",
    });
    expect(texts().filter((text) => text === "Ya le ayudo.")).toHaveLength(1);
  });

  test("a conversation is given to somebody, listed, and closed with its session and timer", async () => {
    const { conversationId: id } = await carry("whatsapp.conversation.assign", { assignee: "Dora" });
    expect(await carry("whatsapp.conversation.list", { assignee: "Dora" })).toMatchObject({
      conversations: [{ id, assignee: "Dora", isClosed: false }],
    });
    await carry("whatsapp.conversation.close", { reason: "resuelto" });
    expect(
      await database.rows("select status from agent_sessions where conversation_id = $1 and status = 'active'", [
        conversationId,
      ]),
    ).toEqual([]);
    expect(await database.store.crm.conversation("default", String(id))).toMatchObject({ isClosed: true });
  });
});
