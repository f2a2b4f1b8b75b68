import type { IncomingMessage, ServerResponse } from "node:http";
import { hasSignatureShape } from "../../whatsapp/signature.ts";
import type { AddressOfSocket } from "../client-address.ts";
import type { OpenBodies } from "../open-bodies.ts";
import { problemParts } from "../problem.ts";
import { BODY_LIMIT_BYTES, withBody } from "../receive-body.ts";
import { refusalOf } from "../refusals.ts";
import { COMMON_HEADERS, logAnswer } from "../request-log.ts";
import type { TakeRequest } from "../serve.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { Deliver } from "./deliver.ts";
import { FORWARDED } from "./forward-webhook.ts";
import { WEBHOOK_PATH } from "./webhook.ts";

interface WebhookListenerDependencies extends Pick<ServerDependencies, "clock" | "logger" | "metrics" | "newId"> {
  readonly bodies: OpenBodies;
  readonly addressOf: AddressOfSocket;
  readonly deliver: Deliver;
}

const WORDS = { "content-type": "text/plain; charset=UTF-8" };

/** How long the rest of a refused body is read, so that its sender can read the refusal. */
const REST_MS = 500;

/**
 * The hot path of deliveries, on Node's own request and answer. Five webhooks come for each reply,
 * and the framework's layers cost more than the work itself. It takes the ordinary delivery alone:
 * the exact path, the shape of a signature, a declared length within the limit. Anything else goes
 * the ordinary way, with the same limits, and both ways end in the same `deliver`.
 */
export function createWebhookListener(dependencies: WebhookListenerDependencies): TakeRequest {
  return (incoming, outgoing) => {
    if (!isOrdinaryDelivery(incoming)) return false;
    void answerDelivery(incoming, outgoing, dependencies);
    return true;
  };
}

function isOrdinaryDelivery({ method, url, headers }: IncomingMessage): boolean {
  if (method !== "POST" || url !== WEBHOOK_PATH) return false;
  const declaredBytes = Number(headers["content-length"] ?? Number.NaN);
  return declaredBytes <= BODY_LIMIT_BYTES && hasSignatureShape(signatureOf(headers));
}

/** Node joins a repeated header of this name with commas, which is no signature. */
function signatureOf(headers: IncomingMessage["headers"]): string | undefined {
  const signature = headers["x-hub-signature-256"];
  return typeof signature === "string" ? signature : undefined;
}

async function answerDelivery(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { bodies, addressOf, deliver, clock, logger, metrics, newId }: WebhookListenerDependencies,
): Promise<void> {
  const requestId = newId();
  const cameMs = clock.monotonicMs();
  let startedMs = cameMs;
  const { socket, headers } = incoming;
  const forwardedFor = headers["x-forwarded-for"];
  const address = addressOf(socket.remoteAddress, Array.isArray(forwardedFor) ? forwardedFor.join(",") : forwardedFor);
  let answer: { status: number; headers: Readonly<Record<string, string>>; body: string };
  try {
    let words = "";
    await withBody(incoming, { bodies, address, limitBytes: BODY_LIMIT_BYTES }, async (body, receivedMs) => {
      startedMs = receivedMs;
      words = await deliver(body, signatureOf(headers), requestId, headers[FORWARDED] !== undefined);
    });
    answer = { status: 200, headers: WORDS, body: words };
  } catch (thrown) {
    answer = problemParts(refusalOf(thrown, { requestId, method: "POST", logger }));
  }
  metrics.webhookAnswered(answer.status, clock.monotonicMs() - startedMs);
  logAnswer(logger, { requestId, method: "POST", path: WEBHOOK_PATH, status: answer.status, startedMs: cameMs }, clock);
  if (!incoming.readableEnded) dropRest(incoming, outgoing);
  // Node writes a list of names and values as it is; an object would be built and taken apart again.
  const head = ["x-request-id", requestId, "content-length", String(Buffer.byteLength(answer.body))];
  for (const [name, value] of COMMON_HEADERS) head.push(name, value);
  for (const [name, value] of Object.entries(answer.headers)) head.push(name, value);
  outgoing.writeHead(answer.status, head);
  outgoing.end(answer.body);
}

/** Reads what is still under way of a refused body for a moment, then closes the connection. */
function dropRest(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.once("finish", () => {
    const close = setTimeout(() => incoming.socket.destroySoon(), REST_MS).unref();
    incoming.once("end", () => clearTimeout(close));
    incoming.resume();
  });
}
