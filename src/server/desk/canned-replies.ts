import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { CannedReply, InboxQuery, InboxView } from "../../core/answers/desk/desk.ts";
import { RecadoError } from "../../core/errors.ts";
import { isUuid } from "../../core/ids.ts";
import { actorOf } from "../../core/operations/principal.ts";
import { MAX_CANNED_REPLIES, MAX_INBOX_VIEWS, type Written } from "../../core/ports/desk/desk.ts";
import { answer, jsonBody, listAnswer } from "../answer.ts";
import { notFound } from "../not-found.ts";
import { InvalidRequest, problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { actorText, storableText } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Canned replies"];
const params = z.object({ id: z.string() });
const writeAnswers = problems(400, 401, 403, 409, 415, 422);

const Fields = z.object({
  shortcut: storableText(1, 40).regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    'must be small letters, digits and "-", such as "envio-gratis"',
  ),
  body: storableText(1, 4_096).refine((text) => text.trim() !== "", "must not be empty"),
  actor: actorText.optional(),
});
const EXAMPLE = { shortcut: "envio", body: "Hola {{nombre}}, su pedido a {{ciudad}} sale hoy." };

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/canned-replies",
  "x-access": "view",
  tags,
  summary: "List the texts that people of the shop send often",
  security,
  responses: { 200: listAnswer("By shortcut", CannedReply), ...problems(401, 403) },
});

const addRoute = createRoute({
  method: "post",
  path: "/internal/agent/canned-replies",
  "x-access": "operate",
  tags,
  summary: "Add a text that people of the shop send often",
  security,
  request: { body: jsonBody(Fields.strict().openapi("NewCannedReply", { example: EXAMPLE })) },
  responses: { 201: answer("The text", CannedReply), ...writeAnswers },
});

const changeRoute = createRoute({
  method: "put",
  path: "/internal/agent/canned-replies/{id}",
  "x-access": "operate",
  tags,
  summary: "Change a canned reply",
  security,
  request: { params, body: jsonBody(Fields.strict().openapi("ChangedCannedReply", { example: EXAMPLE })) },
  responses: { 200: answer("The text", CannedReply), ...writeAnswers, ...problems(404) },
});

const removeRoute = createRoute({
  method: "delete",
  path: "/internal/agent/canned-replies/{id}",
  "x-access": "operate",
  tags,
  summary: "Delete a canned reply",
  security,
  request: { params },
  responses: { 204: { description: "Deleted" }, ...problems(401, 403, 404) },
});

const viewsRoute = createRoute({
  method: "get",
  path: "/internal/agent/inbox/views",
  "x-access": "view",
  tags: ["Conversations"],
  summary: "List the saved views of the inbox: those of the shop and the caller's own",
  security,
  responses: { 200: listAnswer("By name", InboxView), ...problems(401, 403) },
});

const addViewRoute = createRoute({
  method: "post",
  path: "/internal/agent/inbox/views",
  "x-access": "operate",
  tags: ["Conversations"],
  summary: "Save a view of the inbox for all people of the shop, or for oneself",
  security,
  request: {
    body: jsonBody(
      z
        .object({
          name: storableText(1, 60),
          query: InboxQuery,
          isOwn: z.boolean().default(false),
          actor: actorText.optional(),
        })
        .strict()
        .openapi("NewInboxView", { example: { name: "De Camila", query: { assignee: "Camila" } } }),
    ),
  },
  responses: { 201: answer("The view", InboxView), ...writeAnswers },
});

const changeViewRoute = createRoute({
  method: "patch",
  path: "/internal/agent/inbox/views/{id}",
  "x-access": "operate",
  tags: ["Conversations"],
  summary: "Rename a saved view, share it, or keep it for oneself",
  security,
  request: {
    params,
    body: jsonBody(
      z
        .object({ name: storableText(1, 60).optional(), isOwn: z.boolean().optional(), actor: actorText.optional() })
        .strict()
        .openapi("ChangedInboxView", { example: { name: "De Camila" } }),
    ),
  },
  responses: { 200: answer("The view", InboxView), ...writeAnswers, ...problems(404) },
});

const removeViewRoute = createRoute({
  method: "delete",
  path: "/internal/agent/inbox/views/{id}",
  "x-access": "operate",
  tags: ["Conversations"],
  summary: "Delete a saved view",
  security,
  request: { params },
  responses: { 204: { description: "Deleted" }, ...problems(401, 403, 404) },
});

/** The texts and views that people of a shop keep for one another. */
export function addCannedReplyRoutes(
  app: OpenAPIHono<ServerEnv>,
  { desk, newId }: Pick<ServerDependencies, "desk" | "newId">,
): void {
  app.openapi(listRoute, async (c) => {
    return c.json({ items: [...(await desk.cannedReplies(c.get("principal").workspaceId))] }, 200);
  });

  app.openapi(addRoute, async (c) => {
    const { actor, ...reply } = c.req.valid("json");
    const principal = c.get("principal");
    const by = { actor: actorOf(principal, actor ?? principal.actor), isNew: true };
    const written = await desk.writeCannedReply(principal.workspaceId, { id: newId(), ...reply }, by);
    return c.json(answerOf(written, "shortcut", reply.shortcut, MAX_CANNED_REPLIES), 201);
  });

  app.openapi(changeRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { actor, ...reply } = c.req.valid("json");
    const principal = c.get("principal");
    if (!isUuid(id)) throw notFound("canned reply", id);
    const by = { actor: actorOf(principal, actor ?? principal.actor), isNew: false };
    const written = await desk.writeCannedReply(principal.workspaceId, { id, ...reply }, by);
    if (written.kind === "not_found") throw notFound("canned reply", id);
    return c.json(answerOf(written, "shortcut", reply.shortcut, MAX_CANNED_REPLIES), 200);
  });

  app.openapi(removeRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { workspaceId, actor } = c.get("principal");
    const isGone = isUuid(id) && (await desk.removeCannedReply(workspaceId, id, actor));
    if (!isGone) throw notFound("canned reply", id);
    return c.body(null, 204);
  });

  app.openapi(viewsRoute, async (c) => {
    const { workspaceId, actor } = c.get("principal");
    return c.json({ items: [...(await desk.views(workspaceId, actor))] }, 200);
  });

  app.openapi(addViewRoute, async (c) => {
    const { actor, ...view } = c.req.valid("json");
    const principal = c.get("principal");
    const by = actorOf(principal, actor ?? principal.actor);
    const written = await desk.addView(principal.workspaceId, { id: newId(), ...view }, by);
    return c.json(answerOf(written, "name", view.name, MAX_INBOX_VIEWS), 201);
  });

  app.openapi(changeViewRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { actor, ...change } = c.req.valid("json");
    const principal = c.get("principal");
    const by = actorOf(principal, actor ?? principal.actor);
    const written = isUuid(id) ? await desk.changeView(principal.workspaceId, { id, ...change }, by) : null;
    if (written === null || written.kind === "not_found") throw notFound("view", id);
    return c.json(answerOf(written, "name", change.name ?? "", MAX_INBOX_VIEWS), 200);
  });

  app.openapi(removeViewRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { workspaceId, actor } = c.get("principal");
    const isGone = isUuid(id) && (await desk.removeView(workspaceId, id, actor));
    if (!isGone) throw notFound("view", id);
    return c.body(null, 204);
  });
}

function answerOf<Answer>(written: Written<Answer>, field: string, name: string, most: number): Answer {
  switch (written.kind) {
    case "written":
      return written.answer;
    case "taken":
      throw new RecadoError("already_there", `There is one with the ${field} ${JSON.stringify(name)}: choose another.`);
    case "full":
    case "not_found":
      throw new InvalidRequest([{ field, message: `there are ${most} already: delete one that nobody uses` }]);
  }
}
