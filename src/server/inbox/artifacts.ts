import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { ArtifactRecord } from "../../core/answers/artifact.ts";
import { type ConversationId, isUuid } from "../../core/ids.ts";
import { answer, pageAnswer } from "../answer.ts";
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

const oneRoute = createRoute({
  method: "get",
  path: "/internal/agent/artifacts/{id}",
  "x-access": "view",
  tags,
  summary: "Read one artifact, and the conversation that it was made in",
  security,
  request: { params },
  responses: {
    200: answer("The artifact", z.object({ conversationId: z.string(), artifact: ArtifactRecord })),
    ...problems(401, 403, 404),
  },
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

  app.openapi(oneRoute, async (c) => {
    const { id } = c.req.valid("param");
    const found = await artifacts.find(c.get("principal").workspaceId, id);
    if (found === null) throw notFound("artifact", id);
    return c.json(found, 200);
  });
}
