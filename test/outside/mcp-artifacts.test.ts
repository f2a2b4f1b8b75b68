/** Artifacts and facts over MCP: a program reads those of its own workspace, an agent those of its own conversation. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Verdict } from "../../src/core/artifacts/facts.ts";
import { type ConversationId, DEFAULT_WORKSPACE, type PhoneNumberId, type WorkspaceId } from "../../src/core/ids.ts";
import type { Role } from "../../src/core/operations/principal.ts";
import { createShopTools } from "../../src/tools/shop-tools.ts";
import { enqueueRequest, inbound, newId } from "../support/inbound.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { CUSTOMER_SCOPE } from "../support/tool-scope.ts";
import { asProgram } from "./as-program.ts";

const OTHER = "otra" as WorkspaceId;
let database: TestDatabase;
const conversations: Record<"mine" | "second" | "theirs", string> = { mine: "", second: "", theirs: "" };

beforeAll(async () => {
  database = await createTestDatabase();
  const { accessAdmin } = database;
  await accessAdmin.createWorkspace({ id: OTHER, name: "Otra" }, "test");
  await accessAdmin.assignNumber({ id: "999" as PhoneNumberId, workspaceId: OTHER, agentId: "somnio" }, "test");
  conversations.mine = await conversation("573017770001");
  conversations.second = await conversation("573017770002");
  conversations.theirs = await conversation("573017770003", "999");
  await factIn(DEFAULT_WORKSPACE, conversations.mine, "a", "La melatonina ayuda a dormir");
  await factIn(DEFAULT_WORKSPACE, conversations.mine, "b", "La valeriana ayuda a dormir", "withdrawn");
  await factIn(DEFAULT_WORKSPACE, conversations.second, "c", "El café quita el sueño");
  await factIn(OTHER, conversations.theirs, "d", "El secreto de la otra tienda para dormir");
});
afterAll(() => database.drop());

async function conversation(phone: string, number?: string): Promise<string> {
  const request = enqueueRequest([
    inbound("hola", { phone, ...(number && { phoneNumberId: number as PhoneNumberId }) }),
  ]);
  const { items } = await database.store.mailbox.enqueue(request);
  return String(items[0]?.conversationId);
}

async function factIn(workspace: string, conversationId: string, letter: string, fact: string, verdict?: Verdict) {
  const artifact = `art_${letter.repeat(12)}`;
  const record = {
    ...{
      artifact_id: artifact,
      artifact_type: "plan",
      session_id: "s",
      schema_version: 3,
      citations: [],
      metadata: {},
    },
    ...{ created_at: "2026-11-24T12:00:00Z", inputs: { user_query: "x", route: "llm_only" }, confidence: 0.7 },
    content: { objective: fact, steps: ["uno"], constraints: [], risks: [], extra_sections: [] },
    trigger_reason: { explicit_request: true, matched_phrases: [], structural_signals: [], tie_break: null },
    ...{ input_fingerprint: "0".repeat(64), warnings: [], revises_artifact_id: null, diff_summary: null },
  };
  await database.rows(
    `insert into artifacts (workspace_id, id, conversation_id, run_id, type, record, created_at)
     select $1, $2, $3, r.id, 'plan', $4, recado_now() from agent_runs r where r.conversation_id = $3 limit 1`,
    [workspace, artifact, conversationId, JSON.stringify(record)],
  );
  const id = `fact_${letter.repeat(24)}`;
  await database.rows(
    `insert into sourced_facts (workspace_id, conversation_id, id, artifact_id, topic, fact, source, confidence, domain, tags,
       evidence_snippet, created_at)
     values ($1, $2, $3, $4, 'sueño', $5, 'https://uno.example/', 'high', 'general', '{}', '', recado_now())`,
    [workspace, conversationId, id, artifact, fact],
  );
  if (verdict === undefined) return;
  const judged = { verdict, by: "ana", note: null, conversationId: conversationId as ConversationId };
  await database.store.artifacts.judge(workspace as WorkspaceId, id, judged);
}

const registry = () => createShopTools({ artifacts: database.store.artifacts, documents: database.store.documents });

const asks = (workspaceId: WorkspaceId, role: Role, tool: string, input: Record<string, unknown>) =>
  asProgram({ database, registry: registry() }, { workspaceId, role }, { tool, input });

test.each(["owner", "operator", "viewer", "service"] as const)(
  "a program with the role of a %s reads the facts and artifacts of its workspace, withdrawn ones too, and of no other",
  async (role) => {
    const facts = await asks(DEFAULT_WORKSPACE, role, "fact_search", { text: "sueno" });
    for (const own of ["melatonina", "valeriana", "withdrawn", "café"]) expect(facts).toContain(own);
    expect(facts).not.toContain("secreto");
    const { mine, theirs } = conversations;
    expect(await asks(DEFAULT_WORKSPACE, role, "artifact_list", { conversationId: mine })).toContain("melatonina");
    for (const name of ["fact_search", "artifact_list"]) {
      expect(await asks(DEFAULT_WORKSPACE, role, name, { conversationId: theirs })).not.toContain("secreto");
      expect(await asks(OTHER, role, name, { conversationId: theirs })).toContain("secreto");
    }
  },
);

test("an agent reads those of its own conversation, withdrawn ones never, and names no other conversation", async () => {
  const asAgent = (conversationId: string, tool: string, input: unknown) =>
    registry().execute({
      ...{ tool, input, idempotencyKey: newId(), signal: AbortSignal.timeout(5_000) },
      scope: {
        ...CUSTOMER_SCOPE,
        ...{ workspaceId: DEFAULT_WORKSPACE, conversationId, agentId: "assistant", granted: [tool] },
        actor: { kind: "agent", name: "assistant", role: null },
      },
    });
  const facts = JSON.stringify(await asAgent(conversations.mine, "fact_search", { text: "" }));
  expect(facts).toContain("melatonina");
  expect(facts).not.toMatch(/valeriana|café|secreto/u);
  expect(JSON.stringify(await asAgent(conversations.second, "artifact_list", {}))).toMatch(/café/u);
  for (const tool of ["fact_search", "artifact_list"]) {
    const named = await asAgent(conversations.mine, tool, { conversationId: conversations.second });
    expect([named.kind, JSON.stringify(named).includes("café")]).toEqual([expect.not.stringMatching(/^ok$/u), false]);
  }
});
