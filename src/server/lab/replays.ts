import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { Replay } from "../../core/answers/lab/replay.ts";
import { SANDBOX_ENGINES } from "../../core/answers/lab/sandbox.ts";
import { RecadoError } from "../../core/errors.ts";
import { type ConversationId, isUuid } from "../../core/ids.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { storableText } from "../text-rules.ts";

const name = storableText(1, 120);
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
      content: { "application/json": { schema: Replay } },
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
    return c.json(replay, 200);
  });
}
