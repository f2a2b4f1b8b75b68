/** A data folder of one test: opens the embedded database in it and leaves neither server nor folder behind. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import type { Logger } from "../../src/core/ports/logger.ts";
import {
  type EmbeddedDatabase,
  type EmbeddedOptions,
  openEmbedded,
} from "../../src/postgres/embedded/open-embedded.ts";
import { fastFolder } from "../support/runner/fast-folder.ts";

export interface LogLine {
  readonly level: string;
  readonly message: string;
}

export interface DataFolder {
  readonly path: string;
  readonly log: readonly LogLine[];
  open(access?: EmbeddedOptions["access"]): Promise<EmbeddedDatabase>;
  /** The number of the server process that postmaster.pid names. Throws without one: 0 would mean our own group. */
  serverPid(): number;
}

export function temporaryFolder(prefix = "recado-test-"): string {
  const path = mkdtempSync(join(realpathSync(fastFolder()), prefix));
  chmodSync(path, 0o755); // as root the server is another user, for whom a closed folder is another test
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }));
  return path;
}

export function dataFolder(path = join(temporaryFolder(), "data")): DataFolder {
  const opened: EmbeddedDatabase[] = [];
  const log: LogLine[] = [];
  const note = (level: string) => (_fields: unknown, message: string) => void log.push({ level, message });
  const logger: Logger = { debug: note("debug"), info: note("info"), warn: note("warn"), error: note("error") };
  const serverPid = () => {
    const pid = pidIn(join(path, "postgres"));
    if (pid === null) throw new Error(`no server in ${path}`);
    return pid;
  };
  onTestFinished(async () => {
    for (const database of opened) await database.close();
    const pid = pidIn(join(path, "postgres"));
    if (pid !== null && isAlive(pid)) process.kill(pid, "SIGQUIT");
  });
  return {
    path,
    log,
    serverPid,
    async open(access = "shared") {
      const database = await openEmbedded({ dataDir: path, access, logger });
      opened.push(database);
      return database;
    },
  };
}

let made: Promise<string> | undefined;

/** A data folder whose database was made before, for what does not try the first start: a copy takes a tenth of an initdb. */
export async function usedDataFolder(): Promise<DataFolder> {
  made ??= makeOnce();
  const folder = dataFolder();
  execFileSync("cp", ["-a", await made, folder.path]);
  return folder;
}

async function makeOnce(): Promise<string> {
  const parent = mkdtempSync(join(inject("filesOfRun"), "made-"));
  chmodSync(parent, 0o755);
  const path = join(parent, "data");
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const database = await openEmbedded({ dataDir: path, access: "exclusive", logger: silent });
  await database.close();
  return path;
}

export function pidIn(dataPath: string): number | null {
  try {
    return Number(readFileSync(join(dataPath, "postmaster.pid"), "utf8").split("\n")[0]) || null;
  } catch {
    return null;
  }
}

/** Whether a process is there and not merely waiting for its parent to notice its end. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" && process.platform !== "linux";
  }
}

export async function ask(url: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, application_name: `recado test pid ${process.pid}` });
  client.on("error", () => undefined); // the server is killed under it in some tests
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(query)).rows;
  } finally {
    await client.end();
  }
}

export async function until<Value>(
  look: () => Value | Promise<Value>,
  deadlineMs = 25_000,
): Promise<NonNullable<Value>> {
  const deadlineAt = Date.now() + deadlineMs;
  for (;;) {
    const value = await look();
    if (value) return value;
    if (Date.now() > deadlineAt) throw new Error(`not so after ${deadlineMs} ms: ${look}`);
    await wait(10);
  }
}
