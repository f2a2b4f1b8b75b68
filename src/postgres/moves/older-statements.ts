import { setTimeout as wait } from "node:timers/promises";
import { RecadoError } from "../../core/errors.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

const LOOK_EVERY_MS = 20;

/**
 * Waits until every transaction has ended that began before now: whatever comes after this has seen what is committed.
 * This is how PostgreSQL itself builds an index beside writers.
 *
 * Errors: `overloaded` when one of them does not end in time.
 */
export async function awaitOlderStatements(database: Database, withinMs: number): Promise<void> {
  const { rows } = await database.run(sql`
    select coalesce(array_agg(l.virtualtransaction), '{}') as open
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'virtualxid' and l.granted and a.datname = current_database()
      and a.application_name <> ${database.applicationName}`);
  const open = rows[0]?.["open"];
  const untilMs = performance.now() + withinMs;
  for (;;) {
    const left = await database.run(sql`
      select a.pid, a.application_name as name, round(extract(epoch from clock_timestamp() - a.xact_start))::int as seconds
      from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'virtualxid' and l.virtualtransaction = any (${open}::text[]) limit 1`);
    const one = left.rows[0];
    if (one === undefined) return;
    if (performance.now() > untilMs) {
      throw new RecadoError(
        "overloaded",
        `A transaction of "${String(one["name"])}" (process ${String(one["pid"])} of PostgreSQL) has been open for ` +
          `${String(one["seconds"])} s, and what it writes could be missed. Let it end (a backup, a migration?), then run the same command again.`,
      );
    }
    await wait(LOOK_EVERY_MS);
  }
}
