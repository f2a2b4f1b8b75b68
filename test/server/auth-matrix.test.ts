import { createRoute } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import * as z from "zod";
import { SCOPE_PARTS } from "../../src/core/operations/principal.ts";
import { partOf } from "../../src/server/access/route-access.ts";
import { API_TOKEN, openDoor } from "./open-door.ts";

const Document = z.object({
  openapi: z.string(),
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ security: z.array(z.unknown()).optional(), "x-access": z.string().optional() })),
  ),
});

const Components = z.object({ components: z.object({ schemas: z.record(z.string(), z.unknown()) }) });

async function documentedRoutes() {
  const { app } = openDoor();
  const document = Document.parse(await (await app.request("/openapi.json")).json());
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security, "x-access": access }]) => ({
      ...{ method: method.toUpperCase(), path, security, access },
    })),
  );
}

test("the document is OpenAPI 3.1 and names every door of the design", async () => {
  const routes = (await documentedRoutes()).map(({ method, path }) => `${method} ${path}`).sort();
  expect(routes).toEqual([
    "DELETE /internal/agent/canned-replies/{id}",
    "DELETE /internal/agent/documents/{id}",
    "DELETE /internal/agent/feed/endpoints/{id}",
    "DELETE /internal/agent/inbox/views/{id}",
    "DELETE /internal/agent/knowledge/{id}",
    "DELETE /internal/agent/members/{userId}",
    "DELETE /internal/agent/members/{userId}/phone",
    "DELETE /internal/agent/sandbox-sessions/{id}",
    "DELETE /internal/agent/sandboxes/{id}",
    "DELETE /internal/agent/templates/{name}/{language}",
    "DELETE /studio/session",
    "GET /api/whatsapp/webhook",
    "GET /healthz",
    "GET /internal/agent/agents",
    "GET /internal/agent/agents/{id}",
    "GET /internal/agent/agents/{id}/prompts",
    "GET /internal/agent/alerts",
    "GET /internal/agent/artifacts/{id}",
    "GET /internal/agent/audit",
    "GET /internal/agent/audit/verification",
    "GET /internal/agent/canned-replies",
    "GET /internal/agent/circuits",
    "GET /internal/agent/config",
    "GET /internal/agent/confirmations",
    "GET /internal/agent/confirmations/{id}",
    "GET /internal/agent/contacts",
    "GET /internal/agent/contacts/{id}/export",
    "GET /internal/agent/contacts/{id}/memory",
    "GET /internal/agent/conversations",
    "GET /internal/agent/conversations/{id}",
    "GET /internal/agent/conversations/{id}/artifacts",
    "GET /internal/agent/conversations/{id}/facts",
    "GET /internal/agent/conversations/{id}/knowledge",
    "GET /internal/agent/conversations/{id}/notes",
    "GET /internal/agent/conversations/{id}/timeline",
    "GET /internal/agent/costs",
    "GET /internal/agent/documents",
    "GET /internal/agent/documents/search",
    "GET /internal/agent/documents/{id}",
    "GET /internal/agent/documents/{id}/chunks",
    "GET /internal/agent/documents/{id}/content",
    "GET /internal/agent/doubts",
    "GET /internal/agent/evaluations",
    "GET /internal/agent/evaluations/examples",
    "GET /internal/agent/examples",
    "GET /internal/agent/facts",
    "GET /internal/agent/failed-webhooks",
    "GET /internal/agent/failed-webhooks/{id}",
    "GET /internal/agent/feed/deliveries",
    "GET /internal/agent/feed/devices",
    "GET /internal/agent/feed/endpoints",
    "GET /internal/agent/follow-ups",
    "GET /internal/agent/going-live",
    "GET /internal/agent/inbox",
    "GET /internal/agent/inbox/counts",
    "GET /internal/agent/inbox/people",
    "GET /internal/agent/inbox/views",
    "GET /internal/agent/knowledge",
    "GET /internal/agent/knowledge/search",
    "GET /internal/agent/knowledge/{id}/versions",
    "GET /internal/agent/learning/samples",
    "GET /internal/agent/media",
    "GET /internal/agent/media/{mediaId}/content",
    "GET /internal/agent/members",
    "GET /internal/agent/metrics",
    "GET /internal/agent/metrics/money",
    "GET /internal/agent/numbers",
    "GET /internal/agent/orders",
    "GET /internal/agent/orders/counts",
    "GET /internal/agent/orders/{id}",
    "GET /internal/agent/orders/{id}/history",
    "GET /internal/agent/plans",
    "GET /internal/agent/reminders",
    "GET /internal/agent/reports",
    "GET /internal/agent/reports/{id}",
    "GET /internal/agent/retention",
    "GET /internal/agent/runs",
    "GET /internal/agent/runs/{runId}",
    "GET /internal/agent/runs/{runId}/scores",
    "GET /internal/agent/sandbox-sessions",
    "GET /internal/agent/sandboxes",
    "GET /internal/agent/sandboxes/choices",
    "GET /internal/agent/sandboxes/{id}",
    "GET /internal/agent/sandboxes/{id}/scenario",
    "GET /internal/agent/search",
    "GET /internal/agent/stream",
    "GET /internal/agent/tasks",
    "GET /internal/agent/templates",
    "GET /internal/agent/timers",
    "GET /internal/agent/tokens",
    "GET /internal/agent/tools",
    "GET /internal/agent/unanswered",
    "GET /internal/agent/workspaces",
    "GET /metrics",
    "GET /openapi.json",
    "GET /readyz",
    "GET /studio/session",
    "GET /studio/sign-in",
    "PATCH /internal/agent/config",
    "PATCH /internal/agent/conversations/{id}/desk",
    "PATCH /internal/agent/inbox/views/{id}",
    "PATCH /internal/agent/knowledge/{id}",
    "PATCH /internal/agent/orders/{id}",
    "PATCH /internal/agent/sandboxes/{id}/settings",
    "PATCH /internal/agent/sandboxes/{id}/state",
    "POST /api/whatsapp/webhook",
    "POST /internal/agent/agents/{id}/prompts/{part}",
    "POST /internal/agent/agents/{id}/prompts/{part}/approve",
    "POST /internal/agent/agents/{id}/prompts/{part}/use",
    "POST /internal/agent/alerts/{id}/resolve",
    "POST /internal/agent/canned-replies",
    "POST /internal/agent/contacts/{id}/erase",
    "POST /internal/agent/contacts/{id}/memory/forget",
    "POST /internal/agent/contacts/{id}/stop-marketing",
    "POST /internal/agent/conversations/{id}/files",
    "POST /internal/agent/conversations/{id}/force-intent",
    "POST /internal/agent/conversations/{id}/handback",
    "POST /internal/agent/conversations/{id}/knowledge/{field}/forget",
    "POST /internal/agent/conversations/{id}/messages",
    "POST /internal/agent/conversations/{id}/notes",
    "POST /internal/agent/conversations/{id}/summary/forget",
    "POST /internal/agent/conversations/{id}/takeover",
    "POST /internal/agent/conversations/{id}/tools",
    "POST /internal/agent/conversations/{id}/writing",
    "POST /internal/agent/documents",
    "POST /internal/agent/evaluations",
    "POST /internal/agent/events",
    "POST /internal/agent/examples/remove",
    "POST /internal/agent/facts/{id}/verdict",
    "POST /internal/agent/failed-webhooks/{id}/ignore",
    "POST /internal/agent/failed-webhooks/{id}/replay",
    "POST /internal/agent/failed-webhooks/{id}/resolve",
    "POST /internal/agent/feed/deliveries/{id}/replay",
    "POST /internal/agent/feed/devices",
    "POST /internal/agent/feed/devices/remove",
    "POST /internal/agent/feed/endpoints",
    "POST /internal/agent/feed/endpoints/{id}/replay",
    "POST /internal/agent/feed/endpoints/{id}/rotate",
    "POST /internal/agent/follow-ups",
    "POST /internal/agent/follow-ups/{id}/cancel",
    "POST /internal/agent/inbox/changes",
    "POST /internal/agent/inbox/views",
    "POST /internal/agent/knowledge",
    "POST /internal/agent/learning/labels",
    "POST /internal/agent/members/{userId}/phone-code",
    "POST /internal/agent/members/{userId}/sign-in-link",
    "POST /internal/agent/orders/file",
    "POST /internal/agent/reminders",
    "POST /internal/agent/reminders/{id}/cancel",
    "POST /internal/agent/replays",
    "POST /internal/agent/runs/{runId}/cancel",
    "POST /internal/agent/runs/{runId}/confirm",
    "POST /internal/agent/runs/{runId}/discard",
    "POST /internal/agent/runs/{runId}/pause",
    "POST /internal/agent/runs/{runId}/resume",
    "POST /internal/agent/runs/{runId}/retry",
    "POST /internal/agent/runs/{runId}/scores",
    "POST /internal/agent/sandbox-sessions/{id}/load",
    "POST /internal/agent/sandboxes",
    "POST /internal/agent/sandboxes/{id}/acts",
    "POST /internal/agent/sandboxes/{id}/fork",
    "POST /internal/agent/sandboxes/{id}/reset",
    "POST /internal/agent/sandboxes/{id}/save",
    "POST /internal/agent/tasks/{id}/assign",
    "POST /internal/agent/tasks/{id}/complete",
    "POST /internal/agent/templates/sync",
    "POST /internal/agent/timers/{id}/cancel",
    "POST /internal/agent/timers/{id}/fire",
    "POST /internal/agent/tokens",
    "POST /internal/agent/tokens/{id}/revoke",
    "POST /internal/agent/unanswered/dismiss",
    "POST /internal/agent/workspaces",
    "POST /studio/session",
    "PUT /internal/agent/canned-replies/{id}",
    "PUT /internal/agent/members/{userId}",
    "PUT /internal/agent/numbers/{id}",
    "PUT /internal/agent/retention",
    "PUT /internal/agent/templates/{name}/{language}",
  ]);
});

/** A page for people, no API. */
const STUDIO_PAGES = new Set(["/", "/studio", "/studio/*"]);

test("every route that the server has stands in the document", async () => {
  const { app } = openDoor();
  const documented = new Set((await documentedRoutes()).map(({ method, path }) => `${method} ${path}`));
  const served = app.routes
    .filter(({ method, path }) => method !== "ALL" && !STUDIO_PAGES.has(path))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
  expect(served.filter((route) => !documented.has(route))).toEqual([]);
});

test("every internal route says who may use it", async () => {
  const internal = (await documentedRoutes()).filter(({ path }) => path.startsWith("/internal/"));
  const silent = internal.filter(({ access }) => !["view", "sales", "operate", "administer"].includes(access ?? ""));
  expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

test("every part that a program may be let into alone can be named in a token's scopes", async () => {
  const internal = (await documentedRoutes()).filter(({ path }) => path.startsWith("/internal/"));
  const parts = internal.flatMap(({ path, access }) => (access === "administer" ? [] : [partOf(path)]));
  const unnamed = [...new Set(parts)].filter((part) => !SCOPE_PARTS.some((known) => known === part));
  expect(unnamed).toEqual([]);
});

test("a route that does not say who may use it is closed to everybody", async () => {
  const { app, api } = openDoor();
  const undeclared = createRoute({
    method: "get",
    path: "/internal/agent/secret",
    responses: { 200: { description: "" } },
  });
  app.openapi(undeclared, (c) => c.text("the secret"));
  expect((await api("GET", "/internal/agent/secret")).status).toBe(500);
});

test.each([
  ["no token", {}],
  ["an empty token", { authorization: "Bearer " }],
  ["another token", { authorization: "Bearer some-other-token-of-tests" }],
  ["the token with something behind it", { authorization: `Bearer ${API_TOKEN}x` }],
  ["the token as Basic", { authorization: `Basic ${API_TOKEN}` }],
])("with %s every internal route answers 401 and says how to do better", async (_, headers) => {
  const internal = (await documentedRoutes()).filter(({ path }) => path.startsWith("/internal/"));
  expect(internal.length).toBeGreaterThan(30);
  for (const { method, path, security } of internal) {
    const { app, double } = openDoor();
    expect(security).toContainEqual({ bearer: [] });
    const response = await app.request(path.replace(/\{\w+\}/, "x"), { method, headers });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toMatch(/^Bearer/);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(double.written).toBe(0);
  }
});

test("an unknown internal route does not tell strangers that it is unknown", async () => {
  const { app, api } = openDoor();
  expect((await app.request("/internal/nothing")).status).toBe(401);
  expect((await api("GET", "/internal/nothing")).status).toBe(404);
});

test("the right token opens, whatever the case of the scheme", async () => {
  const { app } = openDoor();
  for (const scheme of ["Bearer", "bearer", "BEARER"]) {
    const headers = { authorization: `${scheme} ${API_TOKEN}` };
    expect((await app.request("/internal/agent/runs", { headers })).status).toBe(200);
  }
});

test("a day of the business hours and a class of retention may be left out, says the document", async () => {
  const { app } = openDoor();
  const { components } = Components.parse(await (await app.request("/openapi.json")).json());
  const { BusinessHours, RetentionChange } = components.schemas;
  expect(BusinessHours).toMatchObject({ properties: { mon: expect.anything() } });
  expect(BusinessHours).not.toHaveProperty("required");
  expect(RetentionChange).toMatchObject({ properties: { days: { properties: { messages: expect.anything() } } } });
  expect(RetentionChange).not.toHaveProperty("properties.days.required");
});
