import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { UnansweredQuestion } from "../../core/answers/desk/unanswered.ts";
import { Doubt, Known } from "../../core/answers/knowledge.ts";
import { RecadoError } from "../../core/errors.ts";
import { type ConversationId, isUuid } from "../../core/ids.ts";
import { groupQuestions } from "../../core/knowledge/group-questions.ts";
import { actorOf } from "../../core/operations/principal.ts";
import { answer, jsonBody, listAnswer, pageAnswer } from "../answer.ts";
import { notFound } from "../not-found.ts";
import { PageQuery, readPage } from "../paging.ts";
import { problems } from "../problem.ts";
import type { StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Knowledge"];
const conversation = z.object({ id: z.string() });

const getRoute = createRoute({
  method: "get",
  path: "/internal/agent/conversations/{id}/knowledge",
  "x-access": "view",
  tags,
  summary: "Show what Recado knows of a customer: captured data with the messages that gave them, profile, summary",
  security,
  request: { params: conversation },
  responses: { 200: answer("What Recado knows", Known), ...problems(401, 404) },
});

const actorBody = jsonBody(ActorBody.pick({ actor: true }));
const forgotten = { 200: answer("What Recado still knows", Known), ...problems(400, 401, 404, 415, 422) };

const forgetDatumRoute = createRoute({
  method: "post",
  path: "/internal/agent/conversations/{id}/knowledge/{field}/forget",
  "x-access": "operate",
  tags,
  summary: "Delete a captured datum from every session of the conversation",
  security,
  request: { params: conversation.extend({ field: z.string().min(1).max(100) }), body: actorBody },
  responses: forgotten,
});

const forgetSummaryRoute = createRoute({
  method: "post",
  path: "/internal/agent/conversations/{id}/summary/forget",
  "x-access": "operate",
  tags,
  summary: "Delete the summary. Messages that it covered are not summed up again",
  security,
  request: { params: conversation, body: actorBody },
  responses: forgotten,
});

const doubtsRoute = createRoute({
  method: "get",
  path: "/internal/agent/doubts",
  "x-access": "view",
  tags,
  summary: "List messages that an agent was not sure of, newest first",
  security,
  request: { query: PageQuery },
  responses: { 200: pageAnswer(Doubt), ...problems(401, 422) },
});

/** Doubts that are grouped at once. */
const NEWEST_DOUBTS = 500;

const unansweredRoute = createRoute({
  method: "get",
  path: "/internal/agent/unanswered",
  "x-access": "view",
  tags,
  summary: "List what customers asked and the shop has no answer for, the most asked first",
  security,
  responses: { 200: listAnswer("Questions among the newest 500 doubts", UnansweredQuestion), ...problems(401) },
});

export function addKnowledgeRoutes(
  app: OpenAPIHono<ServerEnv>,
  { store: { knowledge, shopEntries } }: StorePorts<"knowledge" | "shopEntries">,
): void {
  app.openapi(getRoute, async (c) => {
    const { id } = c.req.valid("param");
    const known = isUuid(id)
      ? await knowledge.ofConversation(c.get("principal").workspaceId, id as ConversationId)
      : null;
    if (known === null) throw notFound("conversation", id);
    return c.json(known, 200);
  });

  app.openapi(forgetDatumRoute, async (c) => {
    const { id, field } = c.req.valid("param");
    const principal = c.get("principal");
    const actor = actorOf(principal, c.req.valid("json").actor);
    const isForgotten =
      isUuid(id) && (await knowledge.forgetDatum(principal.workspaceId, id as ConversationId, { field, actor }));
    const known = isForgotten ? await knowledge.ofConversation(principal.workspaceId, id as ConversationId) : null;
    if (known === null) throw new RecadoError("not_found", `Conversation ${quoted(id)} knows no ${quoted(field)}.`);
    return c.json(known, 200);
  });

  app.openapi(forgetSummaryRoute, async (c) => {
    const { id } = c.req.valid("param");
    const principal = c.get("principal");
    const actor = actorOf(principal, c.req.valid("json").actor);
    const isForgotten =
      isUuid(id) && (await knowledge.forgetSummary(principal.workspaceId, id as ConversationId, actor));
    const known = isForgotten ? await knowledge.ofConversation(principal.workspaceId, id as ConversationId) : null;
    if (known === null) throw new RecadoError("not_found", `Conversation ${quoted(id)} has no summary.`);
    return c.json(known, 200);
  });

  app.openapi(unansweredRoute, async (c) => {
    const { workspaceId } = c.get("principal");
    const [{ items }, dismissed] = await Promise.all([
      knowledge.doubts(workspaceId, { limit: NEWEST_DOUBTS }),
      shopEntries.dismissed(workspaceId),
    ]);
    return c.json({ items: groupQuestions(items, dismissed) }, 200);
  });

  app.openapi(doubtsRoute, async (c) => {
    return c.json(await readPage(knowledge.doubts(c.get("principal").workspaceId, c.req.valid("query"))), 200);
  });
}

const quoted = (word: string) => JSON.stringify(word.slice(0, 64));
