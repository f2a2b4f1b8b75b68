import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { tell } from "./progress.js";

const PROCESS = fileURLToPath(new URL("../processes/engine.js", import.meta.url));

/** Runs turns in a process of their own; see there. `onWarm` is waited for between the warm-up and what is measured. */
export async function runEngine(job, onWarm) {
  tell(`${job.kind}, ${job.atOnce} at once, ${(job.warmUpMs + job.durationMs) / 1_000} s`);
  const child = fork(PROCESS, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const answer = () =>
    new Promise((resolve, reject) => {
      child.once("message", resolve);
      child.once("exit", (code) => reject(new Error(`the ${job.kind} process ended with ${code} and no result`)));
    });
  child.send({ ...job, tellsWhenWarm: onWarm !== undefined });
  if (onWarm !== undefined) {
    await answer();
    await onWarm();
    child.send("go on");
  }
  return answer();
}
