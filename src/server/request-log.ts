import type { MiddlewareHandler } from "hono";
import { maskPhone } from "../core/identity.ts";
import type { ServerEnv } from "./server-env.ts";
import type { ServerParts } from "./server-parts.ts";

/** Gives each request an id, its answer the headers that all answers bear, and the log a line at debug. */
export function requestLog({ newId, clock, logger }: ServerParts): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const requestId = newId();
    const startedMs = clock.monotonicMs();
    c.set("requestId", requestId);
    await next();
    c.header("x-request-id", requestId);
    c.header("x-content-type-options", "nosniff");
    c.header("referrer-policy", "no-referrer");
    if (c.req.path.startsWith("/internal/")) c.header("cache-control", "no-store");
    logger.debug(
      {
        request_id: requestId,
        method: c.req.method,
        path: maskPath(c.req.path),
        status: c.res.status,
        latency_ms: Math.round(clock.monotonicMs() - startedMs),
      },
      "request answered",
    );
  };
}

/** The simulator's paths carry a customer's phone; query strings are not logged at all. */
function maskPath(path: string): string {
  return path.replace(/(?<=\/)(?:\+|%2B)?[0-9]{7,20}(?=\/|$)/gi, (phone) => maskPhone(phone));
}
