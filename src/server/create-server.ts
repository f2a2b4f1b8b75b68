import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { MAX_FILE_BYTES } from "../core/outbound/sendable-file.ts";
import { addAccessRoutes } from "./access/access-routes.ts";
import { addAuditRoutes } from "./access/audit.ts";
import { createDoorkeeper, forgeryRefused } from "./access/authenticate.ts";
import { GuessGuard } from "./access/guess-guard.ts";
import { limitReads, ReadLimit } from "./access/read-limit.ts";
import { addRetentionRoutes } from "./access/retention.ts";
import { checkAccess } from "./access/route-access.ts";
import { addStudioSessionRoutes } from "./access/studio-session.ts";
import { clientAddressBy, createAddressOfSocket } from "./client-address.ts";
import { addCannedReplyRoutes } from "./desk/canned-replies.ts";
import { addDeskRoutes } from "./desk/desk.ts";
import { addFileRoutes } from "./desk/files.ts";
import { addFeedRoutes } from "./feed/feed.ts";
import { addPushRoutes } from "./feed/push.ts";
import { addAlertRoutes } from "./inbox/alerts.ts";
import { addArtifactRoutes } from "./inbox/artifacts.ts";
import { addCircuitRoute } from "./inbox/circuits.ts";
import { addConfirmationRoutes } from "./inbox/confirmations.ts";
import { addConversationRoutes } from "./inbox/conversations.ts";
import { addDocumentRoutes, DOCUMENTS_PATH, LARGEST_DOCUMENT_BYTES } from "./inbox/documents.ts";
import { addFactRoutes } from "./inbox/facts.ts";
import { addInboxRoutes } from "./inbox/inbox.ts";
import { addMediaRoutes } from "./inbox/media.ts";
import { addReplyRoutes } from "./inbox/replies.ts";
import { addRunReviewRoutes } from "./inbox/run-reviews.ts";
import { addRunRoutes } from "./inbox/runs.ts";
import { addStreamRoute } from "./inbox/stream.ts";
import { addTaskRoutes } from "./inbox/tasks.ts";
import { addTimerRoutes } from "./inbox/timers.ts";
import { addAgentEventRoutes } from "./intake/agent-events.ts";
import { createDeliver } from "./intake/deliver.ts";
import { createEnqueue } from "./intake/enqueue-items.ts";
import { addFailedWebhookRoutes } from "./intake/failed-webhooks.ts";
import { addWebhookRoutes, measureWebhook, requireSignatureShape, WEBHOOK_PATH } from "./intake/webhook.ts";
import { createWebhookListener } from "./intake/webhook-listener.ts";
import { addExampleRoutes } from "./lab/examples.ts";
import { addReplayRoutes } from "./lab/replays.ts";
import { addSandboxRoutes } from "./lab/sandboxes.ts";
import { addHealthRoutes } from "./metrics/health.ts";
import { type BodyLimits, OpenBodies } from "./open-bodies.ts";
import { addOpenApiRoute } from "./openapi.ts";
import { receiveBody, refuseTooLarge } from "./receive-body.ts";
import { answerErrors, answerUnknownRoutes, invalidRequest, knownRoutesOnly } from "./refusals.ts";
import { requestLog } from "./request-log.ts";
import { restoreBody, restoreBytes } from "./restore-body.ts";
import type { TakeRequest } from "./serve.ts";
import type { ServerDependencies } from "./server-dependencies.ts";
import type { ServerEnv } from "./server-env.ts";
import { addAgentConfigRoutes } from "./shop/agent-config.ts";
import { addAgentRoutes } from "./shop/agents.ts";
import { addContactRoutes } from "./shop/contacts.ts";
import { addCostRoutes } from "./shop/costs.ts";
import { addForceIntentRoute } from "./shop/force-intent.ts";
import { addGoingLiveRoute } from "./shop/going-live.ts";
import { addInsightRoute } from "./shop/insights.ts";
import { addKnowledgeRoutes } from "./shop/knowledge.ts";
import { addLearningRoutes } from "./shop/learning.ts";
import { addMcpRoute } from "./shop/mcp.ts";
import { addOrderRoutes } from "./shop/orders.ts";
import { addPromptRoutes } from "./shop/prompts.ts";
import { addQualityRoutes } from "./shop/quality.ts";
import { addScheduledRoutes } from "./shop/scheduled.ts";
import { addShopEntryRoutes } from "./shop/shop-entries.ts";
import { addTemplateRoutes } from "./shop/templates.ts";
import { addToolCommandRoute } from "./shop/tool-commands.ts";
import { addToolRoutes } from "./shop/tools.ts";
import { addStudioRoutes } from "./studio.ts";
import { refuseNullInQuery } from "./text-rules.ts";
import { WriteFate } from "./write-fate.ts";

/**
 * Each door has its own budget for the bodies in flight. A parsed body takes about five times as
 * much memory. Meta needs well under a second for a webhook.
 */
const WEBHOOK_BODIES = { budgetBytes: 32 * 1024 * 1024, deadlineMs: 5_000 };
const API_BODIES = { budgetBytes: 32 * 1024 * 1024, deadlineMs: 30_000 };
const SIMULATOR_BODIES = API_BODIES;
/** A document is kept as it comes and is not parsed here. */
const DOCUMENT_BODIES = { budgetBytes: 64 * 1024 * 1024, deadlineMs: 60_000 };
/** The sign-in is open to strangers, who may send a token and nothing larger. */
const SIGN_IN_BODIES = { budgetBytes: 4 * 1024 * 1024, deadlineMs: 5_000 };
const SIGN_IN_LIMIT_BYTES = 8 * 1024;

export interface ControlPlane {
  readonly app: OpenAPIHono<ServerEnv>;
  /** The hot path of deliveries, which Node's server asks before `app`. */
  readonly takeDelivery: TakeRequest;
}

/** The control plane: all doors, and no business rules. */
export function createServer(dependencies: ServerDependencies): ControlPlane {
  const app = new OpenAPIHono<ServerEnv>({
    defaultHook: (result) => {
      if (!result.success) throw invalidRequest(result.target, result.error.issues);
    },
  });
  app.onError(answerErrors(dependencies.logger));

  const addressOfSocket = createAddressOfSocket(dependencies.settings.trustedProxies);
  const addressOf = clientAddressBy(addressOfSocket);
  const open = (limits: BodyLimits) => new OpenBodies(limits, () => dependencies.clock.monotonicMs());
  const webhookBodies = open(WEBHOOK_BODIES);
  const guard = new GuessGuard(dependencies, addressOf);
  const door = createDoorkeeper(dependencies, guard);
  const writes = new WriteFate(() => dependencies.store.health.proveWrites());

  // Streams hear of each change, because a reader may have lost the right to read.
  const accessChanges = new EventTarget();

  // Each door has its own order: no body is read before the checks that need none.
  app.use(
    requestLog(dependencies),
    refuseTooLarge((c) => (isDocument(c) ? LARGEST_DOCUMENT_BYTES : isFile(c) ? MAX_FILE_BYTES : null)),
    refuseNullInQuery,
  );
  app.use(WEBHOOK_PATH, measureWebhook(dependencies), knownRoutesOnly, requireSignatureShape);
  app.use(WEBHOOK_PATH, receiveBody(webhookBodies, addressOf));
  app.use("/internal/*", door.middleware, knownRoutesOnly, checkAccess(app), limitReads(new ReadLimit()));
  const receiveDocument = receiveBody(open(DOCUMENT_BODIES), addressOf, LARGEST_DOCUMENT_BYTES);
  const receiveFile = receiveBody(open(DOCUMENT_BODIES), addressOf, MAX_FILE_BYTES);
  const receiveOther = either(isFile, receiveFile, receiveBody(open(API_BODIES), addressOf));
  app.use("/internal/*", either(isDocument, receiveDocument, receiveOther));
  app.use(
    "/internal/*",
    either(
      (c) => isDocument(c) || isFile(c),
      (_, next) => next(),
      restoreBody,
    ),
  );
  app.use("/studio/session", knownRoutesOnly, forgeryRefused);
  app.use("/studio/session", receiveBody(open(SIGN_IN_BODIES), addressOf, SIGN_IN_LIMIT_BYTES), restoreBody);

  const intake = { ...dependencies, enqueue: createEnqueue(dependencies) };
  const deliver = createDeliver(intake, writes);
  addWebhookRoutes(app, dependencies, guard, deliver);
  addFailedWebhookRoutes(app, intake);
  addAgentEventRoutes(app, intake);
  addRunRoutes(app, dependencies);
  addRunReviewRoutes(app, dependencies);
  addQualityRoutes(app, dependencies);
  addPromptRoutes(app, dependencies);
  addConversationRoutes(app, dependencies);
  addContactRoutes(app, dependencies);
  addInboxRoutes(app, dependencies);
  addReplyRoutes(app, dependencies);
  addStreamRoute(app, dependencies, { door, accessChanges });
  addMediaRoutes(app, dependencies);
  addDocumentRoutes(app, dependencies);
  addDeskRoutes(app, dependencies);
  addFileRoutes(app, dependencies);
  addCannedReplyRoutes(app, dependencies);
  addArtifactRoutes(app, dependencies);
  addFactRoutes(app, dependencies);
  addMcpRoute(app, dependencies);
  addAlertRoutes(app, dependencies);
  addFeedRoutes(app, dependencies);
  addPushRoutes(app, dependencies);
  addCostRoutes(app, dependencies);
  addCircuitRoute(app, dependencies);
  addAuditRoutes(app, dependencies);
  addTaskRoutes(app, dependencies);
  addOrderRoutes(app, dependencies);
  addTimerRoutes(app, dependencies);
  addInsightRoute(app, dependencies);
  addAgentRoutes(app, dependencies);
  addToolRoutes(app, dependencies);
  addTemplateRoutes(app, dependencies);
  addGoingLiveRoute(app, dependencies);
  addKnowledgeRoutes(app, dependencies);
  addShopEntryRoutes(app, dependencies);
  addLearningRoutes(app, dependencies);
  addSandboxRoutes(app, dependencies);
  addExampleRoutes(app, dependencies);
  addReplayRoutes(app, dependencies);
  addAgentConfigRoutes(app, dependencies);
  addRetentionRoutes(app, dependencies);
  addConfirmationRoutes(app, dependencies);
  addToolCommandRoute(app, dependencies);
  addForceIntentRoute(app, dependencies);
  addScheduledRoutes(app, dependencies);
  addHealthRoutes(app, {
    ...dependencies,
    readinessChecks: {
      ...dependencies.readinessChecks,
      webhooks: async () => (webhookBodies.isRefusing ? "deliveries are refused: too many bytes wait" : null),
      writes: writes.check,
    },
  });
  addAccessRoutes(app, dependencies, accessChanges);
  // The app's page comes first: it passes its doors on.
  addStudioRoutes(app);
  addStudioSessionRoutes(app, dependencies, { door, guard, accessChanges });
  addOpenApiRoute(app);

  const { simulatorApp } = dependencies;
  if (simulatorApp !== undefined) {
    app.use("/simulator/*", receiveBody(open(SIMULATOR_BODIES), addressOf), restoreBytes);
    // The simulator gets the socket too: a planned fault may close it without an answer.
    app.mount("/simulator", (request, env) => simulatorApp.fetch(request, env));
  }
  app.notFound(answerUnknownRoutes(app));
  const takeDelivery = createWebhookListener({
    ...dependencies,
    ...{ bodies: webhookBodies, addressOf: addressOfSocket, deliver },
  });
  return { app, takeDelivery };
}

/** The body is a document of the shop, and no JSON. */
function isDocument({ req }: Context<ServerEnv>): boolean {
  return req.method === "POST" && req.path === DOCUMENTS_PATH;
}

/** The body is a file that a person sends: `POST /internal/agent/conversations/{id}/files`. */
function isFile({ req }: Context<ServerEnv>): boolean {
  return req.method === "POST" && /^\/internal\/agent\/conversations\/[^/]+\/files$/.test(req.path);
}

function either(
  isFirst: (c: Context<ServerEnv>) => boolean,
  first: MiddlewareHandler<ServerEnv>,
  other: MiddlewareHandler<ServerEnv>,
): MiddlewareHandler<ServerEnv> {
  return (c, next) => (isFirst(c) ? first(c, next) : other(c, next));
}
