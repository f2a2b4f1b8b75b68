import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { errorText, RecadoError } from "../core/errors.ts";
import { isSignatureValid } from "../whatsapp/signature.ts";
import { areSecretsEqual } from "./constant-time.ts";
import { withDeadline } from "./deadline.ts";
import { problems } from "./problem.ts";
import type { ServerEnv } from "./server-env.ts";
import type { IntakeParts } from "./server-parts.ts";
import { storeWebhook } from "./store-webhook.ts";

/** Meta's target is a second; what is not stored by then is asked for again (whatsapp.md §1.3). */
const STORE_DEADLINE_MS = 900;

const handshakeRoute = createRoute({
  method: "get",
  path: "/api/whatsapp/webhook",
  tags: ["WhatsApp"],
  summary: "Meta's handshake: the challenge comes back when the verify token is ours",
  request: {
    query: z.object({
      "hub.mode": z.string().optional(),
      "hub.verify_token": z.string().optional(),
      "hub.challenge": z.string().optional(),
    }),
  },
  responses: {
    200: { description: "The bare challenge", content: { "text/plain": { schema: z.string() } } },
    ...problems(403),
  },
});

const deliveryRoute = createRoute({
  method: "post",
  path: "/api/whatsapp/webhook",
  tags: ["WhatsApp"],
  summary: "Messages and statuses, as Meta delivers them; 200 means that they are committed",
  request: {
    headers: z.object({
      "x-hub-signature-256": z
        .string()
        .optional()
        .openapi({ description: "sha256=<HMAC of the raw body>", example: `sha256=${"0".repeat(64)}` }),
    }),
    // No schema: the signature is over the bytes as they came, and every shape that is signed is taken in.
    body: { content: { "application/json": { schema: {} } } },
  },
  responses: {
    200: { description: "Stored", content: { "text/plain": { schema: z.string() } } },
    ...problems(401, 413, 503),
  },
});

export function addWebhookRoutes(app: OpenAPIHono<ServerEnv>, parts: IntakeParts): void {
  const { settings, clock, metrics, logger } = parts;

  app.openapi(handshakeRoute, (c) => {
    const query = c.req.valid("query");
    const isOurs =
      areSecretsEqual(query["hub.verify_token"] ?? "", settings.verifyToken) &&
      query["hub.mode"] === "subscribe" &&
      query["hub.challenge"] !== undefined;
    if (!isOurs) {
      throw new RecadoError(
        "verify_token_mismatch",
        "This is not a subscription with the value of WHATSAPP_VERIFY_TOKEN.",
      );
    }
    return c.text(query["hub.challenge"] ?? "", 200);
  });

  app.use("/api/whatsapp/webhook", async (c, next) => {
    const startedMs = clock.monotonicMs();
    await next();
    if (c.req.method === "POST") metrics.webhookAnswered(c.res.status, clock.monotonicMs() - startedMs);
  });

  app.openapi(deliveryRoute, async (c) => {
    const body = c.get("body");
    if (!isSignatureValid(settings.appSecrets, body.bytes, c.req.header("x-hub-signature-256"))) {
      throw new RecadoError(
        "signature_invalid",
        "X-Hub-Signature-256 is not the signature of this body by our app secret.",
      );
    }
    const stored = storeWebhook(parts, body.bytes).then(
      () => "stored" as const,
      (thrown: unknown) => {
        logger.error({ request_id: c.get("requestId"), error: errorText(thrown) }, "a webhook could not be stored");
        return "failed" as const;
      },
    );
    body.holdUntil(stored);
    const answer = await withDeadline(stored, STORE_DEADLINE_MS);
    if (answer.kind === "done" && answer.value === "stored") return c.text("stored", 200);
    throw new RecadoError("overloaded", "The webhook could not be stored in time. Deliver it again.");
  });
}
