import { createHash } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the range from which kernels choose the ports of outgoing connections (from 32768 on Linux). Inside it, a client
 * that tries again and again while the server is down can be given the very port it calls: it then talks to itself, and
 * the server cannot have its port back.
 */
const FIRST = 20_000;
const COUNT = 12_000;

/** Free ports for a data folder, always in the same order: the same folder mostly has the same port. */
export async function* freePorts(dataDir: string): AsyncGenerator<number> {
  const start = createHash("sha256").update(dataDir).digest().readUInt32BE() % COUNT;
  for (let step = 0; step < COUNT; step += 1) {
    const port = FIRST + ((start + step) % COUNT);
    if (await isFree(port)) yield port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const trial = createServer();
    trial.once("error", () => resolve(false));
    trial.listen({ port, host: "127.0.0.1", exclusive: true }, () => trial.close(() => resolve(true)));
  });
}
