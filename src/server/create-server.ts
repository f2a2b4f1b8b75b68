import { OpenAPIHono } from "@hono/zod-openapi";
import { addAccessRoutes } from "./access-routes.ts";
import { addAgentConfigRoutes } from "./agent-config.ts";
import { addAgentEventRoutes } from "./agent-events.ts";
import { addAgentRoutes } from "./agents.ts";
import { addAlertRoutes } from "./alerts.ts";
import { addAuditRoutes } from "./audit.ts";
import { createDoorkeeper } from "./authenticate.ts";
import { ByteBudget } from "./byte-budget.ts";
import { addCircuitRoute } from "./circuits.ts";
import { addConfirmationRoutes } from "./confirmations.ts";
import { addContactRoutes } from "./contacts.ts";
import { addConversationRoutes } from "./conversations.ts";
import { addCostRoutes } from "./costs.ts";
import { createEnqueue } from "./enqueue-items.ts";
import { addExampleRoutes } from "./examples.ts";
import { addHealthRoutes } from "./health.ts";
import { addInboxRoutes } from "./inbox.ts";
import { addInsightRoute } from "./insights.ts";
import { addKnowledgeRoutes } from "./knowledge.ts";
import { addLearningRoutes } from "./learning.ts";
import { addMcpRoute } from "./mcp.ts";
import { addMediaRoutes } from "./media.ts";
import { addOpenApiRoute } from "./openapi.ts";
import { limitReads, ReadLimit } from "./read-limit.ts";
import { receiveBody } from "./receive-body.ts";
import { answerErrors, answerUnknownRoutes, invalidRequest } from "./refusals.ts";
import { addReplayRoutes } from "./replays.ts";
import { addReplyRoutes } from "./replies.ts";
import { requestLog } from "./request-log.ts";
import { restoreBody, restoreBytes } from "./restore-body.ts";
import { addRetentionRoutes } from "./retention.ts";
import { checkAccess } from "./route-access.ts";
import { addRunRoutes } from "./runs.ts";
import { addSandboxRoutes } from "./sandboxes.ts";
import { addScheduledRoutes } from "./scheduled.ts";
import type { ServerEnv } from "./server-env.ts";
import type { ServerParts } from "./server-parts.ts";
import { addStreamRoute } from "./stream.ts";
import { addStudioRoutes } from "./studio.ts";
import { addStudioSessionRoutes } from "./studio-session.ts";
import { addTaskRoutes } from "./tasks.ts";
import { addTimerRoutes } from "./timers.ts";
import { addToolCommandRoute } from "./tool-commands.ts";
import { addToolRoutes } from "./tools.ts";
import { addWebhookRoutes } from "./webhook.ts";

/** Bodies in flight, all requests together. Parsed, they take some five times as much memory. */
const BODIES_IN_FLIGHT_BYTES = 32 * 1024 * 1024;

/** The control plane: every door of design.md §7, and no rule of the business. */
export function createServer(parts: ServerParts): OpenAPIHono<ServerEnv> {
  const app = new OpenAPIHono<ServerEnv>({
    defaultHook: (result) => {
      if (!result.success) throw invalidRequest(result.target, result.error.issues);
    },
  });
  app.onError(answerErrors(parts.logger));

  app.use(requestLog(parts));
  app.use(receiveBody(new ByteBudget(BODIES_IN_FLIGHT_BYTES)));
  const door = createDoorkeeper(parts);
  // Heard by what is open without an end: somebody may have lost the right to it.
  const accessChanges = new EventTarget();
  app.use("/internal/*", door.middleware, checkAccess(app), limitReads(new ReadLimit()), restoreBody);

  const intake = { ...parts, enqueue: createEnqueue(parts) };
  addWebhookRoutes(app, intake);
  addAgentEventRoutes(app, intake);
  addRunRoutes(app, parts);
  addConversationRoutes(app, parts);
  addContactRoutes(app, parts);
  addInboxRoutes(app, parts);
  addReplyRoutes(app, parts);
  addStreamRoute(app, parts, { door, accessChanges });
  addMediaRoutes(app, parts);
  addMcpRoute(app, parts);
  addAlertRoutes(app, parts);
  addCostRoutes(app, parts);
  addCircuitRoute(app, parts);
  addAuditRoutes(app, parts);
  addTaskRoutes(app, parts);
  addTimerRoutes(app, parts);
  addInsightRoute(app, parts);
  addAgentRoutes(app, parts);
  addToolRoutes(app, parts);
  addKnowledgeRoutes(app, parts);
  addLearningRoutes(app, parts);
  addSandboxRoutes(app, parts);
  addExampleRoutes(app, parts);
  addReplayRoutes(app, parts);
  addAgentConfigRoutes(app, parts);
  addRetentionRoutes(app, parts);
  addConfirmationRoutes(app, parts);
  addToolCommandRoute(app, parts);
  addScheduledRoutes(app, parts);
  addHealthRoutes(app, parts);
  addAccessRoutes(app, parts, accessChanges);
  addStudioSessionRoutes(app, parts, door, accessChanges);
  addOpenApiRoute(app);
  addStudioRoutes(app);

  const { simulatorApp } = parts;
  if (simulatorApp !== undefined) {
    app.use("/simulator/*", restoreBytes);
    // With the socket: a fault may have it closed without an answer.
    app.mount("/simulator", (request, env) => simulatorApp.fetch(request, env));
  }
  app.notFound(answerUnknownRoutes(app));
  return app;
}
