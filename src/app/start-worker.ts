import type { WorkerId } from "../core/ids.ts";
import type { WakeEngine, Woken } from "../core/ports/wake-engine.ts";
import type { RuntimeDependencies } from "../runtime/dependencies.ts";
import { createWokenWorker, WOKEN_DEFAULTS, type WokenOptions } from "../runtime/worker/woken-worker.ts";
import { createWorker, type KeepPresence } from "../runtime/worker/worker.ts";
import { WORKER_DEFAULTS, type WorkerOptions } from "../runtime/worker/worker-options.ts";
import type { RuntimeHooks } from "../server/server-dependencies.ts";
import type { OpenDatabase } from "./open-database.ts";

/** How long turns under way may take when the process stops; what is left is given back to other workers. */
const GRACE_MS = 10_000;

export type WorkerDependencies = Omit<RuntimeDependencies, "random">;

export interface WorkerStart {
  readonly worker: Partial<WorkerOptions>;
  readonly graceMs?: number | undefined;
  /** Who calls the worker; absent: it looks for work by itself. */
  readonly wakeEngine?: WakeEngine | undefined;
  readonly woken?: Partial<Pick<WokenOptions, "budgetMs" | "sweepStaysMs">> | undefined;
}

export async function startWorker(
  closers: (() => Promise<void>)[],
  parts: WorkerDependencies,
  database: Pick<OpenDatabase, "keepPresence">,
  { graceMs = GRACE_MS, wakeEngine, ...start }: WorkerStart,
): Promise<{ readonly runtime: RuntimeHooks; readonly woken: Woken | null }> {
  const id = parts.newId() as WorkerId;
  const dependencies = { ...parts, random: Math.random };
  const options = { ...WORKER_DEFAULTS, ...start.worker, worker: id };
  const keepPresence: KeepPresence = (onWake) => database.keepPresence(id, onWake);
  const woken =
    wakeEngine &&
    createWokenWorker(dependencies, { ...options, ...WOKEN_DEFAULTS, ...start.woken }, keepPresence, wakeEngine);
  const worker = woken ?? createWorker(dependencies, options, keepPresence);
  // The engine is closed last: what it asks of a worker that stops is refused, and tried elsewhere.
  if (woken !== undefined && wakeEngine !== undefined) {
    closers.push(() => wakeEngine.close());
    await wakeEngine.serve(woken);
  }
  worker.start();
  closers.push(() => worker.stop(graceMs));
  const runtime: RuntimeHooks = {
    leaseOffer: (conversations) => worker.offer(conversations),
    acceptTurns: (turns, offer) => worker.accept(turns, offer),
    wake: (reason = "mailbox") => worker.wake(reason),
  };
  return { runtime, woken: woken ?? null };
}
