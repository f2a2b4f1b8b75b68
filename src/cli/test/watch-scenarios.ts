import { type ChildProcess, spawn } from "node:child_process";
import { watch } from "node:fs";

/** Editors write a file in several strokes. */
const SETTLES_MS = 120;

/**
 * Runs this command again, without `--watch`, whenever something changes in one of the folders.
 * Each run is a process of its own, so an agent's module is loaded again with all its imports.
 */
export async function watchScenarios(folders: readonly string[], stopped: Promise<unknown>): Promise<void> {
  const runs: ChildProcess[] = [];
  let timer: NodeJS.Timeout | undefined;
  const run = () => {
    runs.pop()?.kill();
    const child = spawn(process.execPath, commandLine(process.argv), { stdio: "inherit" });
    runs.push(child);
    child.once("exit", (code, signal) => {
      if (signal === null)
        process.stdout.write(`\n${code === 0 ? "" : "✗ "}waiting for a change in ${folders.join(", ")}\n`);
    });
  };
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(run, SETTLES_MS);
    }),
  );
  run();
  await stopped;
  clearTimeout(timer);
  for (const watcher of watchers) watcher.close();
  runs.pop()?.kill();
}

/** The arguments of this process, without its path and `--watch`. */
export function commandLine([, ...rest]: readonly string[]): string[] {
  return [...process.execArgv, ...rest.filter((word) => word !== "--watch")];
}
