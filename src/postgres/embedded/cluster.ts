/**
 * The database files. initdb works in a folder beside their final place and the last step is a rename, so a database
 * folder that exists is complete, however often the first start was killed.
 */
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorText, RecadoError } from "../../core/errors.ts";
import type { Logger } from "../../core/ports/logger.ts";
import { unsupported } from "./binaries.ts";
import { giveToOwner } from "./data-dir.ts";
import type { Placement } from "./placement.ts";
import { type CommandResult, runCommand } from "./run-command.ts";

/** The superuser: supervises and migrates, and answers no customer. */
export const ROLE = "recado";
/** The login of servers and workers: in recado_runtime, and nothing more. */
export const APP_ROLE = "recado_app";

export interface Passwords {
  readonly superuser: string;
  readonly app: string;
}

/** Makes the database files when there are none. Answers the passwords. Call under the start lock. */
export async function ensureCluster(placement: Placement, logger: Logger): Promise<Passwords> {
  return { superuser: await ensureDatabaseFiles(placement, logger), app: ensureAppPassword(placement.dataDir) };
}

async function ensureDatabaseFiles(placement: Placement, logger: Logger): Promise<string> {
  const passwordFile = join(placement.dataDir, "postgres.password");
  if (holdsCluster(placement)) return readPassword(passwordFile);
  clearHalfMade(placement, logger);
  const startedAt = performance.now();
  const password = newPassword();
  const workshop = mkdtempSync(join(dirname(placement.dataPath), halfMadePrefix(placement)));
  try {
    await initialise(placement, workshop, password);
    // The password goes first: a kill between the two leaves a spare password, never a database
    // that cannot be opened.
    writePassword(placement.dataDir, passwordFile, password);
    renameSync(join(workshop, "data"), placement.dataPath);
    // Else a power cut could undo the name after turns were committed under it.
    for (const folder of new Set([placement.dataDir, dirname(placement.dataPath)])) syncFolder(folder);
  } finally {
    // Our own, and what an initdb that outlived its killed starter has left since we looked.
    clearHalfMade(placement, logger);
  }
  logger.info(
    { postgres: placement.dataPath, latency_ms: Math.round(performance.now() - startedAt) },
    "made the embedded database",
  );
  return password;
}

/** A data folder of before this login was there gets its file now; the role gets whatever the file says (Presence). */
function ensureAppPassword(dataDir: string): string {
  const passwordFile = join(dataDir, "postgres.app-password");
  if (existsSync(passwordFile)) return readPassword(passwordFile);
  const password = newPassword();
  writePassword(dataDir, passwordFile, password);
  return password;
}

const newPassword = () => randomBytes(24).toString("base64url");

function holdsCluster({ dataPath, binaries }: Placement): boolean {
  const versionFile = join(dataPath, "PG_VERSION");
  if (existsSync(versionFile)) {
    const major = readFileSync(versionFile, "utf8").trim();
    if (major === binaries.version.split(".")[0]) return true;
    throw new RecadoError(
      "data_dir_unusable",
      `The database in ${dataPath} was made by PostgreSQL ${major}, and this Recado brings ${binaries.version}. ` +
        "Dump it with the Recado that made it and load the dump into a new data folder (RECADO_DATA_DIR).",
    );
  }
  if (existsSync(dataPath)) refuseUnlessEmpty(dataPath);
  return false;
}

function refuseUnlessEmpty(dataPath: string): void {
  try {
    rmdirSync(dataPath);
  } catch (error) {
    throw new RecadoError(
      "data_dir_unusable",
      `${dataPath} is where the database belongs, and something else is there (${errorText(error)}). ` +
        "Move it away, or set RECADO_DATA_DIR to another folder.",
      error,
    );
  }
}

async function initialise({ binaries, account }: Placement, workshop: string, password: string): Promise<void> {
  const data = join(workshop, "data");
  const passwordFile = join(workshop, "password");
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account !== null) {
    for (const path of [workshop, data, passwordFile]) chownSync(path, account.uid, account.gid);
  }
  const result = await runCommand(
    join(binaries.home, "bin", "initdb"),
    [
      ...["--pgdata", data, "--username", ROLE, "--pwfile", passwordFile, "--auth", "scram-sha-256"],
      // The provider PostgreSQL brings along: sorting and case are the same on every machine, whatever it has installed.
      ...["--encoding", "UTF8", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8", "--locale", "C"],
      "--no-instructions",
    ],
    account,
  );
  if (result.exitCode !== 0) throw initialisationFailed(result, dirname(workshop));
}

function initialisationFailed(result: CommandResult, folder: string): RecadoError {
  const lines = result.output.trim().split("\n").slice(-5).join("\n");
  if (cannotRunHere(result)) return unsupported(`its programs do not start (${lines || result.spawnErrorCode})`);
  const wayOut = /no space left/i.test(lines)
    ? "The disk is full: free some space and start again."
    : "Mend what it complains of, set RECADO_DATA_DIR to another folder, or set DATABASE_URL.";
  return new RecadoError(
    "embedded_database_failed",
    `initdb could not make the database in ${folder}. ${wayOut}\n${lines}`,
  );
}

/** The file is there and yet "not found", or its loader gives up: made for another C library, as on Alpine. */
export function cannotRunHere(result: Pick<CommandResult, "exitCode" | "spawnErrorCode" | "output">): boolean {
  return (
    result.spawnErrorCode === "ENOENT" ||
    result.spawnErrorCode === "ENOEXEC" ||
    (result.exitCode === 127 && /relocating|shared librar/i.test(result.output))
  );
}

function clearHalfMade(placement: Placement, logger: Logger): void {
  const parent = dirname(placement.dataPath);
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(halfMadePrefix(placement))) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    } catch (error) {
      // An initdb that outlived its killed starter may still write there; the next first start clears it.
      logger.warn(
        { folder: join(parent, name), error: errorText(error) },
        "could not clear an interrupted first start",
      );
    }
  }
}

function halfMadePrefix({ dataPath }: Placement): string {
  return `${basename(dataPath)}.making-`;
}

export function syncFolder(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function writePassword(dataDir: string, path: string, password: string): void {
  const fresh = `${path}.new`;
  writeFileSync(fresh, `${password}\n`, { mode: 0o600, flush: true });
  chmodSync(fresh, 0o600);
  giveToOwner(dataDir, fresh);
  renameSync(fresh, path);
}

function readPassword(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    throw new RecadoError(
      "data_dir_unusable",
      `The embedded database's password cannot be read from ${path} (${errorText(error)}). ` +
        "Restore the file, or move the data folder away to begin with an empty database.",
      error,
    );
  }
}
