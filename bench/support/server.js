// The PostgreSQL of a benchmark run: the embedded one in a folder of its own, unless RECADO_BENCH_DATABASE_URL names
// another (as a superuser, on this machine, so that its CPU time can be read).
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { fromDist, silentLogger } from "./dist.js";
import { parentOf, processorMsOfFamily } from "./processor-time.js";

/** Many processes with two pools each. */
const MAX_CONNECTIONS = 300;

export async function openServer() {
  const given = process.env.RECADO_BENCH_DATABASE_URL;
  const embedded = given ? null : await openEmbeddedServer();
  const url = given || embedded.url;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const { rows } = await admin.query(
    "select current_setting('server_version') as version, current_setting('fsync') as fsync, pg_backend_pid() as pid",
  );
  if (rows[0].fsync !== "on") throw new Error("this server runs with fsync off: what it measures says nothing");
  const postmaster = parentOf(rows[0].pid);
  const countsStatements = await admin.query("create extension if not exists pg_stat_statements").then(
    () =>
      admin.query("select pg_stat_statements_reset()").then(
        () => true,
        () => false,
      ),
    () => false,
  );
  const databases = new Set();

  const create = async (template) => {
    const name = `recado_bench_${randomBytes(6).toString("hex")}`;
    await admin.query(`create database ${name}${template ? ` template ${template}` : ""}`);
    databases.add(name);
    const databaseUrl = new URL(url);
    databaseUrl.pathname = `/${name}`;
    return { name, url: databaseUrl.toString() };
  };
  const drop = async ({ name }) => {
    await admin.query(`drop database if exists ${name} with (force)`);
    databases.delete(name);
  };

  const template = await create();
  const { openPostgres } = await fromDist("postgres/open-postgres.js");
  const migrating = await openPostgres({ url: template.url, applicationName: "recado bench", logger: silentLogger });
  await migrating.migrate();
  await migrating.close();

  return {
    version: rows[0].version.split(" ")[0],
    admin,
    countsStatements,
    /** An empty, migrated database. */
    createDatabase: (from = template) => create(from.name),
    /** One without any table of ours. */
    createBareDatabase: () => create(),
    dropDatabase: drop,
    /** What the server has done so far; two of these make a difference. */
    async usage(database) {
      await admin.query("select pg_stat_clear_snapshot()");
      const commits = await admin.query("select xact_commit::int8 as n from pg_stat_database where datname = $1", [
        database.name,
      ]);
      const wal = await admin.query("select pg_current_wal_insert_lsn() - '0/0' as bytes");
      const calls = countsStatements
        ? await admin.query(
            `select coalesce(sum(s.calls), 0)::int8 as n from pg_stat_statements s
             join pg_database d on d.oid = s.dbid where d.datname = $1 and s.toplevel`,
            [database.name],
          )
        : null;
      return {
        commits: Number(commits.rows[0].n),
        walBytes: Number(wal.rows[0].bytes),
        statements: calls === null ? null : Number(calls.rows[0].n),
        cpuMs: postmaster === null ? null : processorMsOfFamily(postmaster),
      };
    },
    async checkpoint() {
      await admin.query("checkpoint");
    },
    async close() {
      for (const name of databases) await admin.query(`drop database if exists ${name} with (force)`).catch(() => {});
      await admin.end();
      await embedded?.close();
    },
  };
}

async function openEmbeddedServer() {
  const { openEmbedded } = await fromDist("postgres/embedded/open-embedded.js");
  const dataDir = mkdtempSync(join(tmpdir(), "recado-bench-"));
  const open = () => openEmbedded({ dataDir, access: "exclusive", logger: silentLogger });
  let server = await open();
  const admin = new pg.Client({ connectionString: server.ownerUrl });
  await admin.connect();
  await admin.query(`alter system set max_connections = ${MAX_CONNECTIONS}`);
  await admin.query("alter system set shared_preload_libraries = 'pg_stat_statements'");
  await admin.end();
  await server.close();
  server = await open();
  return {
    url: server.ownerUrl,
    async close() {
      await server.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
