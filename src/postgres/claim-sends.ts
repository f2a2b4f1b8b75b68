import type { WorkerId } from "../core/ids.ts";
import type { OutboxMessage } from "../core/outbox.ts";
import type { Outbox, SendClaim } from "../core/ports/store.ts";
import type { Database } from "./database.ts";
import { readList, readMs } from "./json-row.ts";
import { readClaim } from "./outbox-head.ts";
import { sql } from "./sql.ts";

/** Takes the sender's place in due conversations, and reads the head message of each. */
export async function claimSends(
  database: Database,
  worker: WorkerId,
  limit: number,
  sendLeaseMs: number,
): ReturnType<Outbox["claim"]> {
  const { rows } = await database.run(sql`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true)),
    due as (
      select c.workspace_id, c.id from conversations c, relaxed
      where c.send_at <= recado_now()
      order by c.send_at
      limit ${limit}::int
      for update of c skip locked
    ),
    placed as (
      update conversations c set
        sender = ${worker}::uuid,
        send_at = recado_now() + make_interval(secs => ${sendLeaseMs / 1000}::float8)
      from due where c.workspace_id = due.workspace_id and c.id = due.id
      returning c.workspace_id, c.id
    )
    select
      (select jsonb_agg(read_outbox_head(p.workspace_id, p.id)) from placed p) as heads,
      (select extract(epoch from min(send_at) - recado_now()) * 1000 from conversations
        where send_at > recado_now() and sender is null) as next_due_ms`);
  const claims: SendClaim[] = [];
  for (const head of readList(rows[0]?.["heads"])) {
    const claim = await readClaim(database, head);
    if (claim !== null) claims.push(claim);
  }
  return { claims, nextDueInMs: readMs(rows[0]?.["next_due_ms"]) };
}

/**
 * Marks a message in flight, unless its turn has passed or a takeover has called it back. The conversation is looked at
 * under its lock, after the message: a takeover that came in between is seen.
 */
export async function markInFlight(
  database: Database,
  worker: WorkerId,
  message: OutboxMessage,
  sendLeaseMs: number,
): ReturnType<Outbox["markInFlight"]> {
  const { rows } = await database.run(sql`
    with marked as (
      update outbox_messages o set
        status = 'in_flight', attempt = o.attempt + 1, in_flight_at = recado_now(), doubt_until = null
      from conversations c
      where o.workspace_id = ${message.workspaceId} and o.id = ${message.id}::uuid
        and o.attempt = ${message.attempt}::int and o.status in ('queued', 'in_doubt')
        and c.workspace_id = o.workspace_id and c.id = o.conversation_id and c.sender = ${worker}::uuid
        and o.seq > c.cancelled_through
      returning o.workspace_id, o.conversation_id, o.seq, o.attempt, o.in_flight_at
    ),
    kept as (
      update conversations c set send_at = recado_now() + make_interval(secs => ${sendLeaseMs / 1000}::float8)
      from marked m where c.workspace_id = m.workspace_id and c.id = m.conversation_id and c.sender = ${worker}::uuid
        and m.seq > c.cancelled_through
      returning c.id
    )
    select m.attempt, m.in_flight_at,
      case when (select count(*) from kept) = 0 then recado_again('the sender changed') end as kept
    from marked m`);
  const row = rows[0];
  if (row === undefined || !(row["in_flight_at"] instanceof Date)) return null;
  return { ...message, status: "in_flight", attempt: Number(row["attempt"]), inFlightAt: row["in_flight_at"] };
}

/** Puts off a message that nothing can be done for before then. */
export async function postponeSend(
  database: Database,
  worker: WorkerId,
  message: OutboxMessage,
  delayMs: number,
): Promise<void> {
  await database.run(sql`
    update conversations c set
      sender = null, send_at = recado_now() + make_interval(secs => ${delayMs / 1000}::float8)
    where c.workspace_id = ${message.workspaceId} and c.id = ${message.conversationId}::uuid
      and c.sender = ${worker}::uuid`);
}
