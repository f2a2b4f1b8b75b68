import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Agent, createRuntime, type RunningRuntime } from "recado";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAgentRegistry } from "../../src/agents/registry.ts";
import { loadAgentModule } from "../../src/app/agents/load-agent-module.ts";
import { joinShipped } from "../../src/app/agents/open-agents.ts";
import { readConfig } from "../../src/app/config.ts";
import { openDatabase } from "../../src/app/open-database.ts";
import { readSecrets } from "../../src/app/secrets.ts";
import { ChatClient } from "../../src/cli/simulator/chat-client.ts";
import { ChatReplies } from "../../src/cli/simulator/chat-replies.ts";
import { silentLogger } from "../support/silent-logger.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let dataDir: string;
let database: TestDatabase;
let plain: Agent;
let runtime: RunningRuntime;
let preparations = 0;
const environment = () => ({ DATABASE_URL: database.url, RECADO_DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "warn" });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "recado-library-"));
  database = await createTestDatabase();
  const folder = fileURLToPath(new URL("../fixtures/agents/", import.meta.url));
  [plain] = (await loadAgentModule("plain.js", folder)).agents;
  const prepared: Agent = {
    ...plain,
    prepare: () => {
      preparations += 1;
    },
  };
  runtime = await createRuntime({ agents: [prepared], environment: { ...environment(), RECADO_AGENT: "ignored" } });
});
afterAll(async () => {
  await runtime?.stop();
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

test("an agent given to createRuntime answers customers", async () => {
  const { apiToken, address } = runtime;
  const simulatorToken = readSecrets(dataDir)?.simulatorToken ?? "";
  const customer = { phone: "573001112233", name: "Ana", phoneNumberId: "100000000000001" };
  const chat = new ChatReplies(new ChatClient({ address, apiToken, simulatorToken }, customer));
  const { replies } = await chat.exchange("hola", () => {});
  expect(replies.map(({ text }) => text)).toEqual(["Abrimos de 6 a. m. a 8 p. m."]);
});

test("an agent is prepared once, before anybody writes", () => {
  expect(preparations).toBe(1);
});

test("stopping twice is stopping once", async () => {
  await runtime.stop();
  await runtime.stop();
  await expect(fetch(runtime.address)).rejects.toThrow();
});

test("what cannot be meant is refused before anything starts", async () => {
  const start = (changes: Record<string, string>) =>
    createRuntime({ agents: [plain], environment: { ...environment(), ...changes } });
  await expect(start({ PORT: "http" })).rejects.toThrow(/^PORT is "http"/);
  const somnio = { ...plain, id: "somnio" };
  await expect(createRuntime({ agents: [somnio], environment: environment() })).rejects.toThrow(
    'An agent with the id "somnio" is shipped: give yours another.',
  );
});

test("of several versions the first given is the newest, and the others stay for the runs that they began", async () => {
  const { registry, defaultId } = await joinShipped([{ ...plain, version: "2" }, plain]);
  expect([defaultId, registry.get("plain")?.version, registry.get("plain", "1")?.version]).toEqual(["plain", "2", "1"]);
  await expect(joinShipped([plain, plain])).rejects.toThrow('There are two agents "plain" of version 1');
});

test("a number keeps its agent, and whoever starts another one is told", async () => {
  const config = readConfig(environment(), { agentIds: ["somnio"], cwd: process.cwd() });
  const open = await openDatabase(config, { access: "shared", http: true, worker: true, logger: silentLogger });
  try {
    const registry = (...agents: Agent[]) => createAgentRegistry(agents);
    expect(await open.strangeNumbers("plain", registry(plain))).toEqual([]);
    expect(await open.strangeNumbers("other", registry())).toEqual([
      expect.stringMatching(
        /is served by the agent "plain", which this process does not have: start it with RECADO_AGENT/,
      ),
    ]);
    expect(await open.strangeNumbers("other", registry(plain))).toEqual([
      expect.stringMatching(/is still served by "plain", not by "other": use another RECADO_DATA_DIR/),
    ]);
  } finally {
    await open.close();
  }
});
