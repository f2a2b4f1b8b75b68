import { IncomingMessage } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import { RecadoError } from "../core/errors.ts";
import type { ClientAddress } from "./client-address.ts";
import type { OpenBodies, OpenBody } from "./open-bodies.ts";
import type { ReceivedBody, ServerEnv } from "./server-env.ts";

/** Meta's payloads reach 3 MB; no honest request is larger. */
export const BODY_LIMIT_BYTES = 3 * 1024 * 1024;

const NO_BODY: ReceivedBody = { bytes: new Uint8Array(0), holdUntil: () => {} };

/**
 * Refuses a body whose header says that it is too large, before any other rule. The limit is the same for every door but
 * those of documents and files, for which `limitOf` has another.
 */
export function refuseTooLarge(limitOf: (c: Context<ServerEnv>) => number | null): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const limitBytes = limitOf(c) ?? BODY_LIMIT_BYTES;
    if (Number(c.req.header("content-length") ?? 0) > limitBytes) throw tooLarge(limitBytes);
    await next();
  };
}

/**
 * Reads the body once, at the door of `bodies`, behind every check that can refuse the request
 * without it.
 */
export function receiveBody(
  bodies: OpenBodies,
  addressOf: ClientAddress,
  limitBytes = BODY_LIMIT_BYTES,
): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const source = bodyOf(c);
    if (source === null) {
      c.set("body", NO_BODY);
      return next();
    }
    await withBody(source, { bodies, address: addressOf(c), limitBytes }, async (body, receivedMs) => {
      c.set("bodyReceivedMs", receivedMs);
      c.set("body", body);
      await next();
    });
  };
}

interface BodyDoor {
  readonly bodies: OpenBodies;
  readonly address: string;
  readonly limitBytes: number;
}

/** Names who is told when a body is cut off. */
type HearCut = (refuse: (why: RecadoError) => void) => void;

/**
 * Reads a body within the budget of its door and hands it to `use`, with the time of its last byte.
 * The bytes count as in flight until `use` has ended.
 */
export async function withBody(
  source: IncomingMessage | ReadableStream<Uint8Array>,
  { bodies, address, limitBytes }: BodyDoor,
  use: (body: ReceivedBody, receivedMs: number) => Promise<void>,
): Promise<void> {
  let cut: (why: RecadoError) => void = () => {};
  const hearCut: HearCut = (refuse) => {
    cut = refuse;
  };
  const open = bodies.open(address, (why) => cut(why));
  try {
    const bytes = await (source instanceof ReadableStream
      ? readStream(source, collector(open, limitBytes), new Promise((_, reject) => hearCut(reject)))
      : readIncoming(source, collector(open, limitBytes), hearCut));
    const receivedMs = open.complete();
    await use({ bytes, holdUntil: (work) => open.holdUntil(work) }, receivedMs);
  } finally {
    open.release();
  }
}

/**
 * Returns Node's own stream if there is one. A web stream around it, and the request that it needs,
 * cost half of an answer.
 */
function bodyOf({ req, env }: Context<ServerEnv>): IncomingMessage | ReadableStream<Uint8Array> | null {
  if (req.method === "GET" || req.method === "HEAD") return null;
  return env?.incoming instanceof IncomingMessage ? env.incoming : req.raw.body;
}

const endedEarly = (cause?: unknown) =>
  new RecadoError("body_malformed", "The body ended before it was complete.", cause);

interface Collector {
  add(chunk: Uint8Array): void;
  bytes(): Uint8Array;
}

/** Collects the body within the limit and the budget. */
function collector(open: OpenBody, limitBytes: number): Collector {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    add(chunk) {
      size += chunk.byteLength;
      if (size > limitBytes) throw tooLarge(limitBytes);
      open.add(chunk.byteLength);
      chunks.push(chunk);
    },
    bytes: () => (chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size)),
  };
}

/**
 * A refused body is not read on: the server answers, drops the bytes still under way and closes the
 * connection.
 */
function readIncoming(incoming: IncomingMessage, into: Collector, hearCut: HearCut): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    // The listeners stay: to take four off an ordinary body costs more than to look here.
    let isOver = false;
    const refuse = (refusal: unknown) => {
      if (isOver) return;
      isOver = true;
      incoming.pause();
      reject(refusal);
    };
    const onData = (chunk: Buffer) => {
      if (isOver) return;
      try {
        into.add(chunk);
      } catch (refusal) {
        refuse(refusal);
      }
    };
    const onEnd = () => {
      if (isOver) return;
      isOver = true;
      resolve(into.bytes());
    };
    const onCut = (error?: Error) => {
      if (isOver) return;
      isOver = true;
      reject(endedEarly(error));
    };
    if (incoming.destroyed && !incoming.complete) return reject(endedEarly());
    hearCut(refuse);
    incoming.on("data", onData).on("end", onEnd).on("error", onCut).on("close", onCut);
  });
}

async function readStream(
  stream: ReadableStream<Uint8Array>,
  into: Collector,
  cutOff: Promise<never>,
): Promise<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), cutOff]);
      if (done) return into.bytes();
      into.add(value);
    }
  } catch (thrown) {
    reader.cancel().catch(() => {
      // The sender has gone, so there is nothing left to stop.
    });
    if (thrown instanceof RecadoError) throw thrown;
    throw endedEarly(thrown);
  }
}

function tooLarge(limitBytes: number): RecadoError {
  return new RecadoError("body_too_large", `The body is larger than ${limitBytes} bytes, the most that is accepted.`);
}
