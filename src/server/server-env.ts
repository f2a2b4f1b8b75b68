import type { HttpBindings } from "@hono/node-server";
import type { Principal } from "../core/operations/principal.ts";

export interface ReceivedBody {
  readonly bytes: Uint8Array;
  /** Counts the body as in flight until `work` has ended, also when the answer leaves before it. */
  holdUntil(work: Promise<unknown>): void;
}

/** What the middleware leaves on a request for the routes behind it. */
export interface ServerEnv {
  /** Node's own request and answer; there are none where a test asks the server without a socket. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    body: ReceivedBody;
    /** When its last byte had come, by the monotonic clock; absent where no body was read. */
    bodyReceivedMs?: number;
    /** Who asks; on every request below `/internal`. */
    principal: Principal;
  };
}
