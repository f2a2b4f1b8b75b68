import * as z from "zod";
import type { ConversationId, OutboxId, PhoneNumberId, WorkspaceId } from "../../core/ids.ts";
import { readOpaqueKey, type StatusReport } from "../../core/outbound/outbox.ts";
import { CIRCUIT_SCOPES, REFUSAL_KINDS, REFUSALS } from "../../core/outbound/refusal.ts";
import { circuitOf } from "../../core/outbound/send-policy.ts";
import type { Outbox, RecordedStatuses } from "../../core/ports/outbox.ts";
import { type Database, refusingPoison } from "../database.ts";
import { GROUP_LIMIT, gather } from "../gather.ts";
import { id } from "../json-row.ts";
import { lockedInOrder } from "../lock-order.ts";
import { rowset, sql } from "../sql.ts";
import { failuresToldTo, NO_FAILURES } from "./reported-failures.ts";

/** A number that a report calls throttled is left alone for this long; the answer to a send says it better. */
const REPORTED_THROTTLE_MS = 5_000;

/**
 * A row tells when a report of its number came, by which a message in doubt is known to be lost (`flowProvenAt` in
 * functions/read-sends.sql). So often such a row is kept of a number whose reports all stand on their messages.
 */
const PROOF_EVERY = sql`interval '10 seconds'`;
const AT_ONCE = "-infinity";

/** What a column of a message says whole, when the report says nothing else. */
const STANDS_ON_MESSAGE = new Set(["sent", "delivered", "read"]);

/** A report as a row, with what follows from it: the statement below decides nothing by a code. */
function rowOf(webhook: number, report: StatusReport, proofDueAt: string | null, n: number) {
  const ours = readOpaqueKey(report.opaque);
  const { failure, price } = report;
  const circuit = failure === null ? null : circuitOf(failure.refusal, REPORTED_THROTTLE_MS);
  return {
    n,
    webhook,
    phone_number_id: report.phoneNumberId,
    wamid: report.wamid,
    status: report.status,
    recipient: report.recipient ?? "",
    occurred_at: report.occurredAt.toISOString(),
    opaque: report.opaque,
    outbox_id: ours?.id ?? null,
    attempt: ours?.attempt ?? null,
    errors: report.errors ?? null,
    raw: report.raw,
    is_plain: report.raw === null && report.errors == null && STANDS_ON_MESSAGE.has(report.status),
    proof_due_at: proofDueAt,
    failure_code: failure?.code ?? null,
    refusal: failure?.refusal ?? null,
    mark: failure === null ? null : REFUSALS[failure.refusal].marksContact,
    circuit: circuit?.scope ?? null,
    hold_ms: circuit?.holdMs ?? null,
    probe_every_ms: circuit?.probeEveryMs ?? null,
    price_type: price?.type ?? null,
    price_category: price?.category ?? null,
    price_billable: price?.isBillable ?? null,
  };
}

/** Each thing that is told belongs to the webhook whose report brought it. */
const webhook = z.number();
const told = z.object({
  away: z.array(z.object({ webhook, phoneNumberId: id<PhoneNumberId>() })),
  recorded: z.array(webhook),
  failures: z.array(
    z.object({
      webhook,
      workspaceId: id<WorkspaceId>(),
      outboxId: id<OutboxId>(),
      conversationId: id<ConversationId>(),
      phoneNumberId: id<PhoneNumberId>(),
      code: z.number().nullable(),
      refusal: z.enum(REFUSAL_KINDS),
    }),
  ),
  prices: z.array(
    z.object({
      webhook,
      type: z.string().nullable(),
      category: z.string().nullable(),
      isBillable: z.boolean().nullable(),
    }),
  ),
  found: z.array(z.object({ webhook, id: id<ConversationId>() })),
  sent_twice: z.array(z.object({ webhook, id: id<OutboxId>() })),
  closed: z.array(z.object({ webhook, phoneNumberId: id<PhoneNumberId>(), scope: z.enum(CIRCUIT_SCOPES) })),
  proven: z.array(id<PhoneNumberId>()),
  proof_due_at: z.date(),
});

/**
 * A report that is stored sooner shows no reply sooner: each waits this long for others to go with.
 */
const LINGER_MS = 15;
/** The same in a rush: at 300 reports a second forty share a statement. WhatsApp waits for its answer for seconds. */
const RUSH_LINGER_MS = 120;

/**
 * Delivery reports: kept for ever, also when they name no message of ours (yet), and only ever moving forward. One that names
 * an attempt proves that this attempt went out; with another id than the message already has, that it went out twice.
 *
 * A plain report stands on its message, as a time. All others have a row each, and so has one of a number in ten seconds.
 *
 * WhatsApp sends three for each reply, in a webhook each. What comes together is one statement, and each webhook is answered
 * after the commit that holds its reports, with what these have brought. A webhook with many is a statement of its own.
 */
export function createRecordStatuses(database: Database, credential: string): Outbox["recordStatuses"] {
  const proofs: Proofs = new Map();
  const record = (webhooks: readonly (readonly StatusReport[])[]) =>
    recordTogether(database, webhooks, credential, proofs);
  const recordGathered = gather(record, () => null, { lingerMs: LINGER_MS, rushMs: RUSH_LINGER_MS });
  return async (reports) => {
    if (reports.length === 0) return NOTHING_RECORDED;
    if (reports.length <= GROUP_LIMIT) return recordGathered(reports);
    const [recorded] = await record([reports]);
    return recorded ?? NOTHING_RECORDED;
  };
}

const NOTHING_RECORDED: RecordedStatuses = {
  ...{ recorded: 0, away: [], duplicates: 0, failures: [], prices: [], found: [], sentTwice: [], closed: [] },
};

/** When the next row of a number is due, as far as this process knows. */
type Proofs = Map<PhoneNumberId, string>;

async function recordTogether(
  database: Database,
  webhooks: readonly (readonly StatusReport[])[],
  credential: string,
  proofs: Proofs,
): Promise<RecordedStatuses[]> {
  const asked = new Set<PhoneNumberId>();
  const proofDueAt = (number: PhoneNumberId) => {
    if (asked.has(number)) return null;
    asked.add(number);
    return proofs.get(number) ?? AT_ONCE;
  };
  let n = 0;
  const reports = webhooks.flatMap((of, webhook) =>
    of.map((report) => rowOf(webhook, report, proofDueAt(report.phoneNumberId), n++)),
  );
  const failures = reports.some(({ status }) => status === "failed") ? failuresToldTo(credential) : NO_FAILURES;
  const columns = sql`n int, webhook int, phone_number_id text, wamid text, status text, recipient text, occurred_at timestamptz,
        opaque text, outbox_id uuid, attempt int, errors jsonb, raw jsonb, is_plain boolean, proof_due_at timestamptz, failure_code int, refusal text, mark text, circuit text,
        hold_ms float8, probe_every_ms int, price_type text, price_category text, price_billable boolean`;
  const statement = sql`
    with given as materialized (
      select r.*, coalesce(n.workspace_id, 'default') as workspace_id, n.move_phase is not null as is_away
      from ${rowset(reports, columns)} r
      left join phone_numbers n on n.id = r.phone_number_id
    ),
    report as materialized (select * from given where not is_away),
    target as materialized (
      select o.workspace_id, o.id, o.conversation_id, o.status, o.attempt as attempts, o.in_flight_at,
        o.wamid as known_wamid, o.sent_at, o.delivered_at, o.read_at,
        o.price_type is null and o.price_category is null as is_unpriced
      from outbox_messages o
      where o.workspace_id = any (array(select distinct workspace_id from report))
        and o.id = any (array(
          select outbox_id from report where outbox_id is not null
          union
          -- One by one: joined, the whole index of all messages is read for a few of them.
          select m.id from report r
          cross join lateral (
            select o.id from outbox_messages o where o.workspace_id = r.workspace_id and o.wamid = r.wamid offset 0) m))
      order by o.id
      for update of o
    ),
    -- Told twice, also in two webhooks, it is the first that tells.
    fresh as materialized (
      select distinct on (workspace_id, phone_number_id, wamid, status, recipient) *
      from report r
      -- A late report never names an erased customer again. For a message that is there it is not
      -- asked.
      where exists (
          select from target t where t.workspace_id = r.workspace_id and (t.id = r.outbox_id or t.known_wamid = r.wamid))
        or not report_is_erased(workspace_id, wamid, outbox_id, recipient)
      order by workspace_id, phone_number_id, wamid, status, recipient, occurred_at, webhook
    ),
    named as materialized (
      select r.n, t.workspace_id, t.id, t.conversation_id, t.known_wamid, t.is_unpriced, r.is_plain,
        case r.status when 'sent' then t.sent_at when 'delivered' then t.delivered_at when 'read' then t.read_at end as told_at,
        t.status in ('queued', 'in_flight', 'in_doubt') as was_open, t.status = 'failed' as was_given_up,
        -- When what it is about was put in flight: known of the newest attempt.
        case when coalesce(r.attempt, t.attempts) = t.attempts then t.in_flight_at end as in_flight_at,
        r.webhook, r.phone_number_id, r.wamid, r.status, r.recipient, r.occurred_at, r.attempt, r.errors, r.failure_code, r.refusal,
        r.mark, r.circuit, r.hold_ms, r.probe_every_ms, r.price_type, r.price_category, r.price_billable
      from target t
      -- A key of ours with an attempt that was never made proves nothing.
      join report r on r.workspace_id = t.workspace_id
        and ((r.outbox_id = t.id and r.attempt between 1 and t.attempts) or r.wamid = t.known_wamid)
      -- One of two that went out may fail: that is not the failure of the message.
      where r.status <> 'failed' or t.known_wamid is null or r.wamid = t.known_wamid
    ),
    furthest as materialized (
      select distinct on (workspace_id, id) *, coalesce(known_wamid, wamid) as first_wamid
      from named order by workspace_id, id, delivery_rank(status) desc, occurred_at, webhook
    ),
    on_message as materialized (
      select n.* from named n
      join furthest f on f.workspace_id = n.workspace_id and f.id = n.id
      where n.is_plain and n.wamid = f.first_wamid
    ),
    placed as materialized (
      select f.*, m.n is not null as is_on_message, m.told_at is not null as is_told
      from fresh f left join on_message m on m.n = f.n
    ),
    recorded as (
      insert into message_statuses (
        workspace_id, phone_number_id, wamid, status, recipient, occurred_at, opaque, errors, raw, received_at)
      select workspace_id, phone_number_id, wamid, status, recipient, occurred_at, opaque, errors, raw, recado_now()
      from placed where not is_on_message or proof_due_at <= recado_now()
      order by workspace_id, phone_number_id, wamid, status, recipient
      on conflict (workspace_id, phone_number_id, wamid, status, recipient) do nothing
      returning workspace_id, phone_number_id, wamid, status, recipient
    ),
    times as (
      select workspace_id, id,
        min(occurred_at) filter (where status = 'sent') as sent_at,
        min(occurred_at) filter (where status = 'delivered') as delivered_at,
        min(occurred_at) filter (where status = 'read') as read_at
      from on_message group by workspace_id, id
    ),
    priced as (
      select distinct on (workspace_id, id) workspace_id, id, webhook, price_type, price_category, price_billable
      from named where is_unpriced and (price_type is not null or price_category is not null)
      order by workspace_id, id, occurred_at, webhook
    ),
    moved as (
      update outbox_messages o set
        -- A report about it proves that it went out, whatever we believed.
        status = 'accepted',
        wamid = coalesce(o.wamid, f.wamid),
        delivery = case
          when delivery_rank(f.status) > delivery_rank(o.delivery) then f.status else o.delivery end,
        error_code = case
          when f.status = 'failed' and delivery_rank('failed') > delivery_rank(o.delivery)
            then coalesce(f.failure_code, o.error_code)
          when f.status <> 'failed' and delivery_rank(f.status) > delivery_rank(o.delivery) then null
          else o.error_code end,
        detail = case
            when f.status = 'failed' and delivery_rank('failed') > delivery_rank(o.delivery) then f.errors -> 0 ->> 'title'
            -- What was feared or said of it before is not true any more.
            when f.status <> 'failed' and delivery_rank(f.status) > delivery_rank(o.delivery) then null
            else o.detail end,
        drop_code = null,
        -- The first that is told stands.
        sent_at = coalesce(o.sent_at, f.sent_at),
        delivered_at = coalesce(o.delivered_at, f.delivered_at),
        read_at = coalesce(o.read_at, f.read_at),
        price_type = coalesce(o.price_type, f.new_type),
        price_category = coalesce(o.price_category, f.new_category),
        price_billable = coalesce(o.price_billable, f.new_billable),
        settled_at = coalesce(o.settled_at, recado_now())
      from (
        select f.*, p.price_type as new_type, p.price_category as new_category, p.price_billable as new_billable,
          t.sent_at, t.delivered_at, t.read_at
        from furthest f
        left join priced p on p.workspace_id = f.workspace_id and p.id = f.id
        left join times t on t.workspace_id = f.workspace_id and t.id = f.id) f
      where o.workspace_id = f.workspace_id and o.id = f.id
      returning o.workspace_id, o.conversation_id, f.webhook, f.was_open, f.was_given_up, f.status as reported
    ),
    -- It came through: whatever was said of the customer before, they can be reached.
    reached as (
      update contacts k set unreachable_at = null
      from moved m
      join conversations c on c.workspace_id = m.workspace_id and c.id = m.conversation_id
      join contacts own on own.workspace_id = c.workspace_id and own.id = c.contact_id
      where m.reported in ('delivered', 'read', 'played') and k.unreachable_at is not null
        and k.workspace_id = own.workspace_id and k.id = coalesce(own.merged_into, own.id)
      returning k.id
    ),
    -- A second id tells more than a first: it comes first where one body carries both.
    proof as (
      select distinct on (n.workspace_id, n.id, n.attempt) n.workspace_id, n.id, n.attempt, n.webhook, n.wamid, f.first_wamid
      from named n
      join furthest f on f.workspace_id = n.workspace_id and f.id = n.id
      where n.attempt is not null
      order by n.workspace_id, n.id, n.attempt, n.wamid = f.first_wamid, n.occurred_at, n.webhook
    ),
    journaled as (
      update outbox_attempts a set
        outcome = 'accepted', ended_at = coalesce(a.ended_at, recado_now()), request_written = true,
        wamid = coalesce(a.wamid, p.wamid),
        duplicate_wamid = case when p.wamid <> p.first_wamid then p.wamid else a.duplicate_wamid end
      from proof p
      where a.workspace_id = p.workspace_id and a.outbox_id = p.id and a.attempt = p.attempt
        and (a.outcome <> 'accepted' or (p.wamid <> p.first_wamid and a.duplicate_wamid is distinct from p.wamid))
      returning a.outbox_id, p.webhook, p.wamid <> p.first_wamid as is_duplicate
    ),
    -- Another attempt of it is known to have gone out: the outcome of one still on its way is
    -- unknown.
    overtaken as (
      update outbox_attempts a set
        outcome = 'in_doubt', ended_at = recado_now(), request_written = true,
        detail = 'another attempt of its message was accepted'
      from furthest f
      where f.was_open and a.workspace_id = f.workspace_id and a.outbox_id = f.id and a.outcome = 'in_flight'
        and not exists (select from proof p where p.workspace_id = f.workspace_id and p.id = f.id and p.attempt = a.attempt)
      returning a.attempt
    ),
    ${failures.noted}
    -- Tried after it was closed, and come through.
    closed as (
      delete from circuits k
      using named n
      where n.status in ('sent', 'delivered', 'read', 'played') and k.workspace_id = n.workspace_id
        and (k.scope, k.key) in (('number', n.phone_number_id), ('credential', ${credential}))
        and k.opened_at <= n.in_flight_at ${failures.unlessFailed}
      returning n.webhook, n.phone_number_id, k.scope
    ),
    locked as materialized (
      select c.workspace_id, c.id, m.settled
      from (
        select workspace_id, conversation_id, count(*)::int as settled from moved where was_open
        group by workspace_id, conversation_id) m
      join conversations c on c.workspace_id = m.workspace_id and c.id = m.conversation_id
      ${lockedInOrder}
    ),
    place as (
      update conversations c set
        unsent = c.unsent - m.settled,
        sender = null,
        send_at = case when c.unsent - m.settled = 0 then null else recado_now() end
      from locked m where c.workspace_id = m.workspace_id and c.id = m.id
      returning c.unsent
    )
    select
      coalesce((select jsonb_agg(distinct jsonb_build_object('webhook', webhook, 'phoneNumberId', phone_number_id))
        from given where is_away), '[]') as away,
      coalesce((select jsonb_agg(p.webhook) from placed p
        left join recorded d using (workspace_id, phone_number_id, wamid, status, recipient)
        -- It may have a row from before its message had these times. One by one: asked for with \`exists\`, the planner may
        -- read all rows for a few reports.
        left join lateral (
          select s.wamid from message_statuses s
          where p.is_on_message and not p.is_told and s.workspace_id = p.workspace_id
            and s.phone_number_id = p.phone_number_id and s.wamid = p.wamid and s.status = p.status and s.recipient = p.recipient
          limit 1) before on true
        where case when p.is_on_message then not p.is_told and before.wamid is null else d.wamid is not null end), '[]') as recorded,
      coalesce((select jsonb_agg(distinct phone_number_id) from recorded), '[]') as proven,
      recado_now() + ${PROOF_EVERY} as proof_due_at,
      ${failures.told} as failures,
      coalesce((select jsonb_agg(jsonb_build_object(
        'webhook', webhook, 'type', price_type, 'category', price_category, 'isBillable', price_billable)) from priced), '[]')
        as prices,
      coalesce((select jsonb_agg(jsonb_build_object('webhook', webhook, 'id', conversation_id)) from (
        select conversation_id, min(webhook) as webhook from moved where was_given_up and reported <> 'failed'
        group by conversation_id) f), '[]') as found,
      coalesce((select jsonb_agg(jsonb_build_object('webhook', webhook, 'id', outbox_id)) from (
        select outbox_id, min(webhook) as webhook from journaled where is_duplicate group by outbox_id) j), '[]')
        as sent_twice,
      (select count(*) from overtaken) + (select count(*) from reached) as noted,
      coalesce((select jsonb_agg(jsonb_build_object('webhook', webhook, 'phoneNumberId', phone_number_id, 'scope', scope)) from closed), '[]')
        as closed,
      (select count(pg_notify('recado_outbox', '')) from (
        select unsent from place where unsent > 0 union all select 1 from closed) waiting) as woken`;
  const { rows } = await refusingPoison("a delivery report", () => database.run(statement));
  const all = told.parse(rows[0]);
  for (const number of all.proven) proofs.set(number, all.proof_due_at.toISOString());
  return webhooks.map((of, place): RecordedStatuses => {
    const mine = <One extends { webhook: number }>(ones: readonly One[]) =>
      ones.filter((one) => one.webhook === place).map(({ webhook: _, ...one }) => one);
    const away = mine(all.away).map((one) => one.phoneNumberId);
    const recorded = all.recorded.filter((one) => one === place).length;
    return {
      recorded,
      away,
      duplicates: of.filter(({ phoneNumberId }) => !away.includes(phoneNumberId)).length - recorded,
      failures: mine(all.failures),
      prices: mine(all.prices),
      found: mine(all.found).map((one) => one.id),
      sentTwice: mine(all.sent_twice).map((one) => one.id),
      closed: mine(all.closed),
    };
  });
}
