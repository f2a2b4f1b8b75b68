import { readCapped } from "./read-capped.ts";

/** Graph's answers have some hundred bytes; a longer one is not Graph's. */
const MAX_ANSWER_BYTES = 256 * 1024;

/** The body of an answer; null when it broke off, timed out or grew past 256 KiB. */
export async function readAnswer(body: AsyncIterable<Uint8Array> | null): Promise<Uint8Array | null> {
  const read = await readCapped(body, MAX_ANSWER_BYTES);
  return read.kind === "whole" ? read.bytes : null;
}
