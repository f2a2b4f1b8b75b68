import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { COMMAND_FLAGS, freePort, type ProcessSettings, processEnvironment } from "../support/recado-process.ts";

const ENTRY = fileURLToPath(new URL("host-process.js", import.meta.url));

/** `recado start` in the process that hosts the apps of this worker's files, one after the other. */
export interface HostedApp {
  readonly url: string;
  /** Kills the whole process. The next app gets another one. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

interface Host {
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
  /** Throws what the app printed when it fails. */
  tell(message: { kind: "start"; env: Record<string, string> } | { kind: "stop" }): Promise<void>;
}

let host: Host | null = null;

export async function startHosted(settings: ProcessSettings): Promise<HostedApp> {
  const dataDir = await mkdtemp(join(tmpdir(), "recado-hosted-"));
  const port = Number(settings.env?.["PORT"] ?? (await freePort()));
  host ??= openHost();
  const own = host;
  const clear = () => rm(dataDir, { recursive: true, force: true });
  await own.tell({ kind: "start", env: processEnvironment(settings, { port, dataDir }) });
  return {
    url: `http://127.0.0.1:${port}`,
    async kill() {
      host = null;
      own.child.kill("SIGKILL");
      await own.ended;
      await clear();
    },
    async stop() {
      if (host === own) await own.tell({ kind: "stop" });
      await clear();
    },
  };
}

/** It ends with the worker. */
function openHost(): Host {
  const child = fork(ENTRY, [], { stdio: ["ignore", "pipe", "pipe", "ipc"], execArgv: COMMAND_FLAGS });
  let printed = "";
  const keep = (chunk: unknown) => (printed = `${printed}${String(chunk)}`.slice(-10_000));
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    child,
    ended,
    tell: (message) =>
      new Promise((resolve, reject) => {
        const settle = (failure: string | null) => {
          child.off("message", hear);
          child.off("exit", die);
          if (failure === null) resolve();
          else reject(new Error(`the hosted app did not ${message.kind}: ${failure}\n${printed}`));
        };
        const hear = (answer: unknown) => settle((answer as { why?: string }).why ?? null);
        const die = () => settle("its process ended");
        child.once("message", hear);
        child.once("exit", die);
        child.send(message);
      }),
  };
}
