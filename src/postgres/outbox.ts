import * as z from "zod";
import type { ContactId, ConversationId, OutboxId, PhoneNumberId, RunId, WorkspaceId } from "../core/ids.ts";
import { type OutboxMessage, readOpaqueKey } from "../core/outbox.ts";
import type { Outbox, SendClaim, Settlement } from "../core/ports/store.ts";
import { type Database, persistently, refusingPoison } from "./database.ts";
import { readList } from "./enqueue.ts";
import { sql } from "./sql.ts";

const instant = z.string().transform((text) => new Date(text));
const id = <Id extends string>() => z.string().transform((text) => text as Id);

/** The JSON of the SQL function `read_outbox_head`. */
const headRow = z.object({
  id: id<OutboxId>(),
  workspaceId: id<WorkspaceId>(),
  conversationId: id<ConversationId>(),
  contactId: id<ContactId>(),
  runId: id<RunId>(),
  phoneNumberId: id<PhoneNumberId>(),
  recipient: z.object({ phone: z.string().nullable(), bsuid: z.string().nullable() }),
  content: z.object({ type: z.literal("text"), body: z.string() }),
  status: z.enum(["queued", "in_flight", "accepted", "failed", "in_doubt", "dropped"]),
  attempt: z.number(),
  onDoubt: z.enum(["resend", "hold"]),
  createdAt: instant,
  inFlightAt: instant.nullable(),
  lastCustomerMessageAt: instant.nullable(),
  isCancelled: z.boolean(),
  doubtUntil: instant.nullable(),
  hasNewerInbound: z.boolean(),
  reportsFlow: z.boolean(),
  now: instant,
});

/**
 * Every statement here that touches a message and its conversation takes the message first: two that meet wait for each
 * other in one order.
 */
export function createOutbox(database: Database): Outbox {
  return {
    async claim(worker, limit, sendLeaseMs) {
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
      const nextDue = rows[0]?.["next_due_ms"];
      return {
        claims: readList(rows[0]?.["heads"]).map(readClaim),
        nextDueInMs: nextDue === null || nextDue === undefined ? null : Number(nextDue),
      };
    },

    async markInFlight(worker, message, sendLeaseMs) {
      const { rows } = await database.run(sql`
        with marked as (
          update outbox_messages o set
            status = 'in_flight', attempt = o.attempt + 1, in_flight_at = recado_now(), doubt_until = null
          from conversations c
          where o.workspace_id = ${message.workspaceId} and o.id = ${message.id}::uuid
            and o.attempt = ${message.attempt}::int and o.status in ('queued', 'in_doubt')
            and c.workspace_id = o.workspace_id and c.id = o.conversation_id and c.sender = ${worker}::uuid
          returning o.workspace_id, o.conversation_id, o.attempt, o.in_flight_at
        ),
        kept as (
          update conversations c set send_at = recado_now() + make_interval(secs => ${sendLeaseMs / 1000}::float8)
          from marked m where c.workspace_id = m.workspace_id and c.id = m.conversation_id and c.sender = ${worker}::uuid
          returning c.id
        )
        select m.attempt, m.in_flight_at,
          case when (select count(*) from kept) = 0 then recado_again('the sender changed') end as kept
        from marked m`);
      const row = rows[0];
      if (row === undefined || !(row["in_flight_at"] instanceof Date)) return null;
      return { ...message, status: "in_flight", attempt: Number(row["attempt"]), inFlightAt: row["in_flight_at"] };
    },

    async postpone(worker, message, delayMs) {
      await database.run(sql`
        update conversations c set
          sender = null, send_at = recado_now() + make_interval(secs => ${delayMs / 1000}::float8)
        where c.workspace_id = ${message.workspaceId} and c.id = ${message.conversationId}::uuid
          and c.sender = ${worker}::uuid`);
    },

    async settle(message, settlement) {
      const row = settlementRow(settlement);
      const statement = sql`
        with settled as (
          update outbox_messages o set
            -- What was cancelled while it was on its way does not come back to be tried again.
            status = case when o.is_cancelled and ${row.status} = 'queued' then 'dropped' else ${row.status} end,
            wamid = coalesce(o.wamid, ${row.wamid}),
            detail = ${row.detail},
            error_code = ${row.errorCode}::int,
            doubt_until = recado_now() + make_interval(secs => ${row.doubtMs}::float8 / 1000),
            settled_at = case when ${row.isFinal}::boolean then recado_now() end,
            -- Reports that came before the answer to the send have waited for us (whatsapp.md §8).
            delivery = coalesce(o.delivery, (
              select s.status from message_statuses s
              where s.workspace_id = o.workspace_id and s.wamid = ${row.wamid} and delivery_rank(s.status) > 0
              order by delivery_rank(s.status) desc limit 1))
          where o.workspace_id = ${message.workspaceId} and o.id = ${message.id}::uuid
            and o.attempt = ${message.attempt}::int and o.status in ('queued', 'in_flight', 'in_doubt')
          returning o.workspace_id, o.conversation_id, (o.status in ('accepted', 'failed', 'dropped'))::int as ended
        ),
        learned as (
          insert into contact_aliases (workspace_id, kind, value, contact_id)
          select s.workspace_id, 'phone', ${row.learnedPhone(message)}, ${message.contactId}::uuid
          from settled s where ${row.learnedPhone(message)}::text is not null
          on conflict (workspace_id, kind, value) do nothing
          returning value
        ),
        place as (
          update conversations c set
            unsent = c.unsent - s.ended,
            sender = null,
            send_at = case
              when c.unsent - s.ended = 0 then null
              else recado_now() + make_interval(secs => ${row.delayMs}::float8 / 1000) end
          from settled s where c.workspace_id = s.workspace_id and c.id = s.conversation_id
          returning c.unsent
        )
        select p.unsent > 0 as has_more, (select count(*) from learned) as learned from place p`;
      // An accepted send that is not recorded would have to be doubted; and a second recording changes nothing.
      const { rows } = await persistently(() => database.run(statement));
      return { hasMore: rows[0]?.["has_more"] === true };
    },

    async recordStatuses(reports) {
      if (reports.length === 0) return { recorded: 0, duplicates: 0 };
      const given = JSON.stringify(
        reports.map((report) => ({
          phone_number_id: report.phoneNumberId,
          wamid: report.wamid,
          status: report.status,
          recipient: report.recipient ?? "",
          occurred_at: report.occurredAt.toISOString(),
          opaque: report.opaque,
          outbox_id: readOpaqueKey(report.opaque)?.id ?? null,
          errors: report.errors ?? null,
          raw: report.raw,
        })),
      );
      const statement = sql`
        with report as materialized (
          select r.*, coalesce(n.workspace_id, 'default') as workspace_id
          from jsonb_to_recordset(${given}::jsonb) as r (
            phone_number_id text, wamid text, status text, recipient text, occurred_at timestamptz, opaque text,
            outbox_id uuid, errors jsonb, raw jsonb)
          left join phone_numbers n on n.id = r.phone_number_id
        ),
        recorded as (
          insert into message_statuses (
            workspace_id, phone_number_id, wamid, status, recipient, occurred_at, opaque, errors, raw, received_at)
          select distinct on (workspace_id, phone_number_id, wamid, status, recipient)
            workspace_id, phone_number_id, wamid, status, recipient, occurred_at, opaque, errors, raw, recado_now()
          from report
          order by workspace_id, phone_number_id, wamid, status, recipient, occurred_at
          on conflict (workspace_id, phone_number_id, wamid, status, recipient) do nothing
          returning wamid
        ),
        target as materialized (
          select o.workspace_id, o.id, o.status from outbox_messages o
          where (o.workspace_id, o.id) in (select workspace_id, outbox_id from report where outbox_id is not null)
             or (o.workspace_id, o.wamid) in (select workspace_id, wamid from report)
          order by o.id
          for update of o
        ),
        furthest as (
          select distinct on (t.workspace_id, t.id)
            t.workspace_id, t.id, t.status in ('queued', 'in_flight', 'in_doubt') as was_open,
            r.wamid, r.status, r.errors
          from target t
          join outbox_messages o on o.workspace_id = t.workspace_id and o.id = t.id
          join report r on r.workspace_id = t.workspace_id and (r.outbox_id = t.id or r.wamid = o.wamid)
          order by t.workspace_id, t.id, delivery_rank(r.status) desc
        ),
        moved as (
          update outbox_messages o set
            -- A report about it proves that it went out, whatever we believed.
            status = 'accepted',
            wamid = coalesce(o.wamid, f.wamid),
            delivery = case
              when delivery_rank(f.status) > delivery_rank(o.delivery) then f.status else o.delivery end,
            error_code = case
              when f.status = 'failed' and f.errors -> 0 ->> 'code' ~ '^[0-9]{1,9}$' then (f.errors -> 0 ->> 'code')::int
              else o.error_code end,
            detail = case when f.status = 'failed' then f.errors -> 0 ->> 'title' else o.detail end,
            settled_at = coalesce(o.settled_at, recado_now())
          from furthest f where o.workspace_id = f.workspace_id and o.id = f.id
          returning o.workspace_id, o.conversation_id, f.was_open
        ),
        place as (
          update conversations c set
            unsent = c.unsent - m.settled,
            sender = null,
            send_at = case when c.unsent - m.settled = 0 then null else recado_now() end
          from (
            select workspace_id, conversation_id, count(*)::int as settled from moved where was_open
            group by workspace_id, conversation_id) m
          where c.workspace_id = m.workspace_id and c.id = m.conversation_id
          returning c.unsent
        )
        select (select count(*)::int from recorded) as recorded, (select count(*)::int from report) as given,
          (select count(pg_notify('recado_outbox', '')) from place where unsent > 0) as woken`;
      const { rows } = await refusingPoison("a delivery report", () => database.run(statement));
      const recorded = Number(rows[0]?.["recorded"] ?? 0);
      return { recorded, duplicates: Number(rows[0]?.["given"] ?? 0) - recorded };
    },
  };
}

function readClaim(head: unknown): SendClaim {
  const { doubtUntil, hasNewerInbound, reportsFlow, now, ...message } = headRow.parse(head);
  return { message, doubtUntil, hasNewerInbound, reportsFlow, now };
}

interface SettlementRow {
  readonly status: string;
  readonly isFinal: boolean;
  readonly wamid: string | null;
  readonly detail: string | null;
  readonly errorCode: number | null;
  readonly doubtMs: number | null;
  /** Before the conversation's next message, or this one again. */
  readonly delayMs: number;
  /** The number that WhatsApp really uses for this person, when it is not the one we wrote to. */
  learnedPhone(message: OutboxMessage): string | null;
}

function settlementRow(settlement: Settlement): SettlementRow {
  const base = { wamid: null, detail: null, errorCode: null, doubtMs: null, delayMs: 0, learnedPhone: () => null };
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
      return { ...base, status: "dropped", isFinal: true, detail: settlement.reason };
  }
}
