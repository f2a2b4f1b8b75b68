import type { MiddlewareHandler } from "hono";
import { maskPhone } from "../core/inbound/identity.ts";
import type { Clock } from "../core/ports/clock.ts";
import type { Logger } from "../core/ports/logger.ts";
import type { ServerDependencies } from "./server-dependencies.ts";
import type { ServerEnv } from "./server-env.ts";

/** Gives each request an id, each answer the common headers, and the log a line at debug. */
export function requestLog({
  newId,
  clock,
  logger,
}: Pick<ServerDependencies, "newId" | "clock" | "logger">): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const requestId = newId();
    const startedMs = clock.monotonicMs();
    c.set("requestId", requestId);
    // Node's own answer gets the headers: setting one on a finished Hono answer builds it again.
    const outgoing = c.env?.outgoing;
    const headers = headersOf(requestId, c.req.path);
    if (outgoing !== undefined) for (const [name, value] of headers) outgoing.setHeader(name, value);
    await next();
    if (outgoing === undefined)
      for (const [name, value] of headers) if (!c.res.headers.has(name)) c.header(name, value);
    const { method, path } = c.req;
    logAnswer(logger, { requestId, method, path: maskPath(path), status: c.res.status, startedMs }, clock);
  };
}

interface AnsweredRequest {
  readonly requestId: string;
  readonly method: string;
  /** Without phones. */
  readonly path: string;
  readonly status: number;
  readonly startedMs: number;
}

export function logAnswer(logger: Logger, answered: AnsweredRequest, clock: Pick<Clock, "monotonicMs">): void {
  const { requestId, method, path, status, startedMs } = answered;
  const latencyMs = Math.round(clock.monotonicMs() - startedMs);
  logger.debug({ request_id: requestId, method, path, status, latency_ms: latencyMs }, "request answered");
}

/** The headers that every answer has, beside its id. */
export const COMMON_HEADERS: readonly (readonly [string, string])[] = [
  ["x-content-type-options", "nosniff"],
  ["referrer-policy", "no-referrer"],
  ["x-frame-options", "DENY"],
  // This policy is for answers that are no page. The Studio and customers' files set their own.
  ["content-security-policy", "default-src 'none'; frame-ancestors 'none'"],
];

function headersOf(requestId: string, path: string): (readonly [string, string])[] {
  const headers: (readonly [string, string])[] = [["x-request-id", requestId], ...COMMON_HEADERS];
  return path.startsWith("/internal/") ? [...headers, ["cache-control", "no-store"]] : headers;
}

/** The simulator's paths carry a customer's phone; query strings are not logged at all. */
function maskPath(path: string): string {
  return path.replace(/(?<=\/)(?:\+|%2B)?[0-9]{7,20}(?=\/|$)/gi, (phone) => maskPhone(phone));
}
