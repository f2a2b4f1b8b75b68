import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { type ConversationId, type EventId, isUuid, type RunId } from "../../core/ids.ts";
import { actorOf } from "../../core/operations/principal.ts";
import { argumentsHash } from "../../core/tool-calls/arguments-hash.ts";
import { answer, jsonBody } from "../answer.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies, StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { actorText, foreignJson, storableText } from "../text-rules.ts";
import { PlacedRun, placedRun } from "./placed-run.ts";

const ToolCommand = z
  .object({
    tool: storableText(1, 100).openapi({ example: "create_task" }),
    input: foreignJson.openapi({ description: "Arguments in the form of the tool's schema." }),
    idempotencyKey: storableText(1, 200).openapi({ description: "Send the same key when you repeat a command." }),
    dryRun: z.boolean().default(false).openapi({
      description:
        "Judge and answer the call like any other, but write nothing, call no outside system and ask no question.",
    }),
    actor: actorText.optional().openapi({ example: "maria@tienda.co" }),
  })
  .openapi("ToolCommand");

const commandRoute = createRoute({
  method: "post",
  path: "/internal/agent/conversations/{id}/tools",
  "x-access": "operate",
  tags: ["Conversations"],
  summary: "Call one tool in a conversation, under the policy, once for each key",
  security: [{ bearer: [] }],
  request: {
    params: z.object({ id: z.string() }),
    body: jsonBody(ToolCommand),
  },
  responses: {
    202: answer("Accepted. The run shows the result", PlacedRun.extend({ dryRun: z.boolean() })),
    ...problems(400, 401, 403, 404, 409, 415, 422),
  },
});

export function addToolCommandRoute(
  app: OpenAPIHono<ServerEnv>,
  {
    store: { confirmations },
    runtime,
    newId,
  }: StorePorts<"confirmations"> & Pick<ServerDependencies, "runtime" | "newId">,
): void {
  app.openapi(commandRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { tool, input, idempotencyKey, dryRun, actor } = c.req.valid("json");
    const principal = c.get("principal");
    const result = isUuid(id)
      ? await confirmations.command({
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
    return c.json({ ...placedRun(result, { conversationId: id, idempotencyKey }, runtime), dryRun }, 202);
  });
}
