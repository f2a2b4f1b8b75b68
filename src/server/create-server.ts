import { OpenAPIHono } from "@hono/zod-openapi";
import { addAccessRoutes } from "./access-routes.ts";
import { addAgentConfigRoutes } from "./agent-config.ts";
import { addAgentEventRoutes } from "./agent-events.ts";
import { addAgentRoutes } from "./agents.ts";
import { addAlertRoutes } from "./alerts.ts";
import { addAuditRoutes } from "./audit.ts";
import { createDoorkeeper, forgeryRefused } from "./authenticate.ts";
import { addCircuitRoute } from "./circuits.ts";
import { createClientAddress } from "./client-address.ts";
import { addConfirmationRoutes } from "./confirmations.ts";
import { addContactRoutes } from "./contacts.ts";
import { addConversationRoutes } from "./conversations.ts";
import { addCostRoutes } from "./costs.ts";
import { createEnqueue } from "./enqueue-items.ts";
import { addExampleRoutes } from "./examples.ts";
import { GuessGuard } from "./guess-guard.ts";
import { addHealthRoutes } from "./health.ts";
import { addInboxRoutes } from "./inbox.ts";
import { addInsightRoute } from "./insights.ts";
import { addKnowledgeRoutes } from "./knowledge.ts";
import { addLearningRoutes } from "./learning.ts";
import { addMcpRoute } from "./mcp.ts";
import { addMediaRoutes } from "./media.ts";
import { type BodyLimits, OpenBodies } from "./open-bodies.ts";
import { addOpenApiRoute } from "./openapi.ts";
import { limitReads, ReadLimit } from "./read-limit.ts";
import { receiveBody, refuseTooLarge } from "./receive-body.ts";
import { answerErrors, answerUnknownRoutes, invalidRequest, knownRoutesOnly } from "./refusals.ts";
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
import { refuseNullInQuery } from "./text-rules.ts";
import { addTimerRoutes } from "./timers.ts";
import { addToolCommandRoute } from "./tool-commands.ts";
import { addToolRoutes } from "./tools.ts";
import { addWebhookRoutes, measureWebhook, requireSignatureShape, WEBHOOK_PATH } from "./webhook.ts";
import { WriteFate } from "./write-fate.ts";

/**
 * Bodies in flight, each door for itself: what comes in at one takes nothing of another's. Parsed, they take some five times
 * as much memory. Meta needs well under a second for a webhook.
 */
const WEBHOOK_BODIES = { budgetBytes: 32 * 1024 * 1024, deadlineMs: 5_000 };
const API_BODIES = { budgetBytes: 32 * 1024 * 1024, deadlineMs: 30_000 };
const SIMULATOR_BODIES = API_BODIES;
/** Of strangers, who may send a token and nothing larger. */
const SIGN_IN_BODIES = { budgetBytes: 4 * 1024 * 1024, deadlineMs: 5_000 };
const SIGN_IN_LIMIT_BYTES = 8 * 1024;

/** The control plane: every door of design.md §7, and no rule of the business. */
export function createServer(parts: ServerParts): OpenAPIHono<ServerEnv> {
  const app = new OpenAPIHono<ServerEnv>({
    defaultHook: (result) => {
      if (!result.success) throw invalidRequest(result.target, result.error.issues);
    },
  });
  app.onError(answerErrors(parts.logger));

  const addressOf = createClientAddress(parts.settings.trustedProxies);
  const open = (limits: BodyLimits) => new OpenBodies(limits, () => parts.clock.monotonicMs());
  const webhookBodies = open(WEBHOOK_BODIES);
  const guard = new GuessGuard(parts, addressOf);
  const door = createDoorkeeper(parts, guard);
  const writes = new WriteFate(() => parts.store.proveWrites());

  // Heard by what is open without an end: somebody may have lost the right to it.
  const accessChanges = new EventTarget();

  // At each door its own order: nothing is read of a body before the request has shown what it can without one.
  app.use(requestLog(parts), refuseTooLarge, refuseNullInQuery);
  app.use(WEBHOOK_PATH, measureWebhook(parts), knownRoutesOnly, requireSignatureShape);
  app.use(WEBHOOK_PATH, receiveBody(webhookBodies, addressOf));
  app.use("/internal/*", door.middleware, knownRoutesOnly, checkAccess(app), limitReads(new ReadLimit()));
  app.use("/internal/*", receiveBody(open(API_BODIES), addressOf), restoreBody);
  app.use("/studio/session", knownRoutesOnly, forgeryRefused);
  app.use("/studio/session", receiveBody(open(SIGN_IN_BODIES), addressOf, SIGN_IN_LIMIT_BYTES), restoreBody);

  const intake = { ...parts, enqueue: createEnqueue(parts) };
  addWebhookRoutes(app, intake, guard, writes);
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
  addHealthRoutes(app, {
    ...parts,
    readinessChecks: {
      ...parts.readinessChecks,
      webhooks: async () => (webhookBodies.isRefusing ? "deliveries are refused: too many bytes wait" : null),
      writes: writes.check,
    },
  });
  addAccessRoutes(app, parts, accessChanges);
  addStudioSessionRoutes(app, parts, { door, guard, accessChanges });
  addOpenApiRoute(app);
  addStudioRoutes(app);

  const { simulatorApp } = parts;
  if (simulatorApp !== undefined) {
    app.use("/simulator/*", receiveBody(open(SIMULATOR_BODIES), addressOf), restoreBytes);
    // With the socket: a fault may have it closed without an answer.
    app.mount("/simulator", (request, env) => simulatorApp.fetch(request, env));
  }
  app.notFound(answerUnknownRoutes(app));
  return app;
}
