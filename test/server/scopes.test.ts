import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import { SCOPE_PARTS } from "../../src/core/operations/principal.ts";
import { partOf } from "../../src/server/access/route-access.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { API_TOKEN, openDoor } from "./open-door.ts";

/** What a token with scopes may, over every route of the OpenAPI document: a new route joins by itself. */
let database: TestDatabase;
let routes: { method: string; path: string; access: string }[];

const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ "x-access": z.string().optional() }))),
});

function door() {
  const { store, signIn, accessAdmin, templates, learningAdmin } = database;
  const examples = { count: async () => 0, remove: async () => 0 };
  const answerMcp = async () => new Response("{}", { headers: { "content-type": "application/json" } });
  return openDoor({ parts: { store, signIn, accessAdmin, templates, learningAdmin, examples, answerMcp } }).app;
}

beforeAll(async () => {
  database = await createTestDatabase();
  const { paths } = Document.parse(await (await door().request("/openapi.json")).json());
  routes = Object.entries(paths)
    .filter(([path]) => path.startsWith("/internal/"))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, entry]) => ({
        ...{ method: method.toUpperCase(), path, access: entry["x-access"] ?? "" },
      })),
    );
});
afterAll(() => database.drop());

async function tokenWith(scopes: readonly string[], holder: { role: "owner" | "service" } | { userId: string }) {
  const response = await door().request("/internal/agent/tokens", {
    method: "POST",
    headers: { authorization: `Bearer ${API_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "narrow", scopes, ...holder }),
  });
  const { token = "" } = z.object({ token: z.string().optional() }).parse(await response.json());
  return { status: response.status, token };
}

/** The refusal comes before anything is looked at: no body is needed for it. */
async function asks({ method, path }: { method: string; path: string }, token: string) {
  const response = await door().request(path.replace(/\{\w+\}/g, "x"), {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(method === "GET" ? {} : { body: "{}" }),
  });
  await response.body?.cancel();
  return response.status;
}

const parts = () =>
  [...new Set(routes.flatMap(({ path, access }) => (access === "administer" ? [] : [partOf(path)])))].sort();

test("each part of the document that is not for owners alone can be named in a token's scopes, and opens", async () => {
  expect([...SCOPE_PARTS].sort()).toEqual(parts());
  expect(parts()).toContain("mcp");
  for (const part of parts()) {
    const of = routes.filter(({ path, access }) => partOf(path) === part && access !== "administer");
    const scopes = [
      ...new Set(of.map(({ access }) => `${part}:${["view", "sales"].includes(access) ? "read" : "write"}`)),
    ];
    const { status, token } = await tokenWith(scopes, { role: "service" });
    expect([scopes, status]).toEqual([scopes, 201]);
    for (const route of of) expect([route, [401, 403].includes(await asks(route, token))]).toEqual([route, false]);
  }
  expect((await tokenWith(["nothing:read"], { role: "service" })).status).toBe(422);
});

test("a token with scopes administers nothing, an owner's neither", async () => {
  await database.accessAdmin.putMember(DEFAULT_WORKSPACE, { userId: "dora", role: "owner", name: "Dora" }, "test");
  const all = parts().flatMap((part) => [`${part}:read`, `${part}:write`]);
  const administered = routes.filter(({ access }) => access === "administer");
  expect(administered.length).toBeGreaterThan(15);
  for (const holder of [{ role: "owner" as const }, { userId: "dora" }]) {
    const { token } = await tokenWith(all, holder);
    for (const route of administered) expect([route, await asks(route, token)]).toEqual([route, 403]);
  }
});
