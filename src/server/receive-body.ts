import type { MiddlewareHandler } from "hono";
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
    const stream = c.req.method === "GET" || c.req.method === "HEAD" ? null : c.req.raw.body;
    if (stream === null) {
      c.set("body", NO_BODY);
      return next();
    }

    const charge = new Charge(budget);
    try {
      const bytes = await readBytes(stream, charge);
      c.set("body", { bytes, holdUntil: (work) => charge.holdUntil(work) });
      await next();
    } finally {
      charge.endRequest();
    }
  };
}

async function readBytes(stream: ReadableStream<Uint8Array>, charge: Charge): Promise<Uint8Array> {
  charge.take(REQUEST_OVERHEAD_BYTES);
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      if (size > BODY_LIMIT_BYTES) throw tooLarge();
      charge.take(value.byteLength);
      chunks.push(value);
    }
  } catch (thrown) {
    // Told to stop, the server answers and closes the connection; what is still under way is thrown away unread.
    reader.cancel().catch(() => {
      // The sender has gone: there is nothing left to stop.
    });
    if (thrown instanceof RecadoError) throw thrown;
    throw new RecadoError("body_malformed", "The body ended before it was complete.", thrown);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size);
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
