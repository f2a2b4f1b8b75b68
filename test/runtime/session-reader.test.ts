import { afterAll, beforeAll, expect, test } from "vitest";
import { memoryQuestion } from "../../src/flow/model/memory-question.ts";
import { createScriptedModel, type ModelScript } from "../../src/models/scripted-model.ts";
import { readSession } from "../../src/runtime/memory/session-reader.ts";
import { rememberingAgent } from "../contracts/memory-contract.ts";
import { openModelGate } from "../support/model-gate.ts";
import { eventually, openShop, recordingChannel, registryOf } from "../support/shop.ts";
import { silentLogger } from "../support/silent-logger.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

let people = 0;

/** A customer says these words, and the session is closed. */
async function closedSession(...texts: readonly string[]): Promise<string> {
  people += 1;
  const phone = `57312777${String(people).padStart(4, "0")}`;
  const agent = rememberingAgent();
  const channel = recordingChannel();
  const shop = openShop(database.store, { channel: channel.channel, agents: registryOf(agent) }, { pollMs: 100 });
  shop.worker.start();
  for (const text of texts) await shop.says(text, { phone });
  await eventually("all is answered and learnt", async () => {
    const [row] = await database.rows(
      `select c.pending = 0 and c.unsent = 0 and c.run_at is null and not exists (select from memory_queue) as rests
       from conversations c join contact_aliases a using (workspace_id, contact_id) where a.value = $1`,
      [phone],
    );
    return row?.["rests"] === true;
  });
  await shop.worker.stop(1_000);
  const [row] = await database.rows(
    `update agent_sessions s set status = 'closed', closed_at = recado_now() from contact_aliases a
     where a.contact_id = s.contact_id and a.value = $1 returning s.contact_id::text as contact`,
    [phone],
  );
  return String(row?.["contact"]);
}

function readerWith(script: ModelScript, settings: Parameters<typeof openModelGate>[2] = {}) {
  const model = createScriptedModel(script);
  const modelGate = openModelGate(database.store, model, settings);
  const { sessionMemory: sessions } = database;
  const parts = { sessions, modelGate, questionFor: memoryQuestion, logger: silentLogger };
  return { requests: model.requests, read: () => readSession([rememberingAgent().id], parts) };
}

const factsOf = async (contact: string) => {
  await database.store.memory.learn(50);
  return (await database.store.crm.facts("default", contact)).map(({ key, value, quote }) => ({ key, value, quote }));
};

test("a closed session is read with one priced call, and only what stands in the customer's words is kept", async () => {
  const contact = await closedSession("la verdad yo uso talla 38 desde hace años", "y mi hermana usa talla 40");
  const facts = [
    { line: 1, key: "shoe_size", value: "talla 38", quote: "yo uso talla 38" },
    { line: 2, key: "shoe_size", value: "talla 40", quote: "mi hermana usa talla 40" },
    { line: 1, key: "city", value: "Cali", quote: "vivo en Cali" },
  ];
  const reader = readerWith([{ json: { facts } }]);
  expect(await reader.read()).toBe(true);
  expect(await factsOf(contact)).toEqual([{ key: "shoe_size", value: "talla 38", quote: "yo uso talla 38" }]);
  expect(await reader.read()).toBe(false);
  expect(reader.requests).toHaveLength(1);
  // It sees the customer's own lines, and nothing that we said.
  expect(JSON.stringify(reader.requests[0]?.messages)).not.toContain("ok");
  const [spent] = await database.rows(
    "select count(*)::int as calls, sum(cost_micro_usd)::int > 0 as priced from model_calls where prompt_id = 'memory'",
  );
  expect(spent).toEqual({ calls: 1, priced: true });
});

test("a call that fails is not repeated; one that was not made is made later", async () => {
  await closedSession("me gusta mucho el chocolate amargo de la sierra");
  const failing = readerWith([{ fails: "broken_output" }]);
  expect(await failing.read()).toBe(true);
  expect(await failing.read()).toBe(false);

  const contact = await closedSession("yo practico natación en las mañanas");
  const caps = { dayMicroUsd: 0, monthMicroUsd: 0, conversationDayMicroUsd: 0, areExplicit: true };
  const broke = readerWith([], { settings: { caps } });
  expect(await broke.read()).toBe(false);
  expect(broke.requests).toHaveLength(0);
  await database.advance(31 * 60_000);
  const facts = [{ line: 1, key: "hobby", value: "natación", quote: "practico natación" }];
  expect(await readerWith([{ json: { facts } }]).read()).toBe(true);
  expect(await factsOf(contact)).toMatchObject([{ value: "natación" }]);
});

test("words from before all was forgotten reach no model, and an open session is not read", async () => {
  const contact = await closedSession("a mí me encanta el ajedrez y yo juego los martes");
  await database.store.memory.forget("default" as never, contact as never, { facts: "all", actor: "ana" });
  const reader = readerWith([]);
  expect(await reader.read()).toBe(true);
  expect(reader.requests).toHaveLength(0);
  await database.rows("update agent_sessions set closed_at = null, status = 'paused', memory_read_at = null");
  expect(await reader.read()).toBe(false);
});
