import pg from "pg";
import { errorText, RecadoError } from "../core/errors.ts";
import type { WorkspaceId } from "../core/ids.ts";
import type { Logger } from "../core/ports/logger.ts";
import { clientFor, REQUIRE_AUTH } from "./scram-client.ts";
import { type Statement, statementName } from "./sql.ts";

export interface DatabaseOptions {
  readonly url: string;
  /** Seen in pg_stat_activity; begins with `recado`. */
  readonly applicationName: string;
  readonly logger: Logger;
  readonly maxConnections?: number;
  /** How long a caller waits for a free connection. */
  readonly connectTimeoutMs?: number;
  /** Behind a transaction pooler: no prepared statements, no LISTEN, no session locks. */
  readonly transactionPooler?: boolean;
  /** Works with the rights of the login itself, as migrations must. Else as `recado_runtime`, which row security binds. */
  readonly asOwner?: boolean;
  /** A statement takes as long as it needs: copies of whole shops. Else 20 s, and 25 s where the server has gone silent. */
  readonly isPatient?: boolean;
}

/** The only way from here to PostgreSQL: one pool, one `run`, bounded waits. */
export interface Database {
  readonly url: string;
  readonly transactionPooler: boolean;
  readonly applicationName: string;
  /** What a connection of one's own must send at its start to work as this pool does. */
  readonly sessionOptions: string | undefined;
  /** One statement, committed by itself. Run again at once when it met a deadlock or a row younger than its snapshot. */
  run(statement: Statement): Promise<pg.QueryResult<Record<string, unknown>>>;
  /** A statement that no caller waits for: it never rejects, and its failure is the line `lost` in the log. */
  runApart(statement: Statement, lost: string): Promise<void>;
  /** Statements in one transaction, on one connection. */
  transaction<Result>(work: (run: Database["run"]) => Promise<Result>): Promise<Result>;
  /** A transaction confined to one workspace by row security, read only. */
  asTenant<Result>(workspace: WorkspaceId, work: (run: Database["run"]) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** A day. node-postgres takes 0 for the pool's own timeout. */
const SCRIPT_TIMEOUT_MS = 86_400_000;

/** node-postgres reads the timeout of a query, and its types leave it out. */
type PatientQuery = pg.QueryConfig & { readonly query_timeout: number };

/**
 * Our statements are long and touch few rows. Compiling one costs a hundred times what running it does, and planning it
 * anew for its values finds no better plan. What they look up is in memory: with the price of a spinning disk on an index,
 * the planner reads all of a table of two thousand rows for ten of them.
 */
const SESSION_OPTIONS = "-c jit=off -c plan_cache_mode=force_generic_plan -c random_page_cost=1.1";

/** Deadlock, serialization failure: nothing was written, the same statement may simply run again. */
const RUN_AGAIN = new Set(["40P01", "40001"]);
const RUN_AGAIN_LIMIT = 20;

/**
 * Sent at the start of each connection, so that it never works with other rights, not for one statement. A transaction
 * pooler keeps no session: there the login itself must be a member of the role (docs/security.md).
 */
const RUNTIME_ROLE = "-c role=recado_runtime";

export function openPool(options: DatabaseOptions): Database {
  const transactionPooler = options.transactionPooler ?? isTransactionPooler(options.url);
  const sessionOptions = transactionPooler
    ? undefined
    : [SESSION_OPTIONS, ...(options.asOwner ? [] : [RUNTIME_ROLE])].join(" ");
  const pool = new pg.Pool({
    Client: clientFor(options.url),
    connectionString: withoutOwnParameters(options.url),
    application_name: options.applicationName,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // A statement of ours takes milliseconds; one that takes 20 s waits on a lock that will not be
    // freed.
    // The query timeout is our own, for a connection that has gone silent: the server's own cannot
    // reach us there.
    ...(options.isPatient ? {} : { query_timeout: 25_000 }),
    ...(transactionPooler ? {} : { options: sessionOptions }),
    ...(transactionPooler || options.isPatient
      ? {}
      : { statement_timeout: 20_000, idle_in_transaction_session_timeout: 30_000 }),
  });
  pool.on("error", (error) => options.logger.warn({ error: error.message }, "an idle database connection was lost"));

  const runOn = (client: pg.Pool | pg.PoolClient) => async (statement: Statement) => {
    for (let tries = 1; ; tries += 1) {
      try {
        if (statement.isScript) {
          const script: PatientQuery = { text: statement.text, query_timeout: SCRIPT_TIMEOUT_MS };
          return await client.query<Record<string, unknown>>(script);
        }
        return await client.query<Record<string, unknown>>({
          text: statement.text,
          values: [...statement.values],
          ...(transactionPooler ? {} : { name: statementName(statement.text) }),
        });
      } catch (error) {
        // Inside a transaction only the whole transaction can run again.
        if (client === pool && tries < RUN_AGAIN_LIMIT && RUN_AGAIN.has(sqlStateOf(error) ?? "")) continue;
        throw named(error, options.url);
      }
    }
  };

  const transaction: Database["transaction"] = async (work) => {
    const client = await pool.connect().catch((error: unknown) => {
      throw named(error, options.url);
    });
    // The pool listens only to idle clients; a cut in the middle must fail the query, not the process.
    const onLost = (error: Error) => options.logger.warn({ error: error.message }, "a database connection was lost");
    client.on("error", onLost);
    try {
      await client.query("begin");
      const result = await work(runOn(client));
      await client.query("commit");
      client.off("error", onLost);
      client.release();
      return result;
    } catch (error) {
      await client.query("rollback").then(
        () => {
          client.off("error", onLost);
          client.release();
        },
        // The connection is broken: the server rolls back by itself.
        (rollbackError: Error) => client.release(rollbackError),
      );
      throw error;
    }
  };

  return {
    url: options.url,
    transactionPooler,
    applicationName: options.applicationName,
    sessionOptions,
    run: runOn(pool),
    runApart: (statement, lost) =>
      runOn(pool)(statement).then(
        () => {},
        (error: unknown) => options.logger.warn({ error: errorText(error) }, lost),
      ),
    transaction,
    asTenant: (workspace, work) =>
      transaction(async (run) => {
        // Only SET LOCAL: a pooled connection must not carry one tenant to the next (reliability.md B9-55).
        await run({ text: "set local role recado_tenant", values: [] });
        await run({
          text: "select set_config('recado.workspace_id', $1, true), set_config('transaction_read_only', 'on', true)",
          values: [workspace],
        });
        return work(run);
      }),
    close: () => pool.end(),
  };
}

/** The statement or its wait for a lock has taken too long: nothing is wrong with what it carried. */
const TOO_LATE = new Set(["57014", "55P03"]);

/** The guard of functions/number-moves.sql. */
const NUMBER_MOVING = "RC008";

/**
 * A server that is away, or too busy to end a statement, has a name of its own, at the doors and for those who try again;
 * every other error stays itself.
 */
function named(error: unknown, url: string): unknown {
  if (TOO_LATE.has(sqlStateOf(error) ?? "")) {
    return new RecadoError("overloaded", `PostgreSQL at ${publicUrl(url)} took too long (${errorText(error)})`, error);
  }
  if (sqlStateOf(error) === NUMBER_MOVING) {
    return new RecadoError("number_moving", "The number of this conversation is moving to another database.", error);
  }
  if (!isConnectionFailure(error)) return error;
  const verb = sqlStateOf(error) === null ? "does not answer" : "refuses us";
  return new RecadoError(
    "database_unreachable",
    `PostgreSQL at ${publicUrl(url)} ${verb} (${errorText(error)})`,
    error,
  );
}

/** Supabase's pooler listens on 6543; `?pgbouncer=true` is the customary mark of the others. */
export function isTransactionPooler(url: string): boolean {
  const parsed = new URL(url);
  return parsed.port === "6543" || parsed.searchParams.get("pgbouncer") === "true";
}

function withoutOwnParameters(url: string): string {
  const parsed = new URL(url);
  for (const name of ["pgbouncer", REQUIRE_AUTH]) parsed.searchParams.delete(name);
  return parsed.toString();
}

export function sqlStateOf(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null;
}

/** Data that cannot be (22), a program limit such as the longest index entry (54), and our one check of foreign text. */
function isPoison(error: unknown): boolean {
  const state = sqlStateOf(error) ?? "";
  if (state.startsWith("22") || state.startsWith("54")) return true;
  return error instanceof pg.DatabaseError && error.constraint === "phone_numbers_id_check";
}

/**
 * Refuses a value that the server will never take: delivered again, it would be refused again for a week. Any other
 * refusal is a race or a bug of ours, and delivering again is right.
 */
export async function refusingPoison<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isPoison(error)) throw error;
    throw new RecadoError("body_malformed", `the database cannot take ${what} (SQLSTATE ${sqlStateOf(error)})`, error);
  }
}

const SOCKET_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** True when the server itself could not be reached or is going down, as opposed to having refused a statement. */
export function isConnectionFailure(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state === null) {
    // The driver's own: sockets carry a code of the system, timeouts and cut connections speak of one.
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return SOCKET_CODES.has(code) || (error instanceof Error && /connection|timeout/i.test(error.message));
  }
  // 08: connection exception, 57P: shutdown, 53300: too many connections.
  return state.startsWith("08") || state.startsWith("57P") || state === "53300";
}

/** How long the end of a turn is tried again while the server is away: shorter than a lease, longer than a restart. */
const PERSISTENCE_MS = 20_000;
const PERSISTENCE_PAUSE_MS = 200;

/**
 * Tries `work` again while the server cannot be reached. Only for statements that find out by themselves whether a former
 * try was committed and its answer lost: the fenced ones.
 */
export async function persistently<Result>(work: () => Promise<Result>): Promise<Result> {
  const giveUpAtMs = performance.now() + PERSISTENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isAway = error instanceof RecadoError && error.code === "database_unreachable";
      if (!isAway || performance.now() > giveUpAtMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, PERSISTENCE_PAUSE_MS));
    }
  }
}

/** Oldest server that we support: `jsonb`, `security_invoker` and the rest of what we use are there. */
const OLDEST_SERVER = 150_000;

/** Asks the server who it is; one clear sentence when it cannot be used. */
export async function checkServer(database: Database): Promise<{ version: string }> {
  let row: Record<string, unknown> | undefined;
  try {
    row = (
      await database.run({
        text: "select current_setting('server_version') as version, current_setting('server_version_num')::int as number",
        values: [],
      })
    ).rows[0];
  } catch (error) {
    const told = error instanceof RecadoError ? error.message : String(named(error, database.url));
    throw new RecadoError(
      "database_unreachable",
      `${told}: check that it runs and that DATABASE_URL names its host, port, database, user and password, or unset DATABASE_URL to use the embedded database.`,
      error,
    );
  }
  const version = String(row?.["version"]);
  if (Number(row?.["number"]) < OLDEST_SERVER) {
    throw new RecadoError(
      "database_too_old",
      `PostgreSQL at ${publicUrl(database.url)} is version ${version}: Recado needs 15 or newer; upgrade it, or unset DATABASE_URL to use the embedded database.`,
    );
  }
  return { version };
}

/** The address without its password. */
export function publicUrl(url: string): string {
  const parsed = new URL(url);
  return `${parsed.hostname}:${parsed.port || "5432"}${parsed.pathname}`;
}
