import type { Database } from "./database.ts";
import { sql } from "./sql.ts";

/** How often the tables are looked at. */
const LOOK_MS = 2_000;

/** Below this many rows any plan will do. */
const SMALL = 100;

/**
 * A look-up finds its index without numbers (the head of 0001_baseline.sql), and each look at a table has all statements on it planned anew by
 * every connection: at twofold, that was a fifth of the first seconds of a busy new shop.
 */
const GROWN = 4;

/**
 * Each connection plans the statements on a table anew once PostgreSQL has analysed it. The tables of a shop grow side by side. When
 * one is due, PostgreSQL analyses the others that have grown so much at the same moment, and each connection plans once for all.
 */
const ALONG = 1.5;

/**
 * Keeps the planner's picture of our tables fresh while they grow fast. PostgreSQL by itself looks at a table once a minute
 * at most; a new shop's tables may grow a hundredfold meanwhile, and a plan that was made for an empty table reads all of
 * a full one. When a table has grown fourfold since it was last looked at, it is analysed, and those that have grown along with it:
 * few times in its life, since a large table seldom does and PostgreSQL's own turn comes at a tenth.
 */
export function createFreshStatistics(database: Database): () => Promise<void> {
  let nextLookMs = 0;
  return async () => {
    if (performance.now() < nextLookMs) return;
    nextLookMs = performance.now() + LOOK_MS;
    const { rows } = await database.run(sql`
      with seen as materialized (
        select format('%I.%I', s.schemaname, s.relname) as name, s.n_live_tup / greatest(c.reltuples, ${SMALL / GROWN}) as growth
        from pg_stat_user_tables s join pg_class c on c.oid = s.relid
        where s.schemaname = current_schema()
      )
      select name from seen where growth > ${ALONG}::float8 and (select max(growth) from seen) > ${GROWN}::float8`);
    for (const { name } of rows) await database.run(sql`select analyze_table(${name})`);
  };
}
