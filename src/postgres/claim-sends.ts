import type { PhoneNumberId, WorkerId } from "../core/ids.ts";
import type { OutboxMessage } from "../core/outbox.ts";
import type { Outbox, SendClaim } from "../core/ports/store.ts";
import { SERVICE_WINDOW_MARGIN_MS, SERVICE_WINDOW_MS } from "../core/service-window.ts";
import type { Database } from "./database.ts";
import { readList, readMs } from "./json-row.ts";
import { readClaim } from "./outbox-head.ts";
import { sql } from "./sql.ts";

export interface SendOffer {
  readonly worker: WorkerId;
  readonly limit: number;
  readonly sendLeaseMs: number;
  /** Which access token this process sends with: a short hash of it. */
  readonly credential: string;
}

const FREE_SPEECH_MS = SERVICE_WINDOW_MS - SERVICE_WINDOW_MARGIN_MS;

/** Of the conversation `c`: its first message would go to the wire. `nextSendStep` has the last word. */
const isReady = sql`coalesce((
          select o.status = 'queued' and o.content ->> 'type' <> 'template' and o.seq > c.cancelled_through
            and (o.position < 2 or o.inbound_seq >= c.last_speech_seq)
            and c.last_customer_message_at > recado_now() - make_interval(secs => ${FREE_SPEECH_MS / 1000}::float8)
            and coalesce(recado_pair_allowed_at(c.pair_tat) <= recado_now(), true)
            and (o.delay_ms = 0 or o.attempt > 0
              or recado_now() >= o.created_at + make_interval(secs => o.delay_ms / 1000.0))
          from outbox_messages o
          where o.workspace_id = c.workspace_id and o.conversation_id = c.id
            and o.status in ('queued', 'in_flight', 'in_doubt')
          order by o.seq limit 1), false)`;

/**
 * Takes the sender's place in due conversations, and reads the head message of each.
 *
 * Behind an open circuit all wait where they are, due; once its time has come one of them tries it. Whoever moves the
 * circuit's time under its row lock is the one who tries, and of those who wait the customer who wrote last is taken: that one
 * may surely be answered. One whose first message cannot be sent now (in doubt, still typed, its window closed) tries only
 * where no other waits.
 */
export async function claimSends(database: Database, offer: SendOffer): ReturnType<Outbox["claim"]> {
  const { worker, limit, sendLeaseMs, credential } = offer;
  // A token is not tried by a number that is closed itself: its refusal would say nothing of the token.
  const isOpenNumber = sql`not exists (
              select from barred b
              where b.workspace_id = c.workspace_id and b.scope = 'number' and b.key = c.phone_number_id)`;
  const { rows } = await database.run(sql`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true)),
    barred as materialized (
      select k.workspace_id, k.scope, k.key, k.retry_at from circuits k
      where k.scope = 'number' or (k.scope = 'credential' and k.key = ${credential})
    ),
    tried as (
      update circuits k set retry_at = recado_now() + make_interval(secs => k.probe_every_ms / 1000.0)
      where k.retry_at <= recado_now() and (k.scope = 'number' or (k.scope = 'credential' and k.key = ${credential}))
        and exists (
          select from conversations c
          where c.workspace_id = k.workspace_id and c.send_at <= recado_now()
            and case k.scope when 'number' then c.phone_number_id = k.key else ${isOpenNumber} end)
      returning k.workspace_id, k.scope, k.key
    ),
    probe as materialized (
      select one.workspace_id, one.id
      from tried t
      cross join lateral (
        select c.workspace_id, c.id from conversations c
        where c.workspace_id = t.workspace_id and c.send_at <= recado_now()
          and case t.scope when 'number' then c.phone_number_id = t.key else ${isOpenNumber} end
        order by ${isReady} desc, c.last_customer_message_at desc nulls last
        limit 1
        for update of c skip locked) one
    ),
    due as materialized (
      select c.workspace_id, c.id from conversations c, relaxed
      where c.send_at <= recado_now()
        and not exists (
          select from barred b
          where b.workspace_id = c.workspace_id and (b.scope = 'credential' or b.key = c.phone_number_id))
      order by c.send_at
      limit ${limit}::int
      for update of c skip locked
    ),
    placed as (
      update conversations c set
        sender = ${worker}::uuid,
        send_at = recado_now() + make_interval(secs => ${sendLeaseMs / 1000}::float8)
      from (select workspace_id, id from due union select workspace_id, id from probe) taken
      where c.workspace_id = taken.workspace_id and c.id = taken.id
      returning c.workspace_id, c.id
    )
    select
      (select jsonb_agg(read_outbox_head(p.workspace_id, p.id) || read_send_conditions(p.workspace_id, p.id))
        from placed p) as heads,
      (select bool_or(scope = 'credential') from barred) as all_barred,
      (select jsonb_agg(key) from barred where scope = 'number') as barred_numbers,
      (select extract(epoch from min(at) - recado_now()) * 1000 from (
        select min(send_at) as at from conversations where send_at > recado_now() and sender is null
        union all
        select min(retry_at) from barred where retry_at > recado_now()) later) as next_due_ms`);
  const claims: SendClaim[] = [];
  for (const head of readList(rows[0]?.["heads"])) {
    const claim = await readClaim(database, head);
    if (claim !== null) claims.push(claim);
  }
  return {
    claims,
    nextDueInMs: readMs(rows[0]?.["next_due_ms"]),
    barred:
      rows[0]?.["all_barred"] === true
        ? "everything"
        : readList(rows[0]?.["barred_numbers"]).map((key) => String(key) as PhoneNumberId),
  };
}

/**
 * Marks a message in flight and opens the journal of this attempt, unless its turn has passed, a takeover has called it back,
 * or the customer has interrupted it or wants no more messages. The conversation is looked at under its lock, after the message: what came in between
 * is seen.
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
        and o.seq > c.cancelled_through and o.inbound_seq >= c.opted_out_seq
        and (o.position < 2 or o.inbound_seq >= c.last_speech_seq)
      returning o.workspace_id, o.id, o.conversation_id, o.seq, o.position, o.inbound_seq, o.attempt, o.in_flight_at
    ),
    journaled as (
      insert into outbox_attempts (workspace_id, outbox_id, attempt, started_at)
      select workspace_id, id, attempt, in_flight_at from marked
      returning attempt
    ),
    kept as (
      update conversations c set
        send_at = recado_now() + make_interval(secs => ${sendLeaseMs / 1000}::float8),
        pair_tat = recado_next_pair_tat(c.pair_tat, recado_now())
      from marked m where c.workspace_id = m.workspace_id and c.id = m.conversation_id and c.sender = ${worker}::uuid
        and m.seq > c.cancelled_through and m.inbound_seq >= c.opted_out_seq
        and (m.position < 2 or m.inbound_seq >= c.last_speech_seq)
      returning c.id
    )
    select m.attempt, m.in_flight_at, (select count(*) from journaled) as journaled,
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
