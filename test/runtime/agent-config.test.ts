import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { AgentConfig } from "../../src/core/answers/agent-config.ts";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import { readsOf } from "../support/reads.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, type Shop, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** What a workspace sets for itself: each setting is in force, in the place of the environment's. */
let database: TestDatabase;
let shop: Shop;
let heard: ReturnType<typeof recordingChannel>;
let people = 0;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

const { runOf, conversationOf, ended } = readsOf(() => database);
const timer = { level: "L2", seconds: { real: 600, rapido: 60, instantaneo: 1 } };
const notes = { callId: "notes", tool: "crm.note.list", input: {} };
const task = { callId: "task", tool: "create_task", input: { title: "mirar", priority: "normal" } };
const sells = testAgent(
  ({ message }) => {
    if (message === "una persona") return decision("Las palabras del agente", { handoff: { reason: "asked" } });
    if (message === "mis notas") return decision("miro", { tools: [notes] });
    if (message === "miren esto") return decision("miran", { tools: [task] });
    return decision("vendo", { timerSignals: [{ type: "start" }], timer });
  },
  { tools: ["crm.note.list"] },
);
const other = testAgent(() => decision("soy otro"), { id: "otro" });

beforeEach(() => {
  heard = recordingChannel();
  shop = openShop(database.store, { channel: heard.channel, agents: registryOf(sells, other) }, { pollMs: 100 });
  shop.worker.start();
});
afterEach(async () => {
  await shop.worker.stop(1_000);
  await set({
    agentEnabled: true,
    conversationalAgentId: null,
    handoffMessage: null,
    crmAgentsEnabled: true,
    timerPreset: null,
    responseSpeed: null,
  });
});

const set = (change: Partial<AgentConfig>) =>
  database.store.agentConfigs.change(DEFAULT_WORKSPACE, change, "maria@tienda.co");
async function say(body: string) {
  people += 1;
  return shop.says(body, { phone: `5730255500${String(people).padStart(2, "0")}` });
}

test("agentEnabled: off, what customers write is kept and no agent is asked; on again, the next message is answered", async () => {
  await set({ agentEnabled: false });
  const { runId, conversationId } = await say("hola");
  await ended(runId);
  expect(await runOf(runId)).toMatchObject({ outcome: "bot_off" });
  expect((await conversationOf(conversationId)).turns?.map(({ content }) => content)).toEqual(["hola"]);
  await set({ agentEnabled: true });
  await ended((await say("hola")).runId);
  await eventually("it is answered", () => heard.texts().length === 1);
});

test("conversationalAgentId: serves in the place of the number's own agent", async () => {
  await set({ conversationalAgentId: "otro" });
  const { runId, conversationId } = await say("hola");
  await ended(runId);
  await eventually("it is answered", () => heard.texts().length === 1);
  await expect.poll(heard.texts).toEqual(["soy otro"]);
  expect((await conversationOf(conversationId)).agent).toBe("otro");
});

test("handoffMessage: a handoff is told in the workspace's words", async () => {
  await set({ handoffMessage: "Ya le escribe una persona." });
  const { runId } = await say("una persona");
  await ended(runId);
  await eventually("it is told", () => heard.texts().length === 1);
  await expect.poll(heard.texts).toEqual(["Ya le escribe una persona."]);
  expect(await runOf(runId)).toMatchObject({ outcome: "handed_off" });
});

test("crmAgentsEnabled: off, an agent uses no tool of the books, while its own tasks are written", async () => {
  const called = async (body: string) => {
    const { runId } = await say(body);
    await ended(runId);
    const [call] = await database.rows(
      "select policy_decision, policy_reason from agent_tool_calls where run_id = $1",
      [runId],
    );
    return call;
  };
  await set({ crmAgentsEnabled: false });
  expect(await called("mis notas")).toEqual({
    policy_decision: "deny",
    policy_reason: expect.stringContaining("crmAgentsEnabled"),
  });
  expect(await called("miren esto")).toMatchObject({ policy_decision: "allow" });
  await set({ crmAgentsEnabled: true });
  expect(await called("mis notas")).toMatchObject({ policy_decision: "allow" });
});

test("timerPreset: says how long a timer takes", async () => {
  await set({ timerPreset: "rapido" });
  const { runId, conversationId } = await say("hola");
  await ended(runId);
  const dueAt = (await conversationOf(conversationId)).timer?.dueAt.getTime() ?? 0;
  expect(dueAt - Date.now()).toBeGreaterThan(30_000);
  expect(dueAt - Date.now()).toBeLessThanOrEqual(60_000);
});

test("responseSpeed: a reply is typed before it leaves", async () => {
  await set({ responseSpeed: 1 });
  const { conversationId } = await say("hola");
  const parked = async () => {
    const [row] = await database.rows(
      "select run_at > recado_now() + interval '1 second' and leased_by is null as parked from conversations where id = $1",
      [conversationId],
    );
    return row?.["parked"] === true;
  };
  await eventually("it is being typed", parked);
  expect(heard.texts()).toEqual([]);
});

test("who changed what stands in the audit log, and a change of nothing does not", async () => {
  await set({ responseSpeed: 0.2 });
  await set({ responseSpeed: 0.2 });
  const lines = await database.rows(
    "select actor, detail from audit_log where action = 'workspace.config' order by id desc limit 1",
  );
  expect(lines).toEqual([{ actor: "maria@tienda.co", detail: { response_speed: 0.2 } }]);
});

test("a workspace that is new begins with its agents off; the first one serves whoever writes", async () => {
  await database.rows("insert into workspaces (id, name) values ('nuevo', 'Nuevo')");
  const { agentConfigs } = database.store;
  expect(await agentConfigs.get("nuevo" as never)).toMatchObject({ agentEnabled: false, updatedBy: "system" });
  expect(await agentConfigs.get(DEFAULT_WORKSPACE)).toMatchObject({ agentEnabled: true });
});
