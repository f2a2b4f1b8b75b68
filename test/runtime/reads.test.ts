import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Agent } from "../../src/core/agent/agent.ts";
import type { Tool } from "../../src/tools/define-tool.ts";
import { createShopTools } from "../../src/tools/shop-tools.ts";
import { orderStatus, read, reader, readsContract } from "../contracts/reads-contract.ts";
import { readsOf } from "../support/reads.ts";
import { eventually, openShop, recordingChannel, registryOf, type Shop } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
const shops: Shop[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => Promise.all(shops.splice(0).map((shop) => shop.worker.stop(500))));

const { runOf, ended } = readsOf(() => database);
let people = 0;

function opened(agent: Agent, tools: readonly Tool[]) {
  const { channel, texts } = recordingChannel();
  const parts = { channel, agents: registryOf(agent), tools: createShopTools({ tools }) };
  const shop = openShop(database.store, parts, { retry: { maxAttempts: 3, baseDelayMs: 1, maxDelayMs: 1 } });
  shops.push(shop);
  shop.worker.start();
  people += 1;
  const phone = `57308${String(people).padStart(7, "0")}`;
  return { shop, texts, says: (text: string) => shop.says(text, { phone }) };
}

readsContract("PostgreSQL", async () => ({
  async converse(agent, tools) {
    const { texts, says } = opened(agent, tools);
    return {
      async says(text) {
        const before = texts().length;
        const { runId } = await says(text);
        await ended(runId);
        await eventually("the reply", () => texts().length > before);
        return texts().slice(before);
      },
    };
  },
  async close() {},
}));

test("an answer is on disk before the agent has it, so that no crash asks twice", async () => {
  const { tool, asked } = orderStatus((_order, calls) => ({ kind: "ok", output: calls }));
  const written: unknown[] = [];
  let isCut = true;
  const agent = reader(async (input) => {
    const result = await read(input);
    const rows = await database.rows(
      `select s.name from agent_steps s join agent_runs r on r.id = s.run_id
       where r.status = 'running' and s.name like 'read.%'`,
    );
    written.push(...rows);
    // The process dies here: this attempt never ends.
    if (isCut) return new Promise(() => {});
    return JSON.stringify(result);
  });
  const dying = opened(agent, [tool]);
  const { runId } = await dying.says("¿dónde va mi pedido?");
  await eventually("the agent has read", () => written.length > 0);
  expect(written).toEqual([{ name: expect.stringMatching(/^read\.external\.orders\.status\./) }]);
  isCut = false;
  await database.advance(61_000);
  const { texts, shop } = opened(agent, [tool]);
  shop.worker.wake("mailbox");
  await ended(runId);
  await eventually("the reply", () => texts().length === 1);
  await expect.poll(texts).toEqual(['{"ok":true,"output":1}']);
  expect(asked).toEqual(["1234"]);
});

test("each read stands once in the ledger and in the trace, and none pins the run to a version", async () => {
  const { tool } = orderStatus((order) =>
    order === "1"
      ? { kind: "ok", output: "va" }
      : { kind: "error", code: "http_404", message: "no", type: "not_found" },
  );
  let attempts = 0;
  const agents: unknown[] = [];
  const agent = reader(async (input) => {
    await Promise.all([read(input, "1"), read(input, "2")]);
    attempts += 1;
    agents.push(...(await database.rows("select agent_version from agent_runs where status = 'running'")));
    if (attempts === 1) throw new Error("the attempt fails after its reads");
    return "listo";
  });
  const { runId } = await opened(agent, [tool]).says("hola");
  await ended(runId);
  expect(agents[0]).toEqual({ agent_version: null });
  const calls = await database.rows(
    "select input, output, status, error from tool_executions where run_id = $1 order by created_at, call_id",
    [runId],
  );
  expect(calls).toHaveLength(2);
  expect(calls).toEqual(
    expect.arrayContaining([
      { input: { order: "1" }, output: "va", status: "success", error: null },
      { input: { order: "2" }, output: null, status: "error", error: "no" },
    ]),
  );
  const steps = (await runOf(runId)).steps.map(({ name, status }) => `${name.replace(/\.\w{12}$/, "")} ${status}`);
  expect(steps.filter((step) => step.startsWith("read."))).toEqual([
    "read.external.orders.status ok",
    "read.external.orders.status error",
  ]);
});
