export type InTime<Value> = { readonly kind: "done"; readonly value: Value } | { readonly kind: "late" };

/**
 * Waits for `work` for at most `ms`. The work itself goes on, and its owner must still handle its
 * end.
 */
export async function withDeadline<Value>(work: Promise<Value>, ms: number): Promise<InTime<Value>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<InTime<Value>>((resolve) => {
    timer = setTimeout(() => resolve({ kind: "late" }), ms);
  });
  try {
    return await Promise.race([work.then((value): InTime<Value> => ({ kind: "done", value })), late]);
  } finally {
    clearTimeout(timer);
  }
}
