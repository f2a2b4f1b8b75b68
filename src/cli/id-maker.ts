import { randomBytes } from "node:crypto";
import { uuidV7 } from "../core/ids.ts";

/**
 * Ids of this process, in the order in which they were made: within one millisecond the first 12 random bits are a
 * counter that starts low enough not to run over, and a clock that is set back is waited out in the ids alone.
 */
export function createIdMaker(nowMs: () => number): () => string {
  let lastMs = 0;
  let counter = 0;
  return () => {
    const random = randomBytes(10);
    const ms = nowMs();
    if (ms > lastMs) {
      lastMs = ms;
      counter = random.readUInt16BE(0) & 0x3ff;
    } else {
      counter += 1;
      if (counter > 0xfff) {
        lastMs += 1;
        counter = 0;
      }
    }
    random.writeUInt16BE(counter, 0);
    return uuidV7(lastMs, random);
  };
}
