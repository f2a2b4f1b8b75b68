export type InTime<Result> = { readonly kind: "done"; readonly value: Result } | { readonly kind: "late" };

/**
 * Waits for `work` at most `limitMs`. The signal tells late work to end. Whether it listens or not,
 * its result is ignored from then on. A throw in time is passed on.
 */
export async function withinTime<Result>(
  limitMs: number,
  work: (signal: AbortSignal) => Result | Promise<Result>,
): Promise<InTime<Result>> {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<InTime<Result>>((resolve) => {
    timer = setTimeout(() => {
      // The answer goes first: work that ends with the signal is late all the same.
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
