import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { readMigrations } from "../../src/postgres/migrate.ts";
import { FUNCTION_FILES } from "../../src/postgres/stored-functions.ts";
import { dumpSchema } from "../support/dump-schema.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

const FILE = new URL("../../src/postgres/schema.sql", import.meta.url);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The page of prose that opens the baseline explains the tables here too. */
async function expectedHeader(): Promise<string> {
  const [first] = await readMigrations();
  const prose = (first?.text ?? "").split("\n\n").slice(0, -1).join("\n\n");
  const lines = prose.split("\n");
  const end = lines.findIndex((line) => line !== "" && !line.startsWith("--"));
  return `-- What migrations and functions make of an empty database. Written by \`npm run schema\`, never by hand.\n--\n${lines
    .slice(0, end)
    .join("\n")
    .trim()}\n\n`;
}

test("schema.sql is what the migrations make (if not: npm run schema, and read the difference)", async () => {
  const made = (await expectedHeader()) + (await dumpSchema(database));
  if (process.env["UPDATE_SCHEMA"] === "1") await writeFile(FILE, made);
  expect(await readFile(FILE, "utf8")).toBe(made);
});

test("migrating a migrated database changes nothing", async () => {
  const before = await dumpSchema(database);
  expect(await database.migrate()).toEqual({ applied: [], functions: [] });
  expect(await dumpSchema(database)).toBe(before);
});

test("a database that is newer than the code is refused with the way out", async () => {
  await database.rows("insert into recado_migrations (name) values ('9999_tomorrow')");
  await expect(database.migrate()).rejects.toThrow(/9999_tomorrow.*run the newer version/);
  await database.rows("delete from recado_migrations where name = '9999_tomorrow'");
});

test("two processes that migrate an empty database at once take turns", async () => {
  const [row] = await database.rows("select current_database() as name");
  const name = `${row?.["name"]}_empty`;
  await database.rows(`create database ${name}`);
  try {
    const url = new URL(database.url);
    url.pathname = `/${name}`;
    const { openPostgres } = await import("../../src/postgres/open-postgres.ts");
    const { silentLogger } = await import("../support/silent-logger.ts");
    const both = await Promise.all(
      [1, 2].map(() => openPostgres({ url: url.toString(), applicationName: "recado test", logger: silentLogger })),
    );
    const applied = await Promise.all(both.map((one) => one.migrate()));
    expect(applied.flatMap((one) => one.functions).sort()).toEqual([...FUNCTION_FILES].sort());
    expect(applied.flatMap((one) => one.applied).sort()).toEqual((await readMigrations()).map((one) => one.name));
    await Promise.all(both.map((one) => one.close()));
  } finally {
    // Where the server ends with this run, the database ends with it: a drop waits for a checkpoint.
    if (!inject("keepsDatabases")) await database.rows(`drop database ${name} with (force)`);
  }
});
