/**
 * PostgreSQL refuses to run as root, so when we are root it runs as another user: the owner of the
 * data folder, else a system user `recado` (made when missing), else `postgres`, else `nobody`.
 */
import { statSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { RecadoError } from "../../core/errors.ts";
import type { Logger } from "../../core/ports/logger.ts";
import { runCommand } from "./run-command.ts";

export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
  readonly name: string;
}

const ACCOUNT_NAME = "recado";

/** The forms of shadow-utils (Debian, Fedora, Arch) and of busybox (Alpine). */
const WAYS_TO_ADD: readonly (readonly (readonly string[])[])[] = [
  [["useradd", "--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", ACCOUNT_NAME]],
  [
    ["addgroup", "-S", ACCOUNT_NAME],
    ["adduser", "-S", "-D", "-H", "-s", "/sbin/nologin", "-G", ACCOUNT_NAME, ACCOUNT_NAME],
  ],
];

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The first of `paths` that exists and belongs to a user other than root decides. */
export async function accountOfOwner(paths: readonly string[]): Promise<ServerAccount | null> {
  for (const path of paths) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats !== undefined && stats.uid !== 0)
      return { uid: stats.uid, gid: stats.gid, name: await userName(stats.uid) };
  }
  return null;
}

/** Finds or makes the account for a data folder that belongs to root. */
export async function ensureAccount(logger: Logger): Promise<ServerAccount> {
  const existing = await findAccount(ACCOUNT_NAME);
  if (existing !== null) return existing;
  for (const commands of WAYS_TO_ADD) {
    const added = await addAccount(commands, logger);
    if (added !== null) return added;
  }
  for (const name of ["postgres", "nobody"]) {
    const fallback = await findAccount(name);
    if (fallback !== null) return fallback;
  }
  throw new RecadoError(
    "embedded_database_failed",
    `PostgreSQL does not run as root, and there is no user "${ACCOUNT_NAME}", "postgres" or "nobody" it could run as. ` +
      `Add a system user named "${ACCOUNT_NAME}", start Recado as an ordinary user, or set DATABASE_URL.`,
  );
}

/** The name of a user number, or the number itself. */
export async function userName(uid: number): Promise<string> {
  const result = await runCommand("id", ["-nu", String(uid)]);
  return result.exitCode === 0 ? result.output.trim() : `user number ${uid}`;
}

async function addAccount(commands: readonly (readonly string[])[], logger: Logger): Promise<ServerAccount | null> {
  for (const [file = "", ...args] of commands) {
    const result = await runCommand(file, args);
    if (result.spawnErrorCode === "ENOENT") return null;
    if (result.exitCode !== 0) logger.debug({ command: file, output: result.output.trim() }, "could not add the user");
  }
  // Another first start, of another folder, may be adding it at this moment and hold the lock of the user file.
  for (let look = 0; look < 10; look += 1) {
    const account = await findAccount(ACCOUNT_NAME);
    if (account !== null) {
      logger.info({ user: account.name }, "PostgreSQL does not run as root: it runs as this system user");
      return account;
    }
    await wait(50);
  }
  return null;
}

async function findAccount(name: string): Promise<ServerAccount | null> {
  const result = await runCommand("/bin/sh", ["-c", 'id -u "$1" && id -g "$1"', "sh", name]);
  const [uid, gid] = result.output.trim().split("\n").map(Number);
  if (result.exitCode !== 0 || uid === undefined || gid === undefined || uid === 0) return null;
  return { uid, gid, name };
}
