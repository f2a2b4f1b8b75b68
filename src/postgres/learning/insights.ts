import * as z from "zod";
import { StoredCounts, StoredLatency } from "../../core/answers/insight.ts";
import type { Insights } from "../../core/ports/learning/insights.ts";
import { RUN_STATUSES } from "../../core/turn/run-machine.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import { readMoney } from "./money.ts";

/** Percentiles of more runs say the same and cost more: of 5,000 the 95th is known to about half a percent. */
const MEASURED_RUNS = 5_000;

const countsRow = StoredCounts.extend({ day: z.string().nullable() });

const statusRow = z.object({ status: z.enum(RUN_STATUSES), runs: z.coerce.number() });

export function createInsights(database: Database): Insights {
  return {
    money: (workspace, days) => readMoney(database, workspace, days),
    async read(workspace, { from, to }) {
      const zone = sql`(select w.time_zone from workspace_agent_config w where w.workspace_id = ${workspace})`;
      const since = sql`(${from}::date::timestamp at time zone ${zone})`;
      const until = sql`((${to}::date + 1)::timestamp at time zone ${zone})`;
      // Counts all that was said, each conversation once a day; the total is not the sum of its
      // days.
      const counts = sql`
        with spoken as materialized (
          select distinct (e.created_at at time zone ${zone})::date as day, e.conversation_id
          from agent_events e
          where e.created_at >= ${since} and e.created_at < ${until} and e.workspace_id = ${workspace}
            and e.input_type = 'message'
        ),
        ordered as materialized (
          select (o.created_at at time zone ${zone})::date as day, o.conversation_id, count(*) as orders
          from orders o
          where o.created_at >= ${since} and o.created_at < ${until} and o.workspace_id = ${workspace}
            and o.status <> 'cancelled'
          group by 1, 2
        ),
        handed_off as materialized (
          select distinct (a.at at time zone ${zone})::date as day, a.subject_id::uuid as conversation_id
          from audit_log a
          where a.action = 'conversation.bot_off' and a.at >= ${since} and a.at < ${until}
            and a.workspace_id = ${workspace} and a.subject_kind = 'conversation'
        ),
        -- A person's answer or command, also on the days after the takeover; a program's command is
        -- no person's.
        attended as materialized (
          select distinct (e.created_at at time zone ${zone})::date as day, e.conversation_id
          from agent_events e
          where e.created_at >= ${since} and e.created_at < ${until} and e.workspace_id = ${workspace}
            and e.input_type in ('operator_command', 'echo')
            and e.payload #>> '{content,role}' is distinct from 'service'
          union select day, conversation_id from handed_off
        ),
        lively as materialized (
          select day, conversation_id from spoken union select day, conversation_id from ordered
          union select day, conversation_id from attended
        ),
        -- One row for a conversation and day, so that nothing has to be sorted to be told apart.
        joined as materialized (
          select l.day, l.conversation_id, coalesce(o.orders, 0) as orders, o.day is not null as has_order,
            h.day is not null as is_handed_off, p.day is not null as has_person
          from lively l
          left join ordered o on o.day = l.day and o.conversation_id = l.conversation_id
          left join handed_off h on h.day = l.day and h.conversation_id = l.conversation_id
          left join attended p on p.day = l.day and p.conversation_id = l.conversation_id
        ),
        seen as (
          select day, count(*) as conversations, sum(orders) as orders, count(*) filter (where has_order) as converted,
            count(*) filter (where is_handed_off) as handed_off, count(*) filter (where has_person) as with_person
          from joined group by day
          union all
          select null, count(*), sum(orders), count(*) filter (where has_order), count(*) filter (where is_handed_off),
            count(*) filter (where has_person)
          from (
            select sum(orders) as orders, bool_or(has_order) as has_order, bool_or(is_handed_off) as is_handed_off,
              bool_or(has_person) as has_person
            from joined group by conversation_id) each
        ),
        spent as (
          select k.day, sum(k.input_tokens + k.output_tokens + k.cache_read_tokens + k.cache_write_tokens) as tokens,
            sum(k.micro_usd) as micro_usd, sum(k.unpriced_tokens) as unpriced_tokens
          from model_costs k
          where k.workspace_id = ${workspace} and k.day between ${from}::date and ${to}::date
          group by rollup (k.day)
        ),
        days as (
          select d::date as day from generate_series(${from}::date, ${to}::date, interval '1 day') d
          union all select null
        )
        select d.day::text, coalesce(s.conversations, 0)::float8 as conversations, coalesce(s.orders, 0)::float8 as orders,
          coalesce(s.converted, 0)::float8 as converted, coalesce(s.handed_off, 0)::float8 as "handedOff",
          coalesce(s.with_person, 0)::float8 as "withPerson", coalesce(k.tokens, 0)::float8 as tokens,
          coalesce(k.micro_usd, 0)::float8 as "microUsd", coalesce(k.unpriced_tokens, 0)::float8 as "unpricedTokens"
        from days d
        left join seen s on s.day is not distinct from d.day
        left join spent k on k.day is not distinct from d.day
        order by d.day nulls last`;
      const statuses = sql`
        select r.status, count(*) as runs
        from agent_runs r
        where r.workspace_id = ${workspace} and r.created_at >= ${since} and r.created_at < ${until}
        group by r.status`;
      const latencies = sql`
        with newest as materialized (
          select e.run_id, min(e.created_at) as heard_at
          from (
            select n.run_id, n.created_at from agent_events n
            where n.created_at >= ${since} and n.created_at < ${until} and n.workspace_id = ${workspace}
              and n.input_type = 'message'
            order by n.created_at desc limit ${MEASURED_RUNS}::int) e
          group by e.run_id
        ),
        answered as materialized (
          select r.input_class, n.heard_at, r.started_at, o.settled_at, a.started_at as sent_at, a.ended_at, (
              select sum(s.latency_ms) from agent_steps s
              where s.workspace_id = r.workspace_id and s.run_id = r.id and s.name = s.node) as phases_ms
          from newest n
          join agent_runs r on r.workspace_id = ${workspace} and r.id = n.run_id and r.outcome = 'answered'
          join outbox_messages o on o.workspace_id = r.workspace_id and o.idempotency_key = r.id || ':reply:1'
          join outbox_attempts a on a.workspace_id = o.workspace_id and a.outbox_id = o.id and a.outcome = 'accepted'
        ),
        timed as (
          select input_class, m.measure, greatest(m.ms, 0) as ms
          from answered
          cross join lateral (values
            ('queue', extract(epoch from started_at - heard_at)::float8 * 1000),
            ('answer', extract(epoch from (started_at - heard_at) + (ended_at - sent_at))::float8 * 1000 + phases_ms),
            ('reply', extract(epoch from ended_at - heard_at)::float8 * 1000)) m (measure, ms)
          where m.ms is not null
        )
        select measure as "of", input_class as "inputClass", count(*)::float8 as runs,
          percentile_cont(0.5) within group (order by ms) as "p50Ms",
          percentile_cont(0.95) within group (order by ms) as "p95Ms"
        from timed
        group by grouping sets ((measure), (measure, input_class))
        having grouping(input_class) = 1 or input_class is not null
        order by measure, input_class nulls first`;
      return database.asTenant(workspace, async (run) => {
        const counted = (await run(counts)).rows.map((row) => countsRow.parse(row));
        const byStatus = (await run(statuses)).rows.map((row) => statusRow.parse(row));
        const timed = (await run(latencies)).rows.map((row) => StoredLatency.parse(row));
        const total = counted.find(({ day }) => day === null);
        if (total === undefined) throw new Error(`no total of ${from} to ${to}`);
        const { day: _, ...sum } = total;
        return {
          total: sum,
          days: counted.flatMap(({ day, ...counts }) => (day === null ? [] : [{ day, ...counts }])),
          runsByStatus: Object.fromEntries(
            RUN_STATUSES.map((status) => [status, byStatus.find((one) => one.status === status)?.runs ?? 0]),
          ) as Record<(typeof RUN_STATUSES)[number], number>,
          latencies: timed,
          measuredRuns: MEASURED_RUNS,
        };
      });
    },
  };
}
