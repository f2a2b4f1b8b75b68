import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { FeedDelivery, FeedEndpoint, FeedSecret } from "../../core/answers/feed.ts";
import { RecadoError } from "../../core/errors.ts";
import { endpointFault } from "../../core/feed/endpoint-fault.ts";
import { FEED_KINDS, FEED_STATUSES, MOST_ENDPOINTS } from "../../core/feed/feed-policy.ts";
import { isUuid } from "../../core/ids.ts";
import { actorOf } from "../../core/operations/principal.ts";
import { answer, jsonBody, listAnswer, pageAnswer } from "../answer.ts";
import { notFound } from "../not-found.ts";
import { ConversationQuery, PageQuery, readPage } from "../paging.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody, storableText } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Event feed"];
const params = z.object({ id: z.string() });
const Actor = ActorBody.pick({ actor: true }).strict();

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/feed/endpoints",
  "x-access": "administer",
  tags,
  summary: "List the addresses to which the workspace's events are posted",
  security,
  responses: { 200: listAnswer("All endpoints", FeedEndpoint), ...problems(401, 403) },
});

const addRoute = createRoute({
  method: "post",
  path: "/internal/agent/feed/endpoints",
  "x-access": "administer",
  tags,
  summary: "Post events to an address from now on. Only this answer has the secret that signs them",
  security,
  request: {
    body: jsonBody(
      Actor.extend({
        url: storableText(1, 2_000),
        kinds: z.array(z.enum(FEED_KINDS)).min(1).max(FEED_KINDS.length),
      }).openapi("NewFeedEndpoint", {
        example: { actor: "ana@tienda.co", url: "https://example.com/recado", kinds: ["order.confirmed", "handoff"] },
      }),
    ),
  },
  responses: { 201: answer("The endpoint's secret", FeedSecret), ...problems(400, 401, 403, 415, 422) },
});

const rotateRoute = createRoute({
  method: "post",
  path: "/internal/agent/feed/endpoints/{id}/rotate",
  "x-access": "administer",
  tags,
  summary: "Make a new secret. The former one signs beside it for a day",
  security,
  request: { params, body: jsonBody(Actor.openapi("FeedActor")) },
  responses: { 200: answer("The new secret", FeedSecret), ...problems(400, 401, 403, 404, 415, 422) },
});

const removeRoute = createRoute({
  method: "delete",
  path: "/internal/agent/feed/endpoints/{id}",
  "x-access": "administer",
  tags,
  summary: "Post nothing more to an address, and drop what waits for it",
  security,
  request: { params },
  responses: { 204: { description: "Removed" }, ...problems(401, 403, 404) },
});

const replayAllRoute = createRoute({
  method: "post",
  path: "/internal/agent/feed/endpoints/{id}/replay",
  "x-access": "administer",
  tags,
  summary: "Post all parked events of an endpoint again, and with `since` also those that it has taken since then",
  security,
  request: {
    params,
    body: jsonBody(
      Actor.extend({ since: z.iso.datetime({ offset: true }).nullable().default(null) }).openapi("FeedReplay"),
    ),
  },
  responses: {
    200: answer("How many are posted again", z.object({ replayed: z.number().int() })),
    ...problems(400, 401, 403, 404, 415, 422),
  },
});

const deliveriesRoute = createRoute({
  method: "get",
  path: "/internal/agent/feed/deliveries",
  "x-access": "view",
  tags,
  summary: "List events and what became of them, newest first",
  security,
  request: {
    query: PageQuery.extend({
      endpointId: z.string().refine(isUuid, "not an id").optional(),
      conversationId: ConversationQuery,
      status: z.enum(FEED_STATUSES).optional(),
    }),
  },
  responses: { 200: pageAnswer(FeedDelivery), ...problems(401, 403, 422) },
});

const replayRoute = createRoute({
  method: "post",
  path: "/internal/agent/feed/deliveries/{id}/replay",
  "x-access": "operate",
  tags,
  summary: "Post an event again, under the id that the receiver knows it by",
  security,
  request: { params, body: jsonBody(Actor.openapi("FeedActor")) },
  responses: { 200: answer("The event", FeedDelivery), ...problems(400, 401, 403, 404, 415, 422) },
});

type FeedDependencies = Pick<ServerDependencies, "feed" | "newId" | "settings">;

export function addFeedRoutes(app: OpenAPIHono<ServerEnv>, { feed, newId, settings }: FeedDependencies): void {
  app.openapi(listRoute, async (c) => c.json({ items: await feed.endpoints(c.get("principal").workspaceId) }, 200));

  app.openapi(addRoute, async (c) => {
    const principal = c.get("principal");
    const { actor, url, kinds } = c.req.valid("json");
    const fault = endpointFault(url, settings.feedMayBePrivate);
    if (fault !== null) throw new RecadoError("request_invalid", `${fault}.`);
    const endpoint = { id: newId(), url, kinds: [...new Set(kinds)] };
    const made = await feed.add(principal.workspaceId, endpoint, actorOf(principal, actor));
    if (made === null) {
      throw new RecadoError(
        "request_invalid",
        `A workspace has at most ${MOST_ENDPOINTS} endpoints. Remove one first.`,
      );
    }
    return c.json(made, 201);
  });

  app.openapi(rotateRoute, async (c) => {
    const { id } = c.req.valid("param");
    const principal = c.get("principal");
    const by = actorOf(principal, c.req.valid("json").actor);
    const made = isUuid(id) ? await feed.rotate(principal.workspaceId, id, by) : null;
    if (made === null) throw notFound("endpoint", id);
    return c.json(made, 200);
  });

  app.openapi(removeRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { workspaceId, actor } = c.get("principal");
    if (!isUuid(id) || !(await feed.remove(workspaceId, id, actor))) throw notFound("endpoint", id);
    return c.body(null, 204);
  });

  app.openapi(replayAllRoute, async (c) => {
    const { id } = c.req.valid("param");
    const principal = c.get("principal");
    const { actor, since } = c.req.valid("json");
    const asked = { since: since === null ? null : new Date(since), actor: actorOf(principal, actor) };
    const replayed = isUuid(id) ? await feed.replayAll(principal.workspaceId, id, asked) : null;
    if (replayed === null) throw notFound("endpoint", id);
    return c.json({ replayed }, 200);
  });

  app.openapi(deliveriesRoute, async (c) =>
    c.json(await readPage(feed.deliveries(c.get("principal").workspaceId, c.req.valid("query"))), 200),
  );

  app.openapi(replayRoute, async (c) => {
    const { id } = c.req.valid("param");
    const principal = c.get("principal");
    const by = actorOf(principal, c.req.valid("json").actor);
    const delivery = isUuid(id) ? await feed.replay(principal.workspaceId, id, by) : null;
    if (delivery === null) throw notFound("event", id);
    return c.json(delivery, 200);
  });
}
