/**
 * Waits for Ctrl-C or SIGTERM, stops in good order and ends the process with 0. A second Ctrl-C does not wait.
 */
export async function untilStopped(stop: () => Promise<void>): Promise<void> {
  await new Promise<void>((resolve) => {
    let isStopping = false;
    const onSignal = (signal: NodeJS.Signals) => {
      if (isStopping) {
        process.stderr.write("recado: stopped at once; what was under way is taken up at the next start.\n");
        process.exit(signal === "SIGTERM" ? 143 : 130);
      }
      isStopping = true;
      if (process.stderr.isTTY)
        process.stderr.write("\nrecado: finishing what is under way (Ctrl-C again stops at once)…\n");
      resolve();
    };
    process.on("SIGINT", onSignal);
    process.on("SIGTERM", onSignal);
  });
  await stop();
  // Not left to the event loop: a socket that somebody forgot must not keep a stopped process alive.
  process.exit(0);
}
