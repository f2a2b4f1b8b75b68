import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { FactVerdict, SourcedFact } from "../../core/answers/artifact.ts";
import { FACT_STORES } from "../../core/artifacts/facts.ts";
import { type ConversationId, isUuid } from "../../core/ids.ts";
import { actorOf } from "../../core/operations/principal.ts";
import { answer, jsonBody, listAnswer, pageAnswer } from "../answer.ts";
import { notFound } from "../not-found.ts";
import { ConversationQuery, PageQuery, readPage } from "../paging.ts";
import { problems } from "../problem.ts";
import type { StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody, storableText } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Facts"];
const params = z.object({ id: z.string() });

const ofConversationRoute = createRoute({
  method: "get",
  path: "/internal/agent/conversations/{id}/facts",
  "x-access": "view",
  tags,
  summary: "List the newest 500 facts of a conversation, each with its source and what contradicts it",
  security,
  request: { params },
  responses: { 200: listAnswer("The facts, newest first", SourcedFact), ...problems(401, 403, 404) },
});

const searchRoute = createRoute({
  method: "get",
  path: "/internal/agent/facts",
  "x-access": "view",
  tags,
  summary: "Search the facts of the workspace, newest first",
  security,
  request: {
    query: PageQuery.extend({
      text: storableText(0, 200)
        .optional()
        .openapi({ description: "Words that the topic, the fact or the source all hold." }),
      store: z.enum(FACT_STORES).optional(),
      contradicted: z
        .enum(["true", "false"])
        .optional()
        .openapi({ description: "`true`: only facts that another one contradicts." }),
    }),
  },
  responses: { 200: pageAnswer(SourcedFact), ...problems(401, 403, 422) },
});

const judgeRoute = createRoute({
  method: "post",
  path: "/internal/agent/facts/{id}/verdict",
  "x-access": "operate",
  tags,
  summary: "Verify a fact, withdraw it, or take the verdict before back (`open`)",
  security,
  request: {
    params,
    body: jsonBody(
      ActorBody.extend({
        verdict: FactVerdict,
        conversationId: ConversationQuery.openapi({
          description: "Where several conversations have the same fact; else the one that had it last.",
        }),
      })
        .strict()
        .openapi("JudgedFact", { example: { actor: "ana@tienda.co", verdict: "verified" } }),
    ),
  },
  responses: { 200: answer("The fact", SourcedFact), ...problems(400, 401, 403, 404, 415, 422) },
});

export function addFactRoutes(app: OpenAPIHono<ServerEnv>, { store: { artifacts } }: StorePorts<"artifacts">): void {
  app.openapi(ofConversationRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { workspaceId } = c.get("principal");
    const facts = isUuid(id) ? await artifacts.facts({ workspaceId, conversationId: id as ConversationId }) : null;
    if (facts === null) throw notFound("conversation", id);
    return c.json({ items: [...facts] }, 200);
  });

  app.openapi(searchRoute, async (c) => {
    const { contradicted, ...query } = c.req.valid("query");
    const filter = { ...query, ...(contradicted === undefined ? {} : { isContradicted: contradicted === "true" }) };
    return c.json(await readPage(artifacts.searchFacts(c.get("principal").workspaceId, filter)), 200);
  });

  app.openapi(judgeRoute, async (c) => {
    const principal = c.get("principal");
    const { id } = c.req.valid("param");
    const { actor, note = null, verdict, conversationId = null } = c.req.valid("json");
    const by = actorOf(principal, actor);
    const judged = await artifacts.judge(principal.workspaceId, id, { conversationId, verdict, note, by });
    if (judged === null) throw notFound("fact", id);
    return c.json(judged, 200);
  });
}
