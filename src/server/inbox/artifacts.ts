import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { ArtifactRecord, SourcedFact } from "../../core/answers/artifact.ts";
import { type ConversationId, isUuid } from "../../core/ids.ts";
import { listAnswer, pageAnswer } from "../answer.ts";
import { notFound } from "../not-found.ts";
import { PageQuery, readPage } from "../paging.ts";
import { problems } from "../problem.ts";
import type { StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";

const security = [{ bearer: [] }];
const tags = ["Conversations"];
const params = z.object({ id: z.string() });

const artifactsRoute = createRoute({
  method: "get",
  path: "/internal/agent/conversations/{id}/artifacts",
  "x-access": "view",
  tags,
  summary: "List what was made in a conversation, with the sources of each part, newest first",
  security,
  request: { params, query: PageQuery },
  responses: { 200: pageAnswer(ArtifactRecord), ...problems(401, 403, 404, 422) },
});

const factsRoute = createRoute({
  method: "get",
  path: "/internal/agent/conversations/{id}/facts",
  "x-access": "view",
  tags,
  summary: "List the newest 500 facts of a conversation, each with its source and what contradicts it",
  security,
  request: { params },
  responses: { 200: listAnswer("The facts, newest first", SourcedFact), ...problems(401, 403, 404) },
});

export function addArtifactRoutes(
  app: OpenAPIHono<ServerEnv>,
  { store: { artifacts } }: StorePorts<"artifacts">,
): void {
  app.openapi(artifactsRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { workspaceId } = c.get("principal");
    const page = isUuid(id)
      ? await readPage(
          artifacts.ofConversation({ workspaceId, conversationId: id as ConversationId }, c.req.valid("query")),
        )
      : null;
    if (page === null) throw notFound("conversation", id);
    return c.json(page, 200);
  });

  app.openapi(factsRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { workspaceId } = c.get("principal");
    const facts = isUuid(id) ? await artifacts.facts({ workspaceId, conversationId: id as ConversationId }) : null;
    if (facts === null) throw notFound("conversation", id);
    return c.json({ items: [...facts] }, 200);
  });
}
