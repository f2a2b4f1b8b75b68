import type { TestDatabase } from "../../support/test-database.ts";

/**
 * Notes who takes a conversation from whom: a lease that passes from one worker to another without having been given back
 * was taken from a dead one, or a sleeping one. As the owner, for the runtime's role may not write into these tables.
 */
export async function measureTakeovers(database: TestDatabase): Promise<void> {
  for (const text of [
    "create table oracle_takeovers (loser uuid not null, at timestamptz not null default clock_timestamp())",
    "create table oracle_workers (id uuid not null, description text not null)",
    `create function oracle_takeover() returns trigger language plpgsql security definer as $$
     begin insert into oracle_takeovers (loser) values (old.leased_by); return null; end $$`,
    `create trigger oracle_takeover after update on conversations for each row
     when (old.leased_by is not null and new.leased_by is not null and new.leased_by <> old.leased_by)
     execute function oracle_takeover()`,
    `create function oracle_worker() returns trigger language plpgsql security definer as $$
     begin insert into oracle_workers values (new.id, new.description); return null; end $$`,
    "create trigger oracle_worker after insert on workers for each row execute function oracle_worker()",
  ]) {
    await database.rows(text);
  }
}

/** From each kill until another worker held a conversation of the dead, in ms. */
export async function takeoverTimes(database: TestDatabase, kills: readonly { pid: number; at: Date }[]) {
  const rows = await database.rows(
    `select extract(epoch from t.at - k.at) * 1000 as ms
     from jsonb_to_recordset($1::jsonb) as k (pid int, at timestamptz)
     join oracle_workers w on w.description like '% pid ' || k.pid
     join oracle_takeovers t on t.loser = w.id and t.at > k.at
     order by 1`,
    [JSON.stringify(kills)],
  );
  const times = rows.map((row) => Math.round(Number(row["ms"])));
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? null;
  return { count: times.length, p50: at(0.5), p99: at(0.99) };
}
