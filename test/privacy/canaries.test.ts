import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signBody } from "../../src/whatsapp/signature.ts";
import { type GraphServer, openGraphServer } from "../support/provider/graph-server.ts";
import { API_TOKEN, APP_SECRET, postWebhook, type RecadoProcess, startRecado } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/**
 * Threats E6 and E7, property S22: what customers say and who they are, and what opens doors, stand in no log at info, no metric, no
 * error, no alert and nothing that is shown of somebody else. A real process, its real log, and a canary in every input.
 */
const SECRETS = {
  WHATSAPP_ACCESS_TOKEN: "canary-access-token-0123456789",
  WHATSAPP_VERIFY_TOKEN: "canary-verify-token-0123456789",
  DATABASE_PASSWORD: "canary-database-password",
};
const ANA = {
  phone: "573159876543",
  bsuid: "CO.99887766554433221100",
  words: ["Zafira", "zafira@ejemplo.co", "Calle 98 #76-54", "1098765432", "CanarioLibre"],
};
const BETO = { phone: "573151112222", bsuid: "CO.11223344556677889900" };
const LOGIN = `canary_${randomBytes(6).toString("hex")}`;
const THROWN_TOKEN = "canary-of-a-wrong-token";

let database: TestDatabase;
let graph: GraphServer;
let recado: RecadoProcess;
const refusals: { path: string; status: number; body: string }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  // The other side says back what it was told, as some do.
  graph = await openGraphServer((line, response) => {
    if (!/resumen|confirmado/.test(line.text)) return;
    response.writeHead(400, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { message: `cannot send "${line.text}" to ${line.to}`, code: 131051 } }));
  });
  // A login whose password is a canary: the test server may ask for it.
  await database.rows(`create role ${LOGIN} login superuser password '${SECRETS.DATABASE_PASSWORD}'`);
  const url = new URL(database.url);
  url.username = LOGIN;
  url.password = SECRETS.DATABASE_PASSWORD;
  recado = await startRecado("start", {
    databaseUrl: url.toString(),
    graphUrl: graph.url,
    env: {
      WHATSAPP_ACCESS_TOKEN: SECRETS.WHATSAPP_ACCESS_TOKEN,
      WHATSAPP_VERIFY_TOKEN: SECRETS.WHATSAPP_VERIFY_TOKEN,
      LOG_LEVEL: "info",
    },
  });
  await sayEverything();
}, 60_000);
afterAll(async () => {
  await recado.stop();
  await graph.close();
  await database.rows(`drop role ${LOGIN}`);
  await database.drop();
});

const metadata = { display_phone_number: "15550783881", phone_number_id: "106540352242922" };
let sent = 0;

function item(who: { phone: string; bsuid: string }, content: object): Record<string, unknown> {
  sent += 1;
  const bytes = Buffer.concat([
    Buffer.from([0x1c, 0x18, 0x0c]),
    Buffer.from(who.phone),
    Buffer.from(String(sent).padStart(9)),
  ]);
  const id = `wamid.${bytes.toString("base64")}`;
  return {
    from: who.phone,
    from_user_id: who.bsuid,
    id,
    timestamp: String(Math.floor(Date.now() / 1_000)),
    ...content,
  };
}

function webhook(value: object, field = "messages") {
  const changes = [{ field, value: { messaging_product: "whatsapp", metadata, ...value } }];
  return { object: "whatsapp_business_account", entry: [{ id: "102290129340398", changes }] };
}

async function says(who: { phone: string; bsuid: string }, name: string, content: object): Promise<void> {
  const contacts = [{ profile: { name }, wa_id: who.phone, user_id: who.bsuid }];
  expect(await postWebhook(url(), webhook({ contacts, messages: [item(who, content)] }))).toBe(200);
  await eventually("it is answered", async () => {
    const busy = await database.rows(
      "select from conversations where run_at <= recado_now() or leased_by is not null or send_at <= recado_now()",
    );
    return busy.length === 0;
  });
}

const url = () => recado.url as string;
const text = (body: string) => ({ type: "text", text: { body } });

/** Whatever is refused is kept for the test. */
async function ask(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  const answer = await fetch(`${url()}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${API_TOKEN}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const told = { status: answer.status, body: await answer.text() };
  if (told.status >= 400) refusals.push({ path: `${method} ${path}`, ...told });
  return told;
}

const listOf = async (path: string) => JSON.parse((await ask("GET", path)).body) as { items: { id: string }[] };

async function sayEverything(): Promise<void> {
  const [name, mail, street, card, free] = ANA.words as [string, string, string, string, string];
  // Customers, by every way in which words come.
  await says(ANA, name, text("hola, quiero hacer un pedido"));
  await says(ANA, name, text(`${name} Ríos, cédula ${card}, cel ${ANA.phone}, ${street} Laureles, Medellín, ${mail}`));
  await says(ANA, name, text("2"));
  await says(ANA, name, text("sí confirmo"));
  await says(ANA, name, {
    type: "document",
    document: { id: "f1", filename: `${name} ${card}.txt`, caption: free, mime_type: "text/plain" },
  });
  await says(ANA, name, {
    type: "location",
    location: { latitude: 6.2, longitude: -75.5, name: street, address: street },
  });
  await says(ANA, name, {
    type: "contacts",
    contacts: [{ name: { formatted_name: name }, phones: [{ phone: ANA.phone }] }],
  });
  await says(ANA, name, { type: "reaction", reaction: { message_id: "wamid.x", emoji: "😡" } });
  await says(ANA, name, { type: "nobody_knows_it", nobody_knows_it: { words: free } });
  await says(BETO, "Beto", text("hola"));
  // What cannot be read, what nobody signed, what is no JSON.
  await postWebhook(url(), webhook({ messages: [{ from: ANA.phone, text: { body: free } }] }));
  await postWebhook(url(), webhook({ messages: [{ ...item(ANA, text(free)), id: { nested: free } }] }));
  await postWebhook(url(), webhook({ event: "ACCOUNT_RESTRICTION" }, "account_update"));
  await postWebhook(
    url(),
    webhook({
      statuses: [
        {
          id: "wamid.y",
          status: "failed",
          recipient_id: ANA.phone,
          timestamp: "1",
          errors: [{ code: 131026, title: free }],
        },
      ],
    }),
  );
  await postWebhook(url(), `{"${free}": `);
  for (const [body, signature] of [
    [`{"${free}":1}`, `sha256=${free}`],
    [`\u0000${free}`, signBody(APP_SECRET, Buffer.from(free))],
  ] as const) {
    await ask("POST", "/api/whatsapp/webhook", body, { "x-hub-signature-256": signature });
  }
  await ask("GET", `/api/whatsapp/webhook?hub.mode=subscribe&hub.verify_token=${THROWN_TOKEN}&hub.challenge=1`);
  // Programs and people of the shop.
  const [conversation] = (await listOf(`/internal/agent/conversations?contact=${ANA.phone}`)).items;
  const event = { conversationId: conversation?.id, type: "message", text: `${free} ${mail}`, idempotencyKey: "k1" };
  await ask("POST", "/internal/agent/events", event);
  await ask("POST", "/internal/agent/events", { ...event, type: free, idempotencyKey: 7 });
  await ask("POST", "/internal/agent/events", `{"text": "${free}`);
  await ask("POST", "/internal/agent/events", {
    contact: `${free} ${ANA.phone}x`,
    phoneNumberId: "1",
    type: "message",
    text: free,
    idempotencyKey: "k2",
  });
  const person = { actor: "maria", note: `${name} ${mail} ${free}` };
  await ask("POST", `/internal/agent/conversations/${conversation?.id}/takeover`, person);
  await ask("POST", `/internal/agent/conversations/${conversation?.id}/handback`, person);
  await ask("POST", `/internal/agent/conversations/${conversation?.id}/handback`, { note: free });
  await ask("POST", `/internal/agent/runs/${conversation?.id}/confirm`, { decision: free, actor: "maria" });
  await ask("GET", `/internal/agent/runs?status=${free}`);
  await ask("GET", `/internal/agent/runs?cursor=${free}`);
  await ask("GET", "/internal/agent/runs", undefined, { authorization: `Bearer ${THROWN_TOKEN}` });
  await ask("GET", "/internal/agent/runs", undefined, {
    authorization: `Basic ${THROWN_TOKEN}`,
    cookie: `recado_session=${THROWN_TOKEN}`,
  });
  await ask("GET", `/nowhere/${ANA.phone}?token=${THROWN_TOKEN}`);
  await ask("DELETE", "/internal/agent/runs", { text: free });
  const [task] = (await listOf("/internal/agent/tasks")).items;
  if (task !== undefined) await ask("POST", `/internal/agent/tasks/${task.id}/complete`, person);
  const [contact] = (await listOf(`/internal/agent/contacts?contact=${ANA.phone}`)).items;
  await ask("POST", `/internal/agent/contacts/${contact?.id}/erase`, { actor: "maria", reason: `lo pidió ${name}` });
}

/** However a log writes it. */
const PERSONAL = [...ANA.words, ANA.phone, ANA.bsuid, Buffer.from(ANA.phone).toString("base64").slice(0, 12)];
const SECRET = [...Object.values(SECRETS), THROWN_TOKEN, APP_SECRET, API_TOKEN];

function leaksIn(where: string, words: readonly string[] = [...PERSONAL, ...SECRET]): string[] {
  return words.filter((word) => where.toLowerCase().includes(word.toLowerCase()));
}

describe("a canary in every input", () => {
  test("reached us", async () => {
    const [row] = await database.rows("select string_agg(payload::text, '') as said from agent_events");
    expect(leaksIn(String(row?.["said"]), ANA.words)).toEqual(ANA.words);
    expect(refusals.length).toBeGreaterThan(10);
  });

  test("is in no line of the log at info", () => {
    expect(recado.output()).toMatch(/"level":"(info|warn)"/);
    expect(leaksIn(recado.output())).toEqual([]);
  });

  test("is in no metric", async () => {
    const metrics = await fetch(`${url()}/metrics`).then((answer) => answer.text());
    expect(metrics).toMatch(/^recado_/m);
    expect(leaksIn(metrics)).toEqual([]);
  });

  test("is in no error", () => {
    for (const { path, body } of refusals) expect([path, leaksIn(body)]).toEqual([path, []]);
  });

  test("is in no alert, no line of the audit log and no list of what waits or failed", async () => {
    for (const path of ["alerts", "audit", "runs", "circuits", "costs"]) {
      expect([path, leaksIn((await ask("GET", `/internal/agent/${path}`)).body)]).toEqual([path, []]);
    }
  });

  test("is in nothing that is shown of another customer", async () => {
    const [conversation] = (await listOf(`/internal/agent/conversations?contact=${BETO.phone}`)).items;
    const [contact] = (await listOf(`/internal/agent/contacts?contact=${BETO.phone}`)).items;
    const runs = await listOf(`/internal/agent/runs?conversationId=${conversation?.id}`);
    for (const path of [
      `conversations/${conversation?.id}`,
      `contacts/${contact?.id}/export?files=inline`,
      ...runs.items.map(({ id }) => `runs/${id}`),
    ]) {
      const { status, body } = await ask("GET", `/internal/agent/${path}`);
      expect([path, status, leaksIn(body)]).toEqual([path, 200, []]);
    }
  });
});
