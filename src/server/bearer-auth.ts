import type { MiddlewareHandler } from "hono";
import { RecadoError } from "../core/errors.ts";
import { DEFAULT_WORKSPACE } from "../core/ids.ts";
import { type Principal, SHARED_ACTOR } from "../core/principal.ts";
import { areSecretsEqual } from "./constant-time.ts";
import type { ServerEnv } from "./server-env.ts";

/** Whoever holds RECADO_API_TOKEN owns the default workspace. */
const INSTALLATION: Principal = {
  workspaceId: DEFAULT_WORKSPACE,
  actor: SHARED_ACTOR,
  role: "owner",
  scopes: null,
  via: "token",
};

/** Lets nobody past without `Authorization: Bearer <token>`, and says to the routes behind who it is. */
export function bearerAuth(token: string): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const given = /^Bearer +(\S+) *$/i.exec(c.req.header("authorization") ?? "")?.[1];
    if (given === undefined) {
      throw new RecadoError("unauthorized", "Send `Authorization: Bearer <token>` with the value of RECADO_API_TOKEN.");
    }
    if (!areSecretsEqual(given, token)) throw new RecadoError("unauthorized", "The bearer token is not the right one.");
    c.set("principal", INSTALLATION);
    await next();
  };
}
