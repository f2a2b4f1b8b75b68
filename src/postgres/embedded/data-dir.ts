/** The data folder itself: made when missing, refused when we could not work in it. */
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { errorText, RecadoError } from "../../core/errors.ts";
import { isRoot, userName } from "./server-account.ts";

/** Answers the real path, which is the folder's identity. */
export async function openDataDir(path: string): Promise<string> {
  const dataDir = resolve(path);
  try {
    mkdirSync(dirname(dataDir), { recursive: true });
    makePrivate(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(dataDir);
  } catch (error) {
    const stats = lookAt(dataDir);
    if (stats?.isDirectory() && stats.uid !== process.getuid?.())
      throw foreignOwner(dataDir, await userName(stats.uid));
    const problem = stats !== null && !stats.isDirectory() ? "it is not a folder" : errorText(error);
    throw new RecadoError(
      "data_dir_unusable",
      `The data folder ${dataDir} cannot be used: ${problem}. Set RECADO_DATA_DIR to a folder you can write to.`,
      error,
    );
  }
}

/** An ordinary user can neither read nor serve a database that another user made. */
export async function refuseForeignDatabase(dataPath: string): Promise<void> {
  const stats = lookAt(dataPath);
  if (stats !== null && stats.uid !== process.getuid?.()) throw foreignOwner(dataPath, await userName(stats.uid));
}

/**
 * What we make as root in another user's folder belongs to that user, so that they can go on
 * without root.
 */
export function giveToOwner(dataDir: string, path: string): void {
  if (!isRoot()) return;
  const { uid, gid } = statSync(dataDir);
  if (uid !== 0) chownSync(path, uid, gid);
}

function makePrivate(dataDir: string): void {
  try {
    mkdirSync(dataDir, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  // The server's user passes through root's folder to its own; the files in here stay closed to it.
  // Other closed folders of a user stay closed.
  if (isRoot() && statSync(dataDir).uid === 0 && readdirSync(dataDir).length === 0) chmodSync(dataDir, 0o711);
}

function lookAt(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null; // missing, or beyond a folder that is closed to us: the caller's own error says which
  }
}

function foreignOwner(folder: string, owner: string): RecadoError {
  return new RecadoError(
    "data_dir_unusable",
    `The data folder ${folder} belongs to the user ${owner}. Start Recado as that user, give the folder to yourself ` +
      "(chown -R), or set RECADO_DATA_DIR to another folder.",
  );
}
