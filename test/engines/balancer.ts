import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

/** A load balancer: connections to one address, spread over the ports that are there. */
export interface Balancer {
  readonly url: string;
  add(port: number): void;
  /** Cuts its connections off, as the end of a host does. */
  remove(port: number): void;
  close(): Promise<void>;
}

export async function openBalancer(): Promise<Balancer> {
  const ports: number[] = [];
  const sockets = new Map<Socket, number>();
  let next = 0;
  const server = createServer((inbound) => {
    const port = ports[next++ % Math.max(1, ports.length)];
    if (port === undefined) return inbound.destroy();
    const outbound = connect(port, "127.0.0.1");
    for (const socket of [inbound, outbound]) {
      sockets.set(socket, port);
      socket.on("close", () => {
        sockets.delete(socket);
        inbound.destroy();
        outbound.destroy();
      });
      // The other end is told by the close.
      socket.on("error", () => {});
    }
    inbound.pipe(outbound).pipe(inbound);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = (port: number) => {
    for (const [socket, of] of sockets) if (of === port) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (port) => void ports.push(port),
    remove(port) {
      const place = ports.indexOf(port);
      if (place >= 0) ports.splice(place, 1);
      cut(port);
    },
    async close() {
      for (const socket of sockets.keys()) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
