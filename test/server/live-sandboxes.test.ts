import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAgentRegistry } from "../../src/agents/registry.ts";
import { loadAllShipped } from "../../src/app/agents/load-shipped.ts";
import type { Agent } from "../../src/core/agent/agent.ts";
import { type ContactId, DEFAULT_WORKSPACE, type RunId } from "../../src/core/ids.ts";
import type { Principal, Role } from "../../src/core/operations/principal.ts";
import { playInMemory } from "../../src/lab/memory/play-in-memory.ts";
import { openLiveCrm } from "../../src/lab/sandbox/live-crm.ts";
import { openSandboxes } from "../../src/lab/sandbox/open-sandboxes.ts";
import { judgeScenario } from "../../src/lab/scenarios/judge-scenario.ts";
import { loadScenarioFile } from "../../src/lab/scenarios/load-scenario-file.ts";
import { createSavedSandboxes } from "../../src/postgres/lab/saved-sandboxes.ts";
import { createSandboxPlaces } from "../../src/postgres/shop/sandbox-places.ts";
import { SHOP_TOOLS } from "../../src/tools/shop-tools.ts";
import { newId } from "../support/inbound.ts";
import { violations } from "../support/oracle.ts";
import { decision, eventually, openShop, recordingChannel, type Shop, testAgent } from "../support/shop.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
let shop: Shop;

const asks = (tool: string, input: unknown) => ({ tools: [{ callId: "c1", tool, input }] });
/** Notes what it hears, and cancels an order when it is told to. */
const clerk: Agent = testAgent(
  ({ message }) => {
    if (message.startsWith("cancele")) {
      return decision("Listo, cancelado.", asks("crm.contact.delete", { reason: "lo pidió" }));
    }
    if (message.startsWith("anule")) {
      const orderId = message.split(" ").at(-1);
      return decision("Listo, anulado.", asks("crm.order.delete", { orderId, reason: "lo pidió" }));
    }
    return decision("Anotado.", asks("crm.note.create", { text: message }));
  },
  {
    id: "clerk",
    tools: ["crm.note.create", "crm.contact.delete", "crm.order.delete"],
    confirmationTtlMs: { customer: 3_600_000 },
  },
);
const agents = createAgentRegistry([...(await loadAllShipped()), clerk]);

beforeAll(async () => {
  database = await createTestDatabase();
  shop = openShop(database.store, { channel: recordingChannel().channel, agents });
  shop.worker.start();
});
afterAll(async () => {
  await shop.worker.stop(500);
  await database.drop();
});

/** A worker goes on with what a person decided: nothing is judged before it has. */
const quiet = () =>
  eventually("all is quiet", async () => {
    const rows = await database.rows("select from conversations where run_at is not null or active_run_id is not null");
    return rows.length === 0;
  });

const person = (role: Role, actor = `${role}@tienda.co`): Principal => ({
  ...{ workspaceId: DEFAULT_WORKSPACE, role, identity: `user:${actor}`, actor, scopes: null, via: "session" },
  seesSales: true,
});
const OWNER = person("owner");

function openLab() {
  const clock = { now: () => new Date(Date.UTC(2026, 2, 2, 18, 30)), monotonicMs: () => 0 };
  const sandboxes = openSandboxes({
    ...{ agents, clock, newId, model: null, transcriber: null, tools: SHOP_TOOLS, tokenLimit: 50_000 },
    saved: createSavedSandboxes(database.database),
    agentConfigs: database.store.agentConfigs,
    live: openLiveCrm({ store: database.store, places: createSandboxPlaces(database.database), newId }),
    models: { detector: "a", orchestrator: "b", writer: "c" },
    priceOf: () => null,
  });
  const says = (id: string, text: string, by = OWNER) => sandboxes.act(by, id, { kind: "text", text });
  return { sandboxes, says };
}

test("a sale with live books is an order of the shop: in the name of who tries it, marked as tried, once though the engine is killed", async () => {
  const lab = openLab();
  const { id } = await lab.sandboxes.create(OWNER, { agent: "somnio", killsNextTurn: false });
  const live = await lab.sandboxes.configure(OWNER, id, { crm: "live" });
  expect(live).toMatchObject({ crm: "live", conversationId: expect.any(String) });
  await lab.says(id, "hola, quiero comprar");
  await lab.says(id, "Marta Ríos, cel 301 555 0142, Cll 45 #12-30 Laureles, Medellín, marta@ejemplo.co");
  await lab.says(id, "2");
  await lab.sandboxes.configure(OWNER, id, { killsNextTurn: true });
  const sold = await lab.says(id, "sí confirmo");
  const [call] = sold.turns.at(-1)?.tools ?? [];
  expect(call).toMatchObject({ tool: "create_order", result: "ok", isDryRun: false, runId: expect.any(String) });
  expect(sold.turns.at(-1)?.crash).toEqual({ tools: ["create_order"], modelAnswers: 0, fromTurn: 3 });
  expect(sold).toMatchObject({ killsNextTurn: false, session: { mode: "confirmado" } });
  const orders = await database.rows(
    "select o.pack, o.status, o.conversation_id::text, k.tags from orders o join contacts k on k.id = o.contact_id",
  );
  expect(orders).toEqual([
    {
      pack: "2x",
      status: "confirmed",
      conversation_id: live.conversationId,
      tags: expect.arrayContaining(["sandbox"]),
    },
  ]);
  const calls = await database.rows(
    `select t.actor_kind, t.actor, e.source from agent_tool_calls t
     join agent_runs r on r.id = t.run_id join agent_events e on e.id = r.event_id`,
  );
  expect(calls).toEqual([{ actor_kind: "operator", actor: OWNER.actor, source: "sandbox" }]);
  const audited = await database.rows("select actor, detail ->> 'from' as of from audit_log where action = 'tool.ok'");
  expect(audited).toEqual([{ actor: OWNER.actor, of: "sandbox" }]);
  expect(await database.rows("select from outbox_messages")).toEqual([]);
  await quiet();
  expect(await violations(database)).toEqual([]);
  const [contact] = await database.rows("select id::text from contacts");
  const by = { actor: OWNER.actor, reason: "ya no sirve" };
  const erased = await database.store.personalData.erase(DEFAULT_WORKSPACE, String(contact?.["id"]) as ContactId, by);
  expect(erased.kind).toBe("erased");
  expect(await database.rows("select from orders union all select from conversations")).toEqual([]);
});

test("live books are for owners and operators, and a fork, a reset and a saved one write nothing", async () => {
  const lab = openLab();
  const { id } = await lab.sandboxes.create(OWNER, { agent: "clerk", crm: "live" });
  for (const role of ["service", "viewer"] as const) {
    await expect(lab.says(id, "hola", person(role))).rejects.toMatchObject({ code: "forbidden" });
    await expect(lab.sandboxes.create(person(role), { agent: "clerk", crm: "live" })).rejects.toThrow(
      /owners and operators/,
    );
  }
  const noted = async () => (await database.rows("select from contact_notes")).length;
  await lab.says(id, "prefiere la tarde", person("operator"));
  expect(await noted()).toBe(1);
  const fork = await lab.sandboxes.fork(OWNER, id, 1);
  expect(fork).toMatchObject({ crm: "dry-run", conversationId: null });
  await lab.says(fork.id, "en la bifurcación");
  const saved = await lab.sandboxes.save(OWNER, id, "con libros");
  await lab.says((await lab.sandboxes.load(OWNER, saved.id)).id, "en la guardada");
  await lab.sandboxes.reset(OWNER, id);
  await lab.says(id, "después de reiniciar");
  expect(await noted()).toBe(1);
});

test("an agent that may not use the CRM may not in a sandbox, and the policy says so", async () => {
  const lab = openLab();
  const { id } = await lab.sandboxes.create(OWNER, { agent: "clerk", crm: "live" });
  await database.store.agentConfigs.change(DEFAULT_WORKSPACE, { crmAgentsEnabled: false }, "prueba");
  const denied = await lab.says(id, "no le escriban");
  await database.store.agentConfigs.change(DEFAULT_WORKSPACE, { crmAgentsEnabled: true }, "prueba");
  expect(denied.turns[0]?.tools[0]).toMatchObject({ result: "denied", rule: expect.stringMatching(/^crm_agents_off/) });
  expect(await database.rows("select from contact_notes where body like 'no le%'")).toEqual([]);
});

test("a call that wants a yes waits in the sandbox: nothing behind it is said, and the answer says how it goes on", async () => {
  const lab = openLab();
  const { id } = await lab.sandboxes.create(OWNER, { agent: "clerk" });
  const asked = await lab.says(id, "cancele todo");
  expect(asked.questions).toMatchObject([{ tool: "crm.contact.delete", audience: "customer" }]);
  expect(asked.lines.at(-1)).toMatchObject({ by: "bot", text: asked.questions[0]?.question, buttons: ["Sí", "No"] });
  const denied = await lab.sandboxes.act(OWNER, id, { kind: "answer", decision: "deny" });
  expect(denied).toMatchObject({ questions: [] });
  expect(denied.lines.at(-1)?.text).toMatch(/no lo hago/);
  await lab.says(id, "cancele todo");
  const said = await lab.says(id, "sí");
  expect(said.turns.at(-1)).toMatchObject({ heard: ["Listo, cancelado."], tools: [{ result: "ok" }] });
  await lab.says(id, "cancele otra vez");
  const late = await lab.sandboxes.act(OWNER, id, { kind: "forward", seconds: 2 * 60 * 60 });
  expect(late.questions).toEqual([]);
  expect(late.turns.at(-1)?.why).toContain("expired: no answer came in time");
  await expect(lab.sandboxes.act(OWNER, id, { kind: "answer", decision: "approve" })).rejects.toThrow(
    /No question is open/,
  );
});

/** An order of the customer whom somebody plays with live books. */
async function makeOrder(conversationId: string): Promise<string> {
  const [order] = await database.rows(
    `insert into orders (workspace_id, id, purchase_key, session_id, conversation_id, contact_id, run_id, source, status, stage,
       pack, products, total, shipping_address, data, created_at, updated_at)
     select 'default', gen_random_uuid(), gen_random_uuid()::text, s.id, s.conversation_id, s.contact_id,
       (select r.id from agent_runs r where r.conversation_id = s.conversation_id limit 1), 'customer', 'confirmed', 'nuevo',
       '2x', '[]', 129900, 'Calle 5', '{}', now(), now()
     from agent_sessions s where s.conversation_id = $1 limit 1 returning id::text`,
    [conversationId],
  );
  return String(order?.["id"]);
}

test("with live books the shop's own second yes is asked in the sandbox, and the turn goes on at once when it is given", async () => {
  const lab = openLab();
  const { id } = await lab.sandboxes.create(OWNER, { agent: "clerk", crm: "live" });
  const { conversationId } = await lab.says(id, "prefiere la tarde");
  await lab.says(id, `anule el ${await makeOrder(String(conversationId))}`);
  const again = await lab.says(id, "sí");
  expect(again.questions).toMatchObject([{ tool: "crm.order.delete", audience: "operator", rule: "said_twice" }]);
  expect(again.turns.at(-1)).toMatchObject({ heard: [], tools: [{ result: "confirm", isDryRun: false }] });
  await lab.sandboxes.configure(OWNER, id, { killsNextTurn: true });
  const done = await lab.sandboxes.act(OWNER, id, { kind: "answer", decision: "approve" });
  expect(done).toMatchObject({ questions: [], killsNextTurn: false });
  const made = { result: "ok", isDryRun: false, runId: expect.any(String) };
  expect(done.turns.at(-1)).toMatchObject({ heard: ["Listo, anulado."], tools: [made] });
  const decided = "select status, decided_by from confirmations where conversation_id = $1";
  expect(await database.rows(decided, [conversationId])).toEqual([{ status: "approved", decided_by: OWNER.actor }]);
  const orders = await database.rows("select status from orders where conversation_id = $1", [conversationId]);
  expect(orders).toEqual([{ status: "cancelled" }]);
  await quiet();
  expect(await violations(database)).toEqual([]);
});

test("what somebody else says to it under Confirmations counts, and the sandbox goes on by itself", async () => {
  const lab = openLab();
  const operator = person("operator");
  const { id } = await lab.sandboxes.create(operator, { agent: "clerk", crm: "live" });
  const { conversationId } = await lab.says(id, "prefiere la tarde", operator);
  const asks = async () => {
    await lab.says(id, `anule el ${await makeOrder(String(conversationId))}`, operator);
    return lab.says(id, "sí", operator);
  };
  const asked = await asks();
  expect(asked.questions).toMatchObject([{ audience: "operator", rule: "four_eyes" }]);
  await expect(lab.sandboxes.act(operator, id, { kind: "answer", decision: "approve" })).rejects.toMatchObject({
    code: "forbidden",
  });
  expect((await lab.sandboxes.get(operator, id)).questions).toEqual(asked.questions);
  const decide = async (decision: "approve" | "deny") => {
    const runId = String((await lab.sandboxes.get(operator, id)).turns.at(-1)?.tools[0]?.runId) as RunId;
    const by = { actor: OWNER.actor, identity: OWNER.identity, note: null, decision };
    const { kind } = await database.store.confirmations.decide({
      workspaceId: DEFAULT_WORKSPACE,
      of: { runId },
      ...by,
    });
    expect(kind).toBe("decided");
    return lab.sandboxes.get(operator, id);
  };
  expect(await decide("approve")).toMatchObject({ questions: [] });
  expect((await lab.sandboxes.get(operator, id)).lines.at(-1)?.text).toBe("Listo, anulado.");
  await asks();
  const denied = await decide("deny");
  expect(denied.turns.at(-1)).toMatchObject({ tools: [], why: [expect.stringMatching(/the answer was no/)] });
  await quiet();
  expect(await violations(database)).toEqual([]);
});

test("where several questions are open each has its own answer, and a tap is for the one that it stands under", async () => {
  const lab = openLab();
  const { id } = await lab.sandboxes.create(OWNER, { agent: "clerk" });
  await lab.says(id, "cancele todo");
  const both = await lab.says(id, "cancele lo demás");
  expect(new Set(both.questions.map((one) => one.id)).size).toBe(2);
  const [first, second] = both.questions;
  const tapped = await lab.sandboxes.act(OWNER, id, { kind: "button", title: "No" });
  expect(tapped.questions).toEqual([first]);
  expect(tapped.lines.at(-1)?.text).toMatch(/no lo hago/);
  const answer = { kind: "answer", decision: "approve" } as const;
  await expect(lab.sandboxes.act(OWNER, id, { ...answer, question: String(second?.id) })).rejects.toThrow(/not open/);
  const done = await lab.sandboxes.act(OWNER, id, { ...answer, question: String(first?.id) });
  expect(done).toMatchObject({ questions: [] });
  expect(done.turns.at(-1)?.heard).toEqual(["Listo, cancelado."]);
});

test("saved as a scenario the answers are steps, and the scenario runner comes to the same", async () => {
  const lab = openLab();
  const { id } = await lab.sandboxes.create(OWNER, { agent: "clerk", isClockRunning: false });
  await lab.says(id, "cancele todo");
  await lab.says(id, "cancele lo demás");
  const [first] = (await lab.sandboxes.get(OWNER, id)).questions;
  await lab.sandboxes.act(OWNER, id, { kind: "answer", decision: "deny", question: String(first?.id) });
  await lab.sandboxes.act(OWNER, id, { kind: "answer", decision: "approve" });
  await lab.says(id, "prefiere la tarde");
  const text = await lab.sandboxes.scenario(OWNER, id);
  expect(text).not.toMatch(/^#/m);
  const path = join(temporaryFolder("recado-answers-"), "answers.yaml");
  writeFileSync(path, text);
  const [located] = loadScenarioFile(path).scenarios;
  if (located === undefined) throw new Error("the file has no scenario");
  const { steps } = located.scenario;
  expect(steps.map(({ answers }) => answers ?? null)).toEqual([
    null,
    null,
    { decision: "deny", question: 1 },
    { decision: "approve" },
    null,
  ]);
  expect(steps[3]?.expect?.tools).toEqual(["crm.contact.delete"]);
  const open = () => playInMemory(clerk, {});
  expect(await judgeScenario(located, { where: "memory", open })).toMatchObject({
    verdict: "passed",
    result: { broke: null },
  });
  const tooMany = {
    ...located,
    scenario: { ...located.scenario, steps: [...steps, { answers: { decision: "deny" } }] },
  };
  const broken = await judgeScenario(tooMany as typeof located, { where: "memory", open });
  expect(broken.result.broke?.message).toMatch(/no question is open/);
});

test("a message that is delivered twice stands there twice and is heard once", async () => {
  const lab = openLab();
  const { id } = await lab.sandboxes.create(OWNER, { agent: "clerk" });
  await expect(lab.sandboxes.act(OWNER, id, { kind: "duplicate" })).rejects.toThrow(/nothing to deliver twice/);
  const before = await lab.says(id, "hola");
  const after = await lab.sandboxes.act(OWNER, id, { kind: "duplicate" });
  const [first, again] = after.lines.filter(({ by }) => by === "customer");
  expect(again).toMatchObject({ text: "hola", messageId: first?.messageId, isDuplicate: true });
  expect({ ...after, lines: [], now: null }).toEqual({ ...before, lines: [], now: null });
});
