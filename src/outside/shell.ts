import { spawn } from "node:child_process";
import { readVariable } from "../core/environment.ts";
import type { Shell } from "../core/ports/shell.ts";

const MOST_OUTPUT = 8_000;

/** Runs commands in the folder where Recado was started, without its environment: no secret of it stands there. */
export function openShell({ patienceMs = 20_000 }: { readonly patienceMs?: number } = {}): Shell {
  return {
    run: (command) =>
      new Promise((resolve, reject) => {
        const env = {
          PATH: readVariable(process.env, "PATH") ?? undefined,
          HOME: readVariable(process.env, "HOME") ?? undefined,
          LANG: "C.UTF-8",
        };
        // Its own group, so that what it begins ends with it.
        const child = spawn("/bin/sh", ["-c", command], { env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
        let output = "";
        const keep = (chunk: Buffer) => {
          output = `${output}${chunk.toString("utf8")}`.slice(0, MOST_OUTPUT);
        };
        child.stdout.on("data", keep);
        child.stderr.on("data", keep);
        let isLate = false;
        const endGroup = () => {
          if (child.pid === undefined) return;
          try {
            process.kill(-child.pid, "SIGKILL");
          } catch {
            // Nothing of the group is left.
          }
        };
        const late = setTimeout(() => {
          isLate = true;
          endGroup();
        }, patienceMs);
        child.once("error", (error) => {
          clearTimeout(late);
          reject(error);
        });
        child.once("exit", endGroup);
        child.once("close", (code) => {
          clearTimeout(late);
          resolve({ exitCode: isLate ? null : code, output });
        });
      }),
  };
}
