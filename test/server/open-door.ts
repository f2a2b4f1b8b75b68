import type { StoredConversation } from "../../src/core/answers/conversation.ts";
import type { Run } from "../../src/core/answers/run.ts";
import type { ConversationId, PhoneNumberId, RunId } from "../../src/core/ids.ts";
import { NO_KNOWLEDGE } from "../../src/core/knowledge/knowledge-source.ts";
import type { LeaseOffer } from "../../src/core/ports/mailbox.ts";
import type { ClaimedTurn } from "../../src/core/turn/turn.ts";
import { SignInCodes } from "../../src/server/access/sign-in-codes.ts";
import { createServer } from "../../src/server/create-server.ts";
import { createMetrics } from "../../src/server/metrics/metrics.ts";
import type { ServerDependencies } from "../../src/server/server-dependencies.ts";
import { wireJson } from "../../src/simulator/wire-json.ts";
import { signBody } from "../../src/whatsapp/signature.ts";
import { NOBODY_ELSE } from "../support/nobody-else.ts";
import { StoreDouble } from "./store-double.ts";

export const API_TOKEN = "an-api-token-of-tests";
export const APP_SECRET = "an-app-secret-of-tests";
export const VERIFY_TOKEN = "a-verify-token-of-tests";
export const WEBHOOK = "/api/whatsapp/webhook";
export const RUN_ID = "01900000-0000-7000-8000-000000000001";
export const CONVERSATION_ID = "01900000-0000-7000-8000-000000000002";
export const UNKNOWN_ID = "01900000-0000-7000-8000-0000000000ff";

interface Changes {
  readonly settings?: Partial<ServerDependencies["settings"]>;
  readonly parts?: Partial<ServerDependencies>;
  readonly offer?: LeaseOffer | null;
}

/** The server before a store that only remembers. */
export function openDoor({ settings, parts, offer = null }: Changes = {}) {
  const double = new StoreDouble();
  const accepted: ClaimedTurn[] = [];
  const logged: { level: string; fields: Readonly<Record<string, unknown>>; message: string }[] = [];
  const log = (level: string) => (fields: Readonly<Record<string, unknown>>, message: string) => {
    logged.push({ level, fields, message });
  };
  let wakes = 0;
  let lastId = 0;
  const { app, takeDelivery } = createServer({
    store: double.store,
    ...NOBODY_ELSE,
    signInCodes: new SignInCodes(() => performance.now()),
    settings: {
      apiToken: API_TOKEN,
      appSecrets: [APP_SECRET],
      verifyToken: VERIFY_TOKEN,
      trustedProxies: [],
      defaultAgentId: "somnio",
      areCustomersReal: true,
      isSimulator: false,
      feedMayBePrivate: false,
      publicUrl: null,
      coalesceMs: 0,
      tokenLimit: 50_000,
      costCaps: { dayMicroUsd: 3_000_000, monthMicroUsd: 90_000_000 },
      ...settings,
    },
    runtime: {
      leaseOffer: () => offer,
      acceptTurns: (turns) => accepted.push(...turns),
      wake: () => {
        wakes += 1;
      },
    },
    metrics: createMetrics(),
    logger: { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") },
    clock: { now: () => new Date(), monotonicMs: () => performance.now() },
    agents: [],
    tools: [],
    inspectAccount: async () => [],
    readFirstAnswer: async () => ({ heardAt: null, answeredAt: null }),
    failedWebhooks: {
      list: async () => ({ items: [], nextCursor: null }),
      find: async () => null,
      settle: async () => null,
    },
    templates: { list: async () => [], save: async () => {}, remove: async () => false },
    shopKnowledge: NO_KNOWLEDGE,
    feed: {
      endpoints: async () => [],
      add: async () => null,
      rotate: async () => null,
      remove: async () => false,
      deliveries: async () => ({ items: [], nextCursor: null }),
      replay: async () => null,
      replayAll: async () => null,
    },
    pushDevices: { key: async () => "key", list: async () => [], save: async () => null, remove: async () => false },
    desk: {
      change: async () => ({ changed: [], same: [], taken: [] }),
      writing: async () => null,
      people: async () => [],
      numberOf: async () => null,
      wamidOf: async () => null,
      keepFile: async () => {},
      findFile: async () => null,
      readFile: async () => null,
      cannedReplies: async () => [],
      writeCannedReply: async () => ({ kind: "not_found" }),
      removeCannedReply: async () => false,
      views: async () => [],
      addView: async () => ({ kind: "full" }),
      changeView: async () => ({ kind: "not_found" }),
      removeView: async () => false,
      stopMarketing: async () => false,
      search: async () => ({ people: [], messages: [], orders: [] }),
    },
    learningAdmin: {
      status: async (_, days) => ({ keepsTexts: false, days, agents: [] }),
      keepTexts: async () => false,
      harvest: async () => [],
      review: async () => 0,
      reviewRuns: async () => 0,
      resume: async () => [],
    },
    newId: () => {
      lastId += 1;
      return `01900000-0000-7000-9000-${String(lastId).padStart(12, "0")}`;
    },
    ...parts,
  });
  const api = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    app.request(path, {
      method,
      headers: {
        authorization: `Bearer ${API_TOKEN}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  return { app, takeDelivery, double, accepted, logged, api, wakes: () => wakes };
}

/** What Meta posts: these bytes, with their signature. */
export function signed(body: Uint8Array | string, secret: string = APP_SECRET): RequestInit {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  return {
    method: "POST",
    headers: { "content-type": "application/json", "x-hub-signature-256": signBody(secret, bytes) },
    body: bytes,
  };
}

export function textWebhook(text: string, wamid = "wamid.AAAA"): Uint8Array {
  return messagesWebhook([
    { from: "573001112233", id: wamid, timestamp: "1767225600", type: "text", text: { body: text } },
  ]);
}

export function messagesWebhook(messages: unknown[]): Uint8Array {
  const value = {
    messaging_product: "whatsapp",
    metadata: { display_phone_number: "15550783881", phone_number_id: "106540352242922" },
    contacts: [{ profile: { name: "Ana" }, wa_id: "573001112233" }],
    messages,
  };
  return wireJson({
    object: "whatsapp_business_account",
    entry: [{ id: "1", changes: [{ field: "messages", value }] }],
  });
}

export function aRun(changes: Partial<Run> = {}): Run {
  const at = new Date("2026-03-02T15:04:05.000Z");
  return {
    id: RUN_ID as RunId,
    conversationId: CONVERSATION_ID as ConversationId,
    status: "completed",
    kept: "all",
    inputClass: "TEXT_SIMPLE",
    agent: "somnio",
    agentVersion: "1",
    attempts: 1,
    outcome: "answered",
    error: null,
    discarded: null,
    events: [{ id: UNKNOWN_ID, seq: 1, source: "whatsapp", inputType: "message", occurredAt: at, receivedAt: at }],
    steps: [{ phase: "plan", name: "plan", status: "ok", startedAt: at, durationMs: 1.25 }],
    tokens: 0,
    costUsd: 0,
    createdAt: at,
    startedAt: at,
    endedAt: at,
    mergedInto: null,
    ...changes,
  };
}

export function aConversation(changes: Partial<StoredConversation> = {}): StoredConversation {
  return {
    id: CONVERSATION_ID as ConversationId,
    contact: { phone: "573001112233", bsuid: null, name: "Ana" },
    phoneNumberId: "106540352242922" as PhoneNumberId,
    agent: "somnio",
    botEnabled: true,
    assignee: null,
    snoozedUntil: null,
    isResolved: false,
    writing: null,
    freeEntryUntil: null,
    windowClosesAt: new Date("2026-03-03T15:04:05.000Z"),
    session: null,
    timer: null,
    usedTokens: 0,
    orders: [],
    tasks: [],
    messages: [],
    turns: [
      {
        role: "user",
        content: "hola",
        intent: "hola",
        confidence: 92,
        createdAt: new Date("2026-03-02T15:04:05.000Z"),
      },
    ],
    ...changes,
  };
}
