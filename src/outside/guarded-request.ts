import type { lookup } from "node:dns";
import { type ClientRequest, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { guardedLookup } from "./public-address.ts";

interface GuardedRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  readonly mayBePrivate: boolean;
  readonly resolve?: typeof lookup | undefined;
  readonly signal?: AbortSignal | null | undefined;
}

/**
 * A request on a connection of its own, to the address that was judged; it follows no redirect. The
 * caller listens first, then ends it with the body.
 */
export function guardedRequest(
  url: URL,
  { method, headers, body, mayBePrivate, resolve, signal }: GuardedRequest,
): ClientRequest {
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  return send(url, {
    method,
    headers: body === null ? headers : { ...headers, "content-length": String(Buffer.byteLength(body)) },
    agent: false,
    lookup: guardedLookup(mayBePrivate, resolve),
    ...(signal === null || signal === undefined ? {} : { signal }),
  });
}
