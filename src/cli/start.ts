import { startApp } from "./app.ts";
import { loadConfig } from "./load-config.ts";
import { runApp } from "./run-app.ts";
import { welcome } from "./welcome.ts";

/** `recado start`: everything in one process. */
export async function start(): Promise<void> {
  const startedMs = performance.now();
  const config = loadConfig();
  const logStyle = process.stderr.isTTY ? "line" : "json";
  await runApp(
    () => startApp(config, { http: true, worker: true, access: "exclusive", logStyle }),
    (app) =>
      welcome({
        app,
        config,
        tookMs: performance.now() - startedMs,
        argv: process.argv,
        signInCode: app.signInCodes.issue(),
      }),
  );
}
