import type pg from "pg";
import { errorText } from "../../core/errors.ts";
import type { WorkerId } from "../../core/ids.ts";
import type { Logger } from "../../core/ports/logger.ts";
import type { Workers } from "../../core/ports/workers.ts";
import type { Database } from "../database.ts";
import { createFreshStatistics } from "../fresh-statistics.ts";
import { lockedInOrder } from "../lock-order.ts";
import { clientFor } from "../scram-client.ts";
import { sql } from "../sql.ts";

/** A connection that was lost comes back within this; a worker that died does not. */
const MISSED_MS = 350;

/** What a worker had sent when it died may still commit, and take a lease for the dead: no statement runs longer than this. */
const LAST_WORDS_MS = 30_000;

/**
 * Frees what dead workers held. A worker is dead when no connection holds its advisory lock at two
 * looks: the server lets the lock go the moment the connection closes, which after a kill -9 is at
 * once, but also when a living worker's connection breaks and is made anew. Two sweepers may meet;
 * the lock lets one of them through.
 */
export function createWorkers(database: Database): Workers {
  const refreshStatistics = createFreshStatistics(database);
  return {
    async sweep() {
      await refreshStatistics();
      if (database.transactionPooler) return { deadWorkers: 0, freedConversations: 0 };
      const { rows } = await database.run(sql`
        with missing as materialized (
          select w.id, w.missing_since from workers w where pg_try_advisory_xact_lock(w.lock_key)
        ),
        noted as (
          update workers w set missing_since = recado_now()
          from missing m where w.id = m.id and m.missing_since is null
          returning w.id
        ),
        dead as materialized (
          select id from missing
          where missing_since <= recado_now() - make_interval(secs => ${MISSED_MS / 1000}::float8)
        ),
        left_behind as materialized (
          select c.workspace_id, c.id, d.id as dead
          from dead d
          join conversations c on (c.leased_by = d.id and c.run_at > recado_now())
            or (c.sender = d.id and c.send_at > recado_now())
          ${lockedInOrder}
        ),
        freed as (
          update conversations c set
            -- Due since its message came: these customers have waited longest and do not stand at the end of a queue.
            run_at = case when c.leased_by = l.dead
              then least(c.run_at, recado_now(), (
                select r.created_at from agent_runs r where r.workspace_id = c.workspace_id and r.id = c.active_run_id))
              else c.run_at end,
            send_at = case when c.sender = l.dead then least(c.send_at, recado_now()) else c.send_at end
          from left_behind l where c.workspace_id = l.workspace_id and c.id = l.id
          returning c.id, l.dead
        ),
        buried as (
          delete from workers w using dead d
          where w.id = d.id and w.missing_since <= recado_now() - make_interval(secs => ${LAST_WORDS_MS / 1000}::float8)
          returning w.id
        )
        select count(distinct dead)::int as dead, count(*)::int as freed,
          (select count(*) from noted) as noted, (select count(*) from buried) as buried
        from freed`);
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

const RECONNECT_MS = 100;

/**
 * How often the connection is asked whether it still lives: a connection that has gone silent
 * reports nothing.
 */
const HEARTBEAT_MS = 5_000;

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
  const Client = clientFor(database.url);
  let client: pg.Client | null = null;
  let isClosing = false;
  let timer: NodeJS.Timeout | null = null;

  const connect = async (): Promise<void> => {
    const next = new Client({
      connectionString: database.url,
      application_name: database.applicationName,
      ...(database.sessionOptions === undefined ? {} : { options: database.sessionOptions }),
      connectionTimeoutMillis: 2_000,
      query_timeout: HEARTBEAT_MS,
      keepAlive: true,
    });
    let isLost = false;
    const lose = (reason: string) => {
      if (isLost) return;
      isLost = true;
      if (client === next) client = null;
      next.end().catch(() => {}); // It is lost already; there is no caller to tell.
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
      // Lock first: a row without its lock is a dead worker. A lock that a lost connection of ours still holds is waited
      // for by coming again.
      const { rows } = await next.query<{ held: boolean }>("select pg_try_advisory_lock($1) as held", [
        lockKey(worker),
      ]);
      if (rows[0]?.held !== true) return lose("its former connection still holds the lock");
      await next.query(
        `insert into workers (id, lock_key, description) values ($1, $2, $3)
         on conflict (id) do update set missing_since = null`,
        [worker, lockKey(worker), description],
      );
      if (isClosing) {
        await next.query("delete from workers where id = $1", [worker]);
        return void (await next.end());
      }
      await next.query("listen recado_mailbox");
      await next.query("listen recado_outbox");
    } catch (error) {
      return lose(errorText(error));
    }
    if (isClosing) return void next.end();
    client = next;
    beat(next, lose);
    // Everything that was announced while no connection listened.
    onWake("mailbox");
    onWake("outbox");
  };
  const beat = (of: pg.Client, lose: (reason: string) => void) => {
    timer = setTimeout(() => {
      of.query("select 1").then(
        () => {
          if (client === of && !isClosing) beat(of, lose);
        },
        (error: unknown) => lose(errorText(error)),
      );
    }, HEARTBEAT_MS);
    timer.unref();
  };
  const ready = connect();

  return {
    ready,
    async close() {
      isClosing = true;
      if (timer !== null) clearTimeout(timer);
      await ready;
      // A goodbye that does not arrive (the database is away) is no failure: another worker's sweep
      // will find the lock free.
      await database
        .run(sql`delete from workers where id = ${worker}::uuid`)
        .then(() => client?.end())
        .catch((error: unknown) =>
          logger.warn({ worker_id: worker, error: errorText(error) }, "left without a goodbye"),
        );
    },
  };
}
