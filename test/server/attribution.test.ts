import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { createAgentRegistry } from "../../src/agents/registry.ts";
import { loadAllShipped } from "../../src/app/agents/load-shipped.ts";
import { describeAgents } from "../../src/app/describe-agents.ts";
import type { AgentDescription } from "../../src/core/answers/agent.ts";
import { DEFAULT_WORKSPACE, type PhoneNumberId, type WorkspaceId } from "../../src/core/ids.ts";
import type { Role } from "../../src/core/operations/principal.ts";
import { createSavedSandboxes } from "../../src/postgres/lab/saved-sandboxes.ts";
import { partOf } from "../../src/server/access/route-access.ts";
import { SHOP_TOOLS } from "../../src/tools/shop-tools.ts";
import { enqueueRequest, inbound, newId, newWorkerId } from "../support/inbound.ts";
import { sampleOf } from "../support/provider/openapi-sample.ts";
import { eventually } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { fillWorkspace, type Objects } from "./filled-workspace.ts";
import { API_TOKEN, openDoor } from "./open-door.ts";

/**
 * Every deed names who did it: each route of the OpenAPI document that changes something or hands customers' data out, asked by
 * each role that may, leaves a line in the audit log with that person's or program's name. A new route joins by itself.
 */
let database: TestDatabase;
let agents: readonly AgentDescription[];
let schemas: Record<string, unknown>;
let routes: Route[];

const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        "x-access": z.enum(["view", "sales", "operate", "administer"]).optional(),
        requestBody: z
          .looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.unknown() })) })
          .optional(),
      }),
    ),
  ),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});
type Route = { name: string; method: string; path: string; access: string; schema: unknown };

/** They hand out what customers have said or sent. */
const DISCLOSES = [
  "GET /internal/agent/contacts/{id}/export",
  "GET /internal/agent/documents/{id}/content",
  "GET /internal/agent/media/{mediaId}/content",
];

/** Without a line at once, and why. */
const EXEMPT: Readonly<Record<string, string>> = {
  "POST /internal/agent/conversations/{id}/writing": "is over in ten seconds",
  "POST /internal/agent/orders/file": "reads a file that the caller sent, and changes nothing",
  "POST /internal/agent/conversations/{id}/files": "reaches no customer; the message that sends the file has its line",
  "POST /internal/agent/mcp": "calls read tools alone",
  "POST /internal/agent/conversations/{id}/tools":
    "its line is written with the call: test/runtime/tools/tool-commands.test.ts",
  "POST /internal/agent/examples/remove": "each example is erased, with its own line: test/examples",
  "POST /internal/agent/replays": "is played in memory, and changes nothing",
  "POST /internal/agent/sandboxes": "lives in memory",
  "DELETE /internal/agent/sandboxes/{id}": "lives in memory",
  "POST /internal/agent/sandboxes/{id}/acts":
    "lives in memory; a call on the real books is a tool call with a line of its own",
  "POST /internal/agent/sandboxes/{id}/fork": "lives in memory",
  "POST /internal/agent/sandboxes/{id}/reset": "lives in memory",
  "PATCH /internal/agent/sandboxes/{id}/settings": "lives in memory",
  "PATCH /internal/agent/sandboxes/{id}/state": "lives in memory",
  "POST /internal/agent/sandboxes/{id}/save": "below, on the store: this server has no sandboxes",
  "POST /internal/agent/sandbox-sessions/{id}/load": "lives in memory",
  "DELETE /internal/agent/sandbox-sessions/{id}": "below, on the store: this server has no sandboxes",
};

/** Given out by whoever runs the installation. */
const INSTALLATION = ["POST /internal/agent/workspaces", "PUT /internal/agent/numbers/{id}"];

/** What a browser subscribes with. */
const BROWSER = "https://push.example.com/a-browser";
const base64 = (length: number) => Buffer.alloc(length, 4).toString("base64url");

const BODIES: Readonly<Record<string, unknown>> = {
  "POST /internal/agent/conversations/{id}/messages": { text: "hola", idempotencyKey: "k", actor: "x" },
  "POST /internal/agent/conversations/{id}/force-intent": { intent: "precio", idempotencyKey: "i", actor: "x" },
  "PATCH /internal/agent/orders/{id}": { actor: "x", note: "call before noon" },
  "PATCH /internal/agent/config": { actor: "x", proactivePerDay: 7 },
  "PUT /internal/agent/retention": { actor: "x", days: { journals: 20 } },
  "POST /internal/agent/tasks/{id}/assign": { actor: "x", assignee: "pedro" },
  "POST /internal/agent/learning/labels": { actor: "x", agentId: "somnio", textHash: "t", label: "precio" },
  "POST /internal/agent/events": {
    ...{ contact: "+573009998877", phoneNumberId: "{number}", type: "message", text: "hola", idempotencyKey: "e" },
  },
  "POST /internal/agent/agents/{id}/prompts/{part}/approve": { actor: "x", version: 1 },
  "POST /internal/agent/agents/{id}/prompts/{part}/use": { actor: "x", version: null },
  "POST /internal/agent/tokens": { name: "spare", role: "viewer" },
  "POST /internal/agent/follow-ups": {
    ...{ conversationId: "{conversation}", text: "hola", category: "document_status", idempotencyKey: "f", actor: "x" },
  },
  "PATCH /internal/agent/conversations/{id}/desk": { assignee: "Camila", actor: "x" },
  "POST /internal/agent/inbox/changes": { conversations: ["{conversation}"], isResolved: true, actor: "x" },
  "POST /internal/agent/canned-replies": { shortcut: "envio", body: "Va en camino.", actor: "x" },
  "PUT /internal/agent/canned-replies/{id}": { shortcut: "envio-dos", body: "Va en camino.", actor: "x" },
  "POST /internal/agent/inbox/views": { name: "mías", query: { filter: "mine" }, actor: "x" },
  "PATCH /internal/agent/inbox/views/{id}": { name: "las mías", actor: "x" },
  "POST /internal/agent/templates/sync": { dryRun: false, actor: "x" },
  "POST /internal/agent/feed/devices": { endpoint: BROWSER, keys: { p256dh: base64(65), auth: base64(16) } },
  "POST /internal/agent/feed/devices/remove": { endpoint: BROWSER },
  "POST /internal/agent/reminders": {
    ...{ conversationId: "{conversation}", text: "hola", dueAt: "2099-01-01T12:00:00Z", isRequested: true },
    ...{ idempotencyKey: "r", actor: "x" },
  },
};

/** Routes whose body is a file as it is. */
const FILES: Readonly<Record<string, { readonly query: string; readonly type: string; readonly body: string }>> = {
  "POST /internal/agent/documents": { query: "?fileName=horario.txt", type: "text/plain", body: "Abrimos a las ocho." },
};

const DEAD = [
  "update agent_events set status = 'failed' where workspace_id = $1",
  "update conversations set run_at = null, leased_by = null, active_run_id = null, pending = 0 where workspace_id = $1",
  "update agent_runs set status = 'running' where workspace_id = $1 and status in ('queued', 'waiting_confirmation')",
  "update agent_runs set status = 'dead_letter', ended_at = now() where workspace_id = $1 and status = 'running'",
];
const GOES_ON = [
  `update agent_runs set status = 'queued', ended_at = null, discarded_at = null, discarded_by = null, segment = 1,
       due_at = now() where workspace_id = $1 and status = 'dead_letter'`,
  `insert into run_segments (workspace_id, run_id, number, key, origin, session_id, since_turn, due_at, created_at)
     select r.workspace_id, r.id, 1, 'next', '{}', s.id, 0, now(), now() from agent_runs r
     join agent_sessions s on s.workspace_id = r.workspace_id and s.conversation_id = r.conversation_id
     where r.workspace_id = $1 and r.segment = 1 limit 1 on conflict do nothing`,
];
const PENDING =
  "update timers set cancelled_at = null, cancelled_by = null, fired_at = null, hurried_by = null where workspace_id = $1";
/** What a workspace must be like, so that the deed can be done. */
const PREPARED: Readonly<Record<string, readonly string[]>> = {
  "POST /internal/agent/runs/{runId}/confirm": [
    "update agent_runs set status = 'waiting_confirmation' where workspace_id = $1 and status = 'running'",
  ],
  "POST /internal/agent/runs/{runId}/retry": DEAD,
  "POST /internal/agent/runs/{runId}/discard": DEAD,
  "POST /internal/agent/runs/{runId}/pause": GOES_ON,
  "POST /internal/agent/runs/{runId}/resume": [
    "update agent_runs set paused_at = now(), paused_by = 'test' where workspace_id = $1 and segment = 1",
  ],
  "POST /internal/agent/runs/{runId}/cancel": GOES_ON,
  "POST /internal/agent/agents/{id}/prompts/{part}/approve": [
    `insert into prompt_versions (workspace_id, agent_id, part, version, text, proposed_by)
     values ($1, 'operator', 'planner', 1, 'x', 'test') on conflict do nothing`,
  ],
  ...Object.fromEntries(
    ["replay", "resolve", "ignore"].map((deed) => [
      `POST /internal/agent/failed-webhooks/{id}/${deed}`,
      ["update quarantined_items set status = 'open', settled_at = null, settled_by = null where workspace_id = $1"],
    ]),
  ),
  // A conversation that is resolved closes its tasks.
  ...Object.fromEntries(
    ["assign", "complete"].map((deed) => [
      `POST /internal/agent/tasks/{id}/${deed}`,
      ["update tasks set status = 'open', assignee = null, closed_at = null, closed_by = null where workspace_id = $1"],
    ]),
  ),
  "POST /internal/agent/contacts/{id}/stop-marketing": [
    "update contacts set marketing_stopped_at = null where workspace_id = $1",
  ],
  "POST /internal/agent/timers/{id}/fire": [PENDING],
  "POST /internal/agent/timers/{id}/cancel": [PENDING],
  "POST /internal/agent/conversations/{id}/messages": [
    "update conversations set bot_enabled = false where workspace_id = $1",
  ],
  "POST /internal/agent/conversations/{id}/force-intent": [
    "update conversations set bot_enabled = true where workspace_id = $1",
  ],
  "POST /internal/agent/conversations/{id}/takeover": [
    "update conversations set bot_enabled = true where workspace_id = $1",
  ],
  "GET /internal/agent/media/{mediaId}/content": [
    "update media_items set status = 'stored', fetch_at = null, bytes = 'x', detected_type = 'image/png' where workspace_id = $1",
  ],
  "DELETE /internal/agent/members/{userId}/phone": [
    `insert into member_phones (workspace_id, id, user_id, code_hash, created_at, created_by, expires_at)
     values ($1, gen_random_uuid(), 'person of ' || $1, 'x', now(), 'test', now() + interval '1 day')`,
  ],
  "POST /internal/agent/learning/labels": [
    `insert into nlu_samples (workspace_id, run_id, conversation_id, agent_id, agent_version, engine, text_hash, intent, confidence,
       alternatives, is_settled, created_at, is_audited)
     select workspace_id, id, conversation_id, 'somnio', '1', 'rules', 't', 'hola', 1, '[]', true, now(), false
     from agent_runs where workspace_id = $1 limit 1`,
  ],
};

/** In this order where it matters; the rest in between. */
const FIRST = ["confirm", "retry", "discard", "pause", "resume", "cancel"].map(
  (deed) => `POST /internal/agent/runs/{runId}/${deed}`,
);
const place = ({ name }: Route) =>
  FIRST.includes(name)
    ? FIRST.indexOf(name) - FIRST.length
    : /erase/.test(name)
      ? 2
      : /^DELETE|stop-marketing/.test(name)
        ? 1
        : 0;

const MAY: Record<Role, readonly string[]> = {
  owner: ["view", "sales", "operate", "administer"],
  operator: ["view", "operate"],
  viewer: ["view", "sales"],
  service: ["view", "sales", "operate"],
};

beforeAll(async () => {
  database = await createTestDatabase();
  agents = describeAgents(createAgentRegistry(await loadAllShipped()), SHOP_TOOLS);
  const document = Document.parse(await (await app().request("/openapi.json")).json());
  schemas = document.components.schemas;
  routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .map(([method, entry]) => ({
        ...{ name: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), path },
        ...{ access: entry["x-access"] ?? "", schema: entry.requestBody?.content["application/json"]?.schema },
      }))
      .filter(({ name, method }) => path.startsWith("/internal/") && (method !== "GET" || DISCLOSES.includes(name))),
  );
});
afterAll(() => database.drop());

function app() {
  const { store, signIn, accessAdmin, templates, feed, pushDevices, desk, learningAdmin, failedWebhooks } = database;
  const answerMcp = async () => new Response("{}");
  const played = { agentVersion: "1", examples: 1, passed: 1, byKind: {}, guardrails: {}, failures: [] };
  const evaluator = { evaluate: async () => played };
  const template = {
    ...{ name: "pedido_enviado", language: "es", status: "APPROVED", category: "UTILITY" },
    components: [{ type: "BODY", text: "Su pedido va en camino." }],
  };
  const parts = {
    readShopTemplates: async () => ({ kind: "read" as const, templates: [template] }),
    store,
    signIn,
    accessAdmin,
    templates,
    feed,
    pushDevices,
    desk,
    learningAdmin,
    failedWebhooks,
    answerMcp,
    newId,
    agents,
    evaluator,
  };
  return openDoor({ parts }).app;
}

/** A workspace in which somebody has written, and a member or program with this role. */
async function shopOf(role: Role, n: number) {
  const workspace = `of_${role}` as WorkspaceId;
  const number = `77${n}` as PhoneNumberId;
  await database.accessAdmin.createWorkspace({ id: workspace, name: role }, "test");
  await database.accessAdmin.assignNumber({ id: number, workspaceId: workspace, agentId: "somnio" }, "test");
  await database.store.mailbox.enqueue(
    enqueueRequest([inbound("hola", { phone: `57300000010${n}`, phoneNumberId: number })]),
  );
  const { turns } = await database.store.mailbox.claim({ worker: newWorkerId(), leaseMs: 1, freeSlots: 9 });
  const turn = turns.find(({ lease }) => lease.workspaceId === workspace);
  if (turn === undefined) throw new Error("no turn was claimed");
  const of = { conversationId: turn.lease.conversationId, runId: turn.run.id, contactId: turn.contact.id };
  const objects = { ...(await fillWorkspace(database, workspace, of)), number, agents: "operator" };
  const actor = role === "service" ? "the till" : `María, ${role}`;
  if (role !== "service")
    await database.accessAdmin.putMember(workspace, { userId: "maria", role, name: actor }, "test");
  const made = await database.accessAdmin.createToken(workspace, {
    ...{ name: role === "service" ? actor : "laptop", scopes: null, lifeDays: null, by: "test" },
    holder: role === "service" ? { role } : { userId: "maria" },
  });
  return { workspace, objects, actor, token: made?.token ?? "" };
}

async function ask(route: Route, token: string, objects: Objects) {
  const id = objects[partOf(route.path)] ?? `new-${route.method}`;
  const path = route.path
    .replace("{field}", "nombre")
    .replace("{language}", "es")
    .replace("{part}", "planner")
    .replace(/\{\w+\}/, encodeURIComponent(id));
  const body = JSON.stringify(BODIES[route.name] ?? sampleOf(route.schema, schemas))
    .replace("{conversation}", objects["conversations"] ?? "")
    .replace("{number}", objects["number"] ?? "");
  const file = FILES[route.name];
  const response = await app().request(path + (file?.query ?? ""), {
    method: route.method,
    headers: { authorization: `Bearer ${token}`, "content-type": file?.type ?? "application/json" },
    ...(file === undefined ? (route.schema === undefined ? {} : { body }) : { body: file.body }),
  });
  return { status: response.status, text: await response.text() };
}

async function linesSince(id: unknown, workspace: string) {
  const rows = await database.rows(
    "select actor, action from audit_log where workspace_id = $1 and id > $2 order by id",
    [workspace, id],
  );
  return rows.map(({ actor, action }) => `${actor} ${action}`);
}
const newest = async () => (await database.rows("select coalesce(max(id), 0) as id from audit_log"))[0]?.["id"];

describe("each route that changes something or hands data out", () => {
  test.each(Object.keys(MAY).map((role, n) => ({ role: role as Role, n })))(
    "leaves a line that names the $role who asked",
    async ({ role, n }) => {
      const { workspace, objects, actor, token } = await shopOf(role, n);
      const deeds = routes
        .filter(({ name, access }) => MAY[role].includes(access) && !(name in EXEMPT) && !INSTALLATION.includes(name))
        .sort((a, b) => place(a) - place(b));
      for (const route of deeds) {
        for (const statement of PREPARED[route.name] ?? []) await database.rows(statement, [workspace]);
        const before = await newest();
        const { status, text } = await ask(route, token, objects);
        expect([route.name, status < 300 ? "done" : text]).toEqual([route.name, "done"]);
        const lines = await linesSince(before, workspace);
        expect([route.name, lines]).toEqual([
          route.name,
          expect.arrayContaining([expect.stringMatching(`^${actor} `)]),
        ]);
        for (const line of lines) expect([route.name, line]).toEqual([route.name, expect.stringMatching(`^${actor} `)]);
      }
      if (role === "owner") expect(deeds.length).toBeGreaterThan(25);
    },
  );

  test("names the installation where it gives workspaces and numbers out", async () => {
    for (const route of routes.filter(({ name }) => INSTALLATION.includes(name))) {
      const before = await newest();
      const { status } = await ask(route, API_TOKEN, {});
      expect([route.name, status < 300]).toEqual([route.name, true]);
      const [line] = await database.rows("select actor from audit_log where id > $1", [before]);
      expect([route.name, line?.["actor"]]).toEqual([route.name, "api"]);
    }
  });

  test("is exempt for a reason, and only while there is such a route", () => {
    const names = routes.map(({ name }) => name);
    expect(Object.keys(EXEMPT).filter((name) => !names.includes(name))).toEqual([]);
  });
});

test("a saved sandbox says who saved and who deleted it", async () => {
  const saved = createSavedSandboxes(database.database);
  const before = await newest();
  const sandbox = { id: newId(), name: "con nombre", agent: "somnio", mode: "m", turns: 1 };
  await saved.save(DEFAULT_WORKSPACE, sandbox, { body: "{}", by: "María" });
  expect(await saved.forget(DEFAULT_WORKSPACE, sandbox.id, "Luis")).toBe(true);
  expect(await linesSince(before, DEFAULT_WORKSPACE)).toEqual(["María sandbox.saved", "Luis sandbox.deleted"]);
});

test("a stranger's wrong tokens are a few lines, whatever their number, and the address is not in them", async () => {
  const before = await newest();
  const door = app();
  for (let tries = 0; tries < 15; tries += 1)
    await door.request("/internal/agent/runs", { headers: { authorization: `Bearer rec_${"x".repeat(43)}` } });
  await eventually("the tenth is written", async () => (await linesSince(before, DEFAULT_WORKSPACE)).length === 2);
  const lines = await database.rows("select action, subject_kind, subject_id, detail from audit_log where id > $1", [
    before,
  ]);
  expect(lines).toMatchObject([
    { action: "sign_in.failed", subject_kind: "address", detail: { tries: 1 } },
    { subject_id: expect.stringMatching(/^[0-9a-f]{16}$/), detail: { tries: 10 } },
  ]);
});

test("our own role writes no line but through the one function, and none that is sealed or of another time", async () => {
  const forged = `insert into audit_log (workspace_id, at, actor, action, subject_kind, subject_id, detail)
    values ('default', now() - interval '1 day', 'maria forged', 'contact.erased', 'contact', 'x', '{}')`;
  await expect(database.database.run({ text: forged, values: [] })).rejects.toThrow("permission denied");
  const stranger =
    "select has_function_privilege('recado_tenant', 'audit(text, text, text, text, text, uuid, jsonb)', 'execute') as may";
  expect(await database.rows(stranger)).toEqual([{ may: false }]);
});
