import { RecadoError } from "../core/errors.ts";
import type { Store } from "../core/ports/store.ts";
import { checkServer, type Database, type DatabaseOptions, openPool } from "./database.ts";
import { createLedger } from "./ledger.ts";
import { createMailbox } from "./mailbox.ts";
import { migrate, pendingMigrations, refuseNewerSchema } from "./migrate.ts";
import { createOutbox } from "./outbox.ts";
import { createWorkers } from "./workers.ts";

/** How long one attempt to send may hold its conversation's outbox: the channel's own limit of 30 s, and some air. */
export const SEND_LEASE_MS = 45_000;

export interface OpenPostgres {
  readonly store: Store;
  readonly database: Database;
  readonly version: string;
  /** Applies what is missing; the names of what it applied. */
  migrate(): Promise<{ applied: string[] }>;
  /** Refuses a database that `recado migrate` has not brought up to this code. */
  requireMigrated(): Promise<void>;
  close(): Promise<void>;
}

/** One path for the embedded server and for `DATABASE_URL`. */
export async function openPostgres(options: DatabaseOptions & { sendLeaseMs?: number }): Promise<OpenPostgres> {
  const database = openPool(options);
  try {
    const { version } = await checkServer(database);
    return {
      store: createStore(database, options.sendLeaseMs ?? SEND_LEASE_MS),
      database,
      version,
      migrate: async () => ({ applied: await migrate(database) }),
      async requireMigrated() {
        await refuseNewerSchema(database);
        const missing = await pendingMigrations(database);
        if (missing.length > 0) {
          throw new RecadoError(
            "database_not_migrated",
            `The database lacks ${missing.join(", ")}: run \`recado migrate\` first, with the same DATABASE_URL.`,
          );
        }
      },
      close: () => database.close(),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

export function createStore(database: Database, sendLeaseMs: number): Store {
  return {
    mailbox: createMailbox(database, sendLeaseMs),
    outbox: createOutbox(database),
    workers: createWorkers(database),
    ledger: createLedger(database),
    async ping() {
      const startedAt = performance.now();
      await database.run({ text: "select 1", values: [] });
      return performance.now() - startedAt;
    },
  };
}
