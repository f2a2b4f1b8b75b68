import { Agent as PlainAgent, request as plainRequest } from "node:http";
import { request as secureRequest, Agent as TlsAgent } from "node:https";

/** A crowd waits for these; `fetch` opens a connection for each one of it. */
const CONNECTIONS = 16;

/** Closes a connection that rests for longer: its server may be closing it too. */
const REST_MS = 4_000;

/**
 * One POST of JSON. Rejects unless the whole answer has a status of 2xx and is there within the limit, which counts from
 * the moment at which a connection is free for it.
 */
export type PostJson = (url: string, headers: Readonly<Record<string, string>>, json?: unknown) => Promise<void>;

/** Posts over connections that are kept, as `src/whatsapp/graph-post.ts` does for Graph. */
export function createPostJson(limitMs: number): PostJson {
  const kept = { keepAlive: true, maxSockets: CONNECTIONS, timeout: REST_MS };
  const [plain, secure] = [new PlainAgent(kept), new TlsAgent(kept)];
  return (url, headers, json = {}) =>
    new Promise((resolve, reject) => {
      const body = Buffer.from(JSON.stringify(json), "utf8");
      const isSecure = url.startsWith("https:");
      const request = (isSecure ? secureRequest : plainRequest)(url, {
        method: "POST",
        agent: isSecure ? secure : plain,
        headers: { "content-type": "application/json", "content-length": body.byteLength, ...headers },
      });
      const { pathname } = new URL(url);
      const late = () => request.destroy(new Error(`no answer in ${limitMs} ms at ${pathname}`));
      let limit: NodeJS.Timeout | undefined;
      request.once("socket", () => {
        limit = setTimeout(late, limitMs);
      });
      request.once("close", () => clearTimeout(limit));
      request.once("error", reject);
      request.once("response", (response) => {
        const { statusCode = 0 } = response;
        response.once("error", reject);
        response.once("end", () =>
          statusCode >= 200 && statusCode < 300
            ? resolve()
            : reject(new Error(`it answered ${statusCode} at ${pathname}`)),
        );
        response.resume();
      });
      request.end(body);
    });
}
