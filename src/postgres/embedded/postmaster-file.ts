/**
 * `postmaster.pid`, which a running PostgreSQL keeps in its data folder: who it is, where it listens and how far its
 * start has come. After a crash it stays behind, and what it says may be about a process that is long gone.
 */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findProcess, isServerOf } from "./process-liveness.ts";

export interface PostmasterFile {
  readonly pid: number;
  readonly dataPath: string;
  readonly port: number | null;
  /** "starting", "ready", "stopping"; empty in the first moments. */
  readonly status: string;
}

export function readPostmasterFile(dataPath: string): PostmasterFile | null {
  let text: string;
  try {
    text = readFileSync(join(dataPath, "postmaster.pid"), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const [pid = "", path = "", , port = "", , , , status = ""] = text.split("\n");
  if (!/^-?[1-9]\d*$/.test(pid)) return null;
  // Negative while a person works on the files in single-user mode.
  return {
    pid: Math.abs(Number(pid)),
    dataPath: path,
    port: /^\d+$/.test(port) ? Number(port) : null,
    status: status.trim(),
  };
}

/** What the file speaks of: a server that lives, or only traces of one (`file` null: not even those). */
export type FoundServer =
  | { readonly kind: "alive"; readonly file: PostmasterFile }
  | { readonly kind: "gone"; readonly file: PostmasterFile | null };

export async function findServer(dataPath: string): Promise<FoundServer> {
  const file = readPostmasterFile(dataPath);
  if (file === null) return { kind: "gone", file };
  const found = findProcess(file.pid);
  const isAlive = found !== null && (await isServerOf(found, dataPath, file.dataPath));
  return { kind: isAlive ? "alive" : "gone", file };
}

/**
 * PostgreSQL itself replaces a stale file, after checks we want it to make. It only gives up on one it cannot read: what
 * a crash left of a file that was just being made. Call under the start lock, with no server alive.
 */
export function clearUnreadablePostmasterFile(dataPath: string): void {
  if (readPostmasterFile(dataPath) === null) rmSync(join(dataPath, "postmaster.pid"), { force: true });
}
