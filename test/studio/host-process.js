/**
 * A process that starts the built app and stops it, one at a time, as its parent says. Loading it takes 0.7 s of processor time,
 * which the files of one worker so pay once.
 */
import { fromBundle } from "../support/from-bundle.js";

const { startApp } = await fromBundle("app");
const { loadConfig } = await fromBundle("load-config");

let app = null;

const deeds = {
  async start({ env }) {
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, env);
    app = await startApp(loadConfig(), { http: true, worker: true, access: "exclusive", logStyle: "json" });
  },
  async stop() {
    await app?.stop();
    app = null;
  },
};

process.on("message", (message) => {
  deeds[message.kind](message).then(
    () => process.send({ kind: "done" }),
    (thrown) => process.send({ kind: "failed", why: String(thrown?.stack ?? thrown) }),
  );
});
process.on("disconnect", () => process.exit(0));
