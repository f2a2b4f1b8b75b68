import type { IncomingMessage } from "node:http";
import { readCapped } from "./read-capped.ts";

/** Graph's answers have some hundred bytes; a longer one is not Graph's. */
const MAX_ANSWER_BYTES = 256 * 1024;

/** The body of an answer; null when it broke off, timed out or grew past 256 KiB. */
export async function readAnswer(body: AsyncIterable<Uint8Array> | null): Promise<Uint8Array | null> {
  const read = await readCapped(body, MAX_ANSWER_BYTES);
  return read.kind === "whole" ? read.bytes : null;
}

/** The same of an answer of Node's own client, by its events: an iterator of it makes a call a tenth dearer. */
export function readIncomingAnswer(answer: IncomingMessage): Promise<Uint8Array | null> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    answer.on("data", (chunk: Uint8Array) => {
      length += chunk.byteLength;
      if (length <= MAX_ANSWER_BYTES) return chunks.push(chunk);
      resolve(null);
      return answer.destroy();
    });
    answer.once("end", () => resolve(Buffer.concat(chunks)));
    answer.once("error", () => resolve(null));
    // What comes after the end changes nothing; without an end it broke off.
    answer.once("close", () => resolve(null));
  });
}
