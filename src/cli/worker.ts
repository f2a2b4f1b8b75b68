import { startApp } from "./app.ts";
import { loadConfig } from "./load-config.ts";
import { untilStopped } from "./until-stopped.ts";

/** `recado worker`: the data plane alone. */
export async function workOnly(): Promise<void> {
  const config = loadConfig();
  const app = await startApp(config, { http: false, worker: true, access: "shared", logStyle: "json" });
  process.stdout.write("A worker is running. Ctrl-C stops it; its conversations go on elsewhere.\n");
  await untilStopped(app.stop);
}
