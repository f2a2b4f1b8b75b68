/** Starting and stopping one PostgreSQL server process. Call under the start lock. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { RecadoError } from "../../core/errors.ts";
import type { Logger } from "../../core/ports/logger.ts";
import { unsupported } from "./binaries.ts";
import { cannotRunHere } from "./cluster.ts";
import type { Placement } from "./placement.ts";
import { clearUnreadablePostmasterFile, type PostmasterFile, readPostmasterFile } from "./postmaster-file.ts";
import { findProcess, type LiveProcess } from "./process-liveness.ts";
import { databaseEnvironment } from "./run-command.ts";
import { lastLines, openServerLog, type ServerLog } from "./server-log.ts";

/** Recovery of a large log after a crash may take a while; the start is announced every few seconds. */
const START_DEADLINE_MS = 120_000;
const POLL_MS = 5;

/** Settings by name. A null leaves its setting to the configuration of the cluster, which a running server can read anew. */
export type ServerSettings = Readonly<Record<string, string | null>>;

/** On the command line, so that no configuration of the cluster takes them back: not fsync either. */
const SETTINGS: ServerSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "", // their paths may be too long, and TCP is the one way that works everywhere
  shared_buffers: "64MB",
  max_connections: "100",
  max_wal_size: "512MB",
  // A shop of 20,000 conversations wrote 45 kB for each of the first 50 messages behind a checkpoint, 16 kB from the 400th on. A
  // recovery reads at most max_wal_size, as before.
  checkpoint_timeout: "30min",
  // After each checkpoint the log takes each page whole once: 16.2 and 18.0 kB a message became 14.2 and 14.0 (docs/adr/0014).
  wal_compression: "pglz",
  fsync: "on",
  timezone: "UTC",
  log_timezone: "UTC",
  log_destination: "stderr",
  logging_collector: "off",
  log_checkpoints: "off",
  // Statements and the details of errors hold what customers wrote; the program that made the error gets them all.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  jit: "off",
};

export type StartOutcome =
  | { readonly kind: "ready" }
  | { readonly kind: "port_taken" }
  /** Backends of a server that was killed still finish their last work. */
  | { readonly kind: "predecessor_lingers" };

/** Starts the server on `port` and waits until it takes connections. `stale`: what a dead server left behind. */
export async function startServer(
  placement: Placement,
  port: number,
  stale: PostmasterFile | null,
  { settings: others = {}, logger }: { readonly settings?: ServerSettings | undefined; readonly logger: Logger },
): Promise<StartOutcome> {
  clearUnreadablePostmasterFile(placement.dataPath);
  const log = openServerLog(placement.dataDir);
  try {
    const settings = Object.entries({ ...SETTINGS, ...others, port: String(port) }).flatMap(([name, value]) =>
      value === null ? [] : ["-c", `${name}=${value}`],
    );
    const { account } = placement;
    const child = spawn(join(placement.binaries.home, "bin", "postgres"), ["-D", placement.dataPath, ...settings], {
      cwd: "/",
      detached: true, // its own session: a Ctrl-C or a kill of our group must not reach it
      env: databaseEnvironment(
        // Tells PostgreSQL that this number is not another server, though a process bears it: we have looked.
        stale === null ? {} : { PG_GRANDPARENT_PID: String(stale.pid) },
      ),
      stdio: ["ignore", log.descriptor, log.descriptor],
      ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
    });
    child.unref();
    return await waitUntilReady(child, placement, log, logger);
  } finally {
    log.close();
  }
}

async function waitUntilReady(
  child: ChildProcess,
  placement: Placement,
  log: ServerLog,
  logger: Logger,
): Promise<StartOutcome> {
  let failure: { exitCode: number | null; spawnErrorCode: string | null } | null = null;
  child.on("error", (error: NodeJS.ErrnoException) => {
    failure = { exitCode: null, spawnErrorCode: error.code ?? error.message };
  });
  child.on("exit", (exitCode) => {
    failure ??= { exitCode, spawnErrorCode: null };
  });
  const startedAt = Date.now();
  for (let announced = 0; ; ) {
    const file = readPostmasterFile(placement.dataPath);
    if (file !== null && file.pid === child.pid && file.status === "ready") return { kind: "ready" };
    if (failure !== null) return judgeFailure(failure, placement, log.read());
    const waitedMs = Date.now() - startedAt;
    if (waitedMs > START_DEADLINE_MS) {
      child.kill("SIGQUIT");
      throw startFailed(placement, `It took more than ${START_DEADLINE_MS / 1000} s.\n${lastLines(log.read())}`);
    }
    if (waitedMs > (announced + 1) * 5_000) {
      announced += 1;
      logger.info(
        { latency_ms: waitedMs },
        "the embedded database is still starting: it may be recovering from a crash",
      );
    }
    await wait(POLL_MS);
  }
}

function judgeFailure(
  failure: { readonly exitCode: number | null; readonly spawnErrorCode: string | null },
  placement: Placement,
  output: string,
): StartOutcome {
  if (/could not create any TCP\/IP sockets|address already in use/i.test(output)) return { kind: "port_taken" };
  if (/pre-existing shared memory block/.test(output)) return { kind: "predecessor_lingers" };
  if (cannotRunHere({ ...failure, output })) {
    throw unsupported(`its programs do not start (${lastLines(output) || failure.spawnErrorCode})`);
  }
  throw startFailed(placement, lastLines(output) || `exit ${failure.spawnErrorCode ?? failure.exitCode}`);
}

function startFailed({ dataDir, dataPath }: Placement, lines: string): RecadoError {
  const wayOut = /no space left/i.test(lines)
    ? "The disk is full: free some space and start again."
    : `The whole story stands in ${join(dataDir, "postgres.log")}.`;
  return new RecadoError(
    "embedded_database_failed",
    `The embedded database in ${dataPath} did not start. ${wayOut}\n${lines}`,
  );
}

const WAYS_TO_STOP = {
  /** Ends the connections and writes everything out: the next start has nothing to recover. */
  fast: [
    { signal: "SIGINT", patienceMs: 10_000 },
    { signal: "SIGQUIT", patienceMs: 8_000 },
    { signal: "SIGKILL", patienceMs: 5_000 },
  ],
  /** For one that no longer answers. Loses nothing either: the next start recovers. */
  immediate: [
    { signal: "SIGQUIT", patienceMs: 3_000 },
    { signal: "SIGKILL", patienceMs: 5_000 },
  ],
} as const;

/** Stops a live server and returns when its process is gone. One that does not obey is killed in the end. */
export async function stopServer(pid: number, manner: keyof typeof WAYS_TO_STOP, logger: Logger): Promise<void> {
  const running = findProcess(pid);
  if (running === null) return;
  for (const { signal, patienceMs } of WAYS_TO_STOP[manner]) {
    if (!sendSignal(pid, signal)) return;
    if (await isGoneWithin(patienceMs, running)) return;
    logger.warn({ pid, signal }, "the embedded database did not stop");
  }
  throw new RecadoError(
    "embedded_database_failed",
    `The embedded database (process ${pid}) does not stop, not even when killed; its disk may hang.`,
  );
}

/** The process, not its postmaster.pid: that goes a moment earlier, with the port and the files still in use. */
async function isGoneWithin(patienceMs: number, running: LiveProcess): Promise<boolean> {
  const deadlineAt = Date.now() + patienceMs;
  while (Date.now() < deadlineAt) {
    if (findProcess(running.pid)?.startedAt !== running.startedAt) return true;
    await wait(POLL_MS);
  }
  return false;
}

function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}
