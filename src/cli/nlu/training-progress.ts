/** On standard error, so that what a script reads stays clean; a script that asked for JSON sees none of it. */
export function trainingProgress({ json }: { readonly json?: true }): (done: number, of: number) => void {
  if (json && !process.stderr.isTTY) return () => undefined;
  const startedMs = performance.now();
  return (done, of) => {
    const tookMs = performance.now() - startedMs;
    // A small model is ready before a person could read about it.
    if (tookMs < 1_000) return;
    const leftSeconds = Math.ceil(((tookMs / done) * (of - done)) / 1_000);
    process.stderr.write(`trained ${done} of ${of}${done < of ? `, about ${leftSeconds} s to go` : ""}\n`);
  };
}
