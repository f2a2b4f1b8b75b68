import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Pack, pack } from "tar-stream";
import { errorText, RecadoError } from "../../../core/errors.ts";
import type { Logger } from "../../../core/ports/logger.ts";
import { ScramClient } from "../../scram-client.ts";
import { openEmbedded } from "../open-embedded.ts";
import { hasDatabase } from "../placement.ts";
import { ABOUT, type About, DATABASE_FOLDER, END, KEPT_FILES, KEPT_FOLDER } from "./archive.ts";

export interface BackupOrder {
  readonly dataDir: string;
  /** Must not exist yet. */
  readonly file: string;
  readonly logger: Logger;
  /** How much has been copied of about how much, in bytes before compression. */
  readonly onProgress?: (copied: number, ofAbout: number) => void;
}

export interface Backup {
  readonly file: string;
  /** The size of the file. */
  readonly bytes: number;
  readonly madeAt: string;
}

/**
 * Copies the embedded database and its secrets into one file, also while Recado runs. It is a base backup: PostgreSQL's files as
 * they are being written, with the log that a restored server plays over them. So it holds every message that was accepted
 * before it ended.
 *
 * Errors: `backup_unusable` (the file exists, or cannot be written), `data_dir_unusable` (no database there), and those of `openEmbedded`.
 */
export async function makeBackup({ dataDir, file, logger, onProgress }: BackupOrder): Promise<Backup> {
  if (!hasDatabase(dataDir)) {
    throw new RecadoError(
      "data_dir_unusable",
      `There is no embedded database in ${dataDir}. Set RECADO_DATA_DIR to the folder of the shop. ` +
        "A database behind DATABASE_URL is backed up with pg_dump or by its host.",
    );
  }
  const unfinished = `${file}.unfinished`;
  const out = await openNew(file, unfinished);
  const embedded = await openEmbedded({ dataDir, access: "shared", logger }).catch(async (error: unknown) => {
    await out.close();
    await rm(unfinished, { force: true });
    throw error;
  });
  try {
    const client = new ScramClient({
      connectionString: embedded.ownerUrl,
      application_name: `recado backup pid ${process.pid}`,
    });
    await client.connect();
    try {
      const madeAt = new Date().toISOString();
      const tar = pack();
      const written = pipeline(tar, createGzip({ level: 4 }), out.createWriteStream({ flush: true }));
      await Promise.all([
        written,
        fill(tar, { client, dataDir, madeAt, onProgress }).catch((error) => tar.destroy(error)),
      ]);
      await rename(unfinished, file);
      return { file, bytes: (await stat(file)).size, madeAt };
    } finally {
      // Its end is also the end of the backup and of the slot that kept the log for it.
      await client.end();
    }
  } catch (error) {
    await rm(unfinished, { force: true });
    throw cannotWrite(file, error);
  } finally {
    await embedded.close();
  }
}

async function openNew(file: string, unfinished: string) {
  const exists = await stat(file).then(
    () => true,
    () => false,
  );
  if (exists) {
    throw new RecadoError(
      "backup_unusable",
      `${file} exists already, and is left as it is: give the backup another name.`,
    );
  }
  try {
    // It holds secrets and customers' words.
    return await open(unfinished, "w", 0o600);
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

function cannotWrite(file: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (
    error instanceof RecadoError ||
    code === undefined ||
    !["ENOSPC", "EACCES", "ENOENT", "EROFS", "EDQUOT"].includes(code)
  ) {
    return error;
  }
  const why = code === "ENOSPC" || code === "EDQUOT" ? "the disk is full" : errorText(error);
  return new RecadoError(
    "backup_unusable",
    `The backup ${file} cannot be written: ${why}. Choose another place.`,
    error,
  );
}

interface Filling {
  readonly client: ScramClient;
  readonly dataDir: string;
  readonly madeAt: string;
  readonly onProgress: BackupOrder["onProgress"];
}

async function fill(tar: Pack, { client, dataDir, madeAt, onProgress }: Filling): Promise<void> {
  const { rows } = await client.query<{ path: string; major: string; size: string }>(
    `select current_setting('data_directory') as path, (current_setting('server_version_num')::int / 10000)::text as major,
       (select sum(pg_database_size(oid)) from pg_database)::text as size`,
  );
  const { path = "", major: postgresMajor = "", size = "0" } = rows[0] ?? {};
  const about: About = { format: "recado-backup-1", postgresMajor, madeAt };
  await put(tar, ABOUT, JSON.stringify(about));

  let files = 0;
  let bytes = 0;
  const copy = async (from: string, to: string) => {
    const copied = await putFile(tar, from, to);
    if (copied === null) return;
    files += 1;
    bytes += copied;
    onProgress?.(bytes, Number(size));
  };
  // The slot keeps the log from here on; without it a busy server would write over its beginning.
  await client.query("select pg_create_physical_replication_slot($1, true, true)", [`recado_backup_${process.pid}`]);
  const started = await client.query<{ wal: string }>(
    "select pg_walfile_name(pg_backup_start('recado backup', fast => true)) as wal",
  );
  for await (const name of databaseFiles(path)) {
    if (name.endsWith("/")) await putFolder(tar, `${DATABASE_FOLDER}${name}`);
    else await copy(join(path, name), `${DATABASE_FOLDER}${name}`);
  }
  const stopped = await client.query<{ wal: string; label: string }>(
    "select pg_walfile_name(lsn) as wal, labelfile as label from pg_backup_stop(wait_for_archive => false)",
  );
  await put(tar, `${DATABASE_FOLDER}backup_label`, stopped.rows[0]?.label ?? "");
  const [first = "", last = ""] = [started.rows[0]?.wal, stopped.rows[0]?.wal];
  for (const name of (await readdir(join(path, "pg_wal"))).filter(isLogFile).sort()) {
    if (name >= first && name <= last) await copy(join(path, "pg_wal", name), `${DATABASE_FOLDER}pg_wal/${name}`);
  }
  for (const name of KEPT_FILES) await copy(join(dataDir, name), `${KEPT_FOLDER}${name}`);
  await put(tar, END, JSON.stringify({ files, bytes }));
  tar.finalize();
}

const isLogFile = (name: string) => /^[0-9A-F]{24}$/.test(name);

/** The server makes these again at its start, or they name the server that was copied. The list is PostgreSQL's own. */
const LEFT_OUT = new Set(["postmaster.pid", "postmaster.opts", "backup_label", "tablespace_map"]);
const EMPTY = new Set([
  "pg_wal",
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
]);

/** Paths below `root`; those of folders end with a slash. */
async function* databaseFiles(root: string, folder = ""): AsyncGenerator<string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(ignoreGone([]));
  for (const entry of entries) {
    const name = `${folder}${entry.name}`;
    if (entry.isDirectory()) {
      if (entry.name.startsWith("pgsql_tmp")) continue;
      yield `${name}/`;
      if (EMPTY.has(name)) {
        if (name === "pg_wal") yield* ["pg_wal/archive_status/", "pg_wal/summaries/"];
        continue;
      }
      yield* databaseFiles(root, `${name}/`);
    } else if (entry.isFile() && !LEFT_OUT.has(name) && !entry.name.startsWith("pg_internal.init")) yield name;
  }
}

/** A table may be dropped while its files are being copied. */
function ignoreGone<Value>(instead: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === "ENOENT") return instead;
    throw error;
  };
}

async function putFolder(tar: Pack, name: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    tar.entry({ name, type: "directory", mode: 0o700 }, (error) => (error ? reject(error) : resolve()));
  });
}

async function put(tar: Pack, name: string, text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    tar.entry({ name, mode: 0o600 }, text, (error) => (error ? reject(error) : resolve()));
  });
}

/**
 * Answers the bytes, or null when the file is gone. A file may grow or shrink under our hands: as many bytes as it had when it
 * was opened are written, and the log mends what they lack.
 */
async function putFile(tar: Pack, from: string, name: string): Promise<number | null> {
  const file = await open(from, "r").catch(ignoreGone(null));
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    const entry = tar.entry({ name, size, mode: 0o600 });
    await pipeline(Readable.from(exactly(file, size)), entry);
    return size;
  } finally {
    await file.close();
  }
}

async function* exactly(
  file: { read: (buffer: Buffer, o: number, n: number, at: number) => Promise<{ bytesRead: number }> },
  size: number,
) {
  const step = 256 * 1024;
  for (let at = 0; at < size; ) {
    const buffer = Buffer.alloc(Math.min(step, size - at));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
    yield bytesRead === 0 ? buffer : buffer.subarray(0, bytesRead);
    at += bytesRead === 0 ? buffer.length : bytesRead;
  }
}
