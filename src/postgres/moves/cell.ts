import { errorText, RecadoError } from "../../core/errors.ts";
import type { Logger } from "../../core/ports/logger.ts";
import { checkServer, type Database, openPool, sqlStateOf } from "../database.ts";
import { missingUpgrade } from "../migrate.ts";
import { sql } from "../sql.ts";

/** One of the two databases of a move, with the rights of its owner. */
export interface Cell {
  readonly database: Database;
  /** Host, port and name, for a person: no user and no password. */
  readonly name: string;
  /** Statements on the rows of all tenants, in one transaction, with the rights of the data plane. */
  asRuntime<Result>(work: (run: Database["run"]) => Promise<Result>): Promise<Result>;
}

/** Errors: `database_unreachable`, `database_too_old`, `database_not_migrated`, `database_newer_than_code`. */
export async function openCell(url: string, logger: Logger): Promise<Cell> {
  const database = openPool({
    url,
    logger,
    asOwner: true,
    isPatient: true,
    maxConnections: 4,
    applicationName: `recado move pid ${process.pid}`,
  });
  const { hostname, port, pathname } = new URL(url);
  const name = `${hostname}:${port === "" ? "5432" : port}${pathname}`;
  try {
    await checkServer(database);
    if ((await missingUpgrade(database)) !== null) {
      throw new RecadoError(
        "database_not_migrated",
        `The database ${name} is not at this version: run \`recado migrate\` with its address first, so that both have the same tables.`,
      );
    }
  } catch (thrown) {
    await database.close();
    throw thrown;
  }
  return {
    database,
    name,
    asRuntime: (work) =>
      database.transaction(async (run) => {
        // A login may have limits of its own.
        await run(sql`set local statement_timeout = 0`);
        await run(sql`set local idle_in_transaction_session_timeout = 0`);
        await run(sql`set local role recado_runtime`);
        return work(run);
      }),
  };
}

/** Two addresses may lead to one database. */
export async function refuseSameDatabase(source: Cell, target: Cell): Promise<void> {
  const whichOf = async ({ database }: Cell) =>
    JSON.stringify(
      (
        await database.run(sql`
          select pg_postmaster_start_time()::text as started, d.oid::text as oid
          from pg_database d where d.datname = current_database()`)
      ).rows[0],
    );
  if ((await whichOf(source)) !== (await whichOf(target))) return;
  throw new RecadoError("request_invalid", `--to names the database in which the number is now (${target.name}).`);
}

/**
 * Rows that arrive have had their effects where they were written: a second line in the audit log or a second post of
 * an event would be wrong. PostgreSQL lets this be switched off by a right that its administrator gives.
 */
export async function silenceTriggers({ database, name }: Cell, run: Database["run"]): Promise<void> {
  try {
    await run(sql`select set_config('session_replication_role', 'replica', true)`);
  } catch (thrown) {
    if (sqlStateOf(thrown) !== "42501") throw thrown;
    const user = new URL(database.url).username;
    throw new RecadoError(
      "request_invalid",
      `The user of ${name} may not bring rows in (${errorText(thrown)}). Run there, as an administrator: ` +
        `grant set on parameter session_replication_role to "${user}";`,
    );
  }
}
