import { startApp } from "../app/app.ts";
import { loadConfig } from "../app/load-config.ts";
import { runApp } from "./run-app.ts";

/** `recado worker`: the data plane alone. */
export async function workOnly(): Promise<void> {
  const config = loadConfig();
  await runApp(
    () => startApp(config, { http: false, worker: true, access: "shared", logStyle: "json" }),
    () => "A worker is running. Ctrl-C stops it; its conversations go on elsewhere.\n",
  );
}
