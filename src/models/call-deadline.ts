/** Why a call was given up before its answer was whole. */
export type Cut = "timeout" | "aborted";

export interface CallDeadline {
  /** The request's signal: aborts with the first cut. */
  readonly signal: AbortSignal;
  cut(): Cut | null;
  /** Ends the call's timer and its hold on the caller's signal. */
  end(): void;
}

/** Timers of Node count on the monotonic clock: setting the wall clock cuts no call off. */
export function startDeadline(limits: {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}): CallDeadline {
  const controller = new AbortController();
  let cut: Cut | null = null;
  const cutWith = (why: Cut) => () => {
    cut ??= why;
    controller.abort();
  };
  const onAbort = cutWith("aborted");
  if (limits.signal?.aborted === true) onAbort();
  else limits.signal?.addEventListener("abort", onAbort, { once: true });
  const timer = setTimeout(cutWith("timeout"), limits.timeoutMs);
  return {
    signal: controller.signal,
    cut: () => cut,
    end() {
      clearTimeout(timer);
      limits.signal?.removeEventListener("abort", onAbort);
    },
  };
}
