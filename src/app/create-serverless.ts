import type { WakeEngine, Woken } from "../core/ports/wake-engine.ts";
import { startApp } from "./app.ts";
import { prepareApp, type RuntimeOptions } from "./create-runtime.ts";

export interface ServerlessOptions extends Omit<RuntimeOptions, "role"> {
  /** Who calls `work` and `sweep` again: a host of functions sleeps between two calls. */
  readonly wakeEngine: WakeEngine;
  /** How long the host lets one call take, in ms. Nothing new is begun after 80 % of it. */
  readonly budgetMs: number;
}

/** Recado as functions, for a host that runs no process of its own between two calls. */
export interface Serverless extends Woken {
  /** The door: WhatsApp's webhook, the API and the Studio. It has told the engine of new work when it answers. */
  fetch(request: Request): Promise<Response>;
  /** Ends the calls under way and closes the connections. */
  close(): Promise<void>;
}

/** A sweep is the only call that comes when no customer writes. Files, alerts and events are looked after while it stays. */
const SWEEP_STAYS_MS = 3_000;

/** The same parts as `createRuntime`, without a port and without loops that outlive a call. Needs DATABASE_URL. */
export async function createServerless(options: ServerlessOptions): Promise<Serverless> {
  const { wakeEngine, budgetMs } = options;
  const { config, substitutes } = await prepareApp(options);
  const app = await startApp(
    config,
    { http: true, isHandler: true, worker: true, access: "exclusive", logStyle: "json" },
    { ...substitutes, wakeEngine, woken: { budgetMs, sweepStaysMs: Math.min(SWEEP_STAYS_MS, budgetMs / 2) } },
  );
  const { fetch: door, woken } = app;
  if (door === null || woken === null) throw new Error("an app with both halves has a door and a worker");
  return {
    async fetch(request) {
      const response = await door(request);
      // The host may put the process to sleep as soon as it has the answer.
      if (request.method !== "GET" && request.method !== "HEAD") await woken.tell();
      return response;
    },
    work: woken.work,
    sweep: woken.sweep,
    tell: woken.tell,
    close: app.stop,
  };
}
