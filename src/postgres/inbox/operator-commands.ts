import type { ConversationId, RunId, WorkspaceId } from "../../core/ids.ts";
import type { Conversations } from "../../core/ports/conversations.ts";
import type { DiscardResult, RetryResult, Runs } from "../../core/ports/runs.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import { pendingTimerOf, stillCounts } from "../turns/pending-timer.ts";
import { getRun } from "./read-runs.ts";

/**
 * Puts a failed or dead run back in the queue. A failed run still stands at the head of its conversation and only has to
 * stop waiting; a dead one takes the head when it is free, else the place of the next run.
 */
export async function retryRun(
  database: Database,
  workspace: WorkspaceId,
  id: RunId,
  by: string,
): Promise<RetryResult> {
  const { rowCount } = await database.run(sql`
    with target as (
      select r.workspace_id, r.id, r.conversation_id, r.status,
        -- With a journaled tool call its plan stands: it must stay alone, and never gather the messages of others.
        exists (select from agent_steps s
          where s.workspace_id = r.workspace_id and s.run_id = r.id and s.node = 'act' and s.name <> s.node)
          -- What it was told yes to stands as well.
          or exists (select from agent_checkpoints k where k.workspace_id = r.workspace_id and k.run_id = r.id) as has_deeds,
        (select count(*)::int from agent_events e
          where e.workspace_id = r.workspace_id and e.run_id = r.id and e.status = 'failed') as events
      from agent_runs r
      where r.workspace_id = ${workspace} and r.id = ${id}::uuid and r.status in ('failed', 'dead_letter')
        and r.kept = 'all'
    ),
    placed as (
      update conversations c set
        active_run_id = coalesce(c.active_run_id, t.id),
        queued_run_id = case when c.active_run_id is null or c.active_run_id = t.id then c.queued_run_id else t.id end,
        pending = c.pending + case when t.status = 'dead_letter' then t.events else 0 end,
        -- Behind a run that waits for its own time it waits too.
        run_at = case when c.active_run_id is null or c.active_run_id = t.id then recado_now() else c.run_at end
      from target t
      where c.workspace_id = t.workspace_id and c.id = t.conversation_id and (
        (t.status = 'failed' and c.active_run_id = t.id and c.leased_by is null)
        or (t.status = 'dead_letter' and (c.active_run_id is null or (c.queued_run_id is null and not t.has_deeds))
          and c.active_run_id is distinct from t.id and c.queued_run_id is distinct from t.id))
      returning c.workspace_id
    ),
    -- Nothing outside has happened yet: it is thought over anew, by the agent of today.
    forgotten as (
      delete from run_steps s using placed p, target t
      where s.workspace_id = p.workspace_id and s.run_id = t.id and not t.has_deeds
      returning s.run_id
    ),
    requeued as (
      update agent_runs r set status = 'queued', retried_by = ${by}, attempts = 0, failures = 0, outcome = null, ended_at = null,
        failure_code = null, failure_reason = null, discarded_at = null, discarded_by = null, discard_note = null,
        agent_id = case when exists (select from forgotten) then null else r.agent_id end,
        agent_version = case when exists (select from forgotten) then null else r.agent_version end
      from placed p where r.workspace_id = p.workspace_id and r.id = ${id}::uuid
      returning r.id
    ),
    events_again as (
      update agent_events e set status = 'pending' from placed p
      where e.workspace_id = p.workspace_id and e.run_id = ${id}::uuid and e.status = 'failed'
      returning e.id
    )
    select (select count(*) from events_again), count(pg_notify('recado_mailbox', '')) from requeued having count(*) = 1`);
  if (rowCount === 1) return { kind: "requeued" };
  const run = await getRun(database, workspace, id);
  if (run === null) return { kind: "not_found" };
  if (run.kept !== "all") return { kind: "forgotten" };
  return run.status === "failed" || run.status === "dead_letter"
    ? { kind: "busy" }
    : { kind: "illegal", status: run.status };
}

/**
 * Nothing but the note of it: a dead letter holds up no run, and its customer has had the fallback.
 * A run that waits for an answer is called off with its question, and ends there.
 */
export async function discardRun(
  database: Database,
  workspace: WorkspaceId,
  id: RunId,
  { actor, note }: Parameters<Runs["discard"]>[2],
): Promise<DiscardResult> {
  const { rowCount: calledOff } = await database.run(sql`
    update confirmations f set status = 'cancelled', decided_at = recado_now(), decided_by = ${actor}, note = ${note}
    where f.workspace_id = ${workspace} and f.run_id = ${id}::uuid and f.status = 'pending'`);
  await database.run(sql`
    update agent_runs r set discarded_at = recado_now(), discarded_by = ${actor}, discard_note = ${note}
    where r.workspace_id = ${workspace} and r.id = ${id}::uuid and r.status = 'dead_letter' and r.discarded_at is null`);
  const run = await getRun(database, workspace, id);
  if (run === null) return { kind: "not_found" };
  return run.discarded === null && calledOff === 0
    ? { kind: "illegal", status: run.status }
    : { kind: "discarded", run };
}

/**
 * A person takes a conversation over, or gives it back. Taking over hands the active session off and calls back what has
 * not left yet: nothing leaves after a handoff. All of it is said on the conversation's row: the version moves, so that a
 * turn which is running now commits nothing and is read again, and `cancelled_through` covers every reply so far.
 */
export async function setBotEnabled(
  database: Database,
  workspace: WorkspaceId,
  id: ConversationId,
  change: Parameters<Conversations["setBotEnabled"]>[2],
): Promise<boolean> {
  const note = `${change.enabled ? "handback" : "takeover"} by ${change.actor}${change.note === null ? "" : `: ${change.note}`}`;
  const { rowCount } = await database.run(sql`
    with seen as materialized (
      select c.version from conversations c where c.workspace_id = ${workspace} and c.id = ${id}::uuid
    ),
    changed as (
      update conversations c set
        bot_enabled = ${change.enabled}::boolean,
        switched_by = ${change.actor},
        version = c.version + 1,
        turn_count = c.turn_count + 1,
        cancelled_through = case when ${change.enabled}::boolean then c.cancelled_through else c.last_outbox_seq end,
        -- Its sender drops what is called back; a message on its way cannot be, and is not tried again.
        send_at = case when c.unsent > 0 and c.sender is null then recado_now() else c.send_at end
      where c.workspace_id = ${workspace} and c.id = ${id}::uuid
      returning c.workspace_id, c.id, c.turn_count, c.version, c.unsent
    ),
    -- A turn that committed while we waited for the row may have made a session that our snapshot does not show.
    current as materialized (
      select case when c.version <> s.version + 1 then recado_again('a turn committed meanwhile') else true end as yes
      from changed c, seen s
    ),
    handed_off as (
      update agent_sessions s set status = 'handed_off', version = s.version + 1, updated_at = recado_now(),
        closed_at = recado_now()
      from changed c cross join current
      -- Looked up for the one conversation, and not joined: after a night that would walk all sessions that are open.
      cross join lateral (
        select a.workspace_id, a.id from agent_sessions a
        where a.workspace_id = c.workspace_id and a.conversation_id = c.id and a.status = 'active'
        offset 0) open
      where s.workspace_id = open.workspace_id and s.id = open.id and nullif(s.status, 'active') is null and current.yes
        and not ${change.enabled}::boolean
      returning s.id
    ),
    -- What it waited for is over either way: a person or a bot that had the word meanwhile has
    -- changed what it was about.
    timer_cancelled as (
      update timers t set cancelled_at = recado_now()
      from changed c cross join current cross join ${pendingTimerOf(sql`c.workspace_id`, sql`c.id`)}
      where t.workspace_id = pending.workspace_id and t.id = pending.id and ${stillCounts} and current.yes
      returning t.id
    ),
    noted as (
      insert into agent_turns (workspace_id, conversation_id, turn_number, session_id, role, content, created_at)
      select c.workspace_id, c.id, c.turn_count, (select id from handed_off), 'system', ${note}, recado_now()
      from changed c
      returning turn_number
    )
    select case when c.unsent > 0 then pg_notify('recado_outbox', '') end
    from changed c, current where current.yes and (select count(*) from noted) = 1`);
  return rowCount === 1;
}
