import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { Conversation, ConversationSummary, type StoredConversationSummary } from "../../core/answers/conversation.ts";
import { type ConversationId, isUuid } from "../../core/ids.ts";
import { readIdentity } from "../../core/inbound/identity.ts";
import { tokenBudget } from "../../core/model/token-budget.ts";
import { actorOf, type Principal } from "../../core/operations/principal.ts";
import { answer, jsonBody, pageAnswer } from "../answer.ts";
import { notFound } from "../not-found.ts";
import { PageQuery, readPage } from "../paging.ts";
import { InvalidRequest, problems } from "../problem.ts";
import type { ServerDependencies, StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Conversations"];
// No uuid schema: an id that cannot exist is an unknown id, so 404 and not 422.
const params = z.object({ id: z.string() });

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/conversations",
  "x-access": "view",
  tags,
  summary: "List conversations, newest first, or only those of one contact",
  security,
  request: {
    query: PageQuery.extend({
      contact: z.string().optional().openapi({ description: "Phone (with or without +) or BSUID." }),
    }),
  },
  responses: { 200: pageAnswer(ConversationSummary), ...problems(401, 403, 422) },
});

const getRoute = createRoute({
  method: "get",
  path: "/internal/agent/conversations/{id}",
  "x-access": "view",
  tags,
  summary: "Get one conversation with its turns",
  security,
  request: { params },
  responses: { 200: answer("The conversation", Conversation), ...problems(401, 403, 404) },
});

const switchResponses = {
  200: answer("Done", z.object({ id: z.string(), botEnabled: z.boolean() })),
  ...problems(400, 401, 403, 404, 415, 422),
};

const actorBody = jsonBody(ActorBody.openapi("ActorBody"));

const takeoverRoute = createRoute({
  method: "post",
  path: "/internal/agent/conversations/{id}/takeover",
  "x-access": "operate",
  tags,
  summary: "Take a conversation over: a person answers and the bot is silent",
  security,
  request: { params, body: actorBody },
  responses: switchResponses,
});

const handbackRoute = createRoute({
  method: "post",
  path: "/internal/agent/conversations/{id}/handback",
  "x-access": "operate",
  tags,
  summary: "Hand a conversation back to the bot",
  security,
  request: { params, body: actorBody },
  responses: switchResponses,
});

export function addConversationRoutes(
  app: OpenAPIHono<ServerEnv>,
  {
    store: { conversations },
    settings: { tokenLimit },
  }: StorePorts<"conversations"> & Pick<ServerDependencies, "settings">,
): void {
  const withTokens = <Stored extends StoredConversationSummary>({ usedTokens, ...conversation }: Stored) => ({
    ...conversation,
    tokens: tokenBudget(usedTokens, tokenLimit),
  });

  app.openapi(listRoute, async (c) => {
    const { contact, cursor, limit } = c.req.valid("query");
    const filter = { contact: contact === undefined ? undefined : aliasOf(contact), cursor, limit };
    const { items, nextCursor } = await readPage(conversations.list(c.get("principal").workspaceId, filter));
    return c.json({ items: items.map(withTokens), nextCursor }, 200);
  });

  app.openapi(getRoute, async (c) => {
    const { id } = c.req.valid("param");
    const conversation = isUuid(id)
      ? await conversations.get(c.get("principal").workspaceId, id as ConversationId)
      : null;
    if (conversation === null) throw notFound("conversation", id);
    return c.json(withTokens(conversation), 200);
  });

  const switchBot = async (principal: Principal, id: string, enabled: boolean, body: z.output<typeof ActorBody>) => {
    const change = { enabled, actor: actorOf(principal, body.actor), note: body.note ?? null };
    const isFound =
      isUuid(id) && (await conversations.setBotEnabled(principal.workspaceId, id as ConversationId, change));
    if (!isFound) throw notFound("conversation", id);
    return { id, botEnabled: enabled };
  };
  app.openapi(takeoverRoute, async (c) => {
    return c.json(await switchBot(c.get("principal"), c.req.valid("param").id, false, c.req.valid("json")), 200);
  });
  app.openapi(handbackRoute, async (c) => {
    return c.json(await switchBot(c.get("principal"), c.req.valid("param").id, true, c.req.valid("json")), 200);
  });
}

/** An unescaped `+` in a query string arrives as a space; `readIdentity` trims it. */
function aliasOf(contact: string): string {
  const identity = readIdentity(contact);
  const alias = identity?.bsuid ?? identity?.phone ?? null;
  if (alias === null) throw new InvalidRequest([{ field: "contact", message: "neither a phone nor a BSUID" }]);
  return alias;
}
