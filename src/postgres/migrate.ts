import { readdir, readFile } from "node:fs/promises";
import { RecadoError } from "../core/errors.ts";
import type { Database } from "./database.ts";

const FOLDER = new URL("./migrations/", import.meta.url);

/** Any process that migrates holds this transaction lock: two that start together take turns. */
const MIGRATION_LOCK = 7_226_236;

export interface Migration {
  /** `0001_main_road` */
  readonly name: string;
  readonly text: string;
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

/** Applies what is missing, each migration in a transaction of its own. Returns the names that it applied. */
export async function migrate(database: Database): Promise<string[]> {
  const migrations = await readMigrations();
  const applied: string[] = [];
  for (const migration of migrations) {
    const isNew = await database.transaction(async (run) => {
      const plain = (text: string) => run({ text, values: [] });
      await plain(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
      await plain("set local lock_timeout = '10s'");
      await plain(
        "create table if not exists recado_migrations (name text primary key, applied_at timestamptz not null default now())",
      );
      await plain("alter table recado_migrations enable row level security");
      const known = await run({ text: "select from recado_migrations where name = $1", values: [migration.name] });
      if (known.rowCount === 1) return false;
      await run({ text: migration.text, values: [], isScript: true });
      await run({ text: "insert into recado_migrations (name) values ($1)", values: [migration.name] });
      // The tables that it has made get the policies and grants that all have; migrations before 0033 came without.
      if ((await run({ text: "select from pg_proc where proname = 'secure_tables'", values: [] })).rowCount === 1)
        await plain("select secure_tables()");
      return true;
    });
    if (isNew) applied.push(migration.name);
  }
  await refuseNewerSchema(database);
  await keepStrangersOut(database, migrations);
  return applied;
}

/** Not only after a new migration: a host may have given rights to its own roles meanwhile. See 0056_no_strangers.sql. */
async function keepStrangersOut(database: Database, migrations: readonly Migration[]): Promise<void> {
  const functions = migrations.flatMap(({ text }) => [...text.matchAll(FUNCTION_MADE)].map((match) => match[1]));
  await database.transaction(async (run) => {
    await run({ text: `select pg_advisory_xact_lock(${MIGRATION_LOCK})`, values: [] });
    await run({ text: "select secure_schema($1::text[])", values: [[...new Set(functions)]] });
  });
}

const FUNCTION_MADE = /^create (?:or replace )?function ([a-z0-9_]+)/gim;

/** Migrations that this code has and the database has not. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const names = (await readMigrations()).map((migration) => migration.name);
  const known = await appliedMigrations(database);
  return names.filter((name) => !known.includes(name));
}

async function appliedMigrations(database: Database): Promise<string[]> {
  const exists = await database.run({
    text: "select to_regclass('recado_migrations') is not null as there",
    values: [],
  });
  if (exists.rows[0]?.["there"] !== true) return [];
  const { rows } = await database.run({ text: "select name from recado_migrations order by name", values: [] });
  return rows.map((row) => String(row["name"]));
}

/** Code of yesterday does not write into tables of tomorrow. */
export async function refuseNewerSchema(database: Database): Promise<void> {
  const migrations = await readMigrations();
  const unknown = (await appliedMigrations(database)).filter((name) => !migrations.some((one) => one.name === name));
  if (unknown.length > 0) {
    throw new RecadoError(
      "database_newer_than_code",
      `The database has migrations that this version of Recado does not know (${unknown.join(", ")}): run the newer version, or restore a backup from before it.`,
    );
  }
}
