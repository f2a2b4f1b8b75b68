import { spawn } from "node:child_process";
import { readVariable } from "../../core/environment.ts";

const USUAL_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin";

export interface CommandResult {
  /** Null when it could not be run at all or died of a signal. */
  readonly exitCode: number | null;
  /** Both output streams as they came. */
  readonly output: string;
  /** Why it could not be run at all, e.g. `ENOENT`. */
  readonly spawnErrorCode: string | null;
}

/**
 * The environment of everything we run for the database: nothing of ours leaks into it. `PGPORT`, `PGOPTIONS` and
 * their kind would change the server, and a foreign locale its messages, which we read.
 */
export function databaseEnvironment(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { PATH: readVariable(process.env, "PATH") ?? USUAL_PATH, LC_ALL: "C", ...extra };
}

/** Runs a program to its end, as `account` when given. Failing to run is a value, as a failing exit is. */
export function runCommand(
  file: string,
  args: readonly string[],
  account: { readonly uid: number; readonly gid: number } | null = null,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(file, args, {
      cwd: "/", // ours may be closed to the other user
      env: databaseEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
      ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.on("error", (error: NodeJS.ErrnoException) =>
      resolve({ exitCode: null, output: error.message, spawnErrorCode: error.code ?? "unknown" }),
    );
    child.on("close", (exitCode) => resolve({ exitCode, output, spawnErrorCode: null }));
  });
}
