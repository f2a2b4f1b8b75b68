import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { RecadoError } from "../../core/errors.ts";
import { type AlertId, isUuid } from "../../core/ids.ts";
import { ALERT_STATUSES, type Alert } from "../../core/operations/alert.ts";
import { actorOf } from "../../core/operations/principal.ts";
import { Instant } from "../instant.ts";
import { PageQuery, readPage } from "../paging.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Alerts"];

const AlertJson = z
  .object({
    id: z.string(),
    kind: z.string().openapi({ example: "template_paused" }),
    subject: z.string().openapi({ description: "What it is about; empty: the shop as a whole." }),
    severity: z.enum(["info", "warning", "critical"]),
    status: z.enum(ALERT_STATUSES),
    detail: z.unknown().openapi({ description: "What the channel said." }),
    count: z.number().int().openapi({ description: "How often it was raised while open." }),
    raisedAt: Instant,
    lastSeenAt: Instant,
    resolvedAt: Instant.nullable(),
    resolvedBy: z.string().nullable().openapi({ description: "Null when WhatsApp itself gave the all-clear." }),
    note: z.string().nullable(),
  })
  .openapi("Alert");

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/alerts",
  "x-access": "view",
  tags,
  summary: "What a person should look at, the newest first",
  security,
  request: { query: PageQuery.extend({ status: z.enum(ALERT_STATUSES).optional() }) },
  responses: {
    200: {
      description: "A page",
      content: {
        "application/json": { schema: z.object({ items: z.array(AlertJson), nextCursor: z.string().nullable() }) },
      },
    },
    ...problems(401, 403, 422),
  },
});

const resolveRoute = createRoute({
  method: "post",
  path: "/internal/agent/alerts/{id}/resolve",
  "x-access": "operate",
  tags,
  summary: "A person has dealt with it; the same trouble later opens a new alert",
  security,
  request: {
    params: z.object({ id: z.string() }),
    body: { required: true, content: { "application/json": { schema: ActorBody.openapi("ActorBody") } } },
  },
  responses: {
    200: { description: "Resolved, now or before", content: { "application/json": { schema: AlertJson } } },
    ...problems(400, 401, 403, 404, 415, 422),
  },
});

export function addAlertRoutes(app: OpenAPIHono<ServerEnv>, { store }: ServerDependencies): void {
  app.openapi(listRoute, async (c) => {
    const { items, nextCursor } = await readPage(
      store.alerts.list(c.get("principal").workspaceId, c.req.valid("query")),
    );
    return c.json({ items: items.map(describeAlert), nextCursor }, 200);
  });

  app.openapi(resolveRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { actor, note } = c.req.valid("json");
    const principal = c.get("principal");
    const by = { actor: actorOf(principal, actor), note: note ?? null };
    const alert = isUuid(id) ? await store.alerts.resolve(principal.workspaceId, id as AlertId, by) : null;
    if (alert === null) {
      throw new RecadoError("not_found", `There is no alert ${JSON.stringify(id.slice(0, 64))}.`);
    }
    return c.json(describeAlert(alert), 200);
  });
}

function describeAlert(alert: Alert): z.output<typeof AlertJson> {
  return {
    ...alert,
    status: alert.resolvedAt === null ? "open" : "resolved",
    raisedAt: alert.raisedAt.toISOString(),
    lastSeenAt: alert.lastSeenAt.toISOString(),
    resolvedAt: alert.resolvedAt?.toISOString() ?? null,
  };
}
