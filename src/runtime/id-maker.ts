import { randomBytes } from "node:crypto";
import { uuidV7 } from "../core/ids.ts";

const RANDOM_BYTES = 10;

/**
 * A webhook takes about ten ids, and asking the system for randomness costs more than the rest of
 * an id.
 */
const POOL_BYTES = 400 * RANDOM_BYTES;

/**
 * Ids of this process, in the order in which they were made. Within one millisecond the first 12
 * random bits are a counter that starts low enough not to overflow. When the clock is set back, the
 * ids keep the later time until the clock has caught up.
 */
export function createIdMaker(nowMs: () => number): () => string {
  let pool = randomBytes(POOL_BYTES);
  let used = 0;
  const takeRandom = () => {
    if (used + RANDOM_BYTES > pool.length) {
      pool = randomBytes(POOL_BYTES);
      used = 0;
    }
    used += RANDOM_BYTES;
    return used - RANDOM_BYTES;
  };
  let lastMs = 0;
  let counter = 0;
  return () => {
    const at = takeRandom();
    const ms = nowMs();
    if (ms > lastMs) {
      lastMs = ms;
      counter = pool.readUInt16BE(at) & 0x3ff;
    } else {
      counter += 1;
      if (counter > 0xfff) {
        lastMs += 1;
        counter = 0;
      }
    }
    pool.writeUInt16BE(counter, at);
    return uuidV7(lastMs, pool, at);
  };
}
