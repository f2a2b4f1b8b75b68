export interface ReceivedBody {
  readonly bytes: Uint8Array;
  /** Counts the body as in flight until `work` has ended, also when the answer leaves before it. */
  holdUntil(work: Promise<unknown>): void;
}

/** What the middleware leaves on a request for the routes behind it. */
export interface ServerEnv {
  Variables: {
    requestId: string;
    body: ReceivedBody;
  };
}
