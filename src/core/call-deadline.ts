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
 * `AbortSignal.any([signal, AbortSignal.timeout(ms)])` says the same and does not hold: in Node 20 the garbage
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
  const calls = limits.signal === undefined ? null : callsOf(limits.signal);
  if (limits.signal?.aborted === true) onAbort();
  else calls?.add(onAbort);
  const timer = setTimeout(onTimeout, limits.timeoutMs);
  return {
    signal: controller.signal,
    cut: () => cut,
    end() {
      clearTimeout(timer);
      calls?.delete(onAbort);
    },
  };
}

const CALLS = new WeakMap<AbortSignal, Set<() => void>>();

/** The calls under way for a caller: one listener for all of them, because Node takes more than ten for a leak and warns. */
function callsOf(caller: AbortSignal): Set<() => void> {
  const known = CALLS.get(caller);
  if (known !== undefined) return known;
  const calls = new Set<() => void>();
  CALLS.set(caller, calls);
  caller.addEventListener(
    "abort",
    () => {
      for (const cut of calls) cut();
    },
    { once: true },
  );
  return calls;
}
