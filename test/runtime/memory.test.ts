import { afterAll, beforeAll, expect, test } from "vitest";
import type { Agent } from "../../src/core/agent/agent.ts";
import { type ContactId, type ConversationId, DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import { type MemoryStage, memoryContract, rememberingAgent } from "../contracts/memory-contract.ts";
import { TUESDAY } from "../contracts/reminder-contract.ts";
import { newId } from "../support/inbound.ts";
import { violations } from "../support/oracle.ts";
import { setClock } from "../support/set-clock.ts";
import { eventually, openShop, recordingChannel, registryOf } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

const HOUR = 3_600_000;
let people = 0;

interface ShopStage extends MemoryStage {
  readonly contact: () => Promise<string>;
  close(): Promise<void>;
}

/** A new customer of a shop with a worker. */
async function openStage(database: TestDatabase, agent: Agent): Promise<ShopStage> {
  people += 1;
  const phone = `57311888${String(people).padStart(4, "0")}`;
  const channel = recordingChannel();
  const shop = openShop(
    database.store,
    { channel: channel.channel, agents: registryOf(agent), random: () => 0 },
    { pollMs: 100 },
  );
  shop.worker.start();
  const contact = async () => {
    const [row] = await database.rows("select contact_id from contact_aliases where value = $1", [phone]);
    return String(row?.["contact_id"]);
  };
  const rest = async () => {
    const of = await contact();
    await eventually("nothing is under way", async () => {
      const [row] = await database.rows(
        `select c.pending = 0 and c.unsent = 0 and c.run_at is null and not exists (
           select from memory_queue q where q.contact_id = c.contact_id) as rests
         from conversations c where c.contact_id = $1`,
        [of],
      );
      return row?.["rests"] === true;
    });
  };
  return {
    contact,
    async says(...texts) {
      const [row] = await database.rows("select recado_now() as now");
      const occurredAt = row?.["now"] instanceof Date ? row["now"] : new Date();
      for (const text of texts) {
        await shop.says(text, { phone, occurredAt });
        await rest();
      }
      await database.advance(1_000);
    },
    async passes(ms) {
      await database.advance(ms);
      await rest();
    },
    heard: async () => channel.texts(),
    facts: async () => database.store.crm.facts(DEFAULT_WORKSPACE, await contact()),
    async data() {
      const [row] = await database.rows(
        `select t.datos_capturados as data from session_state t join agent_sessions s on s.id = t.session_id
         where s.contact_id = $1 order by s.created_at desc limit 1`,
        [await contact()],
      );
      return (row?.["data"] ?? {}) as Record<string, string>;
    },
    close: () => shop.worker.stop(1_000),
  };
}

const stages: ShopStage[] = [];
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await setClock(database, TUESDAY);
});
afterAll(async () => {
  for (const stage of stages) await stage.close();
  expect(await violations(database)).toEqual([]);
  await database.drop();
});

async function open(agent: Agent): Promise<ShopStage> {
  for (const stage of stages.splice(0)) await stage.close();
  const stage = await openStage(database, agent);
  stages.push(stage);
  return stage;
}

memoryContract("the memory of a conversation in PostgreSQL", async () => ({ open, async close() {} }));

test("what cannot be kept stands in no other's way, and the customer is answered", async () => {
  const stage = await open(rememberingAgent());
  await stage.says("hola");
  await database.rows(
    `insert into memory_queue (workspace_id, contact_id, run_id, facts, queued_at, due_at)
     values ('default', $1, gen_random_uuid(), '[{"key": "x"}]', recado_now() - interval '1 day', recado_now() - interval '1 day')`,
    [await stage.contact()],
  );
  const other = await open(rememberingAgent());
  await other.says("me llamo Eva");
  expect(await other.facts()).toMatchObject([{ value: "Eva" }]);
  const [row] = await database.rows("select tries, failure, due_at > recado_now() as waits from memory_queue");
  expect(row).toMatchObject({ waits: true, failure: expect.stringContaining("null value") });
  await database.rows("delete from memory_queue");
});

test("one customer's memory is in no other's, nor in another workspace", async () => {
  const ana = await open(rememberingAgent());
  await ana.says("me llamo Ana");
  const eva = await open(rememberingAgent());
  await eva.says("hola");
  expect(await eva.facts()).toEqual([]);
  await eva.says("¿qué sabes de mí?");
  expect((await eva.heard()).at(-1)).not.toContain("Ana");
  const contact = (await ana.contact()) as ContactId;
  expect(await database.store.memory.ofContact("other" as typeof DEFAULT_WORKSPACE, contact)).toBeNull();
  expect(await database.store.crm.facts("other", contact)).toEqual([]);
});

test("the shop forgets one fact or all, and the audit log says who did", async () => {
  const stage = await open(rememberingAgent());
  await stage.says("me llamo Ana. vivo en Cali. odio el cilantro");
  const contact = (await stage.contact()) as ContactId;
  const { memory } = database.store;
  const seen = await memory.ofContact(DEFAULT_WORKSPACE, contact);
  expect(seen).toMatchObject({ profile: { displayName: "Ana" }, former: [] });
  const city = seen?.facts.find(({ key }) => key === "city");
  expect(await memory.forget(DEFAULT_WORKSPACE, contact, { facts: [String(city?.id)], actor: "marta" })).toBe(1);
  expect(await memory.ofContact(DEFAULT_WORKSPACE, contact)).toMatchObject({
    facts: [{ key: "dislikes" }, { key: "display_name" }],
    former: [{ key: "city", value: "", quote: "", ended: "forgotten" }],
  });
  expect(await memory.forget(DEFAULT_WORKSPACE, contact, { facts: "all", actor: "marta" })).toBe(2);
  expect(await memory.ofContact(DEFAULT_WORKSPACE, contact)).toMatchObject({ profile: null, facts: [] });
  const lines = await database.rows(
    "select actor, detail from audit_log where action = 'memory.forgotten' and subject_id = $1 order by at",
    [contact],
  );
  expect(lines).toEqual([
    { actor: "marta", detail: { facts: 1 } },
    { actor: "marta", detail: { facts: 2 } },
  ]);
});

test("a datum that the shop forgets leaves what is remembered as well, and other facts stay", async () => {
  const stage = await open(rememberingAgent());
  await stage.says("me llamo Ana");
  await stage.says("mando a Medellín");
  const contact = (await stage.contact()) as ContactId;
  const [row] = await database.rows("select id::text from conversations where contact_id = $1", [contact]);
  const wish = { field: "ciudad", actor: "marta" };
  const { knowledge, memory } = database.store;
  expect(await knowledge.forgetDatum(DEFAULT_WORKSPACE, String(row?.["id"]) as ConversationId, wish)).toBe(true);
  expect(await stage.data()).toEqual({});
  expect(await memory.ofContact(DEFAULT_WORKSPACE, contact)).toMatchObject({
    facts: [{ key: "display_name", value: "Ana" }],
    former: [{ key: "ciudad", value: "", quote: "", ended: "forgotten" }],
  });
});

test("words that wait to be learnt when the customer has everything forgotten are never learnt", async () => {
  const stage = await open(rememberingAgent());
  await stage.says("hola");
  const waits = {
    eventId: newId(),
    ...{ subject: "self", key: "city", value: "Cali", norm: "cali", quote: "vivo en Cali", kind: "stated" },
    ...{ confidence: 85, sensitivity: "plain", isList: false },
  };
  const [row] = await database.rows("select recado_now()::text as now");
  await database.rows(
    `insert into memory_queue (workspace_id, contact_id, run_id, facts, queued_at, due_at)
     values ('default', $1, gen_random_uuid(), $2, recado_now(), recado_now() + interval '1 minute')`,
    [await stage.contact(), JSON.stringify([{ ...waits, saidAt: row?.["now"] }])],
  );
  await database.store.memory.forget(DEFAULT_WORKSPACE, (await stage.contact()) as ContactId, {
    facts: "all",
    actor: "ana",
  });
  await stage.passes(HOUR);
  expect(await stage.facts()).toEqual([]);
  const [left] = await database.rows("select count(*)::int as rows from memory_queue");
  expect(left).toEqual({ rows: 0 });
});

test("the database refuses to change a fact", async () => {
  const stage = await open(rememberingAgent());
  await stage.says("me llamo Ana");
  await expect(database.rows("update contact_facts set value = 'Eva' where value = 'Ana'")).rejects.toThrow(
    /never changed/,
  );
  await expect(database.rows("update contact_facts set said_at = now() where value = 'Ana'")).rejects.toThrow(
    /never changed/,
  );
});
