import * as z from "zod";
import type { AlertId, WorkspaceId } from "../../core/ids.ts";
import { ALERT_AGAIN_MINUTES } from "../../core/operations/alert-news.ts";
import type { AlertPost, DueAlert } from "../../core/ports/desk/alert-post.ts";
import type { Database } from "../database.ts";
import { id, readMs } from "../json-row.ts";
import { sql } from "../sql.ts";
import { readStanding } from "./standing-troubles.ts";

const dueRow = z.object({
  id: id<AlertId>(),
  workspace_id: id<WorkspaceId>(),
  kind: z.string(),
  subject: z.string(),
  severity: z.enum(["info", "warning", "critical"]),
  count: z.number(),
  is_open: z.boolean(),
  raised_at: z.date(),
  last_seen_at: z.date(),
  tell_attempt: z.number(),
  tell_failures: z.number(),
});

export function createAlertPost(database: Database): AlertPost {
  return {
    async claim(limit, leaseMs) {
      const { rows } = await database.run(sql`
        with due as (
          select a.workspace_id, a.id from alerts a
          where a.tell_at <= recado_now()
          order by a.tell_at
          limit ${limit}::int
          for update of a skip locked
        )
        update alerts a set
          tell_at = recado_now() + make_interval(secs => ${leaseMs / 1000}::float8), tell_attempt = a.tell_attempt + 1
        from due where a.workspace_id = due.workspace_id and a.id = due.id
        returning a.id, a.workspace_id, a.kind, a.subject, a.severity, a.count, a.resolved_at is null as is_open,
          a.raised_at, a.last_seen_at, a.tell_attempt, a.tell_failures`);
      if (rows.length > 0) return { alerts: rows.map(readDue), nextDueInMs: 0 };
      // No row where nothing is to be told: `greatest` leaves a null out, and "at once" for ever kept a processor busy.
      const next = await database.run(sql`
        select greatest(0, extract(epoch from tell_at - recado_now())) * 1000 as next_due_ms
        from alerts where tell_at is not null order by tell_at limit 1`);
      return { alerts: [], nextDueInMs: readMs(next.rows[0]?.["next_due_ms"]) };
    },
    standing: () => readStanding(database),
    async settle({ workspaceId, id: alertId, attempt, count }, told) {
      const again = sql`case when a.count > ${count}::int
        then recado_now() + make_interval(mins => ${ALERT_AGAIN_MINUTES}::int) end`;
      const change =
        told.kind === "told"
          ? sql`tell_at = ${again}, tell_failures = 0, tell_failure = null, told_at = recado_now()`
          : sql`tell_at = recado_now() + make_interval(secs => ${told.delayMs / 1000}::float8),
              tell_failures = a.tell_failures + 1, tell_failure = ${told.detail.slice(0, 500)}`;
      await database.run(sql`
        update alerts a set ${change}
        where a.workspace_id = ${workspaceId} and a.id = ${alertId}::uuid and a.tell_attempt = ${attempt}::int`);
    },
  };
}

function readDue(row: Record<string, unknown>): DueAlert {
  const found = dueRow.parse(row);
  return {
    id: found.id,
    workspaceId: found.workspace_id,
    kind: found.kind,
    subject: found.subject,
    severity: found.severity,
    count: found.count,
    isOpen: found.is_open,
    raisedAt: found.raised_at,
    lastSeenAt: found.last_seen_at,
    attempt: found.tell_attempt,
    failures: found.tell_failures,
  };
}
