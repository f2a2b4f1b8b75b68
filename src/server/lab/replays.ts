import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { SANDBOX_ENGINES } from "../../core/agent/sandbox-view.ts";
import { RecadoError } from "../../core/errors.ts";
import { type ConversationId, isUuid } from "../../core/ids.ts";
import { REPLAY_DIFFERENCES } from "../../core/ports/sandbox.ts";
import { Instant } from "../instant.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { storableText } from "../text-rules.ts";
import { toWire } from "../wire.ts";

const name = storableText(1, 120);
const names = z.array(z.string());

const Side = z.object({
  at: Instant,
  intent: z.string().nullable(),
  confidence: z.number().nullable(),
  mode: z.string().nullable(),
  texts: names,
  templates: names,
  tools: z.array(z.object({ tool: z.string(), input: z.unknown() })),
  signals: names,
  handoff: z.string().nullable(),
  tokens: z.number(),
  microUsd: z.number().nullable().openapi({ description: "Null when a model has no price." }),
  why: names,
});

const Total = z.object({ tokens: z.number(), microUsd: z.number().nullable() });

const ReplayJson = z
  .object({
    conversationId: z.string(),
    stored: z.object({ agent: z.string(), version: z.string().nullable() }),
    replayed: z.object({
      agent: z.string(),
      version: z.string(),
      engine: z.enum(SANDBOX_ENGINES),
      model: z.string().nullable(),
    }),
    turns: z.array(
      z.object({
        by: z.enum(["customer", "timer", "operator"]),
        said: z.string(),
        stored: Side.nullable(),
        replayed: Side.nullable(),
        differences: z.array(z.enum(REPLAY_DIFFERENCES)),
      }),
    ),
    leftOut: z
      .object({
        forgotten: z.number().int().openapi({
          description: "Turns whose words or decision are no longer kept. The replay begins without them.",
        }),
      })
      .openapi({ description: "Number of turns left out of this replay, by reason." }),
    totals: z.object({ stored: Total, replayed: Total }),
  })
  .openapi("Replay");

const ReplayRequest = z
  .strictObject({
    conversationId: z.string().refine(isUuid, "not an id"),
    agent: name.optional().openapi({ description: "The conversation's own agent when left out." }),
    version: name.optional(),
    engine: z.enum(SANDBOX_ENGINES).optional(),
    model: name.optional().openapi({ description: "The model for every purpose; only with the engine `cascade`." }),
  })
  .openapi("ReplayRequest");

const replayRoute = createRoute({
  tags: ["Sandbox"],
  security: [{ bearer: [] }],
  "x-access": "operate",
  method: "post",
  path: "/internal/agent/replays",
  summary: "Replay a stored conversation with another agent, version, engine or model. Nothing is carried out",
  request: { body: { required: true, content: { "application/json": { schema: ReplayRequest } } } },
  responses: {
    200: {
      description: "The stored and the replayed conversation, turn by turn",
      content: { "application/json": { schema: ReplayJson } },
    },
    ...problems(400, 401, 404, 415, 422),
  },
});

export function addReplayRoutes(app: OpenAPIHono<ServerEnv>, { replays }: ServerDependencies): void {
  app.openapi(replayRoute, async (c) => {
    if (replays === undefined) throw new RecadoError("not_ready", "This server has no replays.");
    const { conversationId, ...wanted } = c.req.valid("json");
    const request = { ...wanted, conversationId: conversationId as ConversationId };
    const replay = await replays.replay(c.get("principal").workspaceId, request);
    if (replay === null)
      throw new RecadoError("not_found", `There is no conversation ${JSON.stringify(conversationId)}.`);
    return c.json(toWire(replay), 200);
  });
}
