/**
 * A whole Recado process (door and worker) of the compiled app, with an edge around every call of its ports. It is armed by
 * a message of its parent or by the environment: FIRE_ARM='{"point":"mailbox.commit","when":"after","action":"crash"}'.
 */
import pg from "pg";
import { fromBundle } from "../support/from-bundle.js";
import { createFire } from "./arm.js";
import { worldParts } from "./world.js";

const { startApp } = await fromBundle("app");
const { loadConfig } = await fromBundle("load-config");
const { RecadoError } = await fromBundle("errors");

const tell = (message) => new Promise((resolve) => process.send?.(message, resolve) ?? resolve());
const never = new Promise(() => {});

/** A stopped process finds another time when it wakes; how far, the test decides. */
let leaptMs = 0;
const clock = {
  now: () => new Date(Date.now() + leaptMs),
  monotonicMs: () => performance.now() + leaptMs,
};

const fire = createFire(async ({ point, when, action }) => {
  if (action === "crash") {
    process.kill(process.pid, "SIGKILL");
    return never;
  }
  await tell({ kind: "hit", point, when });
  if (action === "stop") {
    process.kill(process.pid, "SIGSTOP");
    leaptMs += Number(process.env.FIRE_LEAP_MS ?? 0);
  }
  if (action === "delay") await new Promise((resolve) => setTimeout(resolve, 250));
  if (action === "throw") throw new RecadoError("database_unreachable", `${when} ${point}: the test cut it off`);
});

/** The channel never throws: what it could not do is a value. */
function honestChannel(channel) {
  return {
    ...channel,
    async send(request) {
      let isMade = false;
      const inner = { ...channel, send: async (one) => channel.send(one).finally(() => (isMade = true)) };
      try {
        return await fire.wrapChannel(inner).send(request);
      } catch (thrown) {
        return { kind: isMade ? "in_doubt" : "not_sent", detail: String(thrown) };
      }
    },
    showTyping: (...args) => fire.wrapChannel(channel).showTyping(...args),
  };
}

// Between the statements of one call: at the driver, where an answer is lost as a broken connection loses it.
const query = pg.Client.prototype.query;
pg.Client.prototype.query = function (config, values, callback) {
  const text = typeof config === "string" ? config : config?.text;
  const words = statements.find((one) => text?.includes(one));
  const done = typeof values === "function" ? values : callback;
  if (words === undefined || typeof done !== "function") return query.call(this, config, values, callback);
  const lost = () => done(Object.assign(new Error("Connection terminated unexpectedly"), { code: "ECONNRESET" }));
  const at = (when) => {
    const hit = fire.isHit(`statement.${words}`, when);
    if (hit?.action === "crash") process.kill(process.pid, "SIGKILL");
    if (hit !== null) void tell({ kind: "hit", point: hit.point, when });
    return hit !== null;
  };
  if (at("before")) return void lost();
  const answered = (...answer) => (at("after") ? lost() : done(...answer));
  return typeof values === "function" ? query.call(this, config, answered) : query.call(this, config, values, answered);
};
let statements = [];

function arm(one) {
  statements = one?.point.startsWith("statement.") ? [one.point.slice("statement.".length)] : [];
  fire.arm(one);
}
if (process.env.FIRE_ARM !== undefined) arm(JSON.parse(process.env.FIRE_ARM));

const app = await startApp(
  loadConfig(),
  { http: true, worker: true, access: "shared", logStyle: "json" },
  {
    ...worldParts(process.env.FIRE_WORLD_URL),
    clock,
    wrapStore: fire.wrapStore,
    wrapChannel: honestChannel,
    worker: {
      pollMs: 100,
      sweepMs: 150,
      dayMs: 100,
      sealMs: 100,
      retry: { maxAttempts: 2, baseDelayMs: 1, maxDelayMs: 1 },
    },
    graceMs: Number(process.env.FIRE_GRACE_MS ?? 0),
  },
);

process.on("message", (message) => {
  if (message.kind === "arm") {
    arm(message.arm);
    void tell({ kind: "armed" });
  }
  if (message.kind === "stop") {
    void app
      .stop()
      .catch(() => {})
      .then(() => process.exit(0));
  }
});
process.on("disconnect", () => process.exit(0));
await tell({ kind: "ready", url: app.address });
