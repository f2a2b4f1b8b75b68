import { startApp } from "../app/app.ts";
import { loadConfig } from "../app/load-config.ts";
import { runApp } from "./run-app.ts";
import { greet } from "./welcome.ts";

/** `recado serve`: the control plane alone. */
export async function serveOnly(): Promise<void> {
  const startedMs = performance.now();
  const config = loadConfig();
  await runApp(
    () => startApp(config, { http: true, worker: false, access: "exclusive", logStyle: "json" }),
    (app) => greet(app, config, startedMs),
  );
}
