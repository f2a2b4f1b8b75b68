import { createHmac } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createServerless, type Serverless } from "recado";
import type { Wake, WakeEngine } from "recado/engines";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadAgentModule } from "../../src/app/agents/load-agent-module.ts";
import { textWebhook } from "../server/open-door.ts";
import { violations } from "../support/oracle.ts";
import { type GraphServer, openGraphServer } from "../support/provider/graph-server.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** A queue of a cloud: it keeps what it is asked for. Who calls is the test. */
const asked: Wake[] = [];
const queue: WakeEngine = {
  wake: async (wakes) => void asked.push(...wakes),
  serve: async () => {},
  health: async () => null,
  close: async () => {},
};

let folder: string;
let database: TestDatabase;
let graph: GraphServer;
let shop: Serverless;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "recado-serverless-"));
  [database, graph] = await Promise.all([createTestDatabase(), openGraphServer()]);
  const fixtures = fileURLToPath(new URL("../fixtures/agents/", import.meta.url));
  const { agents } = await loadAgentModule("plain.js", fixtures);
  shop = await createServerless({
    agents: agents as Parameters<typeof createServerless>[0]["agents"],
    wakeEngine: queue,
    budgetMs: 10_000,
    environment: {
      ...{ DATABASE_URL: database.url, RECADO_DATA_DIR: folder, LOG_LEVEL: "error", RECADO_API_TOKEN: "t".repeat(32) },
      ...{ WHATSAPP_API_URL: graph.url, WHATSAPP_ACCESS_TOKEN: "token", WHATSAPP_APP_SECRET: "secret" },
      ...{ WHATSAPP_VERIFY_TOKEN: "verify" },
    },
  });
});
afterAll(async () => {
  await shop?.close();
  await graph?.close();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Makes the request that Meta posts to the function's address. */
function webhook(text: string): Request {
  const body = Buffer.from(textWebhook(text, `wamid.${text}`));
  return new Request("https://shop.example/api/whatsapp/webhook", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-hub-signature-256": `sha256=${createHmac("sha256", "secret").update(body).digest("hex")}`,
    },
    body,
  });
}

test("a webhook is answered when the queue has been told, and the call that it asks for answers the customer", async () => {
  expect((await shop.fetch(webhook("hola"))).status).toBe(200);
  // Its own look after a commit may tell the queue a second time, never of another conversation.
  expect(new Set(asked.map(({ conversationId }) => conversationId)).size).toBe(1);
  expect(graph.ledger).toEqual([]);
  const [wake] = asked.splice(0);
  await expect(shop.work(wake as Wake)).resolves.toEqual({
    nextAt: expect.toSatisfy((at) => at === null || at instanceof Date),
  });
  expect(graph.ledger.map(({ text }) => text)).toEqual(["Abrimos de 6 a. m. a 8 p. m."]);
  // The same call once more: the queue has doubled it.
  await shop.work(wake as Wake);
  expect(graph.ledger).toHaveLength(1);
});

test("a wake that the queue lost is asked for by the next sweep", async () => {
  await shop.fetch(webhook("otra vez"));
  const [lost] = asked.splice(0);
  await shop.sweep();
  expect(asked.map(({ conversationId }) => conversationId)).toContain(lost?.conversationId);
  await shop.work(asked[0] as Wake);
  expect(graph.ledger).toHaveLength(2);
  expect(await violations(database)).toEqual([]);
});

test("the door is the ordinary one: a forged signature is refused, and readiness tells of the engine", async () => {
  const forged = webhook("falso");
  forged.headers.set("x-hub-signature-256", `sha256=${"0".repeat(64)}`);
  expect((await shop.fetch(forged)).status).toBe(401);
  const ready = await shop.fetch(new Request("https://shop.example/readyz"));
  expect(await ready.json()).toMatchObject({ checks: expect.arrayContaining(["engine"]) });
});
