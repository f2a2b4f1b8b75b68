import { spawn } from "node:child_process";
import { constants } from "node:os";

/**
 * Runs npm or the compiler to its end and answers its exit code and output. A signal that would end us ends it first: it
 * must not go on writing behind the back of the next start.
 */
export function runTool([file, ...args], { root, env = process.env, lock }) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    if (child.pid !== undefined) lock.alsoHeldBy(child.pid);
    let signalled = null;
    const pass = (signal) => {
      signalled = signal;
      child.kill(signal);
    };
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
    for (const signal of signals) process.on(signal, pass);
    const finish = (exitCode) => {
      for (const signal of signals) process.off(signal, pass);
      if (signalled !== null) process.exit(128 + constants.signals[signalled]);
      resolve({ exitCode, output });
    };
    child.on("error", (error) => finish(error.code));
    child.on("close", finish);
  });
}
