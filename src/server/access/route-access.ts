import type { OpenAPIHono } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { RecadoError } from "../../core/errors.ts";
import { ACCESSES, type Access, mayAccess, scopeOf } from "../../core/operations/principal.ts";
import type { ServerEnv } from "../server-env.ts";

/**
 * Every route below `/internal` declares who may use it:
 * `"x-access": "view" | "sales" | "operate" | "administer"`. This middleware alone checks it. A route without
 * the declaration is closed to all.
 */
export function checkAccess(app: OpenAPIHono<ServerEnv>): MiddlewareHandler<ServerEnv> {
  let declared: ReadonlyMap<string, Access | null> | null = null;
  return async (c, next) => {
    declared ??= declaredAccess(app);
    // The first match that is no middleware will answer. Without one, the answer is 404 or 405.
    const route = matchedRoutes(c).find(({ method }) => method !== "ALL");
    if (route === undefined) return next();
    const access = declared.get(`${route.method} ${route.path}`) ?? null;
    if (access === null) throw new Error(`${route.method} ${route.path} does not declare its x-access.`);
    const part = partOf(route.path);
    const principal = c.get("principal");
    if (!mayAccess(principal, access, part)) {
      const scope = principal.scopes === null ? "" : scopeNeeded(part, access);
      throw new RecadoError(
        "forbidden",
        `This needs a role that may ${access === "sales" ? "see the sales" : access}${scope}; ${principal.actor} is ${principal.role} of ${principal.workspaceId}.`,
      );
    }
    await next();
  };
}

function scopeNeeded(part: string, access: Access): string {
  return access === "administer" ? " and a token without scopes" : ` with the scope ${scopeOf(part, access)}`;
}

/** `/internal/agent/runs/:runId` is about `runs`. */
export function partOf(path: string): string {
  return path.split("/")[3] ?? "";
}

function declaredAccess(app: OpenAPIHono<ServerEnv>): Map<string, Access | null> {
  return new Map(
    app.openAPIRegistry.definitions.flatMap((definition) => {
      if (definition.type !== "route") return [];
      const { method, path } = definition.route;
      const key = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`;
      return [[key, readAccess(definition.route["x-access"])] as const];
    }),
  );
}

function readAccess(declared: unknown): Access | null {
  return ACCESSES.find((access) => access === declared) ?? null;
}
