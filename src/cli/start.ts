import { type App, startApp } from "../app/app.ts";
import type { AppHalves } from "../app/app-halves.ts";
import type { Config } from "../app/config.ts";
import { loadConfig } from "../app/load-config.ts";
import { createExampleFault } from "./examples/example-fault.ts";
import { runApp } from "./run-app.ts";
import { greet } from "./welcome.ts";

export interface StartOptions {
  /** Without examples. */
  readonly empty?: true;
}

/** `recado start`: everything in one process. */
export async function start({ empty }: StartOptions): Promise<void> {
  const startedMs = performance.now();
  const config = loadConfig();
  const logStyle = process.stderr.isTTY ? "line" : "json";
  const halves = { http: true, worker: true, access: "exclusive", logStyle } as const;
  await runApp(
    () => (empty === true ? startApp(config, halves) : startWithExamples(config, halves)),
    (app) => greet(app, config, startedMs),
  );
}

/** The examples are made beside everything else: the shop is open before them. */
async function startWithExamples(config: Config, halves: AppHalves): Promise<App> {
  if (config.channel.kind !== "simulator") return startApp(config, halves);
  const fault = createExampleFault();
  const [app, { makeExamples }] = await Promise.all([
    startApp(config, halves, { wrapTools: fault.wrap }),
    import("./examples/make-examples.ts"),
  ]);
  const stopping = new AbortController();
  void makeExamples(app, fault, stopping.signal);
  return {
    ...app,
    stop() {
      stopping.abort();
      return app.stop();
    },
  };
}
