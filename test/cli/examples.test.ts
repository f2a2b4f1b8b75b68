import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { SHIPPED_AGENT_IDS } from "../../src/agents/shipped-agents.ts";
import { type App, startApp } from "../../src/app/app.ts";
import { readConfig } from "../../src/app/config.ts";
import { EXAMPLE_PHONE_NUMBER_ID } from "../../src/app/examples/example-customers.ts";
import { removeExamplesFrom } from "../../src/app/examples/open-examples.ts";
import { createExampleFault } from "../../src/cli/examples/example-fault.ts";
import { makeExamples } from "../../src/cli/examples/make-examples.ts";
import { eventually } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

const TOKEN = "an-api-token-of-tests";

let database: TestDatabase;
let app: App;
beforeAll(async () => {
  database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "recado-examples-"));
  const config = readConfig(
    { DATABASE_URL: database.url, RECADO_DATA_DIR: dataDir, RECADO_API_TOKEN: TOKEN, PORT: "0", LOG_LEVEL: "silent" },
    { agentIds: SHIPPED_AGENT_IDS, cwd: dataDir },
  );
  const fault = createExampleFault();
  const halves = { http: true, worker: true, access: "shared", logStyle: "json" } as const;
  app = await startApp(config, halves, { wrapTools: fault.wrap });
  await makeExamples(app, fault, new AbortController().signal);
});
afterAll(async () => {
  await app?.stop();
  await database?.drop();
});

async function api(method: string, path: string, body?: unknown): Promise<unknown> {
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
  const answer = await fetch(`${app.address}/internal/agent/${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return answer.json();
}

const Conversations = z.object({
  items: z.array(
    z.looseObject({
      id: z.string(),
      phoneNumberId: z.string(),
      contact: z.looseObject({ name: z.string() }),
      session: z.looseObject({ mode: z.string() }),
      orders: z.array(z.looseObject({ status: z.string() })),
    }),
  ),
});
const conversations = async () => Conversations.parse(await api("GET", "conversations")).items;
const Replay = z.looseObject({
  turns: z.array(
    z.looseObject({
      by: z.string(),
      said: z.string(),
      stored: z.looseObject({ intent: z.string().nullable(), mode: z.string() }).nullable(),
      differences: z.array(z.string()),
    }),
  ),
  leftOut: z.object({ forgotten: z.number() }),
  totals: z.looseObject({ replayed: z.looseObject({ tokens: z.number() }) }),
});

test("a new shop opens with conversations in every kind of mode, each marked as an example, on a number of their own", async () => {
  const items = await conversations();
  expect(items.map(({ contact, session }) => `${contact.name}: ${session.mode}`).sort()).toEqual([
    "Elena (ejemplo): resumen",
    "Julián (ejemplo): collecting_data",
    "Laura (ejemplo): conversacion",
    "Marta (ejemplo): confirmado",
    "Rocío (ejemplo): ofrecer_promos",
    "Óscar (ejemplo): handoff",
  ]);
  expect(new Set(items.map(({ phoneNumberId }) => phoneNumberId))).toEqual(new Set([EXAMPLE_PHONE_NUMBER_ID]));
  expect(
    await database.rows("select level from timers where fired_at is null and cancelled_at is null order by 1"),
  ).toEqual([{ level: "L1" }, { level: "L3" }]);
});

test("a program's wish to cancel an order waits for somebody's yes", async () => {
  await eventually("the question", async () => {
    const { items } = z
      .object({
        items: z.array(
          z.looseObject({ tool: z.string(), status: z.string(), contact: z.looseObject({ name: z.string() }) }),
        ),
      })
      .parse(await api("GET", "confirmations?status=pending"));
    return items.some(({ tool, contact }) => tool === "crm.order.delete" && contact.name === "Marta (ejemplo)");
  });
});

test("a conversation that was held is held once more, and decided the same", async () => {
  const marta = (await conversations()).find(({ session }) => session.mode === "confirmado");
  const { turns, leftOut, totals } = Replay.parse(await api("POST", "replays", { conversationId: marta?.id }));
  expect(turns.map(({ by, differences }) => ({ by, differences }))).toEqual(
    Array.from({ length: 4 }, () => ({ by: "customer", differences: [] })),
  );
  expect(turns.at(-1)).toMatchObject({ said: "Sí, confirmo", stored: { mode: "confirmado" } });
  expect(totals.replayed.tokens).toBe(0);
  expect(leftOut).toEqual({ forgotten: 0 });
  expect(await database.rows("select count(*)::int as n from orders")).toEqual([{ n: 1 }]);
});

test("a replay says how many turns it is without, because they are not kept any more", async () => {
  const laura = (await conversations()).find(({ contact }) => contact.name === "Laura (ejemplo)");
  const whole = Replay.parse(await api("POST", "replays", { conversationId: laura?.id }));
  await database.rows(
    `update agent_runs set kept = 'messages'
     where id = (select id from agent_runs where conversation_id = $1 order by created_at limit 1)`,
    [laura?.id],
  );
  const rest = Replay.parse(await api("POST", "replays", { conversationId: laura?.id }));
  expect(rest.leftOut).toEqual({ forgotten: 1 });
  expect(rest.turns.map(({ said }) => said)).toEqual(whole.turns.slice(1).map(({ said }) => said));
});

test("another agent answers the same words otherwise, and an engine or a conversation that is not there is refused", async () => {
  const [first] = await conversations();
  expect(await api("POST", "replays", { conversationId: first?.id, agent: "nobody" })).toMatchObject({ status: 422 });
  expect(await api("POST", "replays", { conversationId: first?.id, engine: "cascade" })).toMatchObject({ status: 422 });
  const nowhere = "01900000-0000-7000-8000-0000000000ff";
  expect(await api("POST", "replays", { conversationId: nowhere })).toMatchObject({ status: 404 });
});

test("its dead letter truly succeeds when somebody tries it again", async () => {
  const [dead] = z
    .object({ items: z.array(z.looseObject({ id: z.string() })) })
    .parse(await api("GET", "runs?status=dead_letter")).items;
  await api("POST", `runs/${dead?.id}/retry`);
  await eventually("the order", async () =>
    (await conversations()).some(({ contact, orders }) => contact.name.startsWith("Elena") && orders.length === 1),
  );
});

test("where somebody has written no examples are made, and one deed takes them all away", async () => {
  const before = (await conversations()).length;
  await makeExamples(app, createExampleFault(), new AbortController().signal);
  expect(await conversations()).toHaveLength(before);
  expect(await api("GET", "examples")).toEqual({ count: 6 });
  // From the Studio, by the same road as the command's.
  expect(await api("POST", "examples/remove", { actor: "ana" })).toEqual({ removed: 6 });
  expect(await conversations()).toEqual([]);
  expect(await api("GET", "examples")).toEqual({ count: 0 });
  expect(await removeExamplesFrom(app.store, "ana")).toBe(0);
});
