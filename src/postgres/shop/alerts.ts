import * as z from "zod";
import { type AlertId, DEFAULT_WORKSPACE } from "../../core/ids.ts";
import type { Alert } from "../../core/operations/alert.ts";
import { ALERT_AGAIN_MINUTES } from "../../core/operations/alert-news.ts";
import type { Alerts } from "../../core/ports/alerts.ts";
import { pageOf, readCursor } from "../cursor.ts";
import { type Database, refusingPoison } from "../database.ts";
import { id } from "../json-row.ts";
import { andWhere, sql } from "../sql.ts";

const severity = z.enum(["info", "warning", "critical"]);

/** A row of the counts for `/metrics`. */
export const openAlertCount = z.object({ kind: z.string(), severity, count: z.number() });

const alertRow = z.object({
  id: id<AlertId>(),
  kind: z.string(),
  subject: z.string(),
  severity,
  detail: z.unknown(),
  count: z.number(),
  raised_at: z.date(),
  last_seen_at: z.date(),
  resolved_at: z.date().nullable(),
  resolved_by: z.string().nullable(),
  note: z.string().nullable(),
});

const COLUMNS = sql`a.id, a.kind, a.subject, a.severity, a.detail, a.count, a.raised_at, a.last_seen_at, a.resolved_at,
  a.resolved_by, a.note`;

/** What a person should look at: one open alert for each kind and subject. */
export function createAlerts(database: Database): Alerts {
  return {
    async raise(alerts, newId) {
      if (alerts.length === 0) return;
      const rows = JSON.stringify(alerts.map((one) => ({ ...one, id: newId() })));
      const statement = sql`
        insert into alerts as a (workspace_id, id, kind, subject, severity, detail, count, raised_at, last_seen_at, tell_at)
        -- One row a key: a statement can write a row only once.
        select n.workspace_id, (array_agg(n.id))[1], n.kind, n.subject,
          (array_agg(n.severity order by array_position(array['critical', 'warning', 'info'], n.severity)))[1],
          (array_agg(coalesce(n.detail, 'null')))[1], count(*), recado_now(), recado_now(), recado_now()
        from (
          select coalesce(r."workspaceId", p.workspace_id, ${DEFAULT_WORKSPACE}) as workspace_id, r.id, r.kind,
            -- Whatever the channel calls it must not fail the webhook that it came in.
            left(r.subject, 512) as subject, r.severity, r.detail
          from jsonb_to_recordset(${rows}::jsonb) as r (
            id uuid, kind text, subject text, severity text, detail jsonb, "phoneNumberId" text, "workspaceId" text)
          left join phone_numbers p on p.id = r."phoneNumberId") n
        group by n.workspace_id, n.kind, n.subject
        order by n.workspace_id, n.kind, n.subject
        on conflict (workspace_id, kind, subject) where resolved_at is null do update set
          count = a.count + excluded.count,
          last_seen_at = excluded.last_seen_at,
          detail = excluded.detail,
          severity = case
            when 'critical' in (a.severity, excluded.severity) then 'critical'
            when 'warning' in (a.severity, excluded.severity) then 'warning'
            else 'info' end,
          -- Graver news go at once. The rest of a trouble that goes on is told now and then, with its count.
          tell_at = case
            when a.tell_at is not null then a.tell_at
            when array_position(array['info', 'warning', 'critical'], excluded.severity)
              > array_position(array['info', 'warning', 'critical'], a.severity) then recado_now()
            else greatest(recado_now(), a.told_at + make_interval(mins => ${ALERT_AGAIN_MINUTES}::int)) end`;
      await refusingPoison("an alert", () => database.run(statement));
    },
    async clear(news) {
      if (news.length === 0) return;
      await database.run(sql`
        update alerts a set resolved_at = recado_now()
        from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as n (
          kinds jsonb, subject text, "phoneNumberId" text, "workspaceId" text)
        left join phone_numbers p on p.id = n."phoneNumberId"
        where a.workspace_id = coalesce(n."workspaceId", p.workspace_id, ${DEFAULT_WORKSPACE}) and a.resolved_at is null
          and n.kinds ? a.kind and (n.subject is null or n.subject = a.subject)`);
    },
    async list(workspace, { status, cursor, limit }) {
      const before = readCursor(cursor);
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select ${COLUMNS} from alerts a
          where a.workspace_id = ${workspace}
            ${andWhere(status, (given) => (given === "open" ? sql`a.resolved_at is null` : sql`a.resolved_at is not null`))}
            ${andWhere(before, (last) => sql`a.id < ${last}::uuid`)}
          order by a.id desc
          limit ${limit + 1}::int`),
      );
      return pageOf(rows.map(readAlert), limit);
    },
    async resolve(workspace, alertId, { actor, note }) {
      const { rows } = await database.run(sql`
        update alerts a set
          resolved_at = coalesce(a.resolved_at, recado_now()),
          resolved_by = case when a.resolved_at is null then ${actor} else a.resolved_by end,
          note = case when a.resolved_at is null then ${note} else a.note end
        where a.workspace_id = ${workspace} and a.id = ${alertId}::uuid
        returning ${COLUMNS}`);
      return rows[0] === undefined ? null : readAlert(rows[0]);
    },
  };
}

function readAlert(row: Record<string, unknown>): Alert {
  const found = alertRow.parse(row);
  return {
    id: found.id,
    kind: found.kind,
    subject: found.subject,
    severity: found.severity,
    detail: found.detail,
    count: found.count,
    raisedAt: found.raised_at,
    lastSeenAt: found.last_seen_at,
    resolvedAt: found.resolved_at,
    resolvedBy: found.resolved_by,
    note: found.note,
  };
}
