import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { type Database, openPool } from "../../src/postgres/database.ts";
import { type OpenPostgres, openPostgres } from "../../src/postgres/open-postgres.ts";
import { silentLogger } from "./silent-logger.ts";

export interface TestDatabase extends OpenPostgres {
  readonly url: string;
  /** Another pool on the same database, as another process would have. */
  connect(): Promise<OpenPostgres>;
  /** Runs as the owner of the tables, past all policies. */
  rows(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Moves the clock of leases and due times. */
  advance(ms: number): Promise<void>;
  drop(): Promise<void>;
}

let ofThisWorker: Database | undefined;

/** Makes and drops databases, one after the other, for as long as the disk lets it wait: one connection of each worker. */
function admin(): Database {
  ofThisWorker ??= openPool({
    url: inject("serverUrl"),
    applicationName: "recado test admin",
    logger: silentLogger,
    asOwner: true,
    isPatient: true,
    maxConnections: 1,
    connectTimeoutMs: 60_000,
  });
  return ofThisWorker;
}

/**
 * Each connection reads the catalog and compiles each statement for itself, which is most of what a test costs its server. So
 * a pool has few, unless a test races.
 */
const FEW = { maxConnections: 3 };

export interface TestDatabaseOptions {
  readonly transactionPooler?: boolean;
  /** Opens as many connections as production has, for a test in which many statements run at once. */
  readonly hasFullPools?: boolean;
}

/** A clone of the migrated template, for one test file. */
export async function createTestDatabase({
  hasFullPools = false,
  ...options
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const name = `recado_test_${randomBytes(6).toString("hex")}`;
  await admin().run({
    text: `create database ${name} template ${inject("templateDatabase")} strategy file_copy`,
    values: [],
  });
  const url = new URL(inject("serverUrl"));
  url.pathname = `/${name}`;
  const opened: OpenPostgres[] = [];
  const connect = async () => {
    const one = await openPostgres({
      url: url.toString(),
      applicationName: "recado test",
      logger: silentLogger,
      // Nobody at a door waits for this one, and a machine of tests may hold its breath for a second.
      connectTimeoutMs: 10_000,
      ...(hasFullPools ? {} : FEW),
      ...options,
    });
    opened.push(one);
    return one;
  };
  const first = await connect();
  return {
    ...first,
    url: url.toString(),
    connect,
    rows: async (text, values = []) => (await first.owner.run({ text, values })).rows,
    async advance(ms) {
      await first.owner.run({
        text: `insert into test_clock (ahead) values (make_interval(secs => $1::float8 / 1000))
          on conflict (only_row) do update set ahead = test_clock.ahead + excluded.ahead`,
        values: [ms],
      });
    },
    async drop() {
      await Promise.all(opened.map((one) => one.close()));
      if (!inject("keepsDatabases")) {
        await admin().run({ text: `drop database ${name} with (force)`, values: [] });
      }
    },
  };
}
