import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * The server keeps at most this many idle connections. One more replaces the connection that has
 * been silent for longest, never one with a request.
 */
const MOST_CONNECTIONS = 2_000;

/** The sockets of a server, the longest silent first. */
export class Connections {
  readonly #silent = new Set<Socket>();
  readonly #asking = new Set<Socket>();
  readonly #most: number;

  constructor(server: Server, most = MOST_CONNECTIONS) {
    this.#most = most;
    server.on("connection", (socket: Socket) => {
      this.#silent.add(socket);
      socket.once("close", () => {
        this.#silent.delete(socket);
        this.#asking.delete(socket);
      });
      this.#makeRoom();
    });
    server.on("request", ({ socket }, response) => {
      this.#silent.delete(socket);
      this.#asking.add(socket);
      response.once("close", () => {
        this.#asking.delete(socket);
        if (!socket.destroyed) this.#silent.add(socket);
      });
    });
  }

  /**
   * Closes connections that clients opened ahead and never used. Node does not count them as idle.
   */
  closeUnused(): void {
    for (const socket of this.#silent) if (socket.bytesRead === 0) socket.destroy();
  }

  #makeRoom(): void {
    for (const socket of this.#silent) {
      if (this.#silent.size + this.#asking.size <= this.#most) return;
      this.#silent.delete(socket);
      socket.destroy();
    }
  }
}
