import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { checkDatabase } from "../../src/cli/doctor-checks.ts";
import { openPool } from "../../src/postgres/database.ts";
import { dataFolder } from "../embedded/data-folder.ts";
import { silentLogger } from "../support/silent-logger.ts";

const ENTRY = fileURLToPath(new URL("../../bin/recado.js", import.meta.url));

/** What a database of before 0.1.0 knows of itself. */
const OLD_MIGRATIONS = `
  create table recado_migrations (name text primary key, applied_at timestamptz not null default now());
  insert into recado_migrations (name) values ('0001_main_road'), ('0002_sending')`;

const REFUSAL =
  /made by a development version of Recado \(0001_main_road, 0002_sending\).*export what you need.*new folder.*drop the database/s;

interface Ended {
  readonly exitCode: number;
  readonly output: string;
}

function recado(command: string, env: Record<string, string>): Promise<Ended> {
  const base = { PATH: process.env["PATH"], HOME: process.env["HOME"], PORT: "0", LOG_LEVEL: "warn" };
  return new Promise((resolve) => {
    execFile(process.execPath, [ENTRY, command], { env: { ...base, ...env } }, (error, out, err) => {
      resolve({ exitCode: Number(error?.code ?? 0), output: out + err });
    });
  });
}

async function developmentDatabase(): Promise<string> {
  const name = `recado_test_${randomBytes(6).toString("hex")}`;
  const url = new URL(inject("serverUrl"));
  const options = { applicationName: "recado test", logger: silentLogger, asOwner: true, maxConnections: 1 };
  const admin = openPool({ ...options, url: url.toString() });
  await admin.run({ text: `create database ${name} template template0`, values: [] });
  url.pathname = `/${name}`;
  const database = openPool({ ...options, url: url.toString() });
  await database.run({ text: OLD_MIGRATIONS, values: [], isScript: true });
  onTestFinished(async () => {
    await database.close();
    await admin.run({ text: `drop database ${name} with (force)`, values: [] });
    await admin.close();
  });
  return url.toString();
}

test("start, serve, worker, migrate and doctor refuse a database of a development version, by its name, and leave it as it was", async () => {
  const databaseUrl = await developmentDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "recado-development-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = { DATABASE_URL: databaseUrl, RECADO_DATA_DIR: dataDir };
  const commands = ["start", "serve", "worker", "migrate", "doctor"];
  const ended = await Promise.all(commands.map((command) => recado(command, env)));
  expect(ended.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1, 1, 1]);
  for (const { output } of ended) expect(output).toMatch(REFUSAL);
  const database = openPool({
    url: databaseUrl,
    applicationName: "recado test",
    logger: silentLogger,
    asOwner: true,
    maxConnections: 1,
  });
  const { rows } = await database.run({
    text: "select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
    values: [],
  });
  await database.close();
  expect(rows).toEqual([{ name: "recado_migrations" }]);
}, 120_000);

describe("the embedded database of a development version", () => {
  test("start and doctor refuse it, and name the way out", async () => {
    const folder = dataFolder();
    const server = await folder.open();
    const owner = openPool({
      url: server.ownerUrl,
      applicationName: `recado test pid ${process.pid}`,
      logger: silentLogger,
      asOwner: true,
      maxConnections: 1,
    });
    await owner.run({ text: OLD_MIGRATIONS, values: [], isScript: true });
    await owner.close();
    await server.close();
    const { exitCode, output } = await recado("start", { RECADO_DATA_DIR: folder.path });
    expect(exitCode).toBe(1);
    expect(output).toMatch(REFUSAL);
    const config = readConfig({ RECADO_DATA_DIR: folder.path }, { agentIds: ["somnio"], cwd: folder.path });
    expect(await checkDatabase(config)).toMatchObject({ ok: false, detail: expect.stringMatching(REFUSAL) });
  }, 120_000);
});
