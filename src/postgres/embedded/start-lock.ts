/**
 * One process at a time makes, starts, adopts or stops the server of a data folder.
 *
 * A contender puts a file of its own into the lock folder and then looks: alone among the living,
 * it holds the lock; else it takes its file back and tries again. Two at once may both step back,
 * never both go on. Every file that a dead process left behind has a name that is never used again,
 * so any process may delete it: there is no moment in which the lock of a living process could be
 * taken for the stale one it replaced.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { RecadoError } from "../../core/errors.ts";
import { findProcess } from "./process-liveness.ts";

const DEADLINE_MS = 120_000; // a first start on a slow disk takes seconds, crash recovery may take a minute

export async function withStartLock<Result>(lockDir: string, work: () => Promise<Result>): Promise<Result> {
  const entry = await acquire(lockDir);
  try {
    return await work();
  } finally {
    rmSync(join(lockDir, entry), { force: true });
  }
}

async function acquire(lockDir: string): Promise<string> {
  const startedAt = findProcess(process.pid)?.startedAt ?? "unknown";
  const deadlineAt = Date.now() + DEADLINE_MS;
  for (;;) {
    mkdirSync(lockDir, { recursive: true });
    let holder = livingEntry(lockDir, null);
    if (holder === null) {
      const entry = `${process.pid}-${startedAt}-${randomBytes(6).toString("hex")}`;
      writeFileSync(join(lockDir, entry), "", { flag: "wx", mode: 0o600 });
      holder = livingEntry(lockDir, entry);
      if (holder === null) return entry;
      rmSync(join(lockDir, entry), { force: true });
    }
    if (Date.now() > deadlineAt) {
      throw new RecadoError(
        "embedded_database_failed",
        `Process ${holder.split("-")[0]} has been starting or stopping the database for ${DEADLINE_MS / 1000} s ` +
          `(${join(lockDir, holder)}). Stop that process, then start again.`,
      );
    }
    await wait(5 + Math.random() * 15); // the spread keeps two that stepped back from meeting again
  }
}

/** Some other living contender's entry. Entries of the dead are cleared on the way. */
function livingEntry(lockDir: string, own: string | null): string | null {
  let living: string | null = null;
  for (const entry of readdirSync(lockDir)) {
    if (entry === own) continue;
    const [pid, startedAt] = entry.split("-");
    const found = findProcess(Number(pid));
    const isAlive =
      found !== null && (found.startedAt === null || startedAt === "unknown" || found.startedAt === startedAt);
    if (isAlive) living = entry;
    else rmSync(join(lockDir, entry), { force: true });
  }
  return living;
}
