/** Plans over MCP: a program reads those of its own workspace, an agent those of its own conversation. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_WORKSPACE, type WorkspaceId } from "../../src/core/ids.ts";
import type { Role } from "../../src/core/operations/principal.ts";
import { createScriptedModel } from "../../src/models/scripted-model.ts";
import { definePlanner } from "../../src/planner/define-planner.ts";
import { createShopTools } from "../../src/tools/shop-tools.ts";
import { PLANNER, PLANNER_OPTIONS, partOf, step } from "../planner/planner-models.ts";
import { newId } from "../support/inbound.ts";
import { openModelGate } from "../support/model-gate.ts";
import { eventually, openShop, recordingChannel, registryOf } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { CUSTOMER_SCOPE } from "../support/tool-scope.ts";
import { asProgram } from "./as-program.ts";

const OTHER = "otra" as WorkspaceId;
let database: TestDatabase;
let conversations: readonly string[] = [];

/** Two customers whose goals were reached. */
beforeAll(async () => {
  database = await createTestDatabase();
  await database.accessAdmin.createWorkspace({ id: OTHER, name: "Otra" }, "test");
  const model = createScriptedModel((request) =>
    partOf(request) === "plan" ? { json: { tasks: [step("a"), step("b")] } } : "Todo está en orden.",
  );
  const agents = registryOf(definePlanner({ ...PLANNER_OPTIONS, id: "somnio", tools: {}, texts: PLANNER.texts }));
  const modelGate = openModelGate(database.store, model, { settings: { tokenLimit: 1_000_000 } });
  const { channel } = recordingChannel();
  const shop = openShop(database.store, { channel, agents, modelGate }, { pollMs: 100 });
  shop.worker.start();
  const first = await shop.says("revise la bodega", { phone: "573017770001" });
  const second = await shop.says("revise la caja", { phone: "573017770002" });
  conversations = [first.conversationId, second.conversationId];
  await eventually("both plans are over", async () => {
    const { items } = await database.store.runs.plans(DEFAULT_WORKSPACE, { limit: 5 });
    return items.length === 2 && items.every(({ endedAt }) => endedAt !== null);
  });
  await shop.worker.stop(1_000);
});
afterAll(() => database.drop());

const registry = () => createShopTools({ plans: database.store.runs });

const asks = (workspaceId: WorkspaceId, role: Role, input: Record<string, unknown>) =>
  asProgram({ database, registry: registry() }, { workspaceId, role }, { tool: "plan_list", input });

test.each(["owner", "operator", "viewer", "service"] as const)(
  "a program with the role of a %s reads the plans of its workspace with their tasks, and none of another",
  async (role) => {
    const all = await asks(DEFAULT_WORKSPACE, role, {});
    for (const part of ["revise la bodega", "revise la caja", "mirar la parte a", "all_done"])
      expect(all).toContain(part);
    const one = await asks(DEFAULT_WORKSPACE, role, { conversationId: conversations[0], status: "completed" });
    expect([one.includes("la bodega"), one.includes("la caja")]).toEqual([true, false]);
    expect(await asks(DEFAULT_WORKSPACE, role, { status: "paused" })).not.toContain("revise");
    expect(await asks(OTHER, role, {})).not.toContain("revise");
    expect(await asks(OTHER, role, { conversationId: conversations[0] })).not.toContain("revise");
  },
);

test("an agent that was given it reads the plans of its own conversation, and names no other; one that was not is refused", async () => {
  const asAgent = (conversationId: string | undefined, input: unknown, granted: readonly string[]) =>
    registry().execute({
      ...{ tool: "plan_list", input, idempotencyKey: newId(), signal: AbortSignal.timeout(5_000) },
      scope: {
        ...CUSTOMER_SCOPE,
        ...{ workspaceId: DEFAULT_WORKSPACE, conversationId: String(conversationId), agentId: "assistant", granted },
        actor: { kind: "agent", name: "assistant", role: null },
      },
    });
  const own = JSON.stringify(await asAgent(conversations[0], {}, ["plan_list"]));
  expect([own.includes("la bodega"), own.includes("la caja")]).toEqual([true, false]);
  const named = await asAgent(conversations[0], { conversationId: conversations[1] }, ["plan_list"]);
  expect([named.kind, JSON.stringify(named).includes("la caja")]).toEqual(["denied", false]);
  expect((await asAgent(conversations[0], {}, [])).kind).toBe("denied");
});

test("recado mcp reads on standard input and output what the server reads over HTTP: plans, and what the shop has written", async () => {
  const folder = await mkdtemp(join(tmpdir(), "recado-mcp-plans-"));
  const entry = { id: "garantia", title: "Garantía", asks: [], text: "La garantía es de diez años.", until: null };
  await database.store.shopEntries.write(DEFAULT_WORKSPACE, { entry, after: 0, isDeleted: false, by: "ana" });
  const client = new Client({ name: "test", version: "1" });
  const env = {
    PATH: process.env["PATH"] ?? "",
    ...{ HOME: folder, DATABASE_URL: database.url, RECADO_DATA_DIR: folder },
  };
  const program = fileURLToPath(new URL("../../bin/recado.js", import.meta.url));
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, "mcp"], env, stderr: "ignore" }),
  );
  const asks = async (name: string, input: Record<string, unknown>) =>
    JSON.stringify(await client.callTool({ name, arguments: input }));
  const plans = await asks("plan_list", {});
  for (const part of ["revise la bodega", "revise la caja", "mirar la parte a", "all_done"])
    expect(plans).toContain(part);
  expect(await asks("plan_list", { status: "paused" })).not.toContain("revise");
  expect(await asks("knowledge_search", { text: "¿qué garantía tiene?" })).toContain("diez años");
  await client.close();
  await rm(folder, { recursive: true, force: true });
});
