import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import type { Tools } from "../../src/core/ports/tools.ts";
import { newId } from "../support/inbound.ts";
import { readsOf } from "../support/reads.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, type Shop, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { openDoor } from "./open-door.ts";

/** A second person's yes, asked over HTTP with tokens of members: who a person is does not hang on what they are called. */
let database: TestDatabase;
let shop: Shop;
let conversationId: string;
const { runOf, ended } = readsOf(() => database);

const tools: Tools = {
  kindOf: (tool) => (tool === "crm.note" ? { kind: "external", timeoutMs: 500, riskLevel: "low" } : null),
  execute: async ({ scope }) =>
    scope.approval === null
      ? { kind: "confirm", rule: "money", reason: "money", audience: "operator", question: "¿Anoto «llamar»?" }
      : { kind: "ok", output: { noted: true }, allowedBy: "asked_for" },
};

beforeAll(async () => {
  database = await createTestDatabase();
  const agents = registryOf(testAgent(async ({ message }) => decision(`eco: ${message}`)));
  shop = openShop(database.store, { channel: recordingChannel().channel, agents, tools }, { pollMs: 100 });
  shop.worker.start();
  const said = await shop.says("hola", { phone: "573069990001" });
  conversationId = said.conversationId;
  await ended(said.runId);
});
afterAll(async () => {
  await shop.worker.stop(500);
  await database.drop();
});

const named = (userId: string, name: string) =>
  database.accessAdmin.putMember(DEFAULT_WORKSPACE, { userId, role: "operator", name }, "the owner");

async function tokenOf(userId: string): Promise<string> {
  const asked = { name: "laptop", holder: { userId }, scopes: null, lifeDays: null, by: "the owner" };
  return (await database.accessAdmin.createToken(DEFAULT_WORKSPACE, asked))?.token ?? "";
}

async function post(token: string, path: string, body: object) {
  const { store, signIn, accessAdmin } = database;
  const { app } = openDoor({ parts: { store, signIn, accessAdmin, newId } });
  return app.request(`/internal/agent/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function asks(token: string, key: string): Promise<string> {
  const command = { tool: "crm.note", input: { text: "llamar" }, idempotencyKey: key };
  const response = await post(token, `conversations/${conversationId}/tools`, command);
  const { runId } = z.object({ runId: z.string() }).parse(await response.json());
  await eventually("it asks", async () => (await runOf(runId)).status === "waiting_confirmation");
  return runId;
}
const says = async (token: string, runId: string, decision: "approve" | "deny") =>
  (await post(token, `runs/${runId}/confirm`, { decision, actor: "x" })).status;

test("a member who was renamed, or has a second token, does not approve their own question", async () => {
  await named("maria", "María");
  const [first, second] = [await tokenOf("maria"), await tokenOf("maria")];
  const runId = await asks(first, "renamed");
  await named("maria", "Ana María");
  expect(await says(first, runId, "approve")).toBe(403);
  expect(await says(second, runId, "approve")).toBe(403);
  expect(await runOf(runId)).toMatchObject({ status: "waiting_confirmation" });
  expect(await says(first, runId, "deny")).toBe(200);
  await ended(runId);
});

test("another person who has the same name is another person", async () => {
  await named("juan-1", "Juan");
  await named("juan-2", "Juan");
  const runId = await asks(await tokenOf("juan-1"), "same name");
  expect(await says(await tokenOf("juan-2"), runId, "approve")).toBe(200);
  await ended(runId);
});
