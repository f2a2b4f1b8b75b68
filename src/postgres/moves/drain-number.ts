import type { Database } from "../database.ts";
import { type Statement, sql } from "../sql.ts";

/** What still works on conversations of the number. */
export interface UnderWay {
  readonly turns: number;
  readonly sends: number;
}

/** So far ahead that no worker looks there. The target makes it due again. */
const PARKED = sql`recado_now() + interval '100 years'`;
const isAwake = (column: Statement) => sql`${column} < recado_now() + interval '50 years'`;

/**
 * Takes what is due and in no worker's hands out of the queues, both in and out, and counts what is still being worked on.
 * A lease that ran out counts as free, as it does for every worker: its fence goes up, so that a late commit is refused.
 */
export async function parkNumber(run: Database["run"], workspace: string, number: string): Promise<UnderWay> {
  const { rows } = await run(sql`
    with parked as (
      update conversations c set
        run_at = case when c.run_at is not null and (c.leased_by is null or c.run_at <= recado_now())
          then ${PARKED} else c.run_at end,
        leased_by = case when c.run_at <= recado_now() then null else c.leased_by end,
        fence = case when c.run_at <= recado_now()
          then greatest(c.fence + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint) else c.fence end,
        send_at = case when c.send_at is not null and (c.sender is null or c.send_at <= recado_now())
          then ${PARKED} else c.send_at end,
        sender = case when c.send_at <= recado_now() then null else c.sender end
      where c.workspace_id = ${workspace} and c.phone_number_id = ${number}
        and ((${isAwake(sql`c.run_at`)} and (c.leased_by is null or c.run_at <= recado_now()))
          or (${isAwake(sql`c.send_at`)} and (c.sender is null or c.send_at <= recado_now())))
      returning c.run_at, c.send_at, c.leased_by, c.sender
    )
    select count(*) as parked from parked`);
  void rows;
  return readUnderWay(run, workspace, number);
}

export async function readUnderWay(run: Database["run"], workspace: string, number: string): Promise<UnderWay> {
  const { rows } = await run(sql`
    select count(*) filter (where ${isAwake(sql`c.run_at`)})::int as turns,
      count(*) filter (where ${isAwake(sql`c.send_at`)})::int as sends
    from conversations c where c.workspace_id = ${workspace} and c.phone_number_id = ${number}
      and (c.run_at is not null or c.send_at is not null)`);
  return { turns: Number(rows[0]?.["turns"]), sends: Number(rows[0]?.["sends"]) };
}

/**
 * The moment at which nothing of the number moves: with all its conversations locked, so that no worker can take one, it
 * is looked once more whether all are at rest. True: from this commit on the guards refuse every change.
 */
export async function silenceNumber(database: Database, workspace: string, number: string): Promise<boolean> {
  return database.transaction(async (run) => {
    await run(sql`set local role recado_runtime`);
    await run(sql`
      select count(*) from (
        select from conversations c where c.workspace_id = ${workspace} and c.phone_number_id = ${number}
        order by c.id for update) locked`);
    const { turns, sends } = await readUnderWay(run, workspace, number);
    if (turns + sends > 0) return false;
    await run(sql`
      update phone_numbers set move_phase = 'copying'
      where workspace_id = ${workspace} and id = ${number} and move_phase = 'draining'`);
    return true;
  });
}

/** Puts back to work what was parked: in the database where it arrived, or here when the move is called off. */
export async function wakeNumber(run: Database["run"], workspace: string, number: string): Promise<void> {
  await run(sql`
    with woken as (
      update conversations c set
        run_at = case when c.run_at is null then null else recado_now() end, leased_by = null,
        send_at = case when c.send_at is null then null else recado_now() end, sender = null
      where c.workspace_id = ${workspace} and c.phone_number_id = ${number}
        and (c.run_at is not null or c.send_at is not null)
      returning c.id
    )
    select pg_notify('recado_mailbox', ''), pg_notify('recado_outbox', '') from (select count(*) from woken) one`);
}
