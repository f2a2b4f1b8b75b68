import { readdirSync, readFileSync } from "node:fs";

/** Linux counts in hundredths of a second wherever Node runs. */
const TICK_MS = 10;

function statOf(pid) {
  try {
    // After the command's name, which may hold spaces: state ppid … utime stime cutime cstime.
    const [state, ppid, ...rest] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
    const [utime, stime, cutime, cstime] = rest.slice(9, 13).map(Number);
    return { state, ppid: Number(ppid), ownMs: (utime + stime) * TICK_MS, reapedMs: (cutime + cstime) * TICK_MS };
  } catch {
    return null; // Gone, or not Linux.
  }
}

/** CPU time of a process so far, or null where it cannot be told. */
export function processorMsOf(pid) {
  return statOf(pid)?.ownMs ?? null;
}

export function parentOf(pid) {
  return statOf(pid)?.ppid ?? null;
}

/** CPU time of a process and all its children, those that have ended too. */
export function processorMsOfFamily(pid) {
  for (;;) {
    const own = statOf(pid);
    if (own === null) return null;
    const living = processorMsOfChildren(pid);
    // A child that ended meanwhile may be missing in both: read again.
    if (statOf(pid)?.reapedMs === own.reapedMs) return own.ownMs + own.reapedMs + living;
  }
}

function processorMsOfChildren(pid) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .reduce((sum, one) => (one?.ppid === pid ? sum + one.ownMs : sum), 0);
}
