import type { OpenAPIHono } from "@hono/zod-openapi";
import type { ErrorHandler, MiddlewareHandler, NotFoundHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { matchedRoutes } from "hono/route";
import { RecadoError } from "../core/errors.ts";
import type { Logger } from "../core/ports/logger.ts";
import { InvalidRequest, type ProblemInput, problemOf, problemResponse } from "./problem.ts";
import type { ServerEnv } from "./server-env.ts";

export function answerErrors(logger: Logger): ErrorHandler<ServerEnv> {
  return (thrown, c) => {
    const requestId = c.get("requestId");
    if (thrown instanceof HTTPException && thrown.status === 415) {
      return problemResponse({ code: "media_type_unsupported", detail: "Send application/json.", requestId });
    }
    if (thrown instanceof HTTPException && thrown.status === 400) {
      return problemResponse({ code: "body_malformed", detail: "The body is not JSON.", requestId });
    }
    return problemResponse(refusalOf(thrown, { requestId, method: c.req.method, logger }));
  };
}

interface RefusedRequest {
  readonly requestId: string;
  readonly method: string;
  readonly logger: Logger;
}

/** Turns a thrown error into a problem. Details that are not for callers go to the log alone. */
export function refusalOf(thrown: unknown, { requestId, method, logger }: RefusedRequest): ProblemInput {
  const problem = problemOf(thrown);
  if (problem !== null) return { ...problem, requestId };
  logger.error({ request_id: requestId, method, err: thrown }, "a request failed");
  if (thrown instanceof RecadoError && thrown.retry === "later" && thrown.code !== "internal") {
    return { code: "database_unreachable", detail: "This is not possible now. Try again in a moment.", requestId };
  }
  return { code: "internal", detail: "The server failed. The log has the error under this request id.", requestId };
}

/** A known path with another method is 405; the rest is 404. */
export function answerUnknownRoutes(app: OpenAPIHono<ServerEnv>): NotFoundHandler<ServerEnv> {
  const routes = app.openAPIRegistry.definitions.flatMap((definition) =>
    definition.type === "route"
      ? [{ method: definition.route.method.toUpperCase(), path: pathPattern(definition.route.path) }]
      : [],
  );
  return (c) => {
    const requestId = c.get("requestId");
    const methods = routes.filter(({ path }) => path.test(c.req.path)).map(({ method }) => method);
    if (methods.length === 0)
      return problemResponse({ code: "not_found", detail: "There is nothing here.", requestId });
    const allow = [...new Set(methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])))].join(", ");
    return problemResponse({ code: "method_not_allowed", detail: `Use ${allow} here.`, requestId, headers: { allow } });
  };
}

/** Answers an unknown path or method before a body is read. */
export const knownRoutesOnly: MiddlewareHandler<ServerEnv> = async (c, next) => {
  // A match for all methods is a middleware.
  if (!matchedRoutes(c).some(({ method }) => method !== "ALL")) return c.notFound();
  await next();
};

function pathPattern(path: string): RegExp {
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{[^{}]+\}/g, "[^/]+");
  return new RegExp(`^${escaped}$`);
}

/** Names each field that a schema refused. */
export function invalidRequest(
  target: string,
  issues: readonly { path: PropertyKey[]; message: string }[],
): InvalidRequest {
  return new InvalidRequest(
    issues.map(({ path, message }) => ({ field: path.length === 0 ? target : path.map(String).join("."), message })),
  );
}
