import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ConversationId, PhoneNumberId } from "../../../src/core/ids.ts";
import { DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import { NO_KNOWLEDGE } from "../../../src/core/knowledge/knowledge-source.ts";
import { createSandboxPlaces } from "../../../src/postgres/shop/sandbox-places.ts";
import { systemClock } from "../../../src/runtime/system-clock.ts";
import { SignInCodes } from "../../../src/server/access/sign-in-codes.ts";
import { createServer } from "../../../src/server/create-server.ts";
import { createMetrics } from "../../../src/server/metrics/metrics.ts";
import { newId } from "../../support/inbound.ts";
import { violations } from "../../support/oracle.ts";
import {
  decision,
  eventually,
  openShop,
  recordingChannel,
  registryOf,
  type Shop,
  testAgent,
} from "../../support/shop.ts";
import { silentLogger } from "../../support/silent-logger.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";

const TOKEN = "an-api-token-of-tests";

let database: TestDatabase;
let shop: Shop;
let channel: ReturnType<typeof recordingChannel>;
let app: ReturnType<typeof createServer>["app"];
const stopping = new AbortController();

beforeAll(async () => {
  database = await createTestDatabase();
  channel = recordingChannel();
  const agent = testAgent(({ messages }) =>
    decision(`eco: ${messages.join(" + ")}`, messages.includes("persona") ? { handoff: { reason: "asked" } } : {}),
  );
  shop = openShop(database.store, { agents: registryOf(agent), channel: channel.channel });
  shop.worker.start();
  ({ app } = createServer({
    store: database.store,
    signIn: database.signIn,
    accessAdmin: database.accessAdmin,
    signInCodes: new SignInCodes(() => 0),
    agents: [],
    tools: [],
    templates: database.templates,
    inspectAccount: async () => [],
    readFirstAnswer: database.readFirstAnswer,
    failedWebhooks: database.failedWebhooks,
    shopKnowledge: NO_KNOWLEDGE,
    feed: database.feed,
    pushDevices: database.pushDevices,
    desk: database.desk,
    learningAdmin: database.learningAdmin,
    settings: {
      apiToken: TOKEN,
      appSecrets: ["s"],
      verifyToken: "v",
      trustedProxies: [],
      defaultAgentId: "somnio",
      areCustomersReal: true,
      isSimulator: false,
      feedMayBePrivate: false,
      publicUrl: null,
      coalesceMs: 0,
      tokenLimit: 50_000,
      costCaps: { dayMicroUsd: 1, monthMicroUsd: 1 },
    },
    runtime: { leaseOffer: () => null, acceptTurns: () => {}, wake: () => void shop.worker.wake("outbox") },
    metrics: createMetrics(),
    logger: silentLogger,
    clock: systemClock,
    newId,
    stopping: stopping.signal,
  }));
});
afterAll(async () => {
  stopping.abort();
  await shop?.worker.stop(1_000);
  expect(await violations(database)).toEqual([]);
  await database?.drop();
});

const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  app.request(`/internal/agent/${path}`, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const read = async (path: string) =>
  (await (await ask("GET", path)).json()) as { items: Record<string, unknown>[]; nextCursor: string | null };

let lastPhone = 0;
function newPhone(): string {
  lastPhone += 1;
  return `57310${String(lastPhone).padStart(7, "0")}`;
}

/** Somebody who has written and was answered. */
async function customer(name: string, ...words: string[]) {
  const phone = newPhone();
  let id = "";
  for (const word of words) {
    id = (await shop.says(word, { phone, profileName: name })).conversationId;
    await settled(id);
  }
  return { id: id as ConversationId, phone };
}
const settled = (id: string) =>
  eventually("the conversation is idle", async () => {
    const [row] = await database.rows(
      "select from conversations where id = $1 and run_at is null and send_at is null",
      [id],
    );
    return row !== undefined;
  });

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
      await database.rows(set, [id, leavesIn]);
      return (await read("inbox?q=queta")).items[0]?.isBotWriting;
    };
    expect(await isWriting("3 days")).toBe(false);
    expect(await isWriting("20 seconds")).toBe(true);
    await database.rows("update conversations set unsent = 0, send_at = null where id = $1", [id]);
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
    const places = createSandboxPlaces(database.owner);
    const { conversationId } = await places.open(DEFAULT_WORKSPACE, "somnio", newId);
    const found = async () => (await read("inbox?q=Sandbox")).items.map(({ id }) => id);
    expect(await found()).toEqual([]);
    await database.rows("update conversations set last_seq = 1 where id = $1", [conversationId]);
    expect(await found()).toEqual([conversationId]);
  });

  test("says each customer once where that is asked: by the newest of their conversations, over all pages", async () => {
    const twice = await customer("Dos Números", "hola");
    const other = "106540352242999" as PhoneNumberId;
    const { conversationId } = await shop.says("hola", { phone: twice.phone, phoneNumberId: other });
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
    const heard = channel.sent.filter(({ recipient }) => recipient.phone === phone).map(({ content }) => content);
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
      await database.rows("select from outbox_messages where conversation_id = $1 and content ->> 'body' = 'una vez'", [
        id,
      ]),
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
    await shop.says("¿me dice dónde va mi pedido?", { phone });
    await settled(id);
    expect((await say("2")).status).toBe(202);
  });

  test("after the window only a template leaves, and the refusal says so", async () => {
    const { id } = await customer("Lina", "persona");
    await database.rows(
      "update conversations set last_customer_message_at = now() - interval '24 hours' where id = $1",
      [id],
    );
    const refused = await ask("POST", `conversations/${id}/messages`, { text: "hola", idempotencyKey: "1" });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: "window_closed", detail: expect.stringContaining("template") });
    const template = { name: "seguimiento", language: "es" };
    const approved = { ...template, category: "utility", body: "Le contamos de su pedido.", variables: 0 } as const;
    await database.templates.save(DEFAULT_WORKSPACE, approved, "test");
    expect((await ask("POST", `conversations/${id}/messages`, { template, idempotencyKey: "1" })).status).toBe(202);
    await settled(id);
    expect(channel.sent.at(-1)?.content).toMatchObject({ type: "template", name: "seguimiento" });
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
    const before = channel.sent.length;
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
    expect(channel.sent.length).toBe(before);
    expect((await read(`conversations/${id}/timeline`)).items[0]).toMatchObject({ kind: "note", author: "maria" });
    expect(phone).toBeTruthy();
  });
});

describe("the timeline", () => {
  test("says of each run what came, what was decided and what left; switches and notes stand between", async () => {
    const { id } = await customer("Lina", "hola", "persona");
    await ask("POST", `conversations/${id}/handback`, { actor: "maria" });
    const { items } = await read(`conversations/${id}/timeline`);
    expect(items.map(({ kind }) => kind)).toEqual(["switch", "run", "run"]);
    expect(items[0]).toMatchObject({ text: "handback by maria" });
    expect(items[2]).toMatchObject({
      outcome: "answered",
      events: [{ content: { type: "text", body: "hola" } }],
      decision: { intentInfo: { intent: "hola", confidence: 90 } },
      messages: [
        { content: { body: "eco: hola" }, status: "accepted", attempts: [{ attempt: 1, outcome: "accepted" }] },
      ],
    });
    const phases = ["ingest", "classify", "load_context", "plan", "act", "verify", "respond", "learn"];
    expect(items[2]).toMatchObject({ steps: phases.map((name) => ({ name, status: "ok" })) });
    expect(items[2]).not.toHaveProperty("decision.messages");
  });

  test("its pages have everything once, in order", async () => {
    // The last is said to a person: nothing was decided.
    const { id } = await customer("Lina", "uno", "persona", "tres");
    await ask("POST", `conversations/${id}/takeover`, { actor: "maria" });
    await ask("POST", `conversations/${id}/notes`, { text: "nota", idempotencyKey: "p" });
    const whole = (await read(`conversations/${id}/timeline?limit=100`)).items.map((item) => item["id"]);
    const paged: unknown[] = [];
    for (let cursor = ""; ; ) {
      const page = await read(`conversations/${id}/timeline?limit=1${cursor}`);
      paged.push(...page.items.map((item) => item["id"]));
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(whole).toHaveLength(5);
    expect(paged).toEqual(whole);
  });

  test.each(["timeline", "notes"])("%s of a conversation that is not there is 404", async (what) => {
    for (const id of [newId(), "nonsense"]) expect((await ask("GET", `conversations/${id}/${what}`)).status).toBe(404);
  });
});

describe("the stream", () => {
  /** Reads what comes until it is closed. */
  async function listen(headers: Record<string, string> = {}) {
    const response = await ask("GET", "stream", undefined, headers);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    let text = "";
    const ended = (async () => {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        text += Buffer.from(value).toString("utf8");
      }
    })();
    const changes = () =>
      [...text.matchAll(/^id: (\S+)\ndata: (.*)$/gm)].map(([, id, data]) => ({
        eventId: id,
        ...JSON.parse(data ?? ""),
      }));
    return { text: () => text, changes, ended, close: () => reader.cancel() };
  }
  const first = (stream: Awaited<ReturnType<typeof listen>>) =>
    eventually("the stream begins", () => stream.text().includes("id: "));

  test("tells of a conversation and its run when a customer writes, and goes on where a reader was", async () => {
    const quiet = await customer("Lina", "hola");
    const stream = await listen();
    await first(stream);
    // The first look is what the next is compared with.
    await eventually("something is told", async () => {
      await ask("POST", `conversations/${quiet.id}/notes`, { text: "x", idempotencyKey: newId() });
      return stream.changes().some(({ id }) => id === quiet.id);
    });
    const { id } = await customer("Nueva", "hola");
    const told = () => stream.changes().filter(({ conversationId }) => conversationId === id);
    await eventually("the new conversation is told of", () => told().some(({ topic }) => topic === "run"));
    expect(told()[0]).toMatchObject({ topic: "conversation", id });
    const at = told()[0]?.eventId;
    const resumed = await listen({ "last-event-id": at });
    await eventually("what was missed is told", () =>
      resumed.changes().some(({ topic, conversationId }) => topic === "run" && conversationId === id),
    );
    expect(resumed.text()).not.toContain("event: reset");
    await resumed.close();
    const stranger = await listen({ "last-event-id": "another-process.17" });
    await eventually("a stranger starts anew", () => stranger.text().includes("event: reset"));
    await stranger.close();
    await stream.close();
  });

  test("ends when the process stops", async () => {
    const stream = await listen();
    await first(stream);
    stopping.abort();
    await stream.ended;
  });
});

describe("after a sale", () => {
  test("a row says how its newest order stands: a cancelled one is no sale any more", async () => {
    const { id } = await customer("Rosa Mora", "hola");
    const sells = () =>
      database.rows(
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
    await database.rows("update orders set status = 'cancelled' where conversation_id = $1", [id]);
    expect(await row()).toBe("cancelled");
    await sells();
    expect(await row()).toBe("confirmed");
  });

  test("a customer is called what they said when they bought, in every list; WhatsApp's name stands beside it", async () => {
    const { id } = await customer("Martica 🌸", "hola", "persona");
    await database.rows(
      `update contacts k set profile = profile || '{"name": "Marta Lucía Ríos"}' from conversations c
       where c.id = $1 and k.id = c.contact_id`,
      [id],
    );
    await database.rows(
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
