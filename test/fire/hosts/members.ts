import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Host } from "./network.ts";

const ENTRY = fileURLToPath(new URL("../chaos/process.js", import.meta.url));
const CLOCK = fileURLToPath(new URL("skewed-clock.js", import.meta.url));

/** In a row, without one that came to work between them. */
const STILLBORN_AT_MOST = 10;

/** The one process of a host. When it ends it is started again, as systemd does. */
export interface Member {
  readonly host: Host;
  /** Resolves when the process of this moment works. */
  started(): Promise<void>;
  kill(): void;
  close(): Promise<void>;
  output(): string;
}

export interface MemberSettings {
  readonly half: "serve" | "worker";
  /** How wrong its clock is. */
  readonly skewMs: number;
  readonly worldUrl: string;
  readonly env: Readonly<Record<string, string>>;
}

export function openMember(host: Host, { half, skewMs, worldUrl, env }: MemberSettings): Member {
  let printed = "";
  let isOpen = true;
  let stillborn = 0;
  let started: Promise<void> = Promise.resolve();
  let child = start();

  function start(): ChildProcess {
    const [command = "", ...words] = [...host.enter, process.execPath, "--import", CLOCK, ENTRY];
    const one = spawn(command, words, {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: {
        PATH: process.env["PATH"],
        ...env,
        HOST: host.address,
        HOSTS_SKEW_MS: String(skewMs),
        CHAOS: JSON.stringify({ half, times: {}, holds: true, agent: "echo", worldUrl }),
      },
    });
    const keep = (chunk: unknown) => (printed = `${printed}${String(chunk)}`.slice(-100_000));
    one.stdout?.on("data", keep);
    one.stderr?.on("data", keep);
    started = new Promise((resolve, reject) => {
      one.on("message", (message) => {
        if (message === "loaded" && one.connected) one.send("go");
        if (message !== "started") return;
        stillborn = 0;
        resolve();
      });
      one.once("exit", () => {
        if (!isOpen) return resolve();
        stillborn += 1;
        if (stillborn > STILLBORN_AT_MOST) return reject(new Error(`${host.name} does not start:\n${printed}`));
        child = start();
        started.then(resolve, reject);
      });
    });
    started.catch(() => {});
    return one;
  }

  return {
    host,
    started: () => started,
    kill: () => void child.kill("SIGKILL"),
    async close() {
      isOpen = false;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await ended;
    },
    output: () => printed,
  };
}
