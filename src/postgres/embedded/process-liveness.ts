/**
 * Is the process of a remembered number still that process? A number alone lies: the kernel gives it out again, a
 * container starts again at 1, and a killed process whose parent does not collect it answers signals as a zombie. On
 * Linux /proc tells them apart; elsewhere we have only the signal.
 */
import { readFileSync, readlinkSync } from "node:fs";
import { runCommand } from "./run-command.ts";

export interface LiveProcess {
  readonly pid: number;
  /** Kernel ticks since boot at which it started: with the number, it names a process for good. Null off Linux. */
  readonly startedAt: string | null;
  /** The name of its program, null when it cannot be known. */
  readonly program: string | null;
}

/** The live process of that number, or null when it is gone or a zombie. */
export function findProcess(pid: number): LiveProcess | null {
  if (!Number.isSafeInteger(pid) || pid <= 0 || !answersSignals(pid)) return null;
  const stat = readStat(pid);
  if (stat === null) return { pid, startedAt: null, program: null };
  // "pid (program) state parent …": the program may hold spaces and brackets, so count from the last bracket.
  const end = stat.lastIndexOf(")");
  const fields = stat.slice(end + 2).split(" ");
  if (fields[0] === "Z" || fields[0] === "X") return null;
  return { pid, startedAt: fields[19] ?? null, program: stat.slice(stat.indexOf("(") + 1, end) };
}

/** Whether that process is a PostgreSQL server at work in `dataPath` (a real path). */
export async function isServerOf(found: LiveProcess, dataPath: string, claimedDataPath: string): Promise<boolean> {
  const program = found.program ?? (await programOf(found.pid));
  if (program !== "postgres") return false;
  // A server works inside its data folder, so its working directory is right even after the folder was moved or
  // copied. A container's root may not read another user's; then the path the server wrote down must do.
  const workingDirectory = workingDirectoryOf(found.pid);
  return (workingDirectory ?? claimedDataPath) === dataPath;
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function readStat(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return null; // no /proc here, or it hides other users' processes
  }
}

function workingDirectoryOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

async function programOf(pid: number): Promise<string | null> {
  const result = await runCommand("ps", ["-p", String(pid), "-o", "comm="]);
  return result.exitCode === 0 ? (result.output.trim().split("/").at(-1) ?? null) : null;
}
