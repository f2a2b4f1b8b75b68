import { afterAll, beforeAll, expect } from "vitest";
import type { ConversationId } from "../../../src/core/ids.ts";
import { NO_KNOWLEDGE } from "../../../src/core/knowledge/knowledge-source.ts";
import { systemClock } from "../../../src/runtime/system-clock.ts";
import { SignInCodes } from "../../../src/server/access/sign-in-codes.ts";
import { createServer } from "../../../src/server/create-server.ts";
import { createMetrics } from "../../../src/server/metrics/metrics.ts";
import { newId } from "../../support/inbound.ts";
import { violations } from "../../support/oracle.ts";
import {
  decision,
  eventually,
  openShop,
  recordingChannel,
  registryOf,
  type Shop,
  testAgent,
} from "../../support/shop.ts";
import { silentLogger } from "../../support/silent-logger.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";

const TOKEN = "an-api-token-of-tests";

/** A shop with an agent that repeats what it hears, and hands over to a person who says "persona"; and the API that its people use. */
export function openInbox() {
  let database: TestDatabase;
  let shop: Shop;
  let app: ReturnType<typeof createServer>["app"];
  const { channel, sent } = recordingChannel();
  const stopping = new AbortController();

  beforeAll(async () => {
    database = await createTestDatabase();
    const agent = testAgent(({ messages }) =>
      decision(`eco: ${messages.join(" + ")}`, messages.includes("persona") ? { handoff: { reason: "asked" } } : {}),
    );
    shop = openShop(database.store, { agents: registryOf(agent), channel });
    shop.worker.start();
    ({ app } = createServer({
      store: database.store,
      signIn: database.signIn,
      accessAdmin: database.accessAdmin,
      signInCodes: new SignInCodes(() => 0),
      agents: [],
      tools: [],
      templates: database.templates,
      inspectAccount: async () => [],
      readFirstAnswer: database.readFirstAnswer,
      failedWebhooks: database.failedWebhooks,
      shopKnowledge: NO_KNOWLEDGE,
      feed: database.feed,
      pushDevices: database.pushDevices,
      desk: database.desk,
      learningAdmin: database.learningAdmin,
      settings: {
        apiToken: TOKEN,
        appSecrets: ["s"],
        verifyToken: "v",
        trustedProxies: [],
        defaultAgentId: "somnio",
        areCustomersReal: true,
        isSimulator: false,
        feedMayBePrivate: false,
        publicUrl: null,
        coalesceMs: 0,
        tokenLimit: 50_000,
        costCaps: { dayMicroUsd: 1, monthMicroUsd: 1 },
      },
      runtime: { leaseOffer: () => null, acceptTurns: () => {}, wake: () => void shop.worker.wake("outbox") },
      metrics: createMetrics(),
      logger: silentLogger,
      clock: systemClock,
      newId,
      stopping: stopping.signal,
    }));
  });
  afterAll(async () => {
    stopping.abort();
    await shop?.worker.stop(1_000);
    expect(await violations(database)).toEqual([]);
    await database?.drop();
  });

  const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    app.request(`/internal/agent/${path}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const read = async (path: string) =>
    (await (await ask("GET", path)).json()) as { items: Record<string, unknown>[]; nextCursor: string | null };
  const settled = (id: string) =>
    eventually("the conversation is idle", async () => {
      const [row] = await database.rows(
        "select from conversations where id = $1 and run_at is null and send_at is null",
        [id],
      );
      return row !== undefined;
    });

  let lastPhone = 0;
  /** A person who has written and was answered. */
  async function customer(name: string, ...words: string[]) {
    lastPhone += 1;
    const phone = `57310${String(lastPhone).padStart(7, "0")}`;
    let id = "";
    for (const word of words) {
      id = (await shop.says(word, { phone, profileName: name })).conversationId;
      await settled(id);
    }
    return { id: id as ConversationId, phone };
  }

  return {
    ask,
    read,
    customer,
    settled,
    sent,
    stop: () => stopping.abort(),
    says: (...said: Parameters<Shop["says"]>) => shop.says(...said),
    get database() {
      return database;
    },
  };
}
