import { createReadStream, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { basename, dirname, join, posix } from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract, type Header } from "tar-stream";
import { errorText, RecadoError } from "../../../core/errors.ts";
import type { Logger } from "../../../core/ports/logger.ts";
import { syncFolder } from "../cluster.ts";
import { giveToOwner, openDataDir } from "../data-dir.ts";
import { findPlacement, hasDatabase, type Placement } from "../placement.ts";
import { runCommand } from "../run-command.ts";
import { withStartLock } from "../start-lock.ts";
import {
  ABOUT,
  type About,
  DATABASE_FOLDER,
  END,
  type End,
  KEPT_FILES,
  KEPT_FOLDER,
  notABackup,
  readAbout,
  readEnd,
} from "./archive.ts";

export interface RestoreOrder {
  readonly file: string;
  /** Must not hold a database. */
  readonly dataDir: string;
  readonly logger: Logger;
}

/**
 * Puts a backup into a data folder that holds no database yet: whole or not at all. The next start plays the log of the backup and
 * goes on from there.
 *
 * Errors: `backup_unusable` (no backup, damaged, cut off, of another PostgreSQL), `data_dir_in_use` (a database is there),
 * `data_dir_unusable`.
 */
export async function restoreBackup({ file, dataDir: given, logger }: RestoreOrder): Promise<About> {
  if (!existsSync(file)) throw new RecadoError("backup_unusable", `There is no file ${file}.`);
  const dataDir = await openDataDir(given);
  const lockDir = join(dataDir, "postgres.lock");
  return await withStartLock(lockDir, async () => {
    giveToOwner(dataDir, lockDir);
    refuseWhatIsThere(dataDir);
    const placement = await findPlacement(dataDir, logger);
    const { dataPath } = placement;
    // Beside its final place, and named so that a start clears what a killed restore has left.
    const workshop = mkdtempSync(join(dirname(dataPath), `${basename(dataPath)}.making-`));
    try {
      const about = await unpack(file, workshop, placement);
      if (placement.account !== null) {
        const { uid, gid } = placement.account;
        await runCommand("chown", ["-R", `${uid}:${gid}`, join(workshop, "postgres")]);
      }
      // The secrets go first, so that a kill never leaves a database without its password.
      for (const name of readdirSync(join(workshop, "data"))) {
        await rename(join(workshop, "data", name), join(dataDir, name));
        giveToOwner(dataDir, join(dataDir, name));
      }
      await rename(join(workshop, "postgres"), dataPath);
      for (const folder of new Set([dataDir, dirname(dataPath)])) syncFolder(folder);
      return about;
    } finally {
      rmSync(workshop, { recursive: true, force: true });
    }
  });
}

function refuseWhatIsThere(dataDir: string): void {
  const kept = KEPT_FILES.filter((name) => existsSync(join(dataDir, name)));
  if (!hasDatabase(dataDir) && kept.length === 0) return;
  throw new RecadoError(
    "data_dir_in_use",
    `The data folder ${dataDir} holds ${hasDatabase(dataDir) ? "a database" : kept.join(" and ")} already, and nothing in it is overwritten. ` +
      "Move it away, or set RECADO_DATA_DIR to a new folder.",
  );
}

async function unpack(file: string, workshop: string, { binaries }: Placement): Promise<About> {
  await mkdir(join(workshop, "data"), { mode: 0o700 });
  await mkdir(join(workshop, "postgres"), { mode: 0o700 });
  const tar = extract();
  const reading = pipeline(createReadStream(file), createGunzip(), tar);
  reading.catch(() => {}); // The loop below ends with the same error.
  let about: About | null = null;
  let end: End | null = null;
  let files = 0;
  let bytes = 0;
  try {
    for await (const entry of tar) {
      const { name, size } = entry.header;
      if (name === ABOUT) about = checked(readAbout(await text(entry)), binaries.version);
      else if (about === null) throw notABackup();
      else if (name === END) end = readEnd(await text(entry));
      else {
        const isCounted = await write(entry.header, entry, workshop);
        if (isCounted) {
          files += 1;
          bytes += size;
        }
      }
      entry.resume();
    }
    await reading;
  } catch (error) {
    if (error instanceof RecadoError) throw error;
    if (["ENOSPC", "EDQUOT", "EACCES"].includes((error as NodeJS.ErrnoException).code ?? "")) {
      throw new RecadoError(
        "data_dir_unusable",
        `The backup could not be written to ${workshop}: ${errorText(error)}`,
        error,
      );
    }
    throw notABackup(error);
  }
  if (about === null || end === null || end.files !== files || end.bytes !== bytes) throw notABackup();
  return about;
}

function checked(about: About, ours: string): About {
  if (about.postgresMajor === ours.split(".")[0]) return about;
  throw new RecadoError(
    "backup_unusable",
    `This backup was made by PostgreSQL ${about.postgresMajor}, and this Recado brings ${ours}. Restore it with the Recado that made it.`,
  );
}

/** Answers whether the file counts: the label of the backup is written for it and not copied. */
async function write({ name, type }: Header, content: AsyncIterable<unknown>, workshop: string): Promise<boolean> {
  const isSafe = posix.normalize(name) === name && !name.split("/").includes("..") && !name.startsWith("/");
  const isOurs = name.startsWith(DATABASE_FOLDER) || KEPT_FILES.some((kept) => name === `${KEPT_FOLDER}${kept}`);
  if (!isSafe || !isOurs || (type !== "file" && type !== "directory")) throw notABackup();
  const path = join(workshop, name);
  if (type === "directory") {
    await mkdir(path, { recursive: true, mode: 0o700 });
    return false;
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, bytesOf(content), { mode: 0o600, flush: true });
  return name !== `${DATABASE_FOLDER}backup_label`;
}

/** A tar has bytes; the library's types do not say so. */
async function* bytesOf(content: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) if (chunk instanceof Uint8Array) yield chunk;
}
