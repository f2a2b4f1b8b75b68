import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  Agent as PlainAgent,
  request as plainRequest,
} from "node:http";
import { request as secureRequest, Agent as TlsAgent } from "node:https";
import type { Socket } from "node:net";

/** A call that stands here for so long has written nothing. */
const CONNECT_MS = 10_000;

/** A connection that rests for longer than this is not used again: its server may be closing it. */
const REST_MS = 4_000;

/** Graph's answers have some hundred bytes; a longer one is not Graph's. */
const MAX_ANSWER_BYTES = 256 * 1024;

export interface GraphAnswer {
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
export type GraphPost = (path: string, json: unknown, limitMs: number) => Promise<GraphAnswer>;

/**
 * Posts over connections that are kept: `fetch` computes nearly four times as long for the same call. No redirect is followed,
 * so a token stays where it was sent, and `limitMs` is the time of the whole call, to the last byte of its answer.
 */
export function createGraphPost(baseUrl: string, headers: Readonly<Record<string, string>>): GraphPost {
  const isSecure = baseUrl.startsWith("https:");
  const kept = { keepAlive: true, timeout: REST_MS };
  const agent = isSecure ? new TlsAgent(kept) : new PlainAgent(kept);
  const begin = isSecure ? secureRequest : plainRequest;
  return (path, json, limitMs) =>
    new Promise((resolve, reject) => {
      const body = Buffer.from(JSON.stringify(json), "utf8");
      const request = begin(`${baseUrl}${path}`, {
        method: "POST",
        agent,
        headers: { ...headers, "content-length": body.byteLength },
      });
      const limit = setTimeout(() => request.destroy(new Error(`timeout: no whole answer in ${limitMs} ms`)), limitMs);
      request.on("close", () => clearTimeout(limit));
      let isConnected = false;
      const connected = () => {
        isConnected = true;
      };
      request.on("socket", (socket) => {
        if (!socket.connecting) return connected();
        socket.once(isSecure ? "secureConnect" : "connect", connected);
        limitConnecting(socket, isSecure, (late) => request.destroy(late));
      });
      request.on("error", (error) => reject(isConnected ? error : new NeverConnected(error.message, { cause: error })));
      request.on("response", (response) => {
        const { statusCode: status = 0, headers: answered } = response;
        readWhole(response, () => request.destroy()).then((whole) =>
          resolve({ status, headers: answered, body: whole }),
        );
      });
      request.end(body);
    });
}

function limitConnecting(socket: Socket, isSecure: boolean, onLate: (error: Error) => void): void {
  const late = Object.assign(new Error(`no connection in ${CONNECT_MS} ms`), { code: "CONNECT_TIMEOUT" });
  const limit = setTimeout(() => onLate(late), CONNECT_MS);
  const end = () => clearTimeout(limit);
  socket.once(isSecure ? "secureConnect" : "connect", end).once("close", end);
}

/** Reads an answer to its end, and not one chunk further than the limit: a header about its length is no promise. */
function readWhole(response: IncomingMessage, giveUp: () => void): Promise<Uint8Array | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    response.on("data", (chunk: Buffer) => {
      length += chunk.byteLength;
      if (length <= MAX_ANSWER_BYTES) return void chunks.push(chunk);
      resolve(null);
      giveUp();
    });
    response.on("end", () => resolve(response.complete ? Buffer.concat(chunks) : null));
    // Broken off: what came of it proves nothing, and "close" says so.
    response.on("error", () => resolve(null));
    response.on("close", () => resolve(null));
  });
}
