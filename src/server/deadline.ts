export type InTime<Value> = { readonly kind: "done"; readonly value: Value } | { readonly kind: "late" };

/**
 * Waits for `work` for at most `ms`. The work itself goes on, and its owner must still handle its
 * end.
 */
export function withDeadline<Value>(work: Promise<Value>, ms: number): Promise<InTime<Value>> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve({ kind: "late" }), ms);
    work.then(
      (value) => {
        clearTimeout(timer);
        resolve({ kind: "done", value });
      },
      (reason: unknown) => {
        clearTimeout(timer);
        reject(reason);
      },
    );
  });
}
