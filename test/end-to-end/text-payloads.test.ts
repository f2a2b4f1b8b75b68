import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseWebhook } from "../../src/whatsapp/parse-webhook.ts";
import { violations } from "../support/oracle.ts";
import { type GraphServer, openGraphServer } from "../support/provider/graph-server.ts";
import {
  API_TOKEN,
  postWebhook,
  type RecadoProcess,
  readApi,
  startRecado,
  textWebhook,
} from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** The main road from end to end: a real process, real payloads, signed, and a Cloud API server that keeps a ledger. */
const FOLDER = new URL("../fixtures/whatsapp-payloads/", import.meta.url);

let database: TestDatabase;
let graph: GraphServer;
let recado: RecadoProcess;
beforeAll(async () => {
  database = await createTestDatabase();
  graph = await openGraphServer();
  recado = await startRecado("start", { databaseUrl: database.url, graphUrl: graph.url });
});
afterAll(async () => {
  await recado?.stop();
  await graph?.close();
  await database?.drop();
});

const url = () => recado.url as string;
const quiet = () =>
  eventually("all is quiet", async () => {
    const rows = await database.rows("select from conversations where run_at is not null or send_at is not null");
    return rows.length === 0;
  });

/** The files share customers, and what somnio does not understand it hands to a person: the person gives it back. */
async function giveBack(): Promise<void> {
  for (const { id } of await database.rows("select id from conversations where not bot_enabled")) {
    const answer = await fetch(`${url()}/internal/agent/conversations/${id}/handback`, {
      method: "POST",
      headers: { authorization: `Bearer ${API_TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify({ actor: "test" }),
    });
    expect(answer.status).toBe(200);
  }
}

interface TextPayload {
  readonly file: string;
  readonly bodies: unknown[];
  readonly messages: { wamid: string; phoneNumberId: string; person: string | null }[];
}

/** The files whose messages are texts of one customer to one number. */
async function textPayloads(): Promise<TextPayload[]> {
  const found: TextPayload[] = [];
  for (const file of (await readdir(FOLDER)).filter((name) => name.endsWith(".json")).sort()) {
    const json: unknown = JSON.parse(await readFile(new URL(file, FOLDER), "utf8"));
    const bodies = Array.isArray(json) ? json : [json];
    const parsed = bodies.flatMap((body) => parseWebhook(Buffer.from(JSON.stringify(body)), new Date()).messages);
    if (
      parsed.length === 0 ||
      parsed.some(({ content, inputType }) => content.type !== "text" || inputType !== "message")
    )
      continue;
    const messages = new Map(
      parsed.map((message) => [
        message.idempotencyKey,
        {
          wamid: message.sourceMessageId ?? "",
          phoneNumberId: String(message.phoneNumberId),
          person: message.identity.phone ?? message.identity.bsuid,
        },
      ]),
    );
    found.push({ file, bodies, messages: [...messages.values()] });
  }
  return found;
}

describe("every text payload that we were given", () => {
  test("is answered once, from the right number to the right person, each with its message marked as read", async () => {
    const payloads = await textPayloads();
    expect(payloads.length).toBeGreaterThanOrEqual(8);
    const seen = new Set<string>();
    for (const payload of payloads) {
      // Some files share a message id: those are one message, whatever their texts say.
      const fresh = payload.messages.filter((message) => !seen.has(`${message.phoneNumberId}:${message.wamid}`));
      for (const message of fresh) seen.add(`${message.phoneNumberId}:${message.wamid}`);
      const before = graph.ledger.length;
      for (const body of payload.bodies) expect(await postWebhook(url(), body)).toBe(200);
      await quiet();
      const sent = graph.ledger.slice(before);
      if (fresh.length === 0) {
        expect([payload.file, sent]).toEqual([payload.file, []]);
        continue;
      }
      const [first] = fresh;
      // A burst may be answered together; nobody is answered more often than they wrote.
      expect([payload.file, sent.length >= 1, sent.length <= fresh.length * 3]).toEqual([payload.file, true, true]);
      expect([payload.file, new Set(sent.map((line) => line.to))]).toEqual([payload.file, new Set([first?.person])]);
      expect([payload.file, new Set(sent.map((line) => line.phoneNumberId))]).toEqual([
        payload.file,
        new Set([first?.phoneNumberId]),
      ]);
      // Delivered again, tomorrow or at once: nothing happens.
      const after = graph.ledger.length;
      for (const body of payload.bodies) expect(await postWebhook(url(), body)).toBe(200);
      await quiet();
      expect([payload.file, graph.ledger.length]).toEqual([payload.file, after]);
      await giveBack();
    }
    expect(await violations(database)).toEqual([]);
  });
});

describe("the door", () => {
  test("fifty concurrent posts of one message give one event, one run and one reply", async () => {
    const before = graph.ledger.length;
    const body = textWebhook("573015550142", "wamid.FIFTY", "¿cuánto vale?");
    const answers = await Promise.all(Array.from({ length: 50 }, () => postWebhook(url(), body)));
    expect(new Set(answers)).toEqual(new Set([200]));
    await quiet();
    const events = await database.rows("select run_id from agent_events where source_message_id = 'wamid.FIFTY'");
    expect(events).toHaveLength(1);
    const said = graph.ledger.slice(before);
    expect(new Set(said.map((line) => line.opaque)).size).toBe(said.length);
    const replies = await database.rows("select id from outbox_messages where run_id = $1", [events[0]?.["run_id"]]);
    expect(said).toHaveLength(replies.length);
    expect(await violations(database)).toEqual([]);
  });

  test("a run can be read: its phases with their times, its event, how it ended", async () => {
    await postWebhook(url(), textWebhook("573015550199", "wamid.READ", "hola"));
    await quiet();
    const [event] = await database.rows("select run_id from agent_events where source_message_id = 'wamid.READ'");
    const { status, body } = await readApi(url(), `/internal/agent/runs/${event?.["run_id"]}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "completed",
      inputClass: "TEXT_SIMPLE",
      agent: "somnio",
      attempts: 1,
      outcome: "answered",
      error: null,
      events: [{ source: "whatsapp", inputType: "message" }],
    });
    expect((body as { steps: { phase: string; durationMs: number }[] }).steps.map((step) => step.phase)).toEqual([
      "ingest",
      "classify",
      "load_context",
      "plan",
      "act",
      "verify",
      "respond",
      "learn",
    ]);
    const list = await readApi(url(), "/internal/agent/conversations?contact=%2B573015550199");
    expect(list.body).toMatchObject({
      items: [{ contact: { phone: "573015550199", name: "Marta" }, agent: "somnio" }],
    });
  });

  test("its metrics say how long customers waited", async () => {
    const text = await (await fetch(`${url()}/metrics`)).text();
    const countOf = (name: string) =>
      Number(new RegExp(`^${name}_count(?:\\{[^}]*\\})? (\\d+)$`, "m").exec(text)?.[1] ?? 0);
    expect(countOf("recado_sla_end_to_end_seconds")).toBeGreaterThan(0);
    expect(countOf("recado_sla_typing_start_seconds")).toBeGreaterThan(0);
  });

  test("nothing that it printed names a phone, a text or a secret", () => {
    expect(recado.output()).not.toMatch(/5730155501|cuánto vale|test_app_secret|test-api-token|test-access-token/);
  });
});
