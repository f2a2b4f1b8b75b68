import pg from "pg";
import { errorText } from "../core/errors.ts";
import type { WorkerId } from "../core/ids.ts";
import type { Logger } from "../core/ports/logger.ts";
import type { Workers } from "../core/ports/store.ts";
import type { Database } from "./database.ts";
import { sql } from "./sql.ts";

/**
 * Frees what dead workers held. A worker is dead when nobody holds its advisory lock: the server lets it go the moment
 * its connection closes, which after a kill -9 is at once. Two sweepers may meet; the lock lets one of them through.
 */
export function createWorkers(database: Database): Workers {
  return {
    async sweep() {
      if (database.transactionPooler) return { deadWorkers: 0, freedConversations: 0 };
      const { rows } = await database.run(sql`
        with dead as materialized (
          select w.id from workers w where pg_try_advisory_xact_lock(w.lock_key)
        ),
        freed as (
          update conversations c set
            run_at = case when c.leased_by = d.id then least(c.run_at, recado_now()) else c.run_at end,
            send_at = case when c.sender = d.id then least(c.send_at, recado_now()) else c.send_at end
          from dead d where c.leased_by = d.id or c.sender = d.id
          returning c.id
        ),
        buried as (delete from workers w using dead d where w.id = d.id returning w.id)
        select (select count(*)::int from buried) as dead, (select count(*)::int from freed) as freed`);
      return { deadWorkers: Number(rows[0]?.["dead"]), freedConversations: Number(rows[0]?.["freed"]) };
    },
  };
}

/** The advisory lock of a worker: the last 8 bytes of its UUID, which are random. */
function lockKey(worker: WorkerId): string {
  return BigInt.asIntN(64, BigInt(`0x${worker.replaceAll("-", "").slice(16)}`)).toString();
}

export type WakeReason = "mailbox" | "outbox";

export interface Presence {
  /** Resolves when the sign of life stands, or cannot be given for now. Work taken before it is freed only by its lease. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

const RECONNECT_MS = 250;

/**
 * A worker's sign of life: one connection that holds its lock and listens for work. When the connection is lost it comes
 * back by itself; meanwhile others may take the worker's conversations over, and its fence keeps it from writing there.
 * Behind a transaction pooler there is no such connection: polling and the end of leases take its place.
 */
export function keepPresence(
  database: Database,
  worker: WorkerId,
  description: string,
  logger: Logger,
  onWake: (reason: WakeReason) => void,
): Presence {
  if (database.transactionPooler) return { ready: Promise.resolve(), close: async () => {} };
  let client: pg.Client | null = null;
  let isClosing = false;
  let timer: NodeJS.Timeout | null = null;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: database.url,
      application_name: database.applicationName,
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
    });
    let isLost = false;
    const lose = (reason: string) => {
      if (isLost) return;
      isLost = true;
      if (client === next) client = null;
      next.end().catch(() => {}); // It is lost already; there is nobody to tell.
      if (isClosing) return;
      logger.warn(
        { worker_id: worker, error: reason },
        "the worker's own database connection was lost; connecting again",
      );
      timer = setTimeout(() => void connect(), RECONNECT_MS);
    };
    next.on("error", (error) => lose(error.message));
    next.on("end", () => lose("it was closed"));
    next.on("notification", ({ channel }) => onWake(channel === "recado_outbox" ? "outbox" : "mailbox"));
    try {
      await next.connect();
      // Lock first: a row without its lock is a dead worker.
      await next.query("select pg_advisory_lock($1)", [lockKey(worker)]);
      await next.query(
        "insert into workers (id, lock_key, description) values ($1, $2, $3) on conflict (id) do nothing",
        [worker, lockKey(worker), description],
      );
      await next.query("listen recado_mailbox");
      await next.query("listen recado_outbox");
    } catch (error) {
      return lose(errorText(error));
    }
    if (isClosing) return void next.end();
    client = next;
    // Whatever was announced while nobody listened.
    onWake("mailbox");
    onWake("outbox");
  };
  const ready = connect();

  return {
    ready,
    async close() {
      isClosing = true;
      if (timer !== null) clearTimeout(timer);
      await ready;
      if (client === null) return;
      await client.query("delete from workers where id = $1", [worker]);
      await client.end();
    },
  };
}
