import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { type ConversationId, DEFAULT_WORKSPACE, type EventId, type RunId } from "../../../src/core/ids.ts";
import type { ToolCommand } from "../../../src/core/ports/desk/confirmations.ts";
import type { ToolCall, ToolResult, Tools } from "../../../src/core/ports/tools.ts";
import { argumentsHash } from "../../../src/core/tool-calls/arguments-hash.ts";
import type { WorkerOptions } from "../../../src/runtime/worker/worker-options.ts";
import { newId } from "../../support/inbound.ts";
import { violations } from "../../support/oracle.ts";
import { readsOf } from "../../support/reads.ts";
import { decision, openShop, recordingChannel, registryOf, type Shop, testAgent } from "../../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";

/** Shops in which a person of the team commands a call of a tool in a customer's conversation. */
export function commandedShops() {
  let database: TestDatabase;
  const shops: Shop[] = [];
  beforeAll(async () => {
    database = await createTestDatabase({ hasFullPools: true });
  });
  afterAll(() => database.drop());
  afterEach(async () => {
    await Promise.all(shops.splice(0).map((shop) => shop.worker.stop(500)));
    expect(await violations(database, { when: "any time" })).toEqual([]);
  });

  const { runOf, conversationOf, ended } = readsOf(() => database);
  let people = 0;
  /** A shop, and a conversation in which a customer has said hello. */
  async function shopWithCustomer(
    answer: (call: ToolCall) => ToolResult | Promise<ToolResult>,
    thinks: () => Promise<void> = async () => {},
    options: Partial<WorkerOptions> = {},
  ) {
    const made: ToolCall[] = [];
    const tools: Tools = {
      kindOf: (tool) => (tool === "crm.note" ? { kind: "external", timeoutMs: 500, riskLevel: "low" } : null),
      async execute(call) {
        made.push(call);
        return answer(call);
      },
    };
    const { channel, texts } = recordingChannel();
    const agent = testAgent(async ({ message }) => {
      if (message === "despacio") await thinks();
      if (message === "pregunte")
        return decision("listo", { tools: [{ callId: "c1", tool: "crm.note", input: { text: "del agente" } }] });
      return decision(`eco: ${message}`);
    });
    const shop = openShop(database.store, { channel, agents: registryOf(agent), tools }, { pollMs: 100, ...options });
    shops.push(shop);
    shop.worker.start();
    people += 1;
    const phone = `57306${String(people).padStart(7, "0")}`;
    const { runId, conversationId } = await shop.says("hola", { phone });
    await ended(runId);
    const key = `key-${people}`;
    const command = (overrides: Partial<ToolCommand> = {}) => {
      const { tool = "crm.note", input = { text: "llamar" } } = overrides;
      return database.store.confirmations.command({
        workspaceId: DEFAULT_WORKSPACE,
        conversationId: conversationId as ConversationId,
        tool,
        input,
        argumentsHash: argumentsHash({ tool, input, agentId: "", agentVersion: "" }),
        idempotencyKey: key,
        actor: "maria",
        identity: "user:maria",
        role: "operator",
        isDryRun: false,
        eventId: newId() as EventId,
        runId: newId() as RunId,
        ...overrides,
      });
    };
    const taken = async (overrides: Partial<ToolCommand> = {}) => {
      const result = await command(overrides);
      if (result.kind !== "taken") throw new Error(`the command was ${result.kind}`);
      return result;
    };
    return { shop, phone, conversationId, command, taken, made, texts };
  }

  return {
    shopWithCustomer,
    ...{ runOf, conversationOf, ended },
    get database() {
      return database;
    },
  };
}

export const ok = (): ToolResult => ({ kind: "ok", output: { noted: true }, allowedBy: "asked_for" });
