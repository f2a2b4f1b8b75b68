import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { InboxItem } from "../../core/answers/desk/inbox-item.ts";
import { TimelineItem } from "../../core/answers/desk/timeline.ts";
import { type ConversationId, isUuid } from "../../core/ids.ts";
import { INBOX_FILTERS } from "../../core/ports/desk/inbox.ts";
import { pageAnswer } from "../answer.ts";
import { notFound } from "../not-found.ts";
import { PageQuery, readPage } from "../paging.ts";
import { problems } from "../problem.ts";
import type { StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";

const security = [{ bearer: [] }];
const tags = ["Conversations"];

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/inbox",
  "x-access": "view",
  tags,
  summary: "List conversations for operators: those that wait for a person first, then by last activity",
  security,
  request: {
    query: PageQuery.extend({
      filter: z.enum(INBOX_FILTERS).default("all"),
      q: z
        .string()
        .max(200)
        .optional()
        .openapi({ description: "Parts of a name, without accents, or at least three digits of a phone." }),
      assignee: z.string().max(200).optional().openapi({ description: "Only those that this person has." }),
      per: z
        .enum(["conversation", "customer"])
        .default("conversation")
        .openapi({ description: "`customer`: the newest conversation of each customer alone." }),
      agent: z.string().max(100).optional().openapi({ description: "Only those of this agent's numbers." }),
    }),
  },
  responses: { 200: pageAnswer(InboxItem), ...problems(401, 403, 422) },
});

const timelineRoute = createRoute({
  method: "get",
  path: "/internal/agent/conversations/{id}/timeline",
  "x-access": "view",
  tags,
  summary: "Show what happened in a conversation and why, newest first",
  security,
  request: {
    params: z.object({ id: z.string() }),
    query: PageQuery.extend({
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(100)
        .default(30)
        .openapi({ description: "Number of runs. Whatever happened between them is included." }),
    }),
  },
  responses: { 200: pageAnswer(TimelineItem), ...problems(401, 403, 404, 422) },
});

export function addInboxRoutes(app: OpenAPIHono<ServerEnv>, { store: { inbox } }: StorePorts<"inbox">): void {
  app.openapi(listRoute, async (c) => {
    const { q, ...asked } = c.req.valid("query");
    const { workspaceId, actor } = c.get("principal");
    const page = inbox.list(workspaceId, { ...asked, query: q, person: actor });
    return c.json(await readPage(page), 200);
  });

  app.openapi(timelineRoute, async (c) => {
    const { id } = c.req.valid("param");
    const timeline = isUuid(id)
      ? await readPage(inbox.timeline(c.get("principal").workspaceId, id as ConversationId, c.req.valid("query")))
      : null;
    if (timeline === null) throw notFound("conversation", id);
    return c.json(timeline, 200);
  });
}
