import type { LeaseOffer, Mailbox } from "../../core/ports/mailbox.ts";
import type { ClaimedTurn, Lease } from "../../core/turn/turn.ts";
import type { Database } from "../database.ts";
import { fenceHolds } from "../fence.ts";
import { readMs } from "../json-row.ts";
import { LOCKED_MS } from "../lock-order.ts";
import { andWhere, sql } from "../sql.ts";
import { isAmong } from "./is-among.ts";
import { readTurnRow } from "./turn-row.ts";
import { readClaimed } from "./unreadable-turn.ts";

/**
 * Takes due conversations: idle ones with new work, failed ones whose wait is over, and those whose lease ran out. The
 * attempt is counted here, before anything runs, so that a run which kills its process is counted too.
 *
 * The commit needs no fsync: a claim lost in a power cut is a conversation whose lease simply never began. Its fence is the
 * time, not the next number: the same worker may take the conversation again while it still works on what the crash undid,
 * and must not find itself holding both under one number.
 */
export async function claimTurns(database: Database, offer: LeaseOffer): ReturnType<Mailbox["claim"]> {
  const isAsked = andWhere(offer.conversations, isAmong);
  const { rows } = await database.run(sql`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true)),
    due as (
      select c.workspace_id, c.id from conversations c, relaxed
      where c.run_at <= recado_now()${isAsked}
      order by c.run_at
      limit ${offer.freeSlots}::int
      for update of c skip locked
    ),
    claimed as (
      update conversations c set
        leased_by = ${offer.worker}::uuid,
        run_at = recado_now() + make_interval(secs => ${offer.leaseMs / 1000}::float8),
        fence = greatest(c.fence + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint),
        active_run_id = coalesce(c.active_run_id, c.queued_run_id),
        queued_run_id = case when c.active_run_id is null then null else c.queued_run_id end
      from due where c.workspace_id = due.workspace_id and c.id = due.id
      returning c.workspace_id, c.id, c.active_run_id
    ),
    started as (
      update agent_runs r set
        status = 'running', attempts = r.attempts + 1, started_at = coalesce(r.started_at, recado_now())
      from claimed k where r.workspace_id = k.workspace_id and r.id = k.active_run_id
      returning r.id
    ),
    -- A run queued after this statement's snapshot is locked but not seen: look again.
    complete as materialized (
      select case when (select count(*) from started) <> (select count(*) from claimed)
        then recado_again('a run was queued a moment ago') else true end as yes
    )
    select
      (select read_turns(array_agg(k.workspace_id), array_agg(k.id)) from claimed k where (select yes from complete)) as turns,
      (select count(*) from (
        select from conversations c where c.run_at <= recado_now()${isAsked} limit ${offer.freeSlots}::int) waiting)
        > (select count(*) from claimed) as is_passed_over,
      (select extract(epoch from min(c.run_at) - recado_now()) * 1000 from conversations c
        where c.run_at > recado_now() and c.leased_by is null${isAsked}) as next_due_ms`);
  const row = rows[0];
  const nextDueInMs = row?.["is_passed_over"] === true ? LOCKED_MS : readMs(row?.["next_due_ms"]);
  return { turns: await readClaimed(database, row?.["turns"]), nextDueInMs };
}

export async function reloadTurn(database: Database, lease: Lease): Promise<ClaimedTurn | null> {
  const { rows } = await database.run(sql`
    select read_turn(c.workspace_id, c.id) as turn from conversations c where ${fenceHolds(lease)}`);
  return rows[0] === undefined ? null : readTurnRow(rows[0]["turn"]);
}

/**
 * A newer message came before anything was said: the newer run takes the older one's events and answers all of them
 * in one turn. The older run ends as `merged`. (The other way round would lose an event that is being queued at this
 * moment: only events of a run at the head are known to be complete.)
 */
export async function absorbNewer(database: Database, turn: ClaimedTurn): Promise<ClaimedTurn | null> {
  const { rows } = await database.run(sql`
    with held as (
      update conversations c set active_run_id = c.queued_run_id, queued_run_id = null, version = c.version + 1
      where ${fenceHolds(turn.lease)} and c.active_run_id = ${turn.run.id}::uuid and c.queued_run_id is not null
      returning c.workspace_id, c.id, c.active_run_id
    ),
    moved as (
      update agent_events e set run_id = h.active_run_id
      from held h where e.workspace_id = h.workspace_id and e.run_id = ${turn.run.id}::uuid
      returning e.id
    ),
    merged as (
      update agent_runs r set
        status = 'completed', outcome = 'merged', merged_into = h.active_run_id, ended_at = recado_now()
      from held h where r.workspace_id = h.workspace_id and r.id = ${turn.run.id}::uuid
      returning r.id
    ),
    started as (
      update agent_runs r set
        status = 'running', attempts = r.attempts + 1, started_at = coalesce(r.started_at, recado_now())
      from held h
      where r.workspace_id = h.workspace_id and r.id = h.active_run_id and (select count(*) from merged) = 1
      returning r.id
    ),
    complete as materialized (
      select case when (select count(*) from started) <> (select count(*) from held)
        then recado_again('a run was queued a moment ago')
        else (select count(*) from moved) >= 0 end as yes
    )
    select read_turn(h.workspace_id, h.id) as turn from held h where (select yes from complete)`);
  return rows[0] === undefined ? reloadTurn(database, turn.lease) : readTurnRow(rows[0]["turn"]);
}
