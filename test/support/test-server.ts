import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openPostgres } from "../../src/postgres/open-postgres.ts";
import { fastFolder, MEMORY } from "./runner/fast-folder.ts";
import { silentLogger } from "./silent-logger.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A PostgreSQL server that this run may fill with databases. */
    serverUrl: string;
    templateDatabase: string;
    /** The server ends with this run and its disk has room, so its databases need not be dropped one by one. */
    keepsDatabases: boolean;
  }
}

/**
 * One real PostgreSQL for the whole run, the embedded one unless RECADO_TEST_DATABASE_URL names another, and one migrated
 * template that each test file clones. A run inside a run is given both (RECADO_TEST_TEMPLATE).
 */
export default async function setUpTestServer(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env["RECADO_TEST_DATABASE_URL"];
  const migrated = process.env["RECADO_TEST_TEMPLATE"];
  if (given !== undefined && migrated !== undefined) {
    project.provide("serverUrl", given);
    project.provide("templateDatabase", migrated);
    project.provide("keepsDatabases", false);
    return async () => {};
  }
  const isOurs = given === undefined || given === "";
  const server = isOurs ? await openEmbeddedServer() : { url: given, keepsDatabases: false, close: async () => {} };
  const templateDatabase = `recado_template_${process.pid}`;
  const admin = await openPostgres({ url: server.url, applicationName: "recado test admin", logger: silentLogger });
  await admin.owner.run({ text: `create database ${templateDatabase}`, values: [] });
  const template = await openPostgres({
    url: databaseUrl(server.url, templateDatabase),
    applicationName: "recado test template",
    logger: silentLogger,
  });
  await template.migrate();
  await template.close();
  project.provide("serverUrl", server.url);
  project.provide("templateDatabase", templateDatabase);
  project.provide("keepsDatabases", server.keepsDatabases);
  return async () => {
    if (!isOurs) await admin.owner.run({ text: `drop database ${templateDatabase} with (force)`, values: [] });
    await admin.close();
    await server.close();
  };
}

async function openEmbeddedServer(): Promise<{ url: string; keepsDatabases: boolean; close(): Promise<void> }> {
  const { openEmbedded } = await import("../../src/postgres/embedded/open-embedded.ts");
  const folder = fastFolder();
  const dataDir = await mkdtemp(join(folder, "recado-test-"));
  const embedded = await openEmbedded({ dataDir, access: "exclusive", settings: SETTINGS, logger: silentLogger });
  await setDurability(embedded.ownerUrl, "off");
  return {
    url: embedded.ownerUrl,
    keepsDatabases: folder !== MEMORY,
    async close() {
      await embedded.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const SETTINGS = {
  // Read from the configuration, so that `setDurability` may turn it off and on: on the command line it would stay on.
  fsync: null,
  // Each new file of a copied database would be packed first.
  wal_compression: "off",
  // Databases of tests are many and short-lived: a vacuum that comes by each of them in a minute only takes the processor.
  autovacuum_naptime: "1h",
  // A suite of chaos alone has four workers with some twenty connections each, and other files run beside it.
  max_connections: "300",
};

/**
 * Whether the server of this run waits for the disk. It does not: no test here takes the machine's power away, and a killed
 * process loses nothing that the kernel has. A test that counts syncs turns it on for itself.
 */
export async function setDurability(url: string, durability: "on" | "off"): Promise<void> {
  await configure(url, { fsync: durability, full_page_writes: durability });
}

async function configure(url: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const admin = await openPostgres({ url, applicationName: "recado test admin", logger: silentLogger });
  const forced = await admin.owner.run({
    text: "select name from pg_settings where source = 'command line' and name = any($1)",
    values: [Object.keys(settings)],
  });
  // PostgreSQL would take the new value into its file, say nothing, and go on with the old one.
  if (forced.rows.length > 0) throw new Error(`stands on the server's command line: ${JSON.stringify(forced.rows)}`);
  for (const [setting, value] of Object.entries(settings)) {
    await admin.owner.run({ text: `alter system set ${setting} = ${value}`, values: [] });
  }
  await admin.owner.run({ text: "select pg_reload_conf()", values: [] });
  await admin.close();
}

function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.toString();
}
