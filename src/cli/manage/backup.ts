import { loadConfig } from "../../app/load-config.ts";
import { createLogger } from "../../app/log.ts";
import { RecadoError } from "../../core/errors.ts";
import { makeBackup } from "../../postgres/embedded/backup/make-backup.ts";
import { restoreBackup } from "../../postgres/embedded/backup/restore-backup.ts";
import { printResult } from "../print.ts";

const logger = createLogger({ level: "warn", style: "line", secrets: [] });
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** `recado backup <file>` */
export async function backUp(file: string, { json }: { json?: true }): Promise<void> {
  const { dataDir } = embeddedConfig();
  const made = await makeBackup({ dataDir, file, logger, onProgress: progressOnTerminal() });
  printResult(json, made, () => [
    `Made ${made.file} (${megabytes(made.bytes)}). It holds every message that was accepted until its end, and the secrets of the shop.`,
    "Try it from time to time: RECADO_DATA_DIR=<a new folder> recado restore <file>, then recado doctor.",
  ]);
}

/** `recado restore <file>` */
export async function restore(file: string, { json }: { json?: true }): Promise<void> {
  const { dataDir } = embeddedConfig();
  const about = await restoreBackup({ file, dataDir, logger });
  printResult(json, { dataDir, ...about }, () => [
    `Restored the backup of ${about.madeAt} into ${dataDir}.`,
    "Start Recado there only when the old one has stopped for good: two that send would answer every customer twice.",
  ]);
}

function embeddedConfig() {
  const config = loadConfig();
  if (config.databaseUrl === null) return config;
  throw new RecadoError(
    "bad_environment",
    "DATABASE_URL is set, and these commands are for the embedded database. Back up the database behind it with pg_dump, or as its host offers.",
  );
}

/** A line every two seconds, where a person looks on. */
function progressOnTerminal(): (copied: number, ofAbout: number) => void {
  let saidAtMs = performance.now();
  return (copied, ofAbout) => {
    if (!process.stderr.isTTY || performance.now() - saidAtMs < 2_000) return;
    saidAtMs = performance.now();
    process.stderr.write(`copied ${megabytes(copied)} of about ${megabytes(ofAbout)}\n`);
  };
}
