import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { FAILED_WEBHOOK_STATUSES, FailedWebhook, FailedWebhookBody } from "../../core/answers/desk/failed-webhook.ts";
import { isUuid, type WorkspaceId } from "../../core/ids.ts";
import { actorOf } from "../../core/operations/principal.ts";
import type { FailedWebhooks } from "../../core/ports/desk/failed-webhooks.ts";
import { parseWebhook } from "../../whatsapp/parse-webhook.ts";
import { answer, jsonBody, pageAnswer } from "../answer.ts";
import { notFound } from "../not-found.ts";
import { PageQuery, readPage } from "../paging.ts";
import { InvalidRequest, problems } from "../problem.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody } from "../text-rules.ts";
import { storeWebhook, type WebhookDependencies } from "./store-webhook.ts";

const security = [{ bearer: [] }];
const tags = ["Failed webhooks"];
const PATH = "/internal/agent/failed-webhooks";
const params = z.object({ id: z.string() });

const listRoute = createRoute({
  method: "get",
  path: PATH,
  "x-access": "administer",
  tags,
  summary: "List signed items of WhatsApp that could not be read, newest first",
  security,
  request: { query: PageQuery.extend({ status: z.enum(FAILED_WEBHOOK_STATUSES).optional() }) },
  responses: { 200: pageAnswer(FailedWebhook), ...problems(401, 403, 422) },
});

const showRoute = createRoute({
  method: "get",
  path: `${PATH}/{id}`,
  "x-access": "administer",
  tags,
  summary: "Read one with its bytes as they came",
  security,
  request: { params },
  responses: { 200: answer("The item", FailedWebhookBody), ...problems(401, 403, 404) },
});

const actRoute = <Verb extends "replay" | "resolve" | "ignore">(verb: Verb, summary: string) =>
  createRoute({
    method: "post",
    path: `${PATH}/{id}/${verb}`,
    "x-access": "administer",
    tags,
    summary,
    security,
    request: { params, body: jsonBody(ActorBody) },
    responses: { 200: answer("The item as it is now", FailedWebhook), ...problems(400, 401, 403, 404, 415, 422) },
  });

const replayRoute = actRoute(
  "replay",
  "Read it again with this version and store what it holds. What was stored before is a duplicate and does no harm",
);
const resolveRoute = actRoute("resolve", "Mark it as dealt with by other means");
const ignoreRoute = actRoute("ignore", "Mark it as of no use. It may be replayed later");

type Dependencies = WebhookDependencies & { readonly failedWebhooks: FailedWebhooks };

export function addFailedWebhookRoutes(app: OpenAPIHono<ServerEnv>, dependencies: Dependencies): void {
  const { failedWebhooks } = dependencies;
  app.openapi(listRoute, async (c) =>
    c.json(await readPage(failedWebhooks.list(c.get("principal").workspaceId, c.req.valid("query"))), 200),
  );

  app.openapi(showRoute, async (c) => {
    const { id } = c.req.valid("param");
    const found = isUuid(id) ? await failedWebhooks.find(c.get("principal").workspaceId, id) : null;
    if (found === null) throw notFound("failed webhook", id);
    const { body: _, ...shown } = found;
    return c.json(shown, 200);
  });

  app.openapi(replayRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { actor, note } = c.req.valid("json");
    const principal = c.get("principal");
    const by = { actor: actorOf(principal, actor), note: note ?? null };
    return c.json(await replayWebhook(dependencies, principal.workspaceId, id, by), 200);
  });

  for (const [route, status] of [
    [resolveRoute, "resolved"],
    [ignoreRoute, "ignored"],
  ] as const) {
    app.openapi(route, async (c) => {
      const { id } = c.req.valid("param");
      const { actor, note } = c.req.valid("json");
      const principal = c.get("principal");
      const as = { status, actor: actorOf(principal, actor), note: note ?? null };
      const settled = isUuid(id) ? await failedWebhooks.settle(principal.workspaceId, id, as) : null;
      if (settled === null) throw notFound("failed webhook", id);
      return c.json(settled, 200);
    });
  }
}

/**
 * Its messages are stored before it counts as replayed: a kill between the two leaves it open, and once more does no harm.
 * Throws when this version cannot read it either.
 */
export async function replayWebhook(
  dependencies: Dependencies,
  workspace: WorkspaceId,
  id: string,
  by: { readonly actor: string; readonly note: string | null },
): Promise<FailedWebhook> {
  const { failedWebhooks, clock } = dependencies;
  const found = isUuid(id) ? await failedWebhooks.find(workspace, id) : null;
  if (found === null) throw notFound("failed webhook", id);
  const { body, raw: _, ...shown } = found;
  if (found.status === "replayed" || found.status === "resolved") return shown;
  const [fault] = parseWebhook(body, clock.now()).quarantined;
  if (fault !== undefined) {
    throw new InvalidRequest([
      {
        field: "id",
        message: `it still cannot be read (${fault.reason}): resolve or ignore it, or wait for a later version`,
      },
    ]);
  }
  await storeWebhook(dependencies, body);
  const settled = await failedWebhooks.settle(workspace, id, { status: "replayed", ...by });
  if (settled === null) throw notFound("failed webhook", id);
  return settled;
}
