// One set-up at a time. A contender puts a file of its own into the lock folder and then looks: alone among the living,
// it holds the lock; else it takes its file back and tries again. A dead process's file has a name that is never used
// again, so anybody may delete it. (src/postgres/embedded/start-lock.ts is the same idea for the database.)
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { SetUpFailure, writing } from "./set-up-failure.js";

const DEADLINE_MS = 15 * 60_000; // the packages on a slow line

export async function withSetUpLock(root, say, work) {
  const { folder, entry: own } = await writing(root, async () => {
    const made = makeLockFolder(root);
    return { folder: made, entry: await acquire(made, say) };
  });
  const entries = new Set([own]);
  // A program we start may outlive us when we are killed, and must then keep others out in our place.
  const alsoHeldBy = (pid) => entries.add(enter(folder, pid));
  try {
    return await writing(root, () => work({ alsoHeldBy }));
  } finally {
    for (const entry of entries) rmSync(join(folder, entry), { force: true });
  }
}

function makeLockFolder(root) {
  const folder = join(root, ".set-up");
  mkdirSync(folder, { recursive: true });
  // It ignores itself, wherever the project's own .gitignore stands.
  if (!existsSync(join(folder, ".gitignore"))) writeFileSync(join(folder, ".gitignore"), "*\n");
  return folder;
}

async function acquire(folder, say) {
  const deadlineAt = Date.now() + DEADLINE_MS;
  for (let isFirstTry = true; ; isFirstTry = false) {
    let holder = livingEntry(folder, null);
    if (holder === null) {
      const entry = enter(folder, process.pid);
      holder = livingEntry(folder, entry);
      if (holder === null) return entry;
      rmSync(join(folder, entry), { force: true });
    }
    if (isFirstTry) say(`Waiting for process ${pidOf(holder)}, which is installing or building…`);
    if (Date.now() > deadlineAt) {
      throw new SetUpFailure(
        `Process ${pidOf(holder)} has been installing or building for ${DEADLINE_MS / 60_000} minutes: stop it and start again.`,
      );
    }
    await wait(20 + Math.random() * 60); // the spread keeps two that stepped back from meeting again
  }
}

function enter(folder, pid) {
  const entry = `lock-${pid}-${startedAt(pid) ?? "unknown"}-${randomBytes(6).toString("hex")}`;
  writeFileSync(join(folder, entry), "", { flag: "wx" });
  return entry;
}

function livingEntry(folder, own) {
  let living = null;
  for (const entry of readdirSync(folder)) {
    if (entry === own || !entry.startsWith("lock-")) continue;
    if (isAlive(entry)) living = entry;
    else rmSync(join(folder, entry), { force: true });
  }
  return living;
}

function pidOf(entry) {
  return Number(entry.split("-")[1]);
}

function isAlive(entry) {
  const [, pid, since] = entry.split("-");
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (error.code === "ESRCH") return false;
  }
  const now = startedAt(pid);
  if (now === "zombie") return false;
  return now === null || since === "unknown" || since === now; // numbers are given out again; moments are not
}

/** When the process started, in the kernel's ticks; null where /proc does not say. */
function startedAt(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? "zombie" : fields[19];
  } catch {
    return null;
  }
}
