import { type IncomingHttpHeaders, Agent as PlainAgent, request as plainRequest } from "node:http";
import { request as secureRequest, Agent as TlsAgent } from "node:https";
import { readIncomingAnswer } from "./read-answer.ts";

/** Limits the wait for a connection. */
const CONNECT_MS = 10_000;

/** Closes a connection that rests for longer: its server may be closing it too. */
const REST_MS = 4_000;

export interface RawGraphAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** null when the body broke off, came too late or grew past 256 KiB. */
  readonly body: Uint8Array | null;
}

/** The call failed before there was a connection: Node writes a request's first byte once TCP and TLS both stand. */
export class NeverConnected extends Error {
  override readonly name = "NeverConnected";
}

/** One POST of JSON. Rejects with `NeverConnected`, its cause Node's error, or with that error itself. */
export type GraphPost = (path: string, json: unknown, limitMs: number) => Promise<RawGraphAnswer>;

/**
 * Posts over connections that are kept: `fetch` computes nearly four times as long for the same call. No redirect is followed,
 * so a token stays where it was sent, and `limitMs` is the time of the whole call, to the last byte of its answer.
 */
export function createGraphPost(baseUrl: string, headers: Readonly<Record<string, string>>): GraphPost {
  const isSecure = baseUrl.startsWith("https:");
  const kept = { keepAlive: true, timeout: REST_MS };
  const agent = isSecure ? new TlsAgent(kept) : new PlainAgent(kept);
  const begin = isSecure ? secureRequest : plainRequest;
  // Node would parse the URL again for each call: parsed once, here.
  const { hostname, port, pathname } = new URL(baseUrl);
  const host = { hostname: hostname.replace(/^\[|\]$/g, ""), port, method: "POST", agent };
  const base = pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  return (path, json, limitMs) =>
    new Promise((resolve, reject) => {
      const body = Buffer.from(JSON.stringify(json), "utf8");
      const request = begin({
        ...host,
        path: `${base}${path}`,
        headers: { ...headers, "content-length": body.byteLength },
      });
      const limit = setTimeout(() => request.destroy(new Error(`timeout: no whole answer in ${limitMs} ms`)), limitMs);
      let connecting: NodeJS.Timeout | undefined;
      let isConnected = false;
      request.on("socket", (socket) => {
        isConnected = !socket.connecting;
        if (isConnected) return;
        connecting = setTimeout(() => request.destroy(connectTimeout()), CONNECT_MS);
        socket.once(isSecure ? "secureConnect" : "connect", () => {
          isConnected = true;
          clearTimeout(connecting);
        });
      });
      request.on("close", () => {
        clearTimeout(limit);
        clearTimeout(connecting);
      });
      request.on("error", (error) => reject(isConnected ? error : new NeverConnected(error.message, { cause: error })));
      request.on("response", (response) => {
        const { statusCode: status = 0, headers: answered } = response;
        void readIncomingAnswer(response).then((whole) => resolve({ status, headers: answered, body: whole }));
      });
      request.end(body);
    });
}

function connectTimeout(): Error {
  return Object.assign(new Error(`no connection in ${CONNECT_MS} ms`), { code: "CONNECT_TIMEOUT" });
}
