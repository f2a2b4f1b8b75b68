import type { lookup } from "node:dns";
import { Readable } from "node:stream";
import { guardedRequest } from "./guarded-request.ts";
import { AddressRefused, refusalOfHost } from "./public-address.ts";

interface Pinning {
  readonly mayBePrivate: boolean;
  /** The largest answer. */
  readonly maxBytes: number;
  /** Returns the answer that names another address, instead of failing. It is never followed here. */
  readonly showsRedirects?: boolean;
  readonly resolve?: typeof lookup;
}

/**
 * `fetch` for a library that asks for one. Each request resolves the name once, judges all
 * addresses, and connects to the judged one (public-address.ts). Node's own `fetch` would ask the
 * name server again, and might get another address. No redirect is followed, and an answer that is
 * too large is cut off.
 */
export function pinnedFetch({ mayBePrivate, maxBytes, showsRedirects = false, resolve }: Pinning) {
  return (where: string | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(where);
    const { body = null, method = "GET", signal } = init;
    const refused = refusalOfHost(url.hostname, mayBePrivate);
    if (refused !== null) return Promise.reject(new AddressRefused(refused));
    if (body !== null && typeof body !== "string") return Promise.reject(new Error("only a text can be sent"));
    return new Promise((answer, fail) => {
      const headers = Object.fromEntries(new Headers(init.headers));
      const request = guardedRequest(url, { method, headers, body, mayBePrivate, resolve, signal });
      request.on("error", fail);
      request.on("response", (response) => {
        const { statusCode: status = 0, statusMessage: statusText = "" } = response;
        const isRedirect = status >= 300 && status < 400;
        if (isRedirect && !showsRedirects) {
          response.destroy();
          return fail(new Error(`${url.host} answers ${status}: no redirect is followed`));
        }
        const headers = new Headers();
        for (let n = 0; n < response.rawHeaders.length; n += 2)
          headers.append(response.rawHeaders[n] ?? "", response.rawHeaders[n + 1] ?? "");
        if (status === 204 || isRedirect) {
          response.resume();
          return answer(new Response(null, { status, statusText, headers }));
        }
        answer(new Response(Readable.toWeb(response).pipeThrough(capped(maxBytes)), { status, statusText, headers }));
      });
      request.end(body ?? undefined);
    });
  };
}

function capped(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > maxBytes) controller.error(new Error(`its answer is larger than ${maxBytes} bytes`));
      else controller.enqueue(chunk);
    },
  });
}
