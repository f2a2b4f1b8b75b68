import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { RecadoError } from "../../core/errors.ts";
import { hasSignatureShape } from "../../whatsapp/signature.ts";
import type { GuessGuard } from "../access/guess-guard.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { type Deliver, notSigned } from "./deliver.ts";
import { FORWARDED } from "./forward-webhook.ts";

export const WEBHOOK_PATH = "/api/whatsapp/webhook";

const handshakeRoute = createRoute({
  method: "get",
  path: WEBHOOK_PATH,
  tags: ["WhatsApp"],
  summary: "Meta's handshake: returns the challenge when the verify token is ours",
  request: {
    query: z.object({
      "hub.mode": z.string().optional(),
      "hub.verify_token": z.string().optional(),
      "hub.challenge": z.string().optional(),
    }),
  },
  responses: {
    200: { description: "The bare challenge", content: { "text/plain": { schema: z.string() } } },
    ...problems(403, 429),
  },
});

const deliveryRoute = createRoute({
  method: "post",
  path: WEBHOOK_PATH,
  tags: ["WhatsApp"],
  summary: "Receive messages and statuses from Meta. 200 means that they are committed",
  request: {
    headers: z.object({
      "x-hub-signature-256": z
        .string()
        .optional()
        .openapi({ description: "sha256=<HMAC of the raw body>", example: `sha256=${"0".repeat(64)}` }),
    }),
    // No schema: the signature covers the bytes as they came, and every signed shape is accepted.
    body: { content: { "application/json": { schema: {} } } },
  },
  responses: {
    200: {
      description: "Stored, with counts of its parts: `stored: 1 accepted, 2 reports`",
      content: { "text/plain": { schema: z.string() } },
    },
    ...problems(401, 408, 413, 503),
  },
});

/**
 * Measures from the last byte of a delivery to its answer, or from its head when its body was not
 * read.
 */
export function measureWebhook({
  clock,
  metrics,
}: Pick<ServerDependencies, "clock" | "metrics">): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const cameMs = clock.monotonicMs();
    await next();
    const startedMs = c.get("bodyReceivedMs") ?? cameMs;
    if (c.req.method === "POST") metrics.webhookAnswered(c.res.status, clock.monotonicMs() - startedMs);
  };
}

/** Refuses a delivery without a signature before its body is read: Meta signs everything. */
export const requireSignatureShape: MiddlewareHandler<ServerEnv> = async (c, next) => {
  if (c.req.method === "POST" && !hasSignatureShape(c.req.header("x-hub-signature-256"))) throw notSigned();
  await next();
};

export function addWebhookRoutes(
  app: OpenAPIHono<ServerEnv>,
  { settings }: Pick<ServerDependencies, "settings">,
  guard: GuessGuard,
  deliver: Deliver,
): void {
  app.openapi(handshakeRoute, async (c) => {
    const query = c.req.valid("query");
    const isOurs =
      (await isVerifyToken(c, query["hub.verify_token"] ?? "")) &&
      query["hub.mode"] === "subscribe" &&
      query["hub.challenge"] !== undefined;
    if (!isOurs) {
      throw new RecadoError(
        "verify_token_mismatch",
        "hub.verify_token is not WHATSAPP_VERIFY_TOKEN, or hub.mode is not subscribe.",
      );
    }
    return c.text(query["hub.challenge"] ?? "", 200);
  });

  async function isVerifyToken(c: Context<ServerEnv>, given: string): Promise<boolean> {
    // A browser that opens the address without a token has guessed nothing.
    if (given === "") return false;
    const { verifyToken } = settings;
    const found = await guard.find(c, "verify_token", given, async () =>
      guard.isEqual(c, given, verifyToken) ? "ours" : null,
    );
    return found !== null;
  }

  app.openapi(deliveryRoute, async (c) => {
    const signature = c.req.header("x-hub-signature-256");
    return c.text(
      await deliver(c.get("body"), signature, c.get("requestId"), c.req.header(FORWARDED) !== undefined),
      200,
    );
  });
}
