import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { DEFAULT_WORKSPACE, type WorkspaceId } from "../../src/core/ids.ts";
import { ROLES, type Role } from "../../src/core/operations/principal.ts";
import { partOf } from "../../src/server/access/route-access.ts";
import { enqueueRequest, inbound, newWorkerId, type SHOP_NUMBER } from "../support/inbound.ts";
import { mismatches } from "../support/provider/openapi-match.ts";
import { sampleOf } from "../support/provider/openapi-sample.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { fillWorkspace, type Objects } from "./filled-workspace.ts";
import { openDoor } from "./open-door.ts";

/**
 * Every route below `/internal`, each role, an object of its own workspace, of another one and of none: from the OpenAPI
 * document, so that a new route joins by itself. What another workspace has is as if it were not there.
 */
const other = "other" as WorkspaceId;
const MISSING = "01900000-0000-7000-8000-0000000000ff";

const Routes = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        "x-access": z.enum(["view", "sales", "operate", "administer"]).optional(),
        parameters: z
          .array(
            z.looseObject({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema: z.unknown() }),
          )
          .optional(),
        requestBody: z
          .looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.unknown() })) })
          .optional(),
        responses: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});
const Answer = z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.unknown() })).default({}) });
type Route = { method: string; path: string; entry: z.output<typeof Routes>["paths"][string][string] };

/** What is nobody's own: agents are those of the process; numbers and workspaces are given out by the installation. */
const SHARED = ["agents", "numbers", "workspaces"];

/** This server has none of them: they answer 503 to everybody. */
const NOT_HERE = ["sandboxes", "sandbox-sessions", "replays"];

/** What must be asked for by name: here, by what another workspace's customer is called. */
const QUERIES: Readonly<Record<string, Record<string, string>>> = {
  "GET /internal/agent/contacts": { contact: "573000000002" },
};

/** Where the smallest body that the schema allows says too little. */
const BODIES: Readonly<Record<string, unknown>> = {
  "PATCH /internal/agent/conversations/{id}/desk": { isSeen: true },
  "POST /internal/agent/conversations/{id}/messages": { text: "hola", idempotencyKey: "k", actor: "ana" },
};

/** Last: after them there is nothing to ask about. */
const DESTROYS = /erase|^DELETE/;

let database: TestDatabase;
let routes: Route[];
let schemas: Record<string, unknown>;
let objects: Record<string, Objects>;
let tokens: Record<string, Record<Role | "scoped", string>>;
let ask: (
  route: Route,
  token: string | null,
  id: string,
) => Promise<{ status: number; code: string | null; text: string }>;

beforeAll(async () => {
  database = await createTestDatabase();
  const { accessAdmin, signIn, store } = database;
  await accessAdmin.createWorkspace({ id: other, name: "Other" }, "test");
  await accessAdmin.assignNumber({ id: "999" as typeof SHOP_NUMBER, workspaceId: other, agentId: "somnio" }, "test");
  await store.mailbox.enqueue(
    enqueueRequest([
      inbound("mía", { phone: "573000000001" }),
      inbound("ajena-canary", { phone: "573000000002", phoneNumberId: "999" as typeof SHOP_NUMBER }),
    ]),
  );
  const { turns } = await store.mailbox.claim({ worker: newWorkerId(), leaseMs: 1, freeSlots: 9 });
  objects = {};
  tokens = {};
  for (const turn of turns) {
    const { workspaceId: workspace, conversationId } = turn.lease;
    objects[workspace] = await fillWorkspace(database, workspace, {
      conversationId,
      runId: turn.run.id,
      contactId: turn.contact.id,
    });
    const token = async (holder: Role, scopes: string[] | null = null) =>
      (
        await accessAdmin.createToken(workspace, {
          name: `a ${holder}`,
          holder: { role: holder },
          scopes,
          lifeDays: null,
          by: "test",
        })
      )?.token ?? "";
    tokens[workspace] = {
      ...{ owner: await token("owner"), operator: await token("operator"), viewer: await token("viewer") },
      ...{ service: await token("service"), scoped: await token("service", ["events:write"]) },
    };
  }
  const { app } = openDoor({
    parts: {
      store,
      signIn,
      accessAdmin,
      learningAdmin: database.learningAdmin,
      failedWebhooks: database.failedWebhooks,
      templates: database.templates,
      readFirstAnswer: database.readFirstAnswer,
      feed: database.feed,
      desk: database.desk,
    },
  });
  const document = Routes.parse(await (await app.request("/openapi.json")).json());
  schemas = document.components.schemas;
  routes = Object.entries(document.paths)
    .filter(([path]) => path.startsWith("/internal/"))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, entry]) => ({ method: method.toUpperCase(), path, entry })),
    );
  ask = async ({ method, path, entry }, token, id) => {
    const query = (entry.parameters ?? []).filter((one) => one.in === "query" && one.required === true);
    const sampled = query.map(({ name, schema }) => [name, String(sampleOf(schema, schemas))]);
    const search = new URLSearchParams({ ...Object.fromEntries(sampled), ...QUERIES[`${method} ${path}`] });
    const schema = entry.requestBody?.content["application/json"]?.schema;
    const stop = new AbortController();
    const response = await app.request(
      `${path
        .replace("{field}", "nombre")
        .replace("{language}", "es")
        .replace("{part}", "planner")
        .replace(/\{\w+\}/, encodeURIComponent(id))}?${search}`,
      {
        method,
        signal: stop.signal,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(schema === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(schema === undefined
          ? {}
          : { body: JSON.stringify(BODIES[`${method} ${path}`] ?? sampleOf(schema, schemas)) }),
      },
    );
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
    const text = isStream ? "" : await response.text();
    stop.abort();
    if (isStream) await response.body?.cancel().catch(() => {});
    const code =
      response.headers.get("content-type") === "application/problem+json"
        ? z.object({ code: z.string() }).parse(JSON.parse(text)).code
        : null;
    return { status: response.status, code, text };
  };
});
afterAll(() => database.drop());

const MAY: Record<Role, readonly string[]> = {
  owner: ["view", "sales", "operate", "administer"],
  operator: ["view", "operate"],
  viewer: ["view", "sales"],
  service: ["view", "sales", "operate"],
};
/** People and templates are added by any name. */
const ADDS = ["PUT /internal/agent/members/{userId}", "PUT /internal/agent/templates/{name}/{language}"];
const hasObject = ({ method, path }: Route) =>
  !ADDS.includes(`${method} ${path}`) &&
  /\{(?!field)\w+\}/.test(path) &&
  ![...SHARED, ...NOT_HERE].includes(partOf(path));
const named = ({ method, path }: Route) => `${method} ${path}`;

/** Everything that the other workspace has. */
async function fingerprint(): Promise<string> {
  const tables = await database.rows(`select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'workspace_id' and table_name not in ('api_tokens', 'tool_executions') order by 1`);
  const sums = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await database.rows(
        `select count(*) || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as sum from ${name} t where workspace_id = 'other'`,
      );
      return `${name} ${row?.["sum"]}`;
    }),
  );
  return sums.join("\n");
}

describe("every internal route", () => {
  test("is closed to whoever shows nothing", async () => {
    for (const route of routes)
      expect([named(route), (await ask(route, null, MISSING)).status]).toEqual([named(route), 401]);
  });

  test("refuses a role that is too low, and a token without the scope, before it looks at anything", async () => {
    for (const route of routes) {
      const access = route.entry["x-access"] ?? "";
      const low = ROLES.filter((role) => !MAY[role].includes(access)).map((role) => tokens["default"]?.[role] ?? "");
      const scoped = partOf(route.path) === "events" ? [] : [tokens["default"]?.scoped ?? ""];
      for (const token of [...low, ...scoped]) {
        for (const id of [MISSING, objects["default"]?.[partOf(route.path)] ?? MISSING]) {
          const { status, code } = await ask(route, token, id);
          expect([named(route), status, code]).toEqual([named(route), 403, "forbidden"]);
        }
      }
    }
  });

  test("answers for another workspace's object as for one that is not there, and changes nothing of it", async () => {
    const before = await fingerprint();
    const withObject = routes.filter(hasObject);
    expect(withObject.length).toBeGreaterThan(20);
    for (const route of withObject) {
      // A template's name has no dashes.
      const nobodys = partOf(route.path) === "templates" ? "nobodys" : MISSING;
      const foreign = objects["other"]?.[partOf(route.path)] ?? nobodys;
      for (const role of ROLES.filter((one) => MAY[one].includes(route.entry["x-access"] ?? ""))) {
        const token = tokens["default"]?.[role] ?? "";
        const [missing, found] = [await ask(route, token, nobodys), await ask(route, token, foreign)];
        expect([named(route), role, missing.status]).toEqual([named(route), role, 404]);
        expect([named(route), role, found.status, found.code]).toEqual([
          named(route),
          role,
          missing.status,
          missing.code,
        ]);
      }
    }
    expect(await fingerprint()).toBe(before);
  });

  test("lists nothing of another workspace", async () => {
    const secrets = ["ajena-canary", "573000000002", ...Object.values(objects["other"] ?? {})];
    for (const route of routes.filter(({ method, path }) => method === "GET" && !path.includes("{"))) {
      const { status, text } = await ask(route, tokens["default"]?.owner ?? "", "");
      const isFine =
        status === 200 ||
        (status === 404 && QUERIES[named(route)] !== undefined) ||
        NOT_HERE.includes(partOf(route.path));
      expect([named(route), status, isFine]).toEqual([named(route), status, true]);
      for (const secret of secrets) expect([named(route), text.includes(secret)]).toEqual([named(route), false]);
    }
  });

  test("answers with the fields that the document names, and with no others", async () => {
    const readable = routes.filter(
      (route) => route.method === "GET" && (hasObject(route) || !route.path.includes("{")),
    );
    const answered: string[] = [];
    for (const route of readable) {
      const token = tokens["other"]?.owner ?? "";
      const { status, text } = await ask(route, token, objects["other"]?.[partOf(route.path)] ?? "");
      const schema = Answer.parse(route.entry.responses["200"]).content["application/json"]?.schema;
      // Its bytes were never fetched here, and a file is no JSON.
      if (schema === undefined || NOT_HERE.includes(partOf(route.path))) continue;
      answered.push(named(route));
      expect([named(route), status]).toEqual([named(route), 200]);
      expect([named(route), mismatches(JSON.parse(text), schema, schemas)]).toEqual([named(route), []]);
    }
    expect(answered.length).toBeGreaterThan(25);
  });

  test("serves its own workspace, so that the refusals above mean something", async () => {
    // What destroys comes last, a part before the whole that it is of.
    const ordered = [...routes].sort(
      (a, b) =>
        Number(DESTROYS.test(named(a))) - Number(DESTROYS.test(named(b))) ||
        b.path.split("/").length - a.path.split("/").length,
    );
    const withOwn = ordered.filter(hasObject);
    for (const route of withOwn) {
      const part = partOf(route.path);
      // Its bytes were never fetched here: not there, for its own people too.
      if (part === "media") continue;
      const own = objects["other"]?.[part];
      expect([named(route), own]).toEqual([named(route), expect.any(String)]);
      const { status, text } = await ask(route, tokens["other"]?.owner ?? "", own ?? "");
      expect([named(route), status, text]).toEqual([
        named(route),
        expect.toSatisfy((one: number) => one < 500 && ![401, 403, 404].includes(one)),
        text,
      ]);
      expect(Object.keys(route.entry.responses)).toContain(String(status));
    }
  });
});

test("an event for another workspace's number or conversation goes nowhere", async () => {
  const { app } = openDoor({
    parts: { store: database.store, signIn: database.signIn, accessAdmin: database.accessAdmin },
  });
  const post = async (workspace: string, to: object) => {
    const response = await app.request("/internal/agent/events", {
      method: "POST",
      headers: { authorization: `Bearer ${tokens[workspace]?.service}`, "content-type": "application/json" },
      body: JSON.stringify({ type: "message", text: "hola", idempotencyKey: crypto.randomUUID(), ...to }),
    });
    return response.status;
  };
  expect(await post(DEFAULT_WORKSPACE, { contact: "573000000002", phoneNumberId: "999" })).toBe(404);
  expect(await post("other", { contact: "573000000002", phoneNumberId: "998-never-seen" })).toBe(404);
  expect(await post(DEFAULT_WORKSPACE, { conversationId: objects["other"]?.["conversations"] })).toBe(404);
  expect(await post("other", { contact: "573000000007", phoneNumberId: "999" })).toBe(202);
  expect(
    await database.accessAdmin.assignNumber(
      { id: "999" as typeof SHOP_NUMBER, workspaceId: DEFAULT_WORKSPACE, agentId: "somnio" },
      "x",
    ),
  ).toEqual({
    ...{ kind: "in_use", workspaceId: "other" },
  });
});
