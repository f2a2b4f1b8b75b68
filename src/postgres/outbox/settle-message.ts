import * as z from "zod";
import { CIRCUIT_SCOPES } from "../../core/outbound/refusal.ts";
import type { Outbox, Settled } from "../../core/ports/outbox.ts";
import { type Database, persistently } from "../database.ts";
import { gather } from "../gather.ts";
import { lockedInOrder } from "../lock-order.ts";
import { rowset, type Statement, sql } from "../sql.ts";
import { takeBackUnsaid } from "../turns/unsaid.ts";
import { type EndedSend, endedColumns, endedSendRow } from "./ended-send.ts";

/**
 * In a rush a record waits this long for others. The next message of its block waits with it; its place among those that send
 * at once is free already. A kill meanwhile leaves the message in doubt, as a kill before any record does; its reports tell that
 * it went out.
 */
const RECORD_WAIT_MS = 60;

/**
 * Records what came of attempts: their lines in the journal, their messages, what they close or open for others. An older attempt
 * than the row's changes nothing but its own line (the attempt is the fence here), unless it proves that the message is out. A
 * message that has an id already and gets another has gone out twice.
 *
 * What ends while another record is under way goes together, in one statement; two ends in one conversation never do.
 */
export function createSettle(database: Database, credential: string): Outbox["settle"] {
  const settleTogether = gather(
    async (endings: readonly EndedSend[]) =>
      readSettled(endings, (await database.run(settle(endings, credential))).rows),
    ({ message }) => message.conversationId,
    { rushMs: RECORD_WAIT_MS },
  );
  // An accepted message is the end of an attempt, whether or not the caller says so. One that is not recorded would have to
  // be doubted; and a second recording changes nothing.
  return (message, settlement, told) => {
    const outcome = told ?? (settlement.kind === "accepted" ? settlement : null);
    return persistently(() => settleTogether({ message, settlement, outcome }));
  };
}

function settle(endings: readonly EndedSend[], credential: string): Statement {
  const rows = endings.map((ending, index) => endedSendRow(ending, index, credential));
  const more = rows.every(isPlain) ? NOTHING : REMARKABLE;
  return sql`
    with given as materialized (
      select * from ${rowset(rows, endedColumns)} g
    ),
    target as materialized (
      select g.*, o.wamid as known_wamid, o.status in ('queued', 'in_flight', 'in_doubt') as was_open
      from given g
      join outbox_messages o on o.workspace_id = g.workspace_id and o.id = g.id
      order by o.id
      for update of o
    ),
    attempt as (${endSends}),
    settled as (
      update outbox_messages o set
        status = t.status,
        wamid = coalesce(o.wamid, t.wamid),
        detail = t.detail,
        error_code = t.error_code,
        drop_code = t.drop_code,
        doubt_until = recado_now() + make_interval(secs => t.doubt_ms / 1000),
        settled_at = case when t.is_final then coalesce(o.settled_at, recado_now()) end,
        -- Reports that came before the answer to the send have waited for us.
        delivery = coalesce(o.delivery, (
          select s.status from message_statuses s
          where s.workspace_id = o.workspace_id and s.phone_number_id = t.phone_number_id
            and s.wamid = t.wamid and delivery_rank(s.status) > 0
          order by delivery_rank(s.status) desc limit 1))
      from target t
      where o.workspace_id = t.workspace_id and o.id = t.id
        and (t.was_open and o.attempt = t.attempt
          -- Accepted is accepted, however late we hear it: the message is not tried once more.
          or t.outcome = 'accepted' and o.status <> 'accepted')
      returning o.workspace_id, o.id, o.conversation_id, o.seq, o.template_id, t.n, t.was_open, t.attempt, t.outcome, t.contact_id,
        t.learned_phone, t.delay_ms, t.never_left, (o.status in ('accepted', 'failed', 'dropped'))::int as ended
    ),
    -- The outcome of another attempt that is still on its way is unknown.
    overtaken as (
      update outbox_attempts a set
        outcome = 'in_doubt', ended_at = recado_now(), request_written = true,
        detail = 'another attempt of its message was accepted'
      from settled s
      where s.outcome = 'accepted' and a.workspace_id = s.workspace_id and a.outbox_id = s.id
        and a.attempt <> s.attempt and a.outcome = 'in_flight'
      returning a.attempt
    ),
    ${more.learned}
    closed as (${closeCircuits(credential)}),
    locked as materialized (
      select c.workspace_id, c.id
      from settled s
      join conversations c on c.workspace_id = s.workspace_id and c.id = s.conversation_id
      where s.was_open
      ${lockedInOrder}
    ),
    place as (
      update conversations c set
        unsent = c.unsent - s.ended,
        sender = null,
        send_at = case
          when c.unsent - s.ended = 0 then null
          else recado_now() + make_interval(secs => (s.delay_ms + coalesce((
            -- The next message of the block is typed from now on.
            select o.delay_ms from outbox_messages o
            where s.ended = 1 and o.workspace_id = s.workspace_id and o.conversation_id = s.conversation_id
              and o.seq > s.seq and o.status = 'queued'
            order by o.seq limit 1), 0)) / 1000) end,
        -- A turn that runs now has read that its template was said.
        version = c.version + (s.never_left and s.template_id is not null)::int
      from locked l
      join settled s on s.workspace_id = l.workspace_id and s.conversation_id = l.id
      where s.was_open and c.workspace_id = l.workspace_id and c.id = l.id
      returning c.workspace_id, c.id, c.unsent
    )${more.takenBack}
    select t.n, p.unsent > 0 as has_more, a.is_duplicate,
      (select jsonb_agg(jsonb_build_object('scope', scope, 'key', key)) from closed) as closed,
      (select count(pg_notify('recado_outbox', '')) from closed) as told${more.answers}
    from given t
    left join settled s on s.n = t.n
    left join place p on p.workspace_id = s.workspace_id and p.id = s.conversation_id
    left join attempt a on a.n = t.n
    ${more.joined}`;
}

/** What was closed or opened by several at once is told once: by the first of them. */
function readSettled(endings: readonly EndedSend[], rows: readonly Record<string, unknown>[]): Settled[] {
  const answers = new Map(rows.map((row) => [Number(row["n"]), row]));
  const closed = closedCircuits.parse(rows[0]?.["closed"] ?? []);
  const opened = new Set<string>();
  return endings.map(({ message }, index) => {
    const answer = answers.get(index) ?? {};
    const scope = CIRCUIT_SCOPES.find((one) => one === answer["opened"]) ?? null;
    const circuit = scope === "credential" ? scope : `${scope} ${message.phoneNumberId}`;
    const isFirst = answer["is_opened"] === true && !opened.has(circuit);
    if (isFirst) opened.add(circuit);
    const own = closed.filter(({ scope, key }) => scope !== "number" || key === message.phoneNumberId);
    for (const one of own) closed.splice(closed.indexOf(one), 1);
    return {
      hasMore: answer["has_more"] === true,
      isDuplicate: answer["is_duplicate"] === true,
      opened: isFirst ? scope : null,
      closed: [...new Set(own.map((one) => one.scope))],
    };
  });
}

const closedCircuits = z.array(z.object({ scope: z.enum(CIRCUIT_SCOPES), key: z.string() }));

/**
 * Completes the line of an attempt. What a delivery report has proved stands; an answer that comes after its attempt was given
 * up for doubtful still says what became of it.
 */
const endSends = sql`
      update outbox_attempts a set
        outcome = case when a.outcome = 'accepted' then a.outcome else t.outcome end,
        ended_at = coalesce(a.ended_at, recado_now()),
        request_written = t.outcome <> 'not_sent' or a.outcome = 'accepted',
        http_status = coalesce(t.http_status, a.http_status),
        error_code = coalesce(t.refusal_code, a.error_code),
        refusal = coalesce(t.refusal, a.refusal),
        detail = case when a.outcome = 'accepted' then a.detail else t.outcome_detail end,
        wamid = coalesce(a.wamid, t.outcome_wamid),
        duplicate_wamid = case when t.known_wamid <> t.outcome_wamid then t.outcome_wamid else a.duplicate_wamid end
      from target t
      where t.outcome is not null and a.workspace_id = t.workspace_id and a.outbox_id = t.id
        and a.attempt = t.attempt and a.outcome in ('in_flight', 'in_doubt', 'accepted')
      returning t.n, coalesce(t.known_wamid <> t.outcome_wamid, false) as is_duplicate`;

/** What the channel said about people, not about messages. */
const markContacts = sql`
      update contacts k set
        unreachable_at = case when m.is_unreachable then recado_now() else k.unreachable_at end,
        marketing_stopped_at = case
          when m.has_stopped then coalesce(k.marketing_stopped_at, recado_now()) else k.marketing_stopped_at end
      from (
        select o.workspace_id, coalesce(o.merged_into, o.id) as id, bool_or(g.mark = 'unreachable') as is_unreachable,
          bool_or(g.mark = 'marketing_stopped') as has_stopped
        from given g
        join contacts o on o.workspace_id = g.workspace_id and o.id = g.contact_id
        where g.mark is not null
        group by 1, 2) m
      where k.workspace_id = m.workspace_id and k.id = m.id
      returning k.id`;

/** Several refusals at once count as so many; what the last of them says stands. */
const openCircuits = sql`
      insert into circuits as k (
        workspace_id, scope, key, kind, code, detail, opened_at, retry_at, probe_every_ms, refusals)
      select distinct on (workspace_id, circuit_scope, circuit_key)
        workspace_id, circuit_scope, circuit_key, refusal, refusal_code, outcome_detail, recado_now(),
        recado_now() + make_interval(secs => hold_ms / 1000), probe_every_ms,
        count(*) over (partition by workspace_id, circuit_scope, circuit_key)
      from given where circuit_scope is not null
      order by workspace_id, circuit_scope, circuit_key, n desc
      on conflict (workspace_id, scope, key) do update set
        kind = excluded.kind, code = excluded.code, detail = excluded.detail, probe_every_ms = excluded.probe_every_ms,
        retry_at = excluded.retry_at, refusals = k.refusals + excluded.refusals
      returning k.workspace_id, k.scope, k.key, k.xmax = 0 as is_new`;

/** An accepted message from which nothing else follows, and nearly all are: its record has only the CTEs that it needs. */
function isPlain({
  outcome,
  learned_phone,
  never_left,
  mark,
  circuit_scope,
}: ReturnType<typeof endedSendRow>): boolean {
  return outcome === "accepted" && learned_phone === null && !never_left && mark === null && circuit_scope === null;
}

const NOTHING = { learned: sql``, takenBack: sql``, answers: sql``, joined: sql`` };

/** What follows from an end beyond its message and its place in the conversation. */
const REMARKABLE = {
  learned: sql`learned as (
      insert into contact_aliases (workspace_id, kind, value, contact_id)
      select s.workspace_id, 'phone', s.learned_phone, coalesce(k.merged_into, k.id)
      from settled s
      join contacts k on k.workspace_id = s.workspace_id and k.id = s.contact_id
      where s.learned_phone is not null
      order by 1, 3
      on conflict (workspace_id, kind, value) do nothing
      returning value
    ),
    marked as (${markContacts}),
    opened as (${openCircuits}),`,
  takenBack: sql`,
    unsaid as (
      select s.* from settled s
      join place p on p.workspace_id = s.workspace_id and p.id = s.conversation_id
      where s.never_left
    ),
    ${takeBackUnsaid(sql`true`)}`,
  answers: sql`, o.is_new as is_opened, o.scope as opened,
      (select count(*) from learned) + (select count(*) from marked) as noted`,
  joined: sql`left join opened o on o.workspace_id = t.workspace_id and o.scope = t.circuit_scope and o.key = t.circuit_key`,
};

/**
 * A token that no worker has sent with for so long is replaced: its circuit holds back no message
 * any more.
 */
const FORGOTTEN_TOKEN_MS = 5 * 60_000;

/**
 * What was tried after it was closed opens it again: a number or a token by an accepted message, a token also by a refusal that
 * is about the number. Not what a report has closed, which only a report opens: what fails later is accepted first.
 */
function closeCircuits(credential: string): Statement {
  return sql`
      delete from circuits k
      where exists (
        select from given g
        where g.is_token_good and k.workspace_id = g.workspace_id and k.opened_at <= g.in_flight_at
          and (
            k.opened_by = 'answer' and (
              k.scope = 'credential' and k.key = ${credential}
              or k.scope = 'number' and k.key = g.phone_number_id and g.outcome = 'accepted')
            or k.scope = 'credential' and k.key <> ${credential} and g.outcome = 'accepted'
              and k.retry_at <= recado_now() - make_interval(secs => ${FORGOTTEN_TOKEN_MS / 1000}::float8)
              and not exists (
                select from circuits own
                where own.workspace_id = k.workspace_id and own.scope = 'credential' and own.key = ${credential}
                  and own.opened_by = 'report')))
      returning k.scope, k.key`;
}
