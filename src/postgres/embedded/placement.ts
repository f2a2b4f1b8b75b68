/**
 * Where the embedded server's data and programs stand, and as whom it runs. An ordinary user has everything in the data
 * folder. Root runs the server as another user, who may not be able to reach a folder under a closed home such as
 * /root: then data and programs stand under /var/lib/recado and `location.json` in the data folder says so.
 */
import { createHash, randomBytes } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { errorText, RecadoError } from "../../core/errors.ts";
import type { Logger } from "../../core/ports/logger.ts";
import { type Binaries, copyBinaries, findPackagedBinaries, makeLibraryLinks } from "./binaries.ts";
import { refuseForeignDatabase } from "./data-dir.ts";
import { readLocation, writeLocation } from "./location.ts";
import { runCommand } from "./run-command.ts";
import { accountOfOwner, ensureAccount, isRoot, type ServerAccount } from "./server-account.ts";

const SYSTEM_DIR = "/var/lib/recado";

export interface Placement {
  /** The real path of the data folder: password, log, lock and location.json stand in it. */
  readonly dataDir: string;
  /** PostgreSQL's own folder, made by initdb. */
  readonly dataPath: string;
  readonly binaries: Binaries;
  /** Null: as ourselves. */
  readonly account: ServerAccount | null;
}

/** Call under the start lock, with the real path of the data folder. */
export async function findPlacement(dataDir: string, logger: Logger): Promise<Placement> {
  const location = readLocation(dataDir);
  const dataPath = location?.postgres ?? join(dataDir, "postgres");
  const packaged = findPackagedBinaries();
  if (!isRoot()) {
    await refuseForeignDatabase(dataPath);
    const binaries = makeLibraryLinks(packaged.home) ? packaged : await copyBinaries(packaged, dataDir);
    return { dataDir, dataPath, binaries, account: null };
  }
  const account = (await accountOfOwner([dataPath, dataDir])) ?? (await ensureAccount(logger));
  const binaries = await reachableBinaries(packaged, account);
  if (existsSync(dataPath)) {
    await openToAccount(dataPath, account);
  } else if (location !== null) {
    logger.warn({ postgres: dataPath }, "the database that location.json names is gone: an empty one is made there");
  } else if (!(await canHost(dataDir, account))) {
    return { dataDir, dataPath: relocate(dataDir, account, logger), binaries, account };
  }
  return { dataDir, dataPath, binaries, account };
}

/** Whether a start would find a database that was made before. */
export function hasDatabase(dataDir: string): boolean {
  const folder = existsSync(dataDir) ? realpathSync(dataDir) : dataDir;
  return existsSync(join(readLocation(folder)?.postgres ?? join(folder, "postgres"), "PG_VERSION"));
}

async function reachableBinaries(packaged: Binaries, account: ServerAccount): Promise<Binaries> {
  const isComplete = makeLibraryLinks(packaged.home);
  // Asks the account itself, whatever the modes, access lists and mounts along the way say.
  const script = 'test -x "$1/bin/postgres" && test -r "$1/lib" && test -r "$1/share/postgresql/postgres.bki"';
  const trial = await runCommand("/bin/sh", ["-c", script, "sh", packaged.home], account);
  if (isComplete && trial.exitCode === 0) return packaged;
  makeSystemDir();
  return await copyBinaries(packaged, SYSTEM_DIR);
}

async function openToAccount(dataPath: string, account: ServerAccount): Promise<void> {
  if (statSync(dataPath).uid === 0) {
    // Copied or restored by root, who became its owner; PostgreSQL wants to own its folder.
    await runCommand("chown", ["-R", `${account.uid}:${account.gid}`, dataPath]);
  }
  const trial = await runCommand("/bin/sh", ["-c", 'cd "$1"', "sh", dataPath], account);
  if (trial.exitCode === 0) return;
  throw new RecadoError(
    "data_dir_unusable",
    `PostgreSQL does not run as root, and the user "${account.name}" who owns the database ${dataPath} cannot reach it ` +
      "any more. Open the folders above it to that user (chmod o+x), or move the data folder back where it was.",
  );
}

/** Whether the account could have a folder of its own in here: really tries. */
async function canHost(folder: string, account: ServerAccount): Promise<boolean> {
  const trial = join(folder, `.trial-${randomBytes(6).toString("hex")}`);
  try {
    mkdirSync(trial, { mode: 0o700 });
    chownSync(trial, account.uid, account.gid);
    const result = await runCommand("/bin/sh", ["-c", 'cd "$1" && : > written', "sh", trial], account);
    return result.exitCode === 0;
  } catch {
    return false; // some network and desktop file systems refuse chown even to root: they cannot host it either
  } finally {
    rmSync(trial, { recursive: true, force: true });
  }
}

function relocate(dataDir: string, account: ServerAccount, logger: Logger): string {
  makeSystemDir();
  const home = join(SYSTEM_DIR, createHash("sha256").update(dataDir).digest("hex").slice(0, 16));
  const dataPath = join(home, "postgres");
  mkdirSync(home, { recursive: true });
  chmodSync(home, 0o755);
  if (existsSync(dataPath)) {
    // The operator deleted the data folder to begin anew; its database stayed here. Not ours to
    // delete.
    const aside = `${dataPath}.left-${Date.now()}`;
    renameSync(dataPath, aside);
    logger.warn({ from: dataPath, to: aside }, "set aside the database of a data folder that was deleted");
  }
  const why = `PostgreSQL does not run as root, and the user "${account.name}" it runs as cannot use ${dataDir}.`;
  writeLocation({ dataDir, postgres: dataPath, why });
  logger.info({ postgres: dataPath }, why);
  return dataPath;
}

function makeSystemDir(): void {
  try {
    mkdirSync(SYSTEM_DIR, { recursive: true });
    chmodSync(SYSTEM_DIR, 0o755);
  } catch (error) {
    throw new RecadoError(
      "data_dir_unusable",
      "PostgreSQL does not run as root, the user it runs as cannot reach the data folder or the programs, and " +
        `${SYSTEM_DIR} cannot be made (${errorText(error)}). Set RECADO_DATA_DIR to a folder every user can reach, ` +
        "start Recado as an ordinary user, or set DATABASE_URL.",
      error,
    );
  }
}
