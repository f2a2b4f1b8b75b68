/** Why a call was given up before its answer was whole. */
export type Cut = "timeout" | "stalled" | "aborted";

export interface CallDeadline {
  /** The request's signal: aborts with the first cut. */
  readonly signal: AbortSignal;
  cut(): Cut | null;
  /** Bytes arrived: the time of silence begins anew. */
  heard(): void;
  /** The call is over. Nothing of it stays behind. */
  end(): void;
}

/** Timers of Node count on the monotonic clock: a clock that is put right cuts nothing off. */
export function startDeadline(limits: {
  readonly timeoutMs: number;
  /** null when silence has no limit of its own. */
  readonly stallMs: number | null;
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
  const total = setTimeout(cutWith("timeout"), limits.timeoutMs);
  const silence = limits.stallMs === null ? null : setTimeout(cutWith("stalled"), limits.stallMs);
  return {
    signal: controller.signal,
    cut: () => cut,
    heard: () => void silence?.refresh(),
    end() {
      clearTimeout(total);
      if (silence !== null) clearTimeout(silence);
      limits.signal?.removeEventListener("abort", onAbort);
    },
  };
}
