import type { PhoneNumberId, WorkerId } from "../../core/ids.ts";
import type { OutboxMessage } from "../../core/outbound/outbox.ts";
import { SERVICE_WINDOW_MARGIN_MS, SERVICE_WINDOW_MS } from "../../core/outbound/service-window.ts";
import type { ConversationKey } from "../../core/ports/mailbox.ts";
import type { Outbox, SendClaim } from "../../core/ports/outbox.ts";
import type { Database } from "../database.ts";
import { readList, readMs } from "../json-row.ts";
import { LOCKED_MS } from "../lock-order.ts";
import { andWhere, sql } from "../sql.ts";
import { isAmong } from "../turns/is-among.ts";
import { readClaim } from "./outbox-head.ts";

export interface SendOffer {
  readonly worker: WorkerId;
  readonly limit: number;
  readonly sendLeaseMs: number;
  /** Which access token this process sends with: a short hash of it. */
  readonly credential: string;
  /** Only these conversations are taken. Absent: any that is due. */
  readonly conversations?: readonly ConversationKey[];
}

const FREE_SPEECH_MS = SERVICE_WINDOW_MS - SERVICE_WINDOW_MARGIN_MS;

/**
 * True when the first message of the conversation `c` would go to the wire. `nextSendStep` has the
 * last word.
 */
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
 * Behind an open circuit all wait where they are, due; once its time has come one of them tries it.
 * The worker that moves the circuit's time under its row lock is the one that tries. Among the
 * conversations that wait it takes the one whose customer wrote last: that customer may surely be
 * answered. A conversation whose first message cannot be sent now (in doubt, still typed, its
 * window closed) tries only where no other waits.
 */
export async function claimSends(database: Database, offer: SendOffer): ReturnType<Outbox["claim"]> {
  const { worker, limit, sendLeaseMs, credential } = offer;
  const isAsked = andWhere(offer.conversations, isAmong);
  // A token is not tried by a number that is closed itself: its refusal would say nothing of the token.
  const isOpenNumber = sql`not exists (
              select from barred b
              where b.workspace_id = c.workspace_id and b.scope = 'number' and b.key = c.phone_number_id)`;
  const isDue = sql`c.send_at <= recado_now()
        and not exists (
          select from barred b
          where b.workspace_id = c.workspace_id and (b.scope = 'credential' or b.key = c.phone_number_id))${isAsked}`;
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
      where ${isDue}
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
      (select read_sends(array_agg(p.workspace_id), array_agg(p.id)) from placed p) as heads,
      (select count(*) from due) < (
        select count(*) from (select from conversations c where ${isDue} limit ${limit}::int) d) as is_passed_over,
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
    nextDueInMs: rows[0]?.["is_passed_over"] === true ? LOCKED_MS : readMs(rows[0]?.["next_due_ms"]),
    barred:
      rows[0]?.["all_barred"] === true
        ? "everything"
        : readList(rows[0]?.["barred_numbers"]).map((key) => String(key) as PhoneNumberId),
  };
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
