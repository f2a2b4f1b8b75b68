import { type Statement, sql } from "../sql.ts";

/** What a statement of delivery reports holds more when one of them says that a message has failed. */
interface ReportedFailures {
  readonly noted: Statement;
  readonly unlessFailed: Statement;
  readonly told: Statement;
}

/** Nearly all groups of reports: to begin a statement costs as much as its parts. */
export const NO_FAILURES: ReportedFailures = { noted: sql``, unlessFailed: sql``, told: sql`'[]'::jsonb` };

/** Marks contacts and opens circuits by `named` reports of failures that are new: the `recorded` ones. */
export function failuresToldTo(credential: string): ReportedFailures {
  return {
    noted: sql`failed as materialized (
      select distinct on (n.workspace_id, n.id) n.*, coalesce(k.merged_into, k.id) as contact_id,
        c.phone_number_id as own_number
      from named n
      join recorded d on d.workspace_id = n.workspace_id and d.phone_number_id = n.phone_number_id
        and d.wamid = n.wamid and d.status = n.status and d.recipient = n.recipient
      join conversations c on c.workspace_id = n.workspace_id and c.id = n.conversation_id
      join contacts k on k.workspace_id = c.workspace_id and k.id = c.contact_id
      where n.status = 'failed' and n.refusal is not null
      order by n.workspace_id, n.id, n.occurred_at, n.webhook
    ),
    marked as (
      update contacts k set
        unreachable_at = case when f.unreachable then recado_now() else k.unreachable_at end,
        marketing_stopped_at = case
          when f.stopped then coalesce(k.marketing_stopped_at, recado_now()) else k.marketing_stopped_at end
      from (
        select workspace_id, contact_id, bool_or(mark = 'unreachable') as unreachable,
          bool_or(mark = 'marketing_stopped') as stopped
        from failed where mark is not null group by workspace_id, contact_id) f
      where k.workspace_id = f.workspace_id and k.id = f.contact_id
      returning k.id
    ),
    opened as (
      insert into circuits as k (
        workspace_id, scope, key, kind, code, detail, opened_by, opened_at, retry_at, probe_every_ms)
      select distinct on (f.workspace_id, f.circuit, o.key) f.workspace_id, f.circuit, o.key, f.refusal, f.failure_code,
        f.errors -> 0 ->> 'title', 'report', recado_now(), recado_now() + make_interval(secs => f.hold_ms / 1000), f.probe_every_ms
      from failed f
      cross join lateral (
        select case when f.circuit = 'credential' then ${credential} else f.own_number end as key) o
      where f.circuit is not null
      order by f.workspace_id, f.circuit, o.key, f.occurred_at desc
      on conflict (workspace_id, scope, key) do update set
        kind = excluded.kind, code = excluded.code, detail = excluded.detail, opened_by = excluded.opened_by,
        probe_every_ms = excluded.probe_every_ms, retry_at = excluded.retry_at, refusals = k.refusals + 1
      returning k.scope
    ),`,
    unlessFailed: sql`
        and not exists (
          select from failed f where f.workspace_id = k.workspace_id and f.circuit = k.scope
            and (k.scope = 'credential' or f.own_number = k.key))`,
    told: sql`coalesce((select jsonb_agg(jsonb_build_object(
        'webhook', webhook, 'workspaceId', workspace_id, 'outboxId', id, 'conversationId', conversation_id,
        'phoneNumberId', own_number, 'code', failure_code, 'refusal', refusal)) from failed), '[]')`,
  };
}
