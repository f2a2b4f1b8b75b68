import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { RecadoError } from "../../core/errors.ts";
import { type ConversationId, type EventId, isUuid, type RunId } from "../../core/ids.ts";
import { actorOf } from "../../core/operations/principal.ts";
import { argumentsHash } from "../../core/tools/arguments-hash.ts";
import { keyReused } from "../key-reused.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { actorText, foreignJson, storableText } from "../text-rules.ts";

const ToolCommand = z
  .object({
    tool: storableText(1, 100).openapi({ example: "create_task" }),
    input: foreignJson.openapi({ description: "What the tool's schema asks for." }),
    idempotencyKey: storableText(1, 200).openapi({ description: "The same for the same command sent again." }),
    dryRun: z.boolean().default(false).openapi({
      description: "Judged and answered like any other call; nothing is written, nobody outside is called or asked.",
    }),
    actor: actorText.optional().openapi({ example: "maria@tienda.co" }),
  })
  .openapi("ToolCommand");

const commandRoute = createRoute({
  method: "post",
  path: "/internal/agent/conversations/{id}/tools",
  "x-access": "operate",
  tags: ["Conversations"],
  summary: "Have one tool called in a conversation, under the policy, once for its key",
  security: [{ bearer: [] }],
  request: {
    params: z.object({ id: z.string() }),
    body: { required: true, content: { "application/json": { schema: ToolCommand } } },
  },
  responses: {
    202: {
      description: "Taken; the run says what became of it",
      content: {
        "application/json": {
          schema: z.object({ eventId: z.string(), runId: z.string(), duplicate: z.boolean(), dryRun: z.boolean() }),
        },
      },
    },
    ...problems(400, 401, 403, 404, 409, 415, 422),
  },
});

export function addToolCommandRoute(app: OpenAPIHono<ServerEnv>, { store, runtime, newId }: ServerDependencies): void {
  app.openapi(commandRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { tool, input, idempotencyKey, dryRun, actor } = c.req.valid("json");
    const principal = c.get("principal");
    const result = isUuid(id)
      ? await store.confirmations.command({
          workspaceId: principal.workspaceId,
          conversationId: id as ConversationId,
          tool,
          input,
          argumentsHash: argumentsHash({ tool, input, agentId: "", agentVersion: "" }),
          idempotencyKey,
          actor: actorOf(principal, actor ?? principal.actor),
          identity: principal.identity,
          role: principal.role,
          isDryRun: dryRun,
          eventId: newId() as EventId,
          runId: newId() as RunId,
        })
      : ({ kind: "not_found" } as const);
    switch (result.kind) {
      case "not_found":
        throw new RecadoError("not_found", `There is no conversation ${JSON.stringify(id.slice(0, 64))}.`);
      case "key_reused":
        throw keyReused(idempotencyKey);
      case "taken": {
        if (!result.duplicate) runtime.wake();
        const { eventId, runId, duplicate } = result;
        return c.json({ eventId, runId, duplicate, dryRun }, 202);
      }
    }
  });
}
