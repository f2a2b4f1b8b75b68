import type { MiddlewareHandler } from "hono";
import { RecadoError } from "../core/errors.ts";
import { areSecretsEqual } from "./constant-time.ts";
import type { ServerEnv } from "./server-env.ts";

/** Lets nobody past without `Authorization: Bearer <token>`. */
export function bearerAuth(token: string): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const given = /^Bearer +(\S+) *$/i.exec(c.req.header("authorization") ?? "")?.[1];
    if (given === undefined) {
      throw new RecadoError("unauthorized", "Send `Authorization: Bearer <token>` with the value of RECADO_API_TOKEN.");
    }
    if (!areSecretsEqual(given, token)) throw new RecadoError("unauthorized", "The bearer token is not the right one.");
    await next();
  };
}
