import { errorText } from "../core/errors.ts";
import { guardedRequest } from "./guarded-request.ts";
import { AddressRefused } from "./public-address.ts";

export interface HttpCall {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly mayBePrivate: boolean;
  readonly signal: AbortSignal;
}

export type HttpOutcome =
  | { readonly kind: "answered"; readonly status: number; readonly text: string; readonly retryAfter: string | null }
  /** It never left, so nothing happened. */
  | { readonly kind: "not_sent"; readonly code: "refused_address" | "unreachable"; readonly detail: string }
  /** It may have arrived; its effect is unknown. */
  | { readonly kind: "lost"; readonly code: "timeout" | "cut_off" | "too_large"; readonly detail: string };

/**
 * One request on a connection of its own, to the address that was judged. No redirect is followed,
 * so the secrets go nowhere else.
 */
export function httpRequest(call: HttpCall): Promise<HttpOutcome> {
  const { method, url, headers, body, timeoutMs, maxBytes, mayBePrivate, signal } = call;
  return new Promise((resolve) => {
    let isConnected = false;
    const request = guardedRequest(url, { method, headers, body, mayBePrivate });
    const end = (outcome: HttpOutcome) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      resolve(outcome);
      request.destroy();
    };
    const fail = (error: unknown) => {
      const detail = errorText(error);
      if (error instanceof AddressRefused) end({ kind: "not_sent", code: "refused_address", detail });
      else if (isConnected) end({ kind: "lost", code: "cut_off", detail });
      else end({ kind: "not_sent", code: "unreachable", detail });
    };
    const tooLate = () => {
      const detail = `no whole answer within ${timeoutMs} ms`;
      end(isConnected ? { kind: "lost", code: "timeout", detail } : { kind: "not_sent", code: "unreachable", detail });
    };
    const onAbort = () => tooLate();
    const timer = setTimeout(tooLate, timeoutMs);
    signal.addEventListener("abort", onAbort, { once: true });
    request.on("socket", (socket) => {
      // From here on a byte may have gone out.
      socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => {
        isConnected = true;
      });
    });
    request.on("error", fail);
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        size += chunk.byteLength;
        if (size > maxBytes)
          end({ kind: "lost", code: "too_large", detail: `its answer is larger than ${maxBytes} bytes` });
        else chunks.push(chunk);
      });
      response.on("error", fail);
      response.on("aborted", () => fail(new Error("the connection was closed in the middle of the answer")));
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        const retryAfter = response.headers["retry-after"] ?? null;
        end({ kind: "answered", status: response.statusCode ?? 0, text, retryAfter });
      });
    });
    if (signal.aborted) return tooLate();
    request.end(body ?? undefined);
  });
}
