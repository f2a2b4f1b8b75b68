import { readdirSync, readFileSync } from "node:fs";

/** The living processes, besides this one, whose command line or environment names one of the folders. Linux. */
export function processesOf(folders) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && ![process.pid, process.ppid].includes(Number(name)))
    .map((name) => ({ pid: Number(name), command: read(name, "cmdline"), environment: read(name, "environ") }))
    .filter(({ command, environment }) => folders.some((one) => command.includes(one) || environment.includes(one)));
}

function read(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return ""; // it ended meanwhile, or is another user's: then its command line, which everybody may read, counts
  }
}
