import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

const PROCESS = fileURLToPath(new URL("../processes/engine.js", import.meta.url));

/** Runs turns in a process of their own; see there. */
export async function runEngine(job) {
  const child = fork(PROCESS, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  child.send(job);
  return new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", (code) => reject(new Error(`the ${job.kind} process ended with ${code} and no result`)));
  });
}
