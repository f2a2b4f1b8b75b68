import { isUtf8 } from "node:buffer";
import type { MiddlewareHandler } from "hono";
import { RecadoError } from "../core/errors.ts";
import type { ServerEnv } from "./server-env.ts";

/**
 * Puts the bytes that `receiveBody` read back on the request, for routes that read JSON through
 * Hono.
 */
export const restoreBody: MiddlewareHandler<ServerEnv> = async (c, next) => {
  if (!isUtf8(c.get("body").bytes)) throw new RecadoError("body_malformed", "The body is not UTF-8.");
  await restoreBytes(c, next);
};

/** Does the same for any bytes, such as an uploaded file. */
export const restoreBytes: MiddlewareHandler<ServerEnv> = async (c, next) => {
  const { bytes } = c.get("body");
  const { url, method, headers } = c.req.raw;
  c.req.raw = new Request(url, { method, headers, ...(bytes.byteLength === 0 ? {} : { body: bytes }) });
  await next();
};
