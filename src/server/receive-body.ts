import { IncomingMessage } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import { RecadoError } from "../core/errors.ts";
import type { ByteBudget } from "./byte-budget.ts";
import type { ReceivedBody, ServerEnv } from "./server-env.ts";

/** Meta's payloads reach 3 MB (whatsapp.md §1.3); nothing larger is anybody's honest request. */
export const BODY_LIMIT_BYTES = 3 * 1024 * 1024;

/**
 * What a waiting request is charged beside its bytes. More than it weighs: with the budget of 32 MiB it also says how many
 * may wait at once (512), so that those that do are answered within their second.
 */
const REQUEST_OVERHEAD_BYTES = 64 * 1024;

const NO_BODY: ReceivedBody = { bytes: new Uint8Array(0), holdUntil: () => {} };

/**
 * Reads the body once, before any other rule of the server, so that the limit is the same for everyone: known or
 * unknown sender, known or unknown route, declared length or chunked.
 */
export function receiveBody(budget: ByteBudget): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const declared = Number(c.req.header("content-length") ?? 0);
    if (declared > BODY_LIMIT_BYTES) throw tooLarge();
    const source = bodyOf(c);
    if (source === null) {
      c.set("body", NO_BODY);
      return next();
    }

    const charge = new Charge(budget);
    try {
      charge.take(REQUEST_OVERHEAD_BYTES);
      const bytes = await (source instanceof ReadableStream
        ? readStream(source, charge)
        : readIncoming(source, charge));
      c.set("body", { bytes, holdUntil: (work) => charge.holdUntil(work) });
      await next();
    } finally {
      charge.endRequest();
    }
  };
}

/** Node's own stream where there is one: a web stream around it, and the request that it needs, cost half of an answer. */
function bodyOf({ req, env }: Context<ServerEnv>): IncomingMessage | ReadableStream<Uint8Array> | null {
  if (req.method === "GET" || req.method === "HEAD") return null;
  return env?.incoming instanceof IncomingMessage ? env.incoming : req.raw.body;
}

const cutOff = (cause?: unknown) => new RecadoError("body_malformed", "The body ended before it was complete.", cause);

/** Collects what comes, within the limit and the budget. */
function collector(charge: Charge) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    add(chunk: Uint8Array): void {
      size += chunk.byteLength;
      if (size > BODY_LIMIT_BYTES) throw tooLarge();
      charge.take(chunk.byteLength);
      chunks.push(chunk);
    },
    bytes: () => (chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size)),
  };
}

/** What is refused is not read on: the server answers, throws away what is still under way and closes the connection. */
function readIncoming(incoming: IncomingMessage, charge: Charge): Promise<Uint8Array> {
  const { add, bytes } = collector(charge);
  return new Promise((resolve, reject) => {
    const stop = () => incoming.off("data", onData).off("end", onEnd).off("error", onCut).off("close", onCut);
    const onData = (chunk: Buffer) => {
      try {
        add(chunk);
      } catch (refusal) {
        stop();
        incoming.pause();
        reject(refusal);
      }
    };
    const onEnd = () => {
      stop();
      resolve(bytes());
    };
    const onCut = (error?: Error) => {
      stop();
      reject(cutOff(error));
    };
    if (incoming.destroyed && !incoming.complete) return reject(cutOff());
    incoming.on("data", onData).on("end", onEnd).on("error", onCut).on("close", onCut);
  });
}

async function readStream(stream: ReadableStream<Uint8Array>, charge: Charge): Promise<Uint8Array> {
  const { add, bytes } = collector(charge);
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return bytes();
      add(value);
    }
  } catch (thrown) {
    reader.cancel().catch(() => {
      // The sender has gone: there is nothing left to stop.
    });
    if (thrown instanceof RecadoError) throw thrown;
    throw cutOff(thrown);
  }
}

/** What one request has taken of the budget: given back when its answer is made and all that holds it has ended. */
class Charge {
  readonly #budget: ByteBudget;
  #bytes = 0;
  #holders = 1;

  constructor(budget: ByteBudget) {
    this.#budget = budget;
  }

  take(bytes: number): void {
    if (!this.#budget.take(bytes)) {
      throw new RecadoError("overloaded", "Too many requests are waiting to be stored. Send it again in a moment.");
    }
    this.#bytes += bytes;
  }

  holdUntil(work: Promise<unknown>): void {
    this.#holders += 1;
    const release = () => this.#release();
    work.then(release, release);
  }

  endRequest(): void {
    this.#release();
  }

  #release(): void {
    this.#holders -= 1;
    if (this.#holders === 0) this.#budget.giveBack(this.#bytes);
  }
}

function tooLarge(): RecadoError {
  return new RecadoError(
    "body_too_large",
    `The body is larger than ${BODY_LIMIT_BYTES} bytes, the most that is taken.`,
  );
}
