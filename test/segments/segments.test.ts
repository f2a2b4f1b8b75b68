import { afterAll, beforeAll, expect, test } from "vitest";
import type { AgentInput, Decision } from "../../src/core/agent/agent.ts";
import { type ConversationId, DEFAULT_WORKSPACE, type RunId } from "../../src/core/ids.ts";
import { segmentsContract } from "../contracts/segments-contract.ts";
import { violations } from "../support/oracle.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, type Shop, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

const MINUTE_MS = 60_000;

let database: TestDatabase;
let shop: Shop;
let customers = 0;
let decide: (input: AgentInput) => Decision = () => decision("nada");
const { channel, texts } = recordingChannel();

beforeAll(async () => {
  database = await createTestDatabase({ hasFullPools: true });
  const agents = registryOf(testAgent((input) => decide(input)));
  shop = openShop(database.store, { channel, agents }, { pollMs: 100 });
  shop.worker.start();
});
afterAll(async () => {
  await shop.worker.stop(1_000);
  expect(await violations(database, { when: "any time" })).toEqual([]);
  await database.drop();
});

function meets() {
  customers += 1;
  const phone = `5732${String(10_000_000 + customers)}`;
  return { says: (body: string) => shop.says(body, { phone }) };
}

const later = (input: AgentInput, ms = MINUTE_MS) => new Date(input.now.getTime() + ms);

async function runOf(runId: string) {
  const [run] = await database.rows(
    "select status, outcome, segment, stopped, stopped_by, due_at from agent_runs where id = $1",
    [runId],
  );
  return run;
}

const isParked = (runId: string) => async () => {
  const run = await runOf(runId);
  return run?.["status"] === "queued" && run["due_at"] !== null;
};

test("a customer writes while the run waits: the message is answered at once, and the segment reads it", async () => {
  const seen: unknown[] = [];
  decide = (input) => {
    if (input.segment != null) {
      seen.push([
        input.segment.key,
        input.segment.number,
        input.segment.state,
        input.segment.since.map((one) => one.content),
      ]);
      return decision("ya está");
    }
    if (input.message === "¿ya?") return decision(`espera ${input.parked?.[0]?.key}`);
    return decision("estoy en eso", { next: { key: "look", at: later(input), state: { order: 7 } } });
  };
  const customer = meets();
  const { runId } = await customer.says("¿dónde va?");
  await eventually("it is parked", isParked(runId));
  await customer.says("¿ya?");
  await eventually("the question is answered", () => texts().includes("espera look"));
  await database.advance(2 * MINUTE_MS);
  await eventually("the segment has spoken", async () => (await runOf(runId))?.["status"] === "completed");
  expect(seen).toEqual([["look", 1, { order: 7 }, ["¿ya?"]]]);
  expect(await runOf(runId)).toMatchObject({ outcome: "answered", segment: 1, stopped: null });
});

test("a takeover ends it, with the reason and who did it, and nothing more is said", async () => {
  decide = (input) => decision(`parte ${input.segment?.number ?? 0}`, { next: { key: "a", at: later(input) } });
  const { runId, conversationId } = await meets().says("hola");
  await eventually("it is parked", isParked(runId));
  const switched = { enabled: false, actor: "ana", note: null };
  await database.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, conversationId as ConversationId, switched);
  expect(await runOf(runId)).toMatchObject({
    status: "completed",
    outcome: "cancelled",
    stopped: "taken_over",
    stopped_by: "ana",
  });
  const [segment] = await database.rows("select state, ended_at from run_segments where run_id = $1", [runId]);
  expect(segment).toMatchObject({ state: null, ended_at: expect.any(Date) });
});

test("an operator calls it off while it is thought: its words never leave", async () => {
  let isThinking = false;
  let goOn = () => {};
  decide = (input) => decision("parte 0", { next: { key: "a", at: input.now } });
  const agent = testAgent(async (input) => {
    if (input.segment == null) return decide(input);
    isThinking = true;
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
    return decision("no debe salir");
  });
  const own = openShop(database.store, { channel, agents: registryOf(agent) }, { pollMs: 100 });
  await shop.worker.stop(1_000);
  own.worker.start();
  const { runId } = await own.says("hola", { phone: "573299999999" });
  await eventually("the segment is thought", () => isThinking);
  const cancelled = await database.store.runs.cancel(DEFAULT_WORKSPACE, runId as RunId, "ana");
  expect(cancelled).toMatchObject({ kind: "cancelled", run: { status: "running", stopped: "cancelled_by_operator" } });
  goOn();
  await eventually("it is over", async () => (await runOf(runId))?.["status"] === "completed");
  expect(await runOf(runId)).toMatchObject({ outcome: "cancelled", stopped_by: "ana" });
  expect(texts()).not.toContain("no debe salir");
  expect(await database.store.runs.cancel(DEFAULT_WORKSPACE, runId as RunId, "ana")).toMatchObject({
    kind: "cancelled",
  });
  const [line] = await database.rows(
    "select actor, detail from audit_log where run_id = $1 and action = 'run.stopped'",
    [runId],
  );
  expect(line).toMatchObject({ actor: "ana", detail: { reason: "cancelled_by_operator" } });
  await own.worker.stop(1_000);
});

test.each(["a takeover", "an opt-out"])("%s while a segment is thought: its words never leave", async (what) => {
  let isThinking = false;
  let goOn = () => {};
  const agent = testAgent(async (input) => {
    if (input.segment == null) return decision("parte 0", { next: { key: "a", at: null } });
    isThinking = true;
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
    return decision("no debe salir", { next: { key: "b", at: null } });
  });
  const own = openShop(database.store, { channel, agents: registryOf(agent) }, { pollMs: 100 });
  await shop.worker.stop(1_000);
  own.worker.start();
  customers += 1;
  const phone = `5732${String(10_000_000 + customers)}`;
  const { runId, conversationId } = await own.says("hola", { phone });
  await eventually("the segment is thought", () => isThinking);
  const switched = { enabled: false, actor: "ana", note: null };
  if (what === "an opt-out") await own.says("no me escriban más", { phone });
  else await database.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, conversationId as ConversationId, switched);
  goOn();
  await eventually("nothing is left to do", () => isQuiet(conversationId));
  await eventually("it is over", async () => (await runOf(runId))?.["status"] === "completed");
  expect(texts()).not.toContain("no debe salir");
  expect(await runOf(runId)).toMatchObject({ stopped: what === "an opt-out" ? "opted_out" : "taken_over", segment: 1 });
  await own.worker.stop(1_000);
});

segmentsContract("PostgreSQL", async () => {
  const shops: Shop[] = [];
  return {
    async converse(agent, tools) {
      const heard = recordingChannel();
      const parts = { channel: heard.channel, agents: registryOf(agent), ...(tools === undefined ? {} : { tools }) };
      const own = openShop(database.store, parts, { pollMs: 100 });
      shops.push(own);
      await shop.worker.stop(1_000);
      await Promise.all(shops.slice(0, -1).map(({ worker }) => worker.stop(1_000)));
      own.worker.start();
      customers += 1;
      const phone = `5733${String(10_000_000 + customers)}`;
      let conversation = "";
      const listen = async (act: () => Promise<unknown>) => {
        const before = heard.texts().length;
        await act();
        await eventually("nothing is left to do at once", () => isQuiet(conversation));
        return heard.texts().slice(before);
      };
      return {
        says: (text) =>
          listen(async () => {
            conversation = (await own.says(text, { phone })).conversationId;
          }),
        waits: (seconds) => listen(() => database.advance(seconds * 1_000)),
      };
    },
    close: async () => {
      await Promise.all(shops.map(({ worker }) => worker.stop(1_000)));
    },
  };
});

async function isQuiet(conversation: string): Promise<boolean> {
  const [row] = await database.rows(
    `select c.leased_by is null and c.unsent = 0 and coalesce(c.run_at > recado_now(), true)
       and not exists (select from agent_events e where e.conversation_id = c.id and e.status = 'pending')
       and not exists (
         select from agent_runs r
         where r.conversation_id = c.id and r.status in ('queued', 'waiting_confirmation') and r.due_at <= recado_now())
       as is_quiet
     from conversations c where c.id = $1`,
    [conversation],
  );
  return row?.["is_quiet"] === true;
}
