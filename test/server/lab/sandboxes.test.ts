import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { createAgentRegistry } from "../../../src/agents/registry.ts";
import { loadAllShipped } from "../../../src/app/agents/load-shipped.ts";
import type { Agent } from "../../../src/core/agent/agent.ts";
import type { WorkspaceId } from "../../../src/core/ids.ts";
import type { PriceOf } from "../../../src/core/model/cost-caps.ts";
import type { Model } from "../../../src/core/ports/model/model.ts";
import { playInMemory } from "../../../src/lab/memory/play-in-memory.ts";
import { readKept } from "../../../src/lab/sandbox/kept-sandbox.ts";
import { openLiveCrm } from "../../../src/lab/sandbox/live-crm.ts";
import { openSandboxes } from "../../../src/lab/sandbox/open-sandboxes.ts";
import { judgeScenario } from "../../../src/lab/scenarios/judge-scenario.ts";
import { loadScenarioFile } from "../../../src/lab/scenarios/load-scenario-file.ts";
import { createSavedSandboxes } from "../../../src/postgres/lab/saved-sandboxes.ts";
import { createSandboxPlaces } from "../../../src/postgres/shop/sandbox-places.ts";
import type { ToolRegistry } from "../../../src/tools/create-tools.ts";
import { createShopTools, SHOP_TOOLS } from "../../../src/tools/shop-tools.ts";
import { orderStatus, read, reader } from "../../contracts/reads-contract.ts";
import { countedModel, question } from "../../support/model-gate.ts";
import { decision, testAgent } from "../../support/shop.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";
import { openDoor } from "../open-door.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const Sandbox = z.looseObject({
  id: z.string(),
  session: z.looseObject({ mode: z.string(), datosCapturados: z.record(z.string(), z.string()) }),
  timer: z.object({ level: z.string(), remainingSeconds: z.number() }).nullable(),
  lines: z.array(z.looseObject({ by: z.string(), kind: z.string(), text: z.string(), typingMs: z.number() })),
  turns: z.array(
    z.looseObject({
      number: z.number(),
      mode: z.object({ before: z.string(), after: z.string() }),
      intent: z.looseObject({ intent: z.string() }).nullable(),
      pipeline: z.array(z.object({ step: z.string(), status: z.string(), notes: z.array(z.string()) })),
      tools: z.array(z.looseObject({ tool: z.string(), result: z.string(), isDryRun: z.boolean() })),
      calls: z.array(z.looseObject({ fault: z.string().nullable() })),
      tokens: z.number(),
      interrupted: z.array(z.string()),
      heard: z.array(z.string()),
      cause: z.object({ kind: z.string(), text: z.string() }),
    }),
  ),
  orders: z.array(z.looseObject({ pack: z.string().nullable(), total: z.number(), status: z.string() })),
});
type Sandbox = z.infer<typeof Sandbox>;

const COMPLETE = "Marta Ríos, cel 301 555 0142, Cll 45 #12-30 Laureles, Medellín, marta@ejemplo.co";

const shipped = await loadAllShipped();

interface LabParts {
  readonly tools: ToolRegistry;
  readonly agents: readonly Agent[];
  readonly model: Model | null;
  readonly priceOf: PriceOf;
}

function openLab(parts: Partial<LabParts> = {}) {
  const { tools = SHOP_TOOLS, agents: given = shipped, model = null, priceOf = () => null } = parts;
  let nowMs = Date.UTC(2026, 2, 2, 18, 30);
  let lastId = 0;
  const clock = { now: () => new Date(nowMs), monotonicMs: () => nowMs };
  const agents = createAgentRegistry(given);
  const sandboxes = openSandboxes({
    ...{ agents, clock, model, transcriber: null, tools, tokenLimit: 50_000 },
    saved: createSavedSandboxes(database.database),
    agentConfigs: database.store.agentConfigs,
    live: openLiveCrm({ store: database.store, places: createSandboxPlaces(database.database), newId: randomUUID }),
    models: { detector: "a", orchestrator: "b", writer: "c" },
    priceOf,
    newId: () => `01900000-0000-7000-a000-${String(++lastId + Math.floor(nowMs % 1e6)).padStart(12, "0")}`,
  });
  const { signIn, accessAdmin } = database;
  const { api } = openDoor({ parts: { sandboxes, signIn, accessAdmin } });
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await api(method, `/internal/agent/${path}`, body, headers);
    return { status: answer.status, text: await answer.text() };
  };
  const read = async (method: string, path: string, body?: unknown): Promise<Sandbox> => {
    const { text } = await call(method, path, body);
    return Sandbox.parse(JSON.parse(text));
  };
  return {
    call,
    read,
    create: (settings: object = {}) => read("POST", "sandboxes", { agent: "somnio", responseSpeed: 1, ...settings }),
    act: (id: string, act: object) => read("POST", `sandboxes/${id}/acts`, act),
    says: (id: string, text: string, heard?: number) =>
      read("POST", `sandboxes/${id}/acts`, { kind: "text", text, ...(heard === undefined ? {} : { heard }) }),
    passes: (seconds: number) => {
      nowMs += seconds * 1_000;
    },
  };
}

async function sellsTo(lab: ReturnType<typeof openLab>, id: string): Promise<Sandbox> {
  await lab.says(id, "hola, quiero comprar");
  await lab.says(id, COMPLETE);
  await lab.says(id, "2");
  return lab.says(id, "sí confirmo");
}

test("a sale in a sandbox ends in an order that only the sandbox knows, and each turn tells its eleven steps (A37)", async () => {
  const lab = openLab();
  const { id } = await lab.create();
  const sold = await sellsTo(lab, id);
  expect(sold.session.mode).toBe("confirmado");
  expect(sold.orders).toEqual([expect.objectContaining({ pack: "2x", status: "confirmed", total: 129_900 })]);
  const last = sold.turns.at(-1);
  expect(last?.tools).toEqual([expect.objectContaining({ tool: "create_order", result: "ok", isDryRun: true })]);
  expect(last?.pipeline).toHaveLength(11);
  expect(last?.pipeline.find(({ step }) => step === "order_creation")?.status).toBe("ran");
  const collecting = sold.turns[1];
  expect(collecting?.pipeline.find(({ step }) => step === "ingest")).toMatchObject({ status: "decided" });
  expect(sold.lines.filter(({ by }) => by === "bot").every(({ typingMs }) => typingMs >= 2_000)).toBe(true);
  expect(await database.rows("select 1 from orders")).toEqual([]);
});

test("what an agent read before it decided stands beside its calls, with the answer or the reason for none", async () => {
  const { tool } = orderStatus((order) =>
    order === "7"
      ? { kind: "ok", output: "en camino" }
      : { kind: "error", code: "http_404", type: "not_found", message: "no such order" },
  );
  const agent = { ...reader(async (input) => JSON.stringify(await read(input, input.message))), id: "desk" };
  const lab = openLab({ tools: createShopTools({ tools: [tool] }), agents: [agent] });
  const { id } = await lab.create({ agent: "desk" });
  const { turns } = await lab.says(id, "7");
  expect(turns.at(-1)?.tools).toMatchObject([
    { tool: "external.orders.status", isRead: true, result: "ok", input: { order: "7" }, output: "en camino" },
  ]);
  const later = await lab.says(id, "8");
  expect(later.turns.at(-1)?.tools).toMatchObject([
    {
      tool: "external.orders.status",
      isRead: true,
      result: "error",
      output: { error: "no such order" },
    },
  ]);
});

test("a read that the agent may not make is shown as denied, with the rule that denied it", async () => {
  const { tool, asked } = orderStatus(() => ({ kind: "ok", output: "en camino" }));
  const agent = { ...reader(async (input) => JSON.stringify(await read(input, input.message)), []), id: "desk" };
  const lab = openLab({ tools: createShopTools({ tools: [tool] }), agents: [agent] });
  const { id } = await lab.create({ agent: "desk" });
  expect((await lab.says(id, "7")).turns.at(-1)?.tools).toMatchObject([
    { tool: "external.orders.status", isRead: true, result: "denied", rule: expect.stringMatching(/^not_granted/) },
  ]);
  expect(asked).toEqual([]);
});

test("a question to a model stands with its turn: who answered, all tokens, those of the cache too, and their price", async () => {
  const curious = testAgent(async ({ model }) => {
    const asked = await model?.ask(question("detector"));
    return decision(asked?.kind === "answered" ? asked.answer.text : "nadie");
  });
  const usage = { inputTokens: 1_000, outputTokens: 50, cacheReadTokens: 400, cacheWriteTokens: 30 };
  const agents = [{ ...curious, id: "curious" }];
  const priceOf: PriceOf = (_model, { inputTokens }) => ({
    microUsd: inputTokens * 3,
    estimated: false,
    priceDate: "2026-11-01",
  });
  const lab = openLab({ agents, model: countedModel(usage), priceOf });
  const { id } = await lab.create({ agent: "curious", engine: "cascade" });
  const turn = (await lab.says(id, "hola")).turns.at(-1);
  expect(turn?.calls).toEqual([
    {
      ...{ purpose: "detector", prompt: "prueba@3", model: "a", fault: null },
      ...{ inputTokens: 1_430, outputTokens: 50, microUsd: 3_000 },
    },
  ]);
  expect(turn?.tokens).toBe(1_480);
  // Nothing was paid for a question that went unanswered.
  await lab.read("PATCH", `sandboxes/${id}/settings`, { isModelDown: true });
  expect((await lab.says(id, "y?")).turns.at(-1)?.calls).toMatchObject([
    { fault: "model_down", inputTokens: 0, outputTokens: 0, microUsd: 0 },
  ]);
});

test("timers count down as time passes, stand still with the clock, and are gone forward to", async () => {
  const lab = openLab();
  const { id } = await lab.create();
  const asked = await lab.says(id, "quiero comprar");
  expect(asked.timer).toEqual({ level: "L0", remainingSeconds: 605 });
  lab.passes(100);
  expect((await lab.read("GET", `sandboxes/${id}`)).timer?.remainingSeconds).toBe(505);
  await lab.read("PATCH", `sandboxes/${id}/settings`, { isClockRunning: false });
  lab.passes(1_000);
  expect((await lab.read("GET", `sandboxes/${id}`)).timer?.remainingSeconds).toBe(505);
  const fired = await lab.act(id, { kind: "next_timer" });
  expect(fired.turns.at(-1)?.cause).toEqual({ kind: "timer", text: "L0" });
  const off = await lab.read("PATCH", `sandboxes/${id}/settings`, { areTimersOn: false, timerPreset: "rapido" });
  expect(off.timer).toBeNull();
  expect((await lab.call("POST", `sandboxes/${id}/acts`, { kind: "next_timer" })).status).toBe(422);
});

test("a state that the agent does not know is refused by name and changes nothing; one that it knows is gone on from", async () => {
  const lab = openLab();
  const { id } = await lab.create();
  await lab.says(id, "hola");
  const refused = await lab.call("PATCH", `sandboxes/${id}/state`, {
    mode: "resumenn",
    datos_capturados: { nonbre: "Ana" },
  });
  expect(refused.status).toBe(422);
  expect(refused.text).toMatch(/mode: .*resumen.*nonbre.*nombre/);
  expect((await lab.read("GET", `sandboxes/${id}`)).session.mode).toBe("conversacion");
  const data = {
    nombre: "Ana",
    apellido: "Ruiz",
    telefono: "573015550142",
    direccion: "Calle 1 # 2-3",
    ciudad: "Cali",
    departamento: "Valle del Cauca",
  };
  await lab.read("PATCH", `sandboxes/${id}/state`, {
    mode: "ofrecer_promos",
    datos_capturados: data,
    intents_vistos: ["hola", "ofrecer_promos"],
  });
  const chosen = await lab.says(id, "2");
  expect(chosen.session).toMatchObject({ mode: "resumen", packSeleccionado: "2x" });
});

test("what the customer cuts off was not said; where nothing had arrived both messages are one turn", async () => {
  const lab = openLab();
  const { id } = await lab.create();
  const first = await lab.says(id, "hola");
  const said = first.turns[0]?.heard.length ?? 0;
  expect(said).toBeGreaterThan(0);
  const both = await lab.says(id, "cuánto vale?", 0);
  expect(both.turns).toHaveLength(1);
  expect(both.turns[0]?.cause.text).toBe("hola\ncuánto vale?");
  const cut = await lab.says(id, "y el envío?", 1);
  expect(cut.turns.at(-1)?.interrupted).toEqual(both.turns[0]?.heard.slice(1));
});

test("a fork goes on from the turn that was named, and leaves the first as it was", async () => {
  const lab = openLab();
  const { id } = await lab.create();
  const sold = await sellsTo(lab, id);
  const fork = await lab.read("POST", `sandboxes/${id}/fork`, { turn: 2 });
  expect(fork.turns).toEqual(sold.turns.slice(0, 2));
  expect(fork.session.mode).toBe("ofrecer_promos");
  expect((await lab.says(fork.id, "3")).session).toMatchObject({ mode: "resumen", packSeleccionado: "3x" });
  expect((await lab.read("GET", `sandboxes/${id}`)).session.mode).toBe("confirmado");
});

test("saved and loaded, a sandbox has its state, its turns, its timeline and the rest of its timer's time", async () => {
  const lab = openLab();
  const { id } = await lab.create();
  await lab.says(id, "quiero comprar");
  const before = await lab.says(id, "me llamo Rocío");
  lab.passes(60);
  const saved = await lab.call("POST", `sandboxes/${id}/save`, { name: "Rocío a medias" });
  expect(saved.status).toBe(200);
  lab.passes(3_600);
  const list = z.object({ items: z.array(z.looseObject({ id: z.string(), name: z.string(), turns: z.number() })) });
  const { items } = list.parse(JSON.parse((await lab.call("GET", "sandbox-sessions")).text));
  const mine = items.find(({ name }) => name === "Rocío a medias");
  expect(mine).toMatchObject({ turns: 2 });
  const loaded = await lab.read("POST", `sandbox-sessions/${mine?.id}/load`);
  expect(loaded).toMatchObject({
    name: "Rocío a medias",
    turns: before.turns,
    lines: before.lines,
    session: before.session,
  });
  expect(loaded.timer).toMatchObject({ level: "L1", remainingSeconds: (before.timer?.remainingSeconds ?? 0) - 60 });
  expect((await lab.says(loaded.id, "Cali")).session.datosCapturados).toMatchObject({
    nombre: "Rocío",
    ciudad: "Cali",
  });
  expect((await lab.call("DELETE", `sandbox-sessions/${mine?.id}`)).status).toBe(204);
  expect((await lab.call("DELETE", `sandbox-sessions/${mine?.id}`)).status).toBe(404);
});

test("twenty sandboxes can be saved, and a name that is taken is written over", async () => {
  const lab = openLab();
  const { id } = await lab.create();
  const statuses = await Promise.all(
    Array.from(
      { length: 20 },
      async (_, index) => (await lab.call("POST", `sandboxes/${id}/save`, { name: `n${index}` })).status,
    ),
  );
  expect(statuses.every((status) => status === 200)).toBe(true);
  expect((await lab.call("POST", `sandboxes/${id}/save`, { name: "one more" })).status).toBe(409);
  expect((await lab.call("POST", `sandboxes/${id}/save`, { name: "n7" })).status).toBe(200);
  await database.rows("delete from sandbox_saved_sessions");
});

test("saved as a scenario it is played by the scenario runner as it is: pauses, timers, buttons and edits", async () => {
  const lab = openLab();
  const { id } = await lab.create({ timerPreset: "rapido" });
  await lab.says(id, "hola");
  await lab.says(id, "cuánto vale?", 1);
  lab.passes(7);
  await lab.says(id, "quiero comprar");
  await lab.act(id, { kind: "next_timer" });
  await lab.act(id, { kind: "sticker" });
  await lab.says(id, COMPLETE);
  await lab.act(id, { kind: "duplicate" });
  await lab.act(id, { kind: "next_timer" });
  const { text } = await lab.call("GET", `sandboxes/${id}/scenario`);
  expect(await verdictOf(text)).toEqual(["passed"]);
  expect(text).not.toMatch(/does not go as written/);
  await lab.read("PATCH", `sandboxes/${id}/state`, { mode: "conversacion", bot: "on" });
  await lab.says(id, "qué trae el frasco?");
  const edited = (await lab.call("GET", `sandboxes/${id}/scenario`)).text;
  expect(edited).toMatch(/from:\n.*mode: conversacion/);
  expect(await verdictOf(edited)).toEqual(["passed"]);
});

async function verdictOf(text: string): Promise<string[]> {
  const path = join(temporaryFolder("recado-scenario-"), "found.yaml");
  writeFileSync(path, text);
  const agent = shipped.find(({ id }) => id === "somnio");
  if (agent === undefined) throw new Error("somnio is not shipped");
  const judged = await Promise.all(
    loadScenarioFile(path).scenarios.map((located) =>
      judgeScenario(located, { where: "memory", open: ({ scenario }) => playInMemory(agent, scenario.from) }),
    ),
  );
  return judged.map(({ verdict }) => verdict);
}

test("with the model down the answer comes from the rules, and each question that nobody answered is shown", async () => {
  const lab = openLab();
  const { id } = await lab.create({ isModelDown: true });
  const answered = await lab.says(id, "mi abuela dice que eso da sueño de día, será cierto?");
  expect(answered.turns[0]?.calls).toContainEqual(expect.objectContaining({ fault: "model_down" }));
  expect(answered.turns[0]?.heard.length).toBeGreaterThan(0);
  expect((await lab.call("PATCH", `sandboxes/${id}/settings`, { engine: "cascade", isModelDown: false })).status).toBe(
    422,
  );
});

test("a workspace has its own sandboxes, and one that nobody has looked at for two hours is closed", async () => {
  const lab = openLab();
  const { id } = await lab.create();
  lab.passes(2 * 3_600 + 1);
  expect((await lab.call("GET", `sandboxes/${id}`)).status).toBe(404);
  expect((await lab.call("POST", "sandboxes", { agent: "nobody" })).text).toMatch(/there are .*somnio/);
});

test("a sandbox that an older version saved is read with what it did not know yet", () => {
  const now = { snapshot: { state: {} }, lines: 1, acts: 0, used: {} };
  const call = { tool: "create_order", result: "ok", isDryRun: true };
  const old = { settings: { engine: "local" }, lines: [{ text: "hola" }], turns: [{ tools: [call] }], now };
  expect(readKept(JSON.stringify(old))).toMatchObject({
    settings: { engine: "local", killsNextTurn: false },
    lines: [{ text: "hola", messageId: null, isDuplicate: false }],
    turns: [{ crash: null, tools: [{ tool: "create_order", runId: null }] }],
  });
});

test("a sandbox that was saved before conversations were values is refused with a word", () => {
  const now = { snapshot: {}, lines: 1, acts: 0, used: {} };
  expect(() => readKept(JSON.stringify({ settings: {}, lines: [], turns: [], now }))).toThrow(/older version/);
});

test("one workspace's forty sandboxes leave another its own", async () => {
  const lab = openLab();
  const other = "other" as WorkspaceId;
  await database.accessAdmin.createWorkspace({ id: other, name: "Other" }, "test");
  const made = await database.accessAdmin.createToken(other, {
    ...{ name: "theirs", holder: { role: "operator" }, scopes: null, lifeDays: null, by: "test" },
  });
  const open = async (headers?: Record<string, string>) =>
    (await lab.call("POST", "sandboxes", { agent: "somnio" }, headers)).status;
  for (let n = 0; n < 40; n += 1) expect(await open()).toBe(201);
  expect(await open()).toBe(409);
  expect(await open({ authorization: `Bearer ${made?.token}` })).toBe(201);
});
