import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { RecadoError } from "../../core/errors.ts";
import { type ConversationId, isUuid } from "../../core/ids.ts";
import { actorOf } from "../../core/operations/principal.ts";
import type { Doubt, KnownOfConversation } from "../../core/ports/knowledge.ts";
import { Instant } from "../instant.ts";
import { PageQuery, readPage } from "../paging.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Knowledge"];
const conversation = z.object({ id: z.string() });

const Known = z
  .object({
    conversationId: z.string(),
    contact: z.object({
      name: z.string().nullable(),
      phone: z.string().nullable(),
      bsuid: z.string().nullable(),
      tags: z.array(z.string()),
      since: Instant,
      marketingStoppedAt: Instant.nullable(),
    }),
    sessions: z.array(
      z.object({
        id: z.string(),
        agent: z.string(),
        status: z.string(),
        mode: z.string(),
        pack: z.string().nullable(),
        createdAt: Instant,
        known: z.array(
          z.object({
            field: z.string().openapi({ example: "ciudad" }),
            value: z.string(),
            source: z
              .object({ message: z.string(), at: Instant })
              .nullable()
              .openapi({ description: "What the customer said, where it is on record." }),
          }),
        ),
      }),
    ),
    summary: z
      .object({
        text: z.string(),
        throughTurn: z.number().int(),
        model: z.string().nullable(),
        updatedAt: Instant.nullable(),
      })
      .nullable(),
  })
  .openapi("Known");

const getRoute = createRoute({
  method: "get",
  path: "/internal/agent/conversations/{id}/knowledge",
  "x-access": "view",
  tags,
  summary: "What is known of a customer: captured data with what they said, profile and summary",
  security,
  request: { params: conversation },
  responses: {
    200: { description: "What is known", content: { "application/json": { schema: Known } } },
    ...problems(401, 404),
  },
});

const actorBody = { required: true, content: { "application/json": { schema: ActorBody.pick({ actor: true }) } } };
const forgotten = { 200: { description: "What is known now", content: { "application/json": { schema: Known } } } };

const forgetDatumRoute = createRoute({
  method: "post",
  path: "/internal/agent/conversations/{id}/knowledge/{field}/forget",
  "x-access": "operate",
  tags,
  summary: "A captured datum is forgotten, in every session of the conversation",
  security,
  request: { params: conversation.extend({ field: z.string().min(1).max(100) }), body: actorBody },
  responses: { ...forgotten, ...problems(400, 401, 404, 415, 422) },
});

const forgetSummaryRoute = createRoute({
  method: "post",
  path: "/internal/agent/conversations/{id}/summary/forget",
  "x-access": "operate",
  tags,
  summary: "The summary is forgotten; what it summed up is not summed up again",
  security,
  request: { params: conversation, body: actorBody },
  responses: { ...forgotten, ...problems(400, 401, 404, 415, 422) },
});

const DoubtJson = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    runId: z.string(),
    message: z.string(),
    mode: z.string().nullable(),
    intent: z.string(),
    confidence: z.number(),
    alternatives: z.array(z.object({ intent: z.string(), confidence: z.number() })),
    reasoning: z.string(),
    createdAt: Instant,
  })
  .openapi("Doubt");

const doubtsRoute = createRoute({
  method: "get",
  path: "/internal/agent/doubts",
  "x-access": "view",
  tags,
  summary: "Messages that an agent was not sure of, the newest first",
  security,
  request: { query: PageQuery },
  responses: {
    200: {
      description: "A page",
      content: {
        "application/json": { schema: z.object({ items: z.array(DoubtJson), nextCursor: z.string().nullable() }) },
      },
    },
    ...problems(401, 422),
  },
});

export function addKnowledgeRoutes(app: OpenAPIHono<ServerEnv>, { store: { knowledge } }: ServerDependencies): void {
  app.openapi(getRoute, async (c) => {
    const { id } = c.req.valid("param");
    const known = isUuid(id)
      ? await knowledge.ofConversation(c.get("principal").workspaceId, id as ConversationId)
      : null;
    if (known === null) throw new RecadoError("not_found", `There is no conversation ${quoted(id)}.`);
    return c.json(describeKnown(known), 200);
  });

  app.openapi(forgetDatumRoute, async (c) => {
    const { id, field } = c.req.valid("param");
    const principal = c.get("principal");
    const actor = actorOf(principal, c.req.valid("json").actor);
    const isForgotten =
      isUuid(id) && (await knowledge.forgetDatum(principal.workspaceId, id as ConversationId, { field, actor }));
    const known = isForgotten ? await knowledge.ofConversation(principal.workspaceId, id as ConversationId) : null;
    if (known === null) throw new RecadoError("not_found", `Conversation ${quoted(id)} knows no ${quoted(field)}.`);
    return c.json(describeKnown(known), 200);
  });

  app.openapi(forgetSummaryRoute, async (c) => {
    const { id } = c.req.valid("param");
    const principal = c.get("principal");
    const actor = actorOf(principal, c.req.valid("json").actor);
    const isForgotten =
      isUuid(id) && (await knowledge.forgetSummary(principal.workspaceId, id as ConversationId, actor));
    const known = isForgotten ? await knowledge.ofConversation(principal.workspaceId, id as ConversationId) : null;
    if (known === null) throw new RecadoError("not_found", `Conversation ${quoted(id)} has no summary.`);
    return c.json(describeKnown(known), 200);
  });

  app.openapi(doubtsRoute, async (c) => {
    const page = await readPage(knowledge.doubts(c.get("principal").workspaceId, c.req.valid("query")));
    return c.json({ items: page.items.map(describeDoubt), nextCursor: page.nextCursor }, 200);
  });
}

const quoted = (word: string) => JSON.stringify(word.slice(0, 64));

function describeKnown({ contact, sessions, summary, conversationId }: KnownOfConversation): z.output<typeof Known> {
  return {
    conversationId,
    contact: {
      ...contact,
      tags: [...contact.tags],
      since: contact.since.toISOString(),
      marketingStoppedAt: contact.marketingStoppedAt?.toISOString() ?? null,
    },
    sessions: sessions.map((session) => ({
      ...session,
      createdAt: session.createdAt.toISOString(),
      known: session.known.map(({ source, ...datum }) => ({
        ...datum,
        source: source === null ? null : { ...source, at: source.at.toISOString() },
      })),
    })),
    summary: summary === null ? null : { ...summary, updatedAt: summary.updatedAt?.toISOString() ?? null },
  };
}

function describeDoubt({ createdAt, alternatives, ...doubt }: Doubt): z.output<typeof DoubtJson> {
  return { ...doubt, alternatives: [...alternatives], createdAt: createdAt.toISOString() };
}
