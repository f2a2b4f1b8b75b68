/** `postgres.log` in the data folder: what the server writes to its standard error. */
import { closeSync, fstatSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { giveToOwner } from "./data-dir.ts";

const MAX_BYTES = 2_000_000;

export interface ServerLog {
  /** Hand it to the server, then `close`. */
  readonly descriptor: number;
  /** What this server has written since it was opened. */
  read(): string;
  close(): void;
}

/** Opens the log for a server about to start. One too large steps aside as `postgres.log.1`, over the one before. */
export function openServerLog(dataDir: string): ServerLog {
  const path = join(dataDir, "postgres.log");
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) renameSync(path, `${path}.1`);
  const descriptor = openSync(path, "a", 0o600);
  giveToOwner(dataDir, path);
  const start = fstatSync(descriptor).size;
  return {
    descriptor,
    read: () => readFileSync(path).subarray(start).toString("utf8").trim(),
    close: () => closeSync(descriptor),
  };
}

export function lastLines(text: string, count = 5): string {
  return text.trim().split("\n").slice(-count).join("\n");
}
