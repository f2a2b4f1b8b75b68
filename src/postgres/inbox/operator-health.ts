import * as z from "zod";
import type { WorkspaceId } from "../../core/ids.ts";
import type { OperatorDesk, Speaker } from "../../core/ports/desk/operator-desk.ts";
import type { LoggedLine, LostSale, ShopHealth, ShopStats } from "../../core/ports/desk/shop-health.ts";
import { customerName } from "../customer-name.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

const MOST_LINES = 20;
const MOST_ALERTS = 10;
const MOST_LOST = 10;
const WEAK = 0.5;

const health = z.object({
  ...{ workers: z.number(), overdue: z.number(), oldestDueSeconds: z.number(), deadLetters: z.number() },
  ...{ unsent: z.number(), failedSendsToday: z.number(), openCircuits: z.number() },
  alerts: z.array(z.object({ kind: z.string(), severity: z.string(), since: z.coerce.date() })),
});
const stats = z.object({
  ...{ customerMessages: z.number(), conversations: z.number(), runs: z.number(), answered: z.number() },
  ...{ handedOff: z.number(), deadLetters: z.number(), orders: z.number(), ordersTotal: z.number() },
  ...{ cancelledOrders: z.number(), modelCalls: z.number(), modelTokens: z.number(), modelUsd: z.number() },
  ...{ averageScore: z.number().nullable(), weakRuns: z.number() },
});
const line = z.object({
  ...{ at: z.date(), kind: z.enum(["deed", "failure"]), what: z.string(), who: z.string() },
  runId: z.string().nullable(),
});
const lost = z.object({
  ...{ kind: z.enum(["cancelled_order", "no_order"]), at: z.date(), name: z.string().nullable() },
  ...{ stoodAt: z.string().nullable(), endedBy: z.string(), reason: z.string().nullable() },
  ...{ total: z.coerce.number().nullable(), lastWords: z.string().nullable() },
});

/** Says how the installation does for this shop (`OperatorDesk.health`). */
export async function readHealth(database: Database, { workspaceId }: Speaker): Promise<ShopHealth> {
  const startedAt = performance.now();
  const { rows: alive } = await database.run(
    sql`select count(*) filter (where missing_since is null)::int as workers from workers`,
  );
  const databaseMs = Math.round(performance.now() - startedAt);
  const { rows } = await database.asTenant(workspaceId as WorkspaceId, (run) =>
    run(sql`
      select
        (select count(*)::int from conversations c
          where c.workspace_id = ${workspaceId} and c.leased_by is null and c.run_at < recado_now()) as overdue,
        (select coalesce(round(extract(epoch from recado_now() - min(c.run_at))), 0)::int from conversations c
          where c.workspace_id = ${workspaceId} and c.leased_by is null and c.run_at < recado_now()) as "oldestDueSeconds",
        (select count(*)::int from agent_runs r
          where r.workspace_id = ${workspaceId} and r.status = 'dead_letter' and r.discarded_at is null) as "deadLetters",
        (select coalesce(sum(c.unsent), 0)::int from conversations c where c.workspace_id = ${workspaceId} and c.unsent > 0) as unsent,
        (select count(*)::int from outbox_messages o where o.workspace_id = ${workspaceId} and o.status = 'failed'
          and o.created_at > recado_now() - interval '1 day') as "failedSendsToday",
        (select count(*)::int from circuits k where k.workspace_id = ${workspaceId}) as "openCircuits",
        (select coalesce(jsonb_agg(jsonb_build_object('kind', a.kind, 'severity', a.severity, 'since', a.raised_at)
            order by a.raised_at desc), '[]')
          from (select * from alerts l where l.workspace_id = ${workspaceId} and l.resolved_at is null
            order by l.raised_at desc limit ${MOST_ALERTS}::int) a) as alerts`),
  );
  return { databaseMs, ...health.parse({ ...rows[0], ...alive[0] }) };
}

/** Counts what the newest days brought (`OperatorDesk.stats`). */
export async function readStats(
  database: Database,
  { workspaceId, conversationId }: Speaker,
  { days, at, timeZone }: Parameters<OperatorDesk["stats"]>[1],
): Promise<ShopStats> {
  const { rows } = await database.asTenant(workspaceId as WorkspaceId, (run) =>
    run(sql`
      with since as materialized (
        select (date_trunc('day', ${at}::timestamptz at time zone ${timeZone}) - make_interval(days => ${days - 1}::int))
          at time zone ${timeZone} as at
      ),
      seen as materialized (
        select r.id, r.outcome, r.status from agent_runs r, since s
        where r.workspace_id = ${workspaceId} and r.created_at >= s.at and r.conversation_id <> ${conversationId}::uuid
      ),
      scored as materialized (
        select t.trace_id, min(t.value) as low, avg(t.value) as mean from trace_scores t
        where t.workspace_id = ${workspaceId} and t.trace_id in (select id from seen) group by t.trace_id
      ),
      made as materialized (
        select o.* from orders o, since s
        where o.workspace_id = ${workspaceId} and o.deleted_at is null and o.created_at >= s.at
      ),
      said as materialized (
        select t.conversation_id from agent_turns t, since s
        where t.workspace_id = ${workspaceId} and t.role = 'user' and t.created_at >= s.at
          and t.conversation_id <> ${conversationId}::uuid
      ),
      bill as (
        select sum(m.calls)::float8 as calls, sum(m.input_tokens + m.output_tokens)::float8 as tokens,
          sum(m.micro_usd)::float8 / 1e6 as usd
        from model_costs m, since s where m.workspace_id = ${workspaceId} and m.day >= (s.at at time zone ${timeZone})::date
      )
      select (select count(*)::int from said) as "customerMessages",
        (select count(distinct conversation_id)::int from said) as conversations,
        (select count(*)::int from seen) as runs,
        (select count(*)::int from seen where outcome = 'answered') as answered,
        (select count(*)::int from seen where outcome = 'handed_off') as "handedOff",
        (select count(*)::int from seen where status = 'dead_letter') as "deadLetters",
        (select count(*)::int from made where status not in ('cancelled', 'returned')) as orders,
        (select coalesce(sum(total), 0)::float8 from made where status not in ('cancelled', 'returned')) as "ordersTotal",
        (select count(*)::int from made where status = 'cancelled') as "cancelledOrders",
        (select coalesce(calls, 0) from bill) as "modelCalls", (select coalesce(tokens, 0) from bill) as "modelTokens",
        (select coalesce(usd, 0) from bill) as "modelUsd",
        (select avg(mean)::float8 from scored) as "averageScore",
        (select count(*)::int from scored where low < ${WEAK}::float8) as "weakRuns"`),
  );
  return { days, ...stats.parse(rows[0]) };
}

/** Lists the newest deeds and failures (`OperatorDesk.log`). */
export async function readLog(
  database: Database,
  { workspaceId }: Speaker,
  { onlyFailures }: Parameters<OperatorDesk["log"]>[1],
): Promise<readonly LoggedLine[]> {
  const { rows } = await database.asTenant(workspaceId as WorkspaceId, (run) =>
    run(sql`
      select * from (
        (select a.at, 'deed' as kind, a.action as what, a.actor as who, a.run_id::text as "runId" from audit_log a
          where a.workspace_id = ${workspaceId} and not ${onlyFailures}::boolean order by a.id desc limit ${MOST_LINES}::int)
        union all
        (select coalesce(r.ended_at, r.created_at), 'failure', r.failure_code, coalesce('agent:' || r.agent_id, 'system'), r.id::text
          from agent_runs r
          where r.workspace_id = ${workspaceId} and r.status in ('dead_letter', 'failed') and r.failure_code is not null
          order by r.id desc limit ${MOST_LINES}::int)) lines
      order by at desc limit ${MOST_LINES}::int`),
  );
  return rows.map((row) => line.parse(row));
}

/** Lists the sales of a civil day that did not come about (`OperatorDesk.lostSales`). */
export async function readLostSales(
  database: Database,
  { workspaceId, conversationId }: Speaker,
  { day, at, timeZone }: Parameters<OperatorDesk["lostSales"]>[1],
): Promise<{ count: number; sales: LostSale[] }> {
  const onTheDay = (instant: "at" | "closed") => sql`
    (${instant === "at" ? sql`h.changed_at` : sql`s.closed_at`} at time zone ${timeZone})::date
      = (${at}::timestamptz at time zone ${timeZone})::date - ${day === "today" ? 0 : 1}::int`;
  const { rows } = await database.asTenant(workspaceId as WorkspaceId, (run) =>
    run(sql`
      with fell as materialized (
        select 'cancelled_order' as kind, h.changed_at as at, o.contact_id, o.conversation_id, s.current_mode as "stoodAt",
          h.changed_by as "endedBy", o.note as reason, o.total::float8 as total
        from order_changes h
        join orders o on o.workspace_id = h.workspace_id and o.id = h.order_id and o.deleted_at is null
        left join agent_sessions s on s.workspace_id = o.workspace_id and s.id = o.session_id
        where h.workspace_id = ${workspaceId} and 'status' = any (h.fields) and h.becomes ->> 'status' = 'cancelled'
          and h.was ->> 'status' is distinct from 'cancelled' and ${onTheDay("at")}
        union all
        select 'no_order', s.closed_at, s.contact_id, s.conversation_id, s.current_mode,
          case when s.status = 'handed_off' then 'handed_off' else 'silence' end,
          (select t.title from tasks t where t.workspace_id = s.workspace_id and t.session_id = s.id order by t.created_at limit 1), null
        from agent_sessions s
        where s.workspace_id = ${workspaceId} and s.status in ('closed', 'handed_off') and s.conversation_id <> ${conversationId}::uuid
          and ${onTheDay("closed")}
          and not exists (select from orders o where o.workspace_id = s.workspace_id and o.session_id = s.id)
      )
      select (select count(*)::int from fell) as count, n.*
      from (select 1) one left join lateral (
        select f.kind, f.at, ${customerName(sql`k`)} as name, f."stoodAt", f."endedBy", left(f.reason, 200) as reason, f.total,
          (select left(t.content, 200) from agent_turns t
            where t.workspace_id = ${workspaceId} and t.conversation_id = f.conversation_id and t.role = 'user' and t.content <> ''
              and t.created_at <= f.at
            order by t.turn_number desc limit 1) as "lastWords"
        from fell f
        join contacts own on own.workspace_id = ${workspaceId} and own.id = f.contact_id
        join contacts k on k.workspace_id = own.workspace_id and k.id = coalesce(own.merged_into, own.id)
        order by f.at desc limit ${MOST_LOST}::int) n on true`),
  );
  const sales = rows.filter((row) => row["kind"] !== null).map((row) => lost.parse(row));
  return { count: Number(rows[0]?.["count"] ?? 0), sales };
}
