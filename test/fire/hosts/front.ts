import { connect, createServer, type Socket } from "node:net";
import { delayed } from "./relay.ts";

/** The load balancer before the doors: one that does not answer in a second is passed over. */
export interface Front {
  readonly url: string;
  close(): Promise<void>;
}

const PORT = 8080;
const PASSED_OVER_AFTER_MS = 1_000;

interface Door {
  readonly address: string;
  readonly port: number;
  /** How long its cable takes at this moment. */
  readonly delayMs: () => number;
}

export async function openFront(host: string, doors: readonly Door[]): Promise<Front> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // The close that follows tells the other end.
    socket.on("error", () => {});
  };
  let turn = 0;
  const server = createServer((customer) => {
    keep(customer);
    turn += 1;
    const order = doors.map((_, place) => doors[(place + turn) % doors.length]);
    const pass = () => {
      const door = order.shift();
      if (door === undefined) return customer.destroy();
      const outbound = connect(door.port, door.address);
      keep(outbound);
      const giveUp = setTimeout(() => outbound.destroy(), PASSED_OVER_AFTER_MS);
      let isThrough = false;
      outbound.once("connect", () => {
        clearTimeout(giveUp);
        isThrough = true;
        customer.pipe(delayed(door.delayMs)).pipe(outbound).pipe(delayed(door.delayMs)).pipe(customer);
      });
      outbound.once("close", () => {
        clearTimeout(giveUp);
        if (isThrough) customer.destroy();
        else pass();
      });
      customer.once("close", () => outbound.destroy());
    };
    pass();
  });
  await new Promise<void>((resolve) => server.listen(PORT, host, resolve));
  return {
    url: `http://${host}:${PORT}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
