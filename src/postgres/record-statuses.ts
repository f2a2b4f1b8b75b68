import { readOpaqueKey, type StatusReport } from "../core/outbox.ts";
import type { Outbox } from "../core/ports/store.ts";
import { type Database, refusingPoison } from "./database.ts";
import { sql } from "./sql.ts";

/** Delivery reports: kept for ever, also when they name no message of ours (yet), and only ever moving forward. */
export async function recordStatuses(
  database: Database,
  reports: readonly StatusReport[],
): ReturnType<Outbox["recordStatuses"]> {
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
      where o.workspace_id = any (array(select distinct workspace_id from report))
        and o.id = any (array(
          select outbox_id from report where outbox_id is not null
          union
          select m.id from report r join outbox_messages m on m.workspace_id = r.workspace_id and m.wamid = r.wamid))
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
          when f.status = 'failed' and delivery_rank('failed') > delivery_rank(o.delivery)
              and f.errors -> 0 ->> 'code' ~ '^[0-9]{1,9}$' then (f.errors -> 0 ->> 'code')::int
          else o.error_code end,
        detail = case
            when f.status = 'failed' and delivery_rank('failed') > delivery_rank(o.delivery) then f.errors -> 0 ->> 'title'
            else o.detail end,
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
}
