import * as z from "zod";
import { Alert } from "../../core/answers/desk/alert.ts";
import { DEFAULT_WORKSPACE } from "../../core/ids.ts";
import { ALERT_SEVERITIES } from "../../core/operations/alert.ts";
import { ALERT_AGAIN_MINUTES } from "../../core/operations/alert-news.ts";
import type { Alerts } from "../../core/ports/desk/alerts.ts";
import { pageOf, readCursor } from "../cursor.ts";
import { type Database, refusingPoison } from "../database.ts";
import { andWhere, sql } from "../sql.ts";

/** A row of the counts for `/metrics`. */
export const openAlertCount = z.object({ kind: z.string(), severity: z.enum(ALERT_SEVERITIES), count: z.number() });

const ANSWER = sql`a.id, a.kind, a.subject, a.severity, a.detail, a.count, a.raised_at as "raisedAt",
  a.last_seen_at as "lastSeenAt", a.resolved_at as "resolvedAt", a.resolved_by as "resolvedBy", a.note,
  case when a.resolved_at is null then 'open' else 'resolved' end as status`;

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
          select ${ANSWER} from alerts a
          where a.workspace_id = ${workspace}
            ${andWhere(status, (given) => (given === "open" ? sql`a.resolved_at is null` : sql`a.resolved_at is not null`))}
            ${andWhere(before, (last) => sql`a.id < ${last}::uuid`)}
          order by a.id desc
          limit ${limit + 1}::int`),
      );
      return pageOf(
        rows.map((row) => Alert.parse(row)),
        limit,
      );
    },
    async resolve(workspace, alertId, { actor, note }) {
      const { rows } = await database.run(sql`
        update alerts a set
          resolved_at = coalesce(a.resolved_at, recado_now()),
          resolved_by = case when a.resolved_at is null then ${actor} else a.resolved_by end,
          note = case when a.resolved_at is null then ${note} else a.note end
        where a.workspace_id = ${workspace} and a.id = ${alertId}::uuid
        returning ${ANSWER}`);
      return rows[0] === undefined ? null : Alert.parse(rows[0]);
    },
  };
}
