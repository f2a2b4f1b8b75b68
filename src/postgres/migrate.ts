import { readdir, readFile } from "node:fs/promises";
import type { Logger } from "../core/ports/logger.ts";
import type { Database } from "./database.ts";
import { refuseForeignSchema } from "./foreign-schema.ts";
import { sql } from "./sql.ts";
import { applyFunctionFiles, type FunctionFile, readFunctionFiles, staleFunctionFiles } from "./stored-functions.ts";

const FOLDER = new URL("./migrations/", import.meta.url);

/** Any process that migrates holds this transaction lock: two that start together take turns. */
export const MIGRATION_LOCK = 7_226_236;

export interface Migration {
  /** `0001_baseline` */
  readonly name: string;
  readonly text: string;
}

/** What an upgrade has done, by name. */
export interface Upgrade {
  readonly applied: readonly string[];
  /** The files of `functions/` that were applied. */
  readonly functions: readonly string[];
}

export async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith(".sql")).sort();
  return Promise.all(
    files.map(async (file) => ({
      name: file.replace(/\.sql$/, ""),
      text: await readFile(new URL(file, FOLDER), "utf8"),
    })),
  );
}

/**
 * Brings the database up to this version, whole or not at all: the migrations that it lacks, then the
 * functions whose text has changed, in one transaction. After a migration all functions are applied
 * again, because it may have dropped what one of them made.
 */
export async function migrate(database: Database, logger: Logger): Promise<Upgrade> {
  const [migrations, files] = await Promise.all([readMigrations(), readFunctionFiles()]);
  return database.transaction(async (run) => {
    // A grown shop's index takes minutes, and another process waits here as long.
    await run(sql`set local statement_timeout = 0`);
    await run({ text: `select pg_advisory_xact_lock(${MIGRATION_LOCK})`, values: [], isScript: true });
    await run(sql`set local lock_timeout = '10s'`);
    await makeBooks(run);
    const known = await appliedMigrations(run);
    refuseForeignSchema(known, migrations);
    const missing = migrations.filter(({ name }) => !known.includes(name));
    for (const migration of missing) await applyMigration(run, migration, logger);
    const stale = missing.length > 0 ? files : await staleFunctionFiles(run, files);
    if (stale.length > 0) await applyFunctionFiles(run, stale);
    await secure(run, migrations, files);
    return { applied: missing.map(({ name }) => name), functions: stale.map(({ name }) => name) };
  });
}

async function applyMigration(run: Database["run"], { name, text }: Migration, logger: Logger): Promise<void> {
  const startedMs = performance.now();
  await run({ text, values: [], isScript: true });
  await run(sql`insert into recado_migrations (name) values (${name})`);
  logger.info({ migration: name, duration_ms: Math.round(performance.now() - startedMs) }, "applied a migration");
}

/** What this database has been given: migrations by name, function files by hash. */
async function makeBooks(run: Database["run"]): Promise<void> {
  await run({
    text: `
      create table if not exists recado_migrations (
        name text primary key, applied_at timestamptz not null default now());
      create table if not exists recado_functions (
        name text primary key, hash text not null, applied_at timestamptz not null default now());
      alter table recado_migrations enable row level security;
      alter table recado_functions enable row level security`,
    values: [],
    isScript: true,
  });
}

/** At every upgrade, not only after a migration: a host may have given rights to its own roles meanwhile. */
async function secure(
  run: Database["run"],
  migrations: readonly Migration[],
  files: readonly FunctionFile[],
): Promise<void> {
  const functions = [...migrations, ...files].flatMap(({ text }) =>
    [...text.matchAll(FUNCTION_MADE)].map((match) => match[1]),
  );
  await run(sql`select secure_tables()`);
  await run({ text: "select secure_schema($1::text[])", values: [[...new Set(functions)]] });
}

const FUNCTION_MADE = /^create (?:or replace )?function ([a-z0-9_]+)/gim;

/** What this version has and the database lacks; null when nothing. Errors as `migrate`. */
export async function missingUpgrade(database: Database): Promise<Upgrade | null> {
  const [migrations, files] = await Promise.all([readMigrations(), readFunctionFiles()]);
  const { rows } = await database.run(sql`
    select to_regclass('recado_migrations') is not null as "hasMigrations",
      to_regclass('recado_functions') is not null as "hasFunctions"`);
  const known = rows[0]?.["hasMigrations"] === true ? await appliedMigrations(database.run) : [];
  refuseForeignSchema(known, migrations);
  const missing = migrations.filter(({ name }) => !known.includes(name));
  const stale = rows[0]?.["hasFunctions"] === true ? await staleFunctionFiles(database.run, files) : files;
  if (missing.length === 0 && stale.length === 0) return null;
  return { applied: missing.map(({ name }) => name), functions: stale.map(({ name }) => name) };
}

async function appliedMigrations(run: Database["run"]): Promise<string[]> {
  const { rows } = await run(sql`select name from recado_migrations order by name`);
  return rows.map((row) => String(row["name"]));
}
