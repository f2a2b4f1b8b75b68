export type InTime<Result> = { readonly kind: "done"; readonly value: Result } | { readonly kind: "late" };

/**
 * Waits for `work` at most `limitMs`. The signal tells work that is late to end; whether it listens or not, nobody waits
 * for it any longer, and what comes of it is not heard. What the work throws in time is thrown.
 */
export async function withinTime<Result>(
  limitMs: number,
  work: (signal: AbortSignal) => Result | Promise<Result>,
): Promise<InTime<Result>> {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<InTime<Result>>((resolve) => {
    timer = setTimeout(() => {
      // First the answer: work that ends with the signal is late all the same.
      resolve({ kind: "late" });
      abort.abort(new DOMException(`not done within ${limitMs} ms`, "TimeoutError"));
    }, limitMs);
  });
  const done = async (): Promise<InTime<Result>> => ({ kind: "done", value: await work(abort.signal) });
  try {
    return await Promise.race([done(), late]);
  } finally {
    clearTimeout(timer);
  }
}
