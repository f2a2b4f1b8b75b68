import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";

/** A way from a host to a service at the gateway, as long as the host's cable. */
export interface Relay {
  readonly port: number;
  close(): Promise<void>;
}

export async function openRelay(
  listens: string,
  to: { readonly host: string; readonly port: number },
  delayMs: () => number,
): Promise<Relay> {
  const sockets = new Set<Socket>();
  const server = createServer((inbound) => {
    const outbound = connect(to.port, to.host);
    for (const socket of [inbound, outbound]) {
      sockets.add(socket);
      socket.on("close", () => {
        sockets.delete(socket);
        inbound.destroy();
        outbound.destroy();
      });
      // The close that follows tells the other end.
      socket.on("error", () => {});
    }
    inbound.pipe(delayed(delayMs)).pipe(outbound).pipe(delayed(delayMs)).pipe(inbound);
  });
  await new Promise<void>((resolve) => server.listen(0, listens, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Hands each chunk on after a delay, in order. */
export function delayed(delayMs: () => number): Transform {
  let lastAt = 0;
  const after = (work: () => void) => {
    lastAt = Math.max(lastAt, performance.now() + delayMs());
    setTimeout(work, lastAt - performance.now());
  };
  return new Transform({
    transform(chunk, _encoding, done) {
      after(() => {
        this.push(chunk);
      });
      done();
    },
    flush: (done) => after(done),
  });
}
