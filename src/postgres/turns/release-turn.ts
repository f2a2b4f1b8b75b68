import type { ConversationId, WorkerId } from "../../core/ids.ts";
import type { NewOutboxMessage } from "../../core/outbound/outbox.ts";
import type { Parking, PinnedAgent, TurnFailure } from "../../core/ports/mailbox.ts";
import type { ClaimedTurn, Lease, StepRecord } from "../../core/turn/turn.ts";
import type { Database } from "../database.ts";
import { fenceHolds } from "../fence.ts";
import { lockedInOrder } from "../lock-order.ts";
import { sql } from "../sql.ts";
import { writeSteps } from "./steps.ts";
import { writeToolCalls } from "./write-effects.ts";

/** The ways in which an attempt ends without an answer, and what keeps it alive until then. */

export async function failTurn(
  database: Database,
  turn: ClaimedTurn,
  failure: TurnFailure,
  delayMs: number,
): Promise<boolean> {
  const { rowCount } = await database.run(sql`
    with held as (
      update conversations c set
        leased_by = null, run_at = recado_now() + make_interval(secs => ${delayMs / 1000}::float8)
      where ${fenceHolds(turn.lease)} and c.active_run_id = ${turn.run.id}::uuid
      returning c.workspace_id, c.id, 0 as turn
    ),
    run_failed as (
      update agent_runs r set
        status = 'failed', failures = r.failures + 1, failure_code = ${failure.code}, failure_reason = ${failure.message},
        agent_id = coalesce(${failure.agent?.id ?? null}, r.agent_id),
        agent_version = coalesce(${failure.agent?.version ?? null}, r.agent_version)
      from held h where r.workspace_id = h.workspace_id and r.id = ${turn.run.id}::uuid
      returning r.id
    ),
    steps_written as (${writeSteps(turn, failure.steps)})${writeToolCalls(turn, failure.toolCalls ?? [])}
    select h.id from held h where (select count(*) from run_failed) = 1`);
  return rowCount === 1;
}

/**
 * The reply is being typed, a file is not there yet, or a limit is spent: no slot is held for that.
 * Works as `releaseTurns`, but due later. Files are locked before the conversation, as where they
 * are settled: the second statement sees what the first has done.
 */
export async function parkTurn(database: Database, turn: ClaimedTurn, parking: Parking): Promise<boolean> {
  const { awaitedFiles = [], toolCalls = [], stepsAside = false } = parking;
  const { rowCount } = await database.run(sql`
    with awaited as (
      update media_items m set awaited_by = ${turn.run.id}::uuid
      where m.workspace_id = ${turn.lease.workspaceId} and m.event_id = any (${awaitedFiles}::uuid[]) and m.status = 'waiting'
      returning m.id
    ),
    held as (
      update conversations c set
        leased_by = null,
        active_run_id = case when ${stepsAside}::boolean then null else c.active_run_id end,
        pending = c.pending - case when ${stepsAside}::boolean then ${turn.events.length}::int else 0 end,
        run_at = case
          when ${stepsAside}::boolean then case when c.queued_run_id is null then null else recado_now() end
          when (select count(*) from awaited) < ${awaitedFiles.length}::int then recado_now()
          else greatest(recado_now(), ${parking.until.toISOString()}::timestamptz) end
      where ${fenceHolds(turn.lease)} and c.active_run_id = ${turn.run.id}::uuid
        and (not ${parking.refuseIfNewer}::boolean or c.queued_run_id is null)
      returning c.workspace_id, c.id, 0 as turn
    ),
    run_parked as (
      update agent_runs r set status = 'queued', attempts = r.attempts - 1,
        due_at = case when ${stepsAside}::boolean then greatest(recado_now(), ${parking.until.toISOString()}::timestamptz) end
      from held h where r.workspace_id = h.workspace_id and r.id = ${turn.run.id}::uuid
      returning r.id
    ),
    steps_written as (${writeSteps(turn, parking.steps)})${writeToolCalls(turn, toolCalls)}
    select h.id from held h where (select count(*) from run_parked) = 1`);
  return rowCount === 1;
}

/**
 * Says something in mid-turn. It answers nothing, so it is no line of the chat record: what we asked before stays our last word.
 */
export async function tellMeanwhile(
  database: Database,
  turn: ClaimedTurn,
  message: NewOutboxMessage,
): Promise<boolean> {
  const { rowCount } = await database.run(sql`
    with held as (
      update conversations c set
        last_outbox_seq = c.last_outbox_seq + 1,
        unsent = c.unsent + 1,
        send_at = case when c.sender is null and c.unsent = 0 then recado_now() else c.send_at end
      where ${fenceHolds(turn.lease)} and c.active_run_id = ${turn.run.id}::uuid and c.bot_enabled
        and not exists (
          select from outbox_messages o
          where o.workspace_id = ${turn.lease.workspaceId} and o.idempotency_key = ${message.idempotencyKey})
      returning c.workspace_id, c.id, c.last_outbox_seq
    )
    insert into outbox_messages (
      workspace_id, id, conversation_id, run_id, seq, idempotency_key, content, recipient, reply_to_message_id, on_doubt,
      inbound_seq, created_at)
    select h.workspace_id, ${message.id}::uuid, h.id, ${turn.run.id}::uuid, h.last_outbox_seq, ${message.idempotencyKey},
      ${JSON.stringify(message.content)}::jsonb,
      ${JSON.stringify({ phone: turn.contact.phone, bsuid: turn.contact.bsuid })}::jsonb, ${message.replyToMessageId},
      ${message.onDoubt}, ${turn.seenSeq}::bigint, recado_now()
    from held h`);
  return rowCount === 1;
}

/**
 * The barrier: what has been done is on disk before anything goes out that the world could see. False when the lease is
 * lost, in which case the caller stops before its next effect. The row lock keeps a rival's claim out until we commit.
 */
export async function flushSteps(
  database: Database,
  turn: ClaimedTurn,
  steps: readonly StepRecord[],
  agent: PinnedAgent | null,
): Promise<boolean> {
  const { rowCount } = await database.run(sql`
    with held as (
      select c.workspace_id, c.id from conversations c where ${fenceHolds(turn.lease)} for share
    ),
    pinned as (
      update agent_runs r set agent_id = ${agent?.id ?? null}, agent_version = ${agent?.version ?? null}
      from held h
      where ${agent !== null}::boolean and r.workspace_id = h.workspace_id and r.id = ${turn.run.id}::uuid
      returning r.id
    ),
    steps_written as (${writeSteps(turn, steps)})
    select h.id from held h where (select count(*) from pinned) + (select count(*) from steps_written) > 0`);
  return rowCount === 1;
}

/** A worker that stops in good order gives its turns back at once, and the attempt does not count. */
export async function releaseTurns(database: Database, leases: readonly Lease[]): Promise<void> {
  if (leases.length === 0) return;
  const rows = JSON.stringify(
    leases.map((lease) => ({
      workspace_id: lease.workspaceId,
      id: lease.conversationId,
      leased_by: lease.worker,
      fence: lease.fence,
    })),
  );
  await database.run(sql`
    with locked as materialized (
      select c.workspace_id, c.id
      from jsonb_to_recordset(${rows}::jsonb) as l (workspace_id text, id uuid, leased_by uuid, fence bigint)
      join conversations c on c.workspace_id = l.workspace_id and c.id = l.id and c.leased_by = l.leased_by
        and c.fence = l.fence
      ${lockedInOrder}
    ),
    held as (
      update conversations c set leased_by = null, run_at = recado_now()
      from locked l where c.workspace_id = l.workspace_id and c.id = l.id
      returning c.workspace_id, c.active_run_id
    ),
    given_back as (
      update agent_runs r set status = 'queued', attempts = r.attempts - 1
      from held h where r.workspace_id = h.workspace_id and r.id = h.active_run_id
      returning r.id
    )
    select count(pg_notify('recado_mailbox', '')) from held where (select count(*) from given_back) > 0`);
}

/**
 * A lease that we took and never heard of: its statement was committed and the answer lost. No
 * worker needs it longer.
 */
const UNHEARD_OF_MS = 2_000;

/** One statement for all leases of a worker, not one a turn. */
export async function renewLeases(
  database: Database,
  worker: WorkerId,
  working: readonly Lease[],
  leaseMs: number,
): Promise<ConversationId[]> {
  const rows = JSON.stringify(
    working.map((lease) => ({ workspace_id: lease.workspaceId, id: lease.conversationId, fence: lease.fence })),
  );
  const result = await database.run(sql`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true)),
    working as (
      select * from jsonb_to_recordset(${rows}::jsonb) as w (workspace_id text, id uuid, fence bigint)
    ),
    held as materialized (
      select c.workspace_id, c.id, w.id is not null as is_working
      from conversations c
      left join working w on w.workspace_id = c.workspace_id and w.id = c.id and w.fence = c.fence
      where c.leased_by = ${worker}::uuid
      ${lockedInOrder}
    )
    update conversations c set
      run_at = recado_now() + make_interval(secs => case when h.is_working then ${leaseMs / 1000}::float8 else 0 end)
    from held h, relaxed
    where c.workspace_id = h.workspace_id and c.id = h.id and c.leased_by = ${worker}::uuid
      and (h.is_working or c.run_at < recado_now() + make_interval(secs => ${(leaseMs - UNHEARD_OF_MS) / 1000}::float8))
    returning c.id, h.is_working`);
  return result.rows.filter((row) => row["is_working"] === true).map((row) => String(row["id"]) as ConversationId);
}
