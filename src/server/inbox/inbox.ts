import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { RecadoError } from "../../core/errors.ts";
import { type ConversationId, isUuid } from "../../core/ids.ts";
import { INBOX_FILTERS } from "../../core/ports/inbox.ts";
import { PageQuery, readPage } from "../paging.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { describeInboxItem, InboxItemJson } from "./inbox-json.ts";
import { describeTimelineItem, TimelineItemJson } from "./timeline-json.ts";

const security = [{ bearer: [] }];
const tags = ["Conversations"];

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/inbox",
  "x-access": "view",
  tags,
  summary: "Conversations as people work them off: those that wait for a person first, then the latest",
  security,
  request: {
    query: PageQuery.extend({
      filter: z.enum(INBOX_FILTERS).default("all"),
      q: z
        .string()
        .max(200)
        .optional()
        .openapi({ description: "Part of a name, or three digits and more of a phone." }),
    }),
  },
  responses: {
    200: {
      description: "A page",
      content: {
        "application/json": { schema: z.object({ items: z.array(InboxItemJson), nextCursor: z.string().nullable() }) },
      },
    },
    ...problems(401, 403, 422),
  },
});

const timelineRoute = createRoute({
  method: "get",
  path: "/internal/agent/conversations/{id}/timeline",
  "x-access": "view",
  tags,
  summary: "What happened in a conversation and why, the newest first",
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
        .openapi({ description: "So many runs; what happened between them comes along." }),
    }),
  },
  responses: {
    200: {
      description: "A page",
      content: {
        "application/json": {
          schema: z.object({ items: z.array(TimelineItemJson), nextCursor: z.string().nullable() }),
        },
      },
    },
    ...problems(401, 403, 404, 422),
  },
});

export function addInboxRoutes(app: OpenAPIHono<ServerEnv>, { store }: ServerDependencies): void {
  const { inbox } = store;

  app.openapi(listRoute, async (c) => {
    const { filter, q, cursor, limit } = c.req.valid("query");
    const page = readPage(inbox.list(c.get("principal").workspaceId, { filter, query: q, cursor, limit }));
    const { items, nextCursor } = await page;
    return c.json({ items: items.map(describeInboxItem), nextCursor }, 200);
  });

  app.openapi(timelineRoute, async (c) => {
    const { id } = c.req.valid("param");
    const timeline = isUuid(id)
      ? await readPage(inbox.timeline(c.get("principal").workspaceId, id as ConversationId, c.req.valid("query")))
      : null;
    if (timeline === null) throw unknownConversation(id);
    return c.json({ items: timeline.items.map(describeTimelineItem), nextCursor: timeline.nextCursor }, 200);
  });
}

export function unknownConversation(id: string): RecadoError {
  return new RecadoError("not_found", `There is no conversation ${JSON.stringify(id.slice(0, 64))}.`);
}
