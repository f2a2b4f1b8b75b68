import { setMaxListeners } from "node:events";

/** Why a call was given up before its answer was whole. */
export type Cut = "timeout" | "aborted";

export interface CallDeadline {
  /** The request's signal: aborts with the first cut. */
  readonly signal: AbortSignal;
  cut(): Cut | null;
  /** Ends the call's timer and its hold on the caller's signal. */
  end(): void;
}

/**
 * A time limit for one call beside its caller's own signal. Timers of Node count on the monotonic clock: setting the
 * wall clock cuts no call off.
 *
 * `AbortSignal.any([signal, AbortSignal.timeout(ms)])` says the same and does not hold: in Node 20 to 25 the garbage
 * collector may take the timeout away, and the call then waits for ever (nodejs/node#57736).
 */
export function startDeadline(limits: {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}): CallDeadline {
  const controller = new AbortController();
  let cut: Cut | null = null;
  const onAbort = () => {
    cut ??= "aborted";
    controller.abort(limits.signal?.reason);
  };
  const onTimeout = () => {
    cut ??= "timeout";
    controller.abort(new DOMException(`no whole answer within ${limits.timeoutMs} ms`, "TimeoutError"));
  };
  if (limits.signal?.aborted === true) onAbort();
  else if (limits.signal !== undefined) {
    // Any number of calls may share it, and each takes its listener away again.
    setMaxListeners(0, limits.signal);
    limits.signal.addEventListener("abort", onAbort, { once: true });
  }
  const timer = setTimeout(onTimeout, limits.timeoutMs);
  return {
    signal: controller.signal,
    cut: () => cut,
    end() {
      clearTimeout(timer);
      limits.signal?.removeEventListener("abort", onAbort);
    },
  };
}
