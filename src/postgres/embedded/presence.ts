/**
 * A process's presence at the embedded server: one connection that is open as long as the process uses the database. It
 * carries the ownership lock, tells the others that we are here, and breaks at once when the server dies.
 */
import { setTimeout as wait } from "node:timers/promises";
import { type Client, DatabaseError, escapeLiteral } from "pg";
import { RecadoError } from "../../core/errors.ts";
import { REQUIRE_AUTH, ScramClient } from "../scram-client.ts";
import { APP_ROLE, ROLE } from "./cluster.ts";
import { findProcess } from "./process-liveness.ts";

export type Access = "exclusive" | "shared";

export const DATABASE = "recado";

/** "recado" as a number: any fixed one does, the database is ours alone. */
const OWNER_LOCK = 0x7265_6361;
/** A killed owner's server process notices within moments; until then the lock seems held. */
const OWNER_PATIENCE_MS = 1_000;

/**
 * How long a connection that does not say whose it is may linger before it counts as another
 * process's.
 */
const COMPANY_PATIENCE_MS = 500;

const UNKNOWN_DATABASE = "3D000";
const DUPLICATE_DATABASE = "42P04";

export interface Address {
  readonly port: number;
  readonly password: string;
}

export function addressUrl({ port, password }: Address, role: typeof ROLE | typeof APP_ROLE): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${DATABASE}?${REQUIRE_AUTH}=scram-sha-256`;
}

export class Presence {
  readonly #client: Client;
  /** Settles when the connection is over, on whichever side it ended. */
  readonly lost: Promise<void>;

  private constructor(client: Client) {
    this.#client = client;
    this.lost = new Promise((resolve) => {
      client.on("error", () => resolve()); // also keeps a broken connection from ending the process
      client.on("end", () => resolve());
    });
  }

  /** Connects; makes the database when the server is new. */
  static async join(address: Address, access: Access): Promise<Presence> {
    try {
      return new Presence(await connect(address, DATABASE, access));
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== UNKNOWN_DATABASE) throw error;
      await createDatabase(address, access);
      return new Presence(await connect(address, DATABASE, access));
    }
  }

  /**
   * The login of servers and workers, as it should be: a member of recado_runtime that is no superuser, so that neither
   * `set role none` nor `reset role` gives more rights than row security leaves. Call under the start lock.
   */
  async ensureAppLogin(password: string): Promise<void> {
    await this.#client.query(`
      do $$ begin
        -- The migrations make it too, later.
        if to_regrole('recado_runtime') is null then create role recado_runtime nologin; end if;
        if to_regrole('${APP_ROLE}') is null then create role ${APP_ROLE}; end if;
      end $$`);
    await this.#client.query(`
      alter role ${APP_ROLE} login inherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls
        password ${escapeLiteral(password)}`);
    await this.#client.query(`grant recado_runtime to ${APP_ROLE}`);
  }

  /** Takes the ownership, or throws `data_dir_in_use` naming the process that has it. */
  async claimOwnership(dataDir: string): Promise<void> {
    const deadlineAt = Date.now() + OWNER_PATIENCE_MS;
    for (;;) {
      const { rows } = await this.#client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [
        OWNER_LOCK,
      ]);
      if (rows[0]?.taken === true) return;
      if (Date.now() > deadlineAt) break;
      await wait(25);
    }
    const { rows } = await this.#client.query<{ name: string }>(
      `select a.application_name as name
         from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1`,
      [OWNER_LOCK],
    );
    const pid = /pid (\d+)$/.exec(rows[0]?.name ?? "")?.[1];
    throw new RecadoError(
      "data_dir_in_use",
      `The data folder ${dataDir} is in use by another Recado${pid === undefined ? "" : ` (process ${pid})`}. ` +
        "Stop that one first, or set RECADO_DATA_DIR to another folder.",
    );
  }

  /**
   * Whether another process uses the server: another presence, or any connection of another living
   * Recado process.
   */
  async hasCompany(): Promise<boolean> {
    const deadlineAt = Date.now() + COMPANY_PATIENCE_MS;
    for (;;) {
      const { rows } = await this.#client.query<{ name: string }>(
        `select application_name as name from pg_stat_activity
          where backend_type = 'client backend' and pid <> pg_backend_pid() and application_name like 'recado%'`,
      );
      const company = rows.map(({ name }) => companyOf(name));
      if (company.includes("living")) return true;
      if (!company.includes("unknown")) return false;
      if (Date.now() > deadlineAt) return true;
      await wait(25);
    }
  }

  /** Ends the connection; one that is already broken is fine. */
  async leave(): Promise<void> {
    await Promise.race([this.#client.end().catch(() => undefined), this.lost]);
  }
}

/** The server takes a moment to notice that a client is gone, so the process itself is asked too. */
function companyOf(name: string): "living" | "none" | "unknown" {
  const pid = Number(/ pid (\d+)$/.exec(name)?.[1]);
  if (Number.isNaN(pid)) return "unknown";
  const isPresence = /^recado (exclusive|shared) /.test(name);
  if (pid === process.pid) return isPresence ? "living" : "none";
  return findProcess(pid) === null ? "none" : "living";
}

async function createDatabase(address: Address, access: Access): Promise<void> {
  const client = await connect(address, "postgres", access);
  try {
    await client.query(`create database ${DATABASE}`);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== DUPLICATE_DATABASE) throw error;
  } finally {
    await client.end();
  }
}

async function connect({ port, password }: Address, database: string, access: Access): Promise<Client> {
  const client = new ScramClient({
    ...{ host: "127.0.0.1", port, user: ROLE, password, database, ssl: false },
    application_name: `recado ${access} pid ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  });
  client.on("error", () => undefined); // reported by `connect` or `lost`; without a listener it would end the process
  await client.connect();
  return client;
}
