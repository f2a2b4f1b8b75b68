import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { RecadoError } from "../../core/errors.ts";
import { type ConversationId, type EventId, isUuid, type RunId } from "../../core/ids.ts";
import { forcedIntentFault } from "../../core/inbound/forced-intent.ts";
import { actorOf } from "../../core/operations/principal.ts";
import { answer, jsonBody } from "../answer.ts";
import { notFound } from "../not-found.ts";
import { InvalidRequest, problems } from "../problem.ts";
import type { ServerDependencies, StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { actorText, storableText } from "../text-rules.ts";
import { PlacedRun, placedRun } from "./placed-run.ts";

const IntentCommand = z
  .object({
    intent: storableText(1, 100).openapi({ example: "precio" }),
    idempotencyKey: storableText(1, 200).openapi({ description: "Send the same key when you repeat a command." }),
    actor: actorText.optional().openapi({ example: "maria@tienda.co" }),
    note: storableText(0, 2_000).optional().openapi({ description: "Why. The run shows it." }),
  })
  .openapi("IntentCommand");

const forceRoute = createRoute({
  method: "post",
  path: "/internal/agent/conversations/{id}/force-intent",
  "x-access": "operate",
  tags: ["Conversations"],
  summary: "Decide the intent of one turn in the customer's place, once for each key",
  security: [{ bearer: [] }],
  request: {
    params: z.object({ id: z.string() }),
    body: jsonBody(IntentCommand),
  },
  responses: {
    202: answer("Accepted. The agent follows the intent in a turn of its own; the run shows it", PlacedRun),
    ...problems(400, 401, 403, 404, 409, 415, 422),
  },
});

/** Requirement A7's `forceIntent`, for the people of the shop. */
export function addForceIntentRoute(
  app: OpenAPIHono<ServerEnv>,
  {
    store: { confirmations, conversations },
    agents,
    runtime,
    newId,
  }: StorePorts<"confirmations" | "conversations"> & Pick<ServerDependencies, "agents" | "runtime" | "newId">,
): void {
  app.openapi(forceRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { intent, idempotencyKey, actor, note } = c.req.valid("json");
    const principal = c.get("principal");
    const { workspaceId } = principal;
    const conversation = isUuid(id) ? await conversations.get(workspaceId, id as ConversationId) : null;
    if (conversation === null) throw notFound("conversation", id);
    const { agent: agentId } = conversation;
    const known = agents.find((agent) => agent.id === agentId)?.flow?.intents.map(({ name }) => name) ?? [];
    const fault = forcedIntentFault(intent, agentId, known);
    if (fault !== null) throw new InvalidRequest([{ field: "intent", message: fault }]);
    if (!conversation.botEnabled) {
      throw new RecadoError(
        "person_answers",
        "A person answers here: hand the conversation back, then force the intent.",
      );
    }
    const result = await confirmations.forceIntent({
      ...{ workspaceId, conversationId: conversation.id, intent, idempotencyKey, note },
      actor: actorOf(principal, actor ?? principal.actor),
      eventId: newId() as EventId,
      runId: newId() as RunId,
    });
    return c.json(placedRun(result, { conversationId: id, idempotencyKey }, runtime), 202);
  });
}
