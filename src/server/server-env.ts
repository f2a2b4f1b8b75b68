import type { HttpBindings } from "@hono/node-server";
import type { Principal } from "../core/operations/principal.ts";

export interface ReceivedBody {
  readonly bytes: Uint8Array;
  /** Counts the body as in flight until `work` has ended, even when the answer leaves earlier. */
  holdUntil(work: Promise<unknown>): void;
}

/** What the middleware leaves on a request for the routes behind it. */
export interface ServerEnv {
  /**
   * Node's own request and answer; both are absent when a test asks the server without a socket.
   */
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    body: ReceivedBody;
    /** The time of the body's last byte, by the monotonic clock; absent when no body was read. */
    bodyReceivedMs?: number;
    /** The caller; set on every request below `/internal`. */
    principal: Principal;
  };
}
