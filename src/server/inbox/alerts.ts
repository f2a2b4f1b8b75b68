import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { Alert } from "../../core/answers/desk/alert.ts";
import { type AlertId, isUuid } from "../../core/ids.ts";
import { ALERT_STATUSES } from "../../core/operations/alert.ts";
import { actorOf } from "../../core/operations/principal.ts";
import { answer, jsonBody, pageAnswer } from "../answer.ts";
import { notFound } from "../not-found.ts";
import { PageQuery, readPage } from "../paging.ts";
import { problems } from "../problem.ts";
import type { StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Alerts"];

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/alerts",
  "x-access": "view",
  tags,
  summary: "List alerts, newest first",
  security,
  request: { query: PageQuery.extend({ status: z.enum(ALERT_STATUSES).optional() }) },
  responses: { 200: pageAnswer(Alert), ...problems(401, 403, 422) },
});

const resolveRoute = createRoute({
  method: "post",
  path: "/internal/agent/alerts/{id}/resolve",
  "x-access": "operate",
  tags,
  summary: "Resolve an alert. If the same trouble comes back, it opens a new alert",
  security,
  request: { params: z.object({ id: z.string() }), body: jsonBody(ActorBody.openapi("ActorBody")) },
  responses: { 200: answer("The alert, resolved now or before", Alert), ...problems(400, 401, 403, 404, 415, 422) },
});

export function addAlertRoutes(app: OpenAPIHono<ServerEnv>, { store: { alerts } }: StorePorts<"alerts">): void {
  app.openapi(listRoute, async (c) => {
    return c.json(await readPage(alerts.list(c.get("principal").workspaceId, c.req.valid("query"))), 200);
  });

  app.openapi(resolveRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { actor, note } = c.req.valid("json");
    const principal = c.get("principal");
    const by = { actor: actorOf(principal, actor), note: note ?? null };
    const alert = isUuid(id) ? await alerts.resolve(principal.workspaceId, id as AlertId, by) : null;
    if (alert === null) throw notFound("alert", id);
    return c.json(alert, 200);
  });
}
