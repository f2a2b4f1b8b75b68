import { startApp } from "./app.ts";
import { loadConfig } from "./load-config.ts";
import { untilStopped } from "./until-stopped.ts";
import { welcome } from "./welcome.ts";

/** `recado serve`: the control plane alone. */
export async function serveOnly(): Promise<void> {
  const startedMs = performance.now();
  const config = loadConfig();
  const app = await startApp(config, { http: true, worker: false, access: "exclusive", logStyle: "json" });
  process.stdout.write(welcome({ app, config, tookMs: performance.now() - startedMs, argv: process.argv }));
  await untilStopped(app.stop);
}
