import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { RecadoError } from "../core/errors.ts";
import { Connections } from "./connections.ts";

/** How long requests under way may take when the server stops. */
const DRAIN_MS = 5_000;

export interface Listening {
  readonly url: string;
  readonly port: number;
  /** Accepts no new request, lets those under way end for at most 5 s, then cuts them. */
  close(): Promise<void>;
}

/** Takes a request of Node's server, or returns false and has not touched it. */
export type TakeRequest = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

const SERVER_OPTIONS = {
  // A sender that trickles its headers holds memory. Meta needs well under a second; bodies
  // have their own limits.
  requestTimeout: 30_000,
  headersTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  // Half of Node's own limit: no honest header comes near it.
  maxHeaderSize: 8 * 1024,
  keepAliveTimeout: 65_000,
};

/** Opens the port. `port` 0 takes any free one. `take` is asked first and may take a request away. */
export async function serve(
  app: { fetch(request: Request, env?: unknown): Response | Promise<Response> },
  host: string,
  port: number,
  take: TakeRequest = () => false,
): Promise<Listening> {
  const answer = getRequestListener((request, env) => app.fetch(request, env));
  const server = createServer(SERVER_OPTIONS, (incoming, outgoing) => {
    if (!take(incoming, outgoing)) void answer(incoming, outgoing);
  });
  const connections = new Connections(server);
  await listen(server, host, port);
  const { port: openPort } = server.address() as AddressInfo;
  return { url: `http://${nameOf(host)}:${openPort}`, port: openPort, close: () => close(server, connections) };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(explain(error, host, port));
    server.once("error", refuse);
    server.listen(port, host, () => {
      server.off("error", refuse);
      resolve();
    });
  });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const place = `${nameOf(host)}:${port}`;
  switch (error.code) {
    case "EADDRINUSE":
      return new RecadoError(
        "port_taken",
        `${place} is already in use: stop the program that listens there, or set PORT to another number (PORT=0 takes any free one).`,
        error,
      );
    case "EACCES":
      return new RecadoError(
        "port_taken",
        `${place} may not be opened by this user: set PORT to a number from 1024 on, or grant the right to open it.`,
        error,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new RecadoError(
        "bad_environment",
        `HOST is "${host}", and this machine has no such address. Unset it for 127.0.0.1, or use 0.0.0.0 for all addresses.`,
        error,
      );
    default:
      return error;
  }
}

function close(server: Server, connections: Connections): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    // A connection is idle when its last answer has left. Kept alive, it would hold the server open
    // until the cut.
    const sweep = setInterval(() => {
      server.closeIdleConnections();
      connections.closeUnused();
    }, 25);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(sweep);
      resolve();
    });
  });
}

/** A name that a client can open: no wildcard, and brackets around an IPv6 address. */
function nameOf(host: string): string {
  if (host === "0.0.0.0" || host === "::" || host === "") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
