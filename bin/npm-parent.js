const LOOK_MS = 200;

/**
 * npm runs a script under a shell and sends its SIGTERM to that shell, which dies without passing it on: we would go on,
 * with the port and the database, behind the back of whoever stopped us. So the loss of that parent counts as a SIGTERM.
 */
export function endWithNpm() {
  // Only as npm's own script: a program that npm runs may start us to stay.
  if (!/\brecado(\.js)?\b/.test(process.env.npm_lifecycle_script ?? "")) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, LOOK_MS);
  watch.unref();
}
