export type InTime<Result> = { readonly kind: "done"; readonly value: Result } | { readonly kind: "late" };

/** Waits for `work` at most `limitMs`. The result of late work is ignored. A throw in time is passed on. */
export async function withinTime<Result>(
  limitMs: number,
  work: () => Result | Promise<Result>,
  tellLate: () => void = () => {},
): Promise<InTime<Result>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<InTime<Result>>((resolve) => {
    timer = setTimeout(() => {
      // The answer goes first: work that ends as it is told is late all the same.
      resolve({ kind: "late" });
      tellLate();
    }, limitMs);
  });
  const done = async (): Promise<InTime<Result>> => ({ kind: "done", value: await work() });
  try {
    return await Promise.race([done(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The same, with a signal that tells late work to end. A turn makes none for work that would not listen. */
export function withinTimeOrAborted<Result>(
  limitMs: number,
  work: (signal: AbortSignal) => Result | Promise<Result>,
): Promise<InTime<Result>> {
  const abort = new AbortController();
  const reason = () => new DOMException(`not done within ${limitMs} ms`, "TimeoutError");
  return withinTime(
    limitMs,
    () => work(abort.signal),
    () => abort.abort(reason()),
  );
}
