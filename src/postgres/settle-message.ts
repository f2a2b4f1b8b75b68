import type { OutboxMessage, SendOutcome } from "../core/outbox.ts";
import type { Outbox, Settlement } from "../core/ports/store.ts";
import { CIRCUIT_SCOPES, REFUSALS } from "../core/refusal.ts";
import { circuitOf } from "../core/send-policy.ts";
import { type Database, persistently } from "./database.ts";
import { readList } from "./json-row.ts";
import { type Statement, sql } from "./sql.ts";
import { takeBackUnsaid } from "./unsaid.ts";

/**
 * Records what came of an attempt: its line in the journal, its message, what it closes or opens for others. An older attempt
 * than the row's changes nothing but its own line (the attempt is the fence here), unless it proves that the message is out. A message that has an id already and gets
 * another has gone out twice.
 */
export async function settleMessage(
  database: Database,
  { message, settlement, outcome: told, credential }: Ending,
): ReturnType<Outbox["settle"]> {
  // An accepted message is the end of an attempt, whether or not the caller says so.
  const outcome = told ?? (settlement.kind === "accepted" ? settlement : null);
  const row = settlementRow(settlement);
  const statement = sql`
    with target as materialized (
      select o.workspace_id, o.id, o.wamid as known_wamid, o.status in ('queued', 'in_flight', 'in_doubt') as was_open
      from outbox_messages o
      where o.workspace_id = ${message.workspaceId} and o.id = ${message.id}::uuid
      for update
    ),
    attempt as (${endAttempt(message, outcome)}),
    settled as (
      update outbox_messages o set
        status = ${row.status},
        wamid = coalesce(o.wamid, ${row.wamid}),
        detail = ${row.detail},
        error_code = ${row.errorCode}::int,
        drop_code = ${row.dropCode},
        doubt_until = recado_now() + make_interval(secs => ${row.doubtMs}::float8 / 1000),
        settled_at = case when ${row.isFinal}::boolean then coalesce(o.settled_at, recado_now()) end,
        -- Reports that came before the answer to the send have waited for us (whatsapp.md §8).
        delivery = coalesce(o.delivery, (
          select s.status from message_statuses s
          where s.workspace_id = o.workspace_id and s.phone_number_id = ${message.phoneNumberId}
            and s.wamid = ${row.wamid} and delivery_rank(s.status) > 0
          order by delivery_rank(s.status) desc limit 1))
      from target t
      where o.workspace_id = t.workspace_id and o.id = t.id
        and (t.was_open and o.attempt = ${message.attempt}::int
          -- Accepted is accepted, however late we hear it: the message is not tried once more.
          or ${outcome?.kind === "accepted"}::boolean and o.status <> 'accepted')
      returning o.workspace_id, o.id, o.conversation_id, o.seq, o.template_id, t.was_open,
        (o.status in ('accepted', 'failed', 'dropped'))::int as ended,
        ${neverLeft({ message, settlement, outcome })}::boolean as never_left
    ),
    -- Of another attempt that is still on its way nobody knows.
    overtaken as (
      update outbox_attempts a set
        outcome = 'in_doubt', ended_at = recado_now(), request_written = true,
        detail = 'another attempt of its message was accepted'
      from settled s
      where ${outcome?.kind === "accepted"}::boolean and a.workspace_id = s.workspace_id and a.outbox_id = s.id
        and a.attempt <> ${message.attempt}::int and a.outcome = 'in_flight'
      returning a.attempt
    ),
    learned as (
      insert into contact_aliases (workspace_id, kind, value, contact_id)
      select s.workspace_id, 'phone', ${row.learnedPhone(message)}, coalesce(k.merged_into, k.id)
      from settled s
      join contacts k on k.workspace_id = s.workspace_id and k.id = ${message.contactId}::uuid
      where ${row.learnedPhone(message)}::text is not null
      on conflict (workspace_id, kind, value) do nothing
      returning value
    ),
    marked as (${markContact(message, outcome)}),
    opened as (${openCircuit(message, settlement, outcome, credential)}),
    closed as (${closeCircuits(message, outcome, credential)}),
    place as (
      update conversations c set
        unsent = c.unsent - s.ended,
        sender = null,
        send_at = case
          when c.unsent - s.ended = 0 then null
          else recado_now() + make_interval(secs => (${row.delayMs}::float8 + coalesce((
            -- The next message of the block is typed from now on.
            select o.delay_ms from outbox_messages o
            where s.ended = 1 and o.workspace_id = s.workspace_id and o.conversation_id = s.conversation_id
              and o.seq > s.seq and o.status = 'queued'
            order by o.seq limit 1), 0)) / 1000) end,
        -- A turn that runs now has read that its template was said.
        version = c.version + (s.never_left and s.template_id is not null)::int
      from settled s where s.was_open and c.workspace_id = s.workspace_id and c.id = s.conversation_id
      returning c.unsent
    ),
    unsaid as (select s.* from settled s, place where s.never_left),
    ${takeBackUnsaid(sql`true`)}
    select (select unsent > 0 from place) as has_more,
      (select bool_or(is_duplicate) from attempt) as is_duplicate,
      (select scope from opened where is_new) as opened,
      (select jsonb_agg(distinct scope) from closed) as closed,
      (select count(pg_notify('recado_outbox', '')) from closed) as told,
      (select count(*) from learned) + (select count(*) from marked) as noted`;
  // An accepted send that is not recorded would have to be doubted; and a second recording changes nothing.
  const { rows } = await persistently(() => database.run(statement));
  const answer = rows[0] ?? {};
  return {
    hasMore: answer["has_more"] === true,
    isDuplicate: answer["is_duplicate"] === true,
    opened: CIRCUIT_SCOPES.find((scope) => scope === answer["opened"]) ?? null,
    closed: CIRCUIT_SCOPES.filter((scope) => readList(answer["closed"]).includes(scope)),
  };
}

/** True when it is over with a message that the customer has surely not got. */
function neverLeft({ message, settlement, outcome }: Omit<Ending, "credential">): boolean {
  if (settlement.kind !== "failed" && settlement.kind !== "dropped") return false;
  if ((message.tries["in_doubt"] ?? 0) > 0 || message.status === "in_doubt") return false;
  return message.status === "queued" || outcome?.kind === "refused" || outcome?.kind === "not_sent";
}

interface Ending {
  readonly message: OutboxMessage;
  readonly settlement: Settlement;
  readonly outcome: SendOutcome | null;
  readonly credential: string;
}

/**
 * Completes the line of an attempt. What a delivery report has proved stands; an answer that comes after its attempt was given
 * up for doubtful still says what became of it.
 */
function endAttempt(message: OutboxMessage, outcome: SendOutcome | null): Statement {
  const wamid = outcome?.kind === "accepted" ? outcome.wamid : null;
  const refusal = outcome?.kind === "refused" ? outcome : null;
  const httpStatus = outcome?.kind === "not_sent" ? null : (outcome?.httpStatus ?? null);
  const detail = outcome === null || outcome.kind === "accepted" ? null : outcome.detail;
  return sql`
      update outbox_attempts a set
        outcome = case when a.outcome = 'accepted' then a.outcome else ${outcome?.kind ?? null} end,
        ended_at = coalesce(a.ended_at, recado_now()),
        request_written = ${outcome?.kind !== "not_sent"}::boolean or a.outcome = 'accepted',
        http_status = coalesce(${httpStatus}::int, a.http_status),
        error_code = coalesce(${refusal?.code ?? null}::int, a.error_code),
        refusal = coalesce(${refusal?.refusal ?? null}, a.refusal),
        detail = case when a.outcome = 'accepted' then a.detail else ${detail} end,
        wamid = coalesce(a.wamid, ${wamid}),
        duplicate_wamid = case when t.known_wamid <> ${wamid} then ${wamid} else a.duplicate_wamid end
      from target t
      where ${outcome !== null}::boolean and a.workspace_id = t.workspace_id and a.outbox_id = t.id
        and a.attempt = ${message.attempt}::int and a.outcome in ('in_flight', 'in_doubt', 'accepted')
      returning coalesce(t.known_wamid <> ${wamid}, false) as is_duplicate`;
}

/** What the channel said about the person, not about the message. */
function markContact(message: OutboxMessage, outcome: SendOutcome | null): Statement {
  const mark = outcome?.kind === "refused" ? REFUSALS[outcome.refusal].marksContact : null;
  return sql`
      update contacts k set
        unreachable_at = case when ${mark}::text = 'unreachable' then recado_now() else k.unreachable_at end,
        marketing_stopped_at = case
          when ${mark}::text = 'marketing_stopped' then coalesce(k.marketing_stopped_at, recado_now())
          else k.marketing_stopped_at end
      where ${mark !== null}::boolean and k.workspace_id = ${message.workspaceId} and k.id = (
        select coalesce(o.merged_into, o.id) from contacts o
        where o.workspace_id = ${message.workspaceId} and o.id = ${message.contactId}::uuid)
      returning k.id`;
}

function openCircuit(
  message: OutboxMessage,
  settlement: Settlement,
  outcome: SendOutcome | null,
  credential: string,
): Statement {
  const refusal = outcome?.kind === "refused" ? outcome : null;
  const order =
    refusal === null ? null : circuitOf(refusal.refusal, settlement.kind === "retry" ? settlement.delayMs : 0);
  return sql`
      insert into circuits as k (
        workspace_id, scope, key, kind, code, detail, opened_at, retry_at, probe_every_ms)
      select ${message.workspaceId}, ${order?.scope ?? null},
        ${order?.scope === "credential" ? credential : message.phoneNumberId}, ${refusal?.refusal ?? null},
        ${refusal?.code ?? null}::int, ${refusal?.detail ?? null}, recado_now(),
        recado_now() + make_interval(secs => ${order?.holdMs ?? 0}::float8 / 1000), ${order?.probeEveryMs ?? 0}::int
      where ${order !== null}::boolean
      on conflict (workspace_id, scope, key) do update set
        kind = excluded.kind, code = excluded.code, detail = excluded.detail, probe_every_ms = excluded.probe_every_ms,
        retry_at = excluded.retry_at, refusals = k.refusals + 1
      returning k.scope, k.xmax = 0 as is_new`;
}

/** A token that nobody has sent with for so long is replaced: its circuit holds back nobody any more. */
const FORGOTTEN_TOKEN_MS = 5 * 60_000;

/**
 * What was tried after it was closed opens it again: a number or a token by an accepted message, a token also by a refusal that
 * is about the number. Not what a report has closed, which only a report opens: what fails later is accepted first.
 */
function closeCircuits(message: OutboxMessage, outcome: SendOutcome | null, credential: string): Statement {
  const isAccepted = outcome?.kind === "accepted";
  const refused = outcome?.kind === "refused" ? REFUSALS[outcome.refusal] : null;
  const isTokenGood = isAccepted || (refused?.again === "once_mended" && refused.circuit === "number");
  return sql`
      delete from circuits k
      where ${isTokenGood}::boolean and k.workspace_id = ${message.workspaceId}
        and k.opened_at <= ${message.inFlightAt?.toISOString() ?? null}::timestamptz
        and (
          k.opened_by = 'answer' and (
            k.scope = 'credential' and k.key = ${credential}
            or k.scope = 'number' and k.key = ${message.phoneNumberId} and ${isAccepted}::boolean)
          or k.scope = 'credential' and k.key <> ${credential} and ${isAccepted}::boolean
            and k.retry_at <= recado_now() - make_interval(secs => ${FORGOTTEN_TOKEN_MS / 1000}::float8)
            and not exists (
              select from circuits own
              where own.workspace_id = k.workspace_id and own.scope = 'credential' and own.key = ${credential}
                and own.opened_by = 'report'))
      returning k.scope`;
}

interface SettlementRow {
  readonly status: string;
  readonly isFinal: boolean;
  readonly wamid: string | null;
  readonly detail: string | null;
  readonly errorCode: number | null;
  readonly dropCode: string | null;
  readonly doubtMs: number | null;
  /** Before the conversation's next message, or this one again. */
  readonly delayMs: number;
  /** The number that WhatsApp really uses for this person, when it is not the one we wrote to. */
  learnedPhone(message: OutboxMessage): string | null;
}

function settlementRow(settlement: Settlement): SettlementRow {
  const base = {
    wamid: null,
    detail: null,
    errorCode: null,
    dropCode: null,
    doubtMs: null,
    delayMs: 0,
    learnedPhone: () => null,
  };
  switch (settlement.kind) {
    case "accepted":
      return {
        ...base,
        status: "accepted",
        isFinal: true,
        wamid: settlement.wamid,
        learnedPhone: (message) =>
          settlement.recipientPhone === message.recipient.phone ? null : settlement.recipientPhone,
      };
    case "retry":
      return { ...base, status: "queued", isFinal: false, detail: settlement.detail, delayMs: settlement.delayMs };
    case "failed":
      return { ...base, status: "failed", isFinal: true, detail: settlement.detail, errorCode: settlement.code };
    case "in_doubt":
      return {
        ...base,
        status: "in_doubt",
        isFinal: false,
        detail: settlement.detail,
        doubtMs: settlement.doubtMs,
        delayMs: settlement.doubtMs,
      };
    case "dropped":
      return {
        ...base,
        status: "dropped",
        isFinal: true,
        detail: settlement.reason,
        dropCode: settlement.code ?? null,
      };
  }
}
