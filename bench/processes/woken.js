// `recado start`, `serve` or `worker`, woken by Restate: the same process but for its engine.
import { fromDist } from "../support/dist.js";

const HALVES = {
  start: { http: true, worker: true, access: "exclusive", logStyle: "json" },
  serve: { http: true, worker: false, access: "exclusive", logStyle: "json" },
  worker: { http: false, worker: true, access: "shared", logStyle: "json" },
};
const { startApp } = await fromDist("app/app.js");
const { loadConfig } = await fromDist("app/load-config.js");
const { runApp } = await fromDist("cli/run-app.js");
const { restateEngine } = await fromDist("engines/restate-engine.js");
const wakeEngine = restateEngine(await import(process.env.BENCH_RESTATE_SDK), {
  ingressUrl: process.env.BENCH_RESTATE_INGRESS,
  adminUrl: process.env.BENCH_RESTATE_ADMIN,
  port: Number(process.env.BENCH_RESTATE_PORT),
  publicUrl: process.env.BENCH_RESTATE_PUBLIC,
});
await runApp(
  () => startApp(loadConfig(), HALVES[process.argv[2]], { wakeEngine }),
  () => "A worker is running.\n",
);
