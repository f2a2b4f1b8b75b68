import { StoredMoney } from "../../core/answers/money.ts";
import type { WorkspaceId } from "../../core/ids.ts";
import { customerName } from "../customer-name.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/** A list of a page: more is not read. */
const LISTED = 20;
/** So long after a timer's message an order counts as brought back by it. */
const RECOVERED_HOURS = 48;

/** One statement, each part over an index of its own: fifty thousand orders are summed in the database. */
export async function readMoney(
  database: Database,
  workspace: WorkspaceId,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<StoredMoney> {
  const zone = sql`(select w.time_zone from workspace_agent_config w where w.workspace_id = ${workspace})`;
  const since = sql`(${from}::date::timestamp at time zone ${zone})`;
  const until = sql`((${to}::date + 1)::timestamp at time zone ${zone})`;
  const earlier = sql`((${from}::date - (${to}::date - ${from}::date + 1))::timestamp at time zone ${zone})`;
  const { rows } = await database.asTenant(workspace, (run) =>
    run(sql`
      with sold as materialized (
        select o.*, (o.created_at at time zone ${zone})::date as day
        from orders o
        join conversations c on c.workspace_id = o.workspace_id and c.id = o.conversation_id
        where o.workspace_id = ${workspace} and o.created_at >= ${earlier} and o.created_at < ${until}
          and o.deleted_at is null and o.status not in ('cancelled', 'returned')
          -- A sandbox is played by people of the shop.
          and c.phone_number_id not like 'sandbox:%'
      ),
      now_sold as materialized (select * from sold where created_at >= ${since}),
      recovered as (
        select s.total from now_sold s
        where s.source in ('timer_sinpack', 'timer_pendiente') or exists (
          select from timers t
          where t.workspace_id = s.workspace_id and t.conversation_id = s.conversation_id
            and t.fired_at between s.created_at - make_interval(hours => ${RECOVERED_HOURS}::int) and s.created_at)
      ),
      -- A sale whose last order fell through is none, wherever its session stands.
      fallen as materialized (
        select session_id, status from (
          select distinct on (o.session_id) o.session_id, o.status from orders o
          where o.workspace_id = ${workspace} and o.created_at >= ${since} and o.deleted_at is null and o.session_id is not null
          order by o.session_id, o.created_at desc, o.id desc) newest
        where status in ('cancelled', 'returned')
      ),
      begun as materialized (
        select case when f.status is null then a.current_mode else 'order_' || f.status end as mode, a.conversation_id, max(a.created_at) as at, count(*) as sessions
        from agent_sessions a
        join conversations c on c.workspace_id = a.workspace_id and c.id = a.conversation_id
        left join fallen f on f.session_id = a.id
        where a.workspace_id = ${workspace} and a.created_at >= ${since} and a.created_at < ${until}
          and c.phone_number_id not like 'sandbox:%'
        group by 1, 2
      )
      select jsonb_build_object(
        'total', (
          select jsonb_build_object('sales', coalesce(sum(total), 0), 'orders', count(*), 'priced', count(*) filter (where total > 0))
          from now_sold),
        'before', (select jsonb_build_object('sales', coalesce(sum(total), 0), 'orders', count(*)) from sold where created_at < ${since}),
        'pending', (select jsonb_build_object('sales', coalesce(sum(total), 0), 'orders', count(*)) from now_sold where status = 'pending'),
        'recovered', (select jsonb_build_object('sales', coalesce(sum(total), 0), 'orders', count(*)) from recovered),
        'days', (
          select jsonb_agg(jsonb_build_object('day', d::date, 'sales', coalesce(s.sales, 0), 'orders', coalesce(s.orders, 0)) order by d)
          from generate_series(${from}::date, ${to}::date, interval '1 day') d
          left join (select day, sum(total) as sales, count(*) as orders from now_sold group by day) s on s.day = d::date),
        'products', (
          select coalesce(jsonb_agg(jsonb_build_object('name', name, 'qty', qty, 'sales', sales) order by sales desc, name), '[]')
          from (
            select p ->> 'name' as name, sum((p ->> 'qty')::bigint) as qty, sum((p ->> 'qty')::bigint * (p ->> 'unitPrice')::bigint) as sales
            from now_sold s cross join lateral jsonb_array_elements(s.products) p
            group by 1 order by 3 desc, 1 limit ${LISTED}::int) each),
        'cities', (
          select coalesce(jsonb_agg(jsonb_build_object('city', city, 'sales', sales, 'orders', orders) order by sales desc, city), '[]')
          from (
            select max(named) as city, sum(total) as sales, count(*) as orders
            from (
              select total, nullif(btrim(coalesce(s.data ->> 'ciudad', s.data ->> 'cidade', s.data ->> 'city')), '') as named
              from now_sold s) each
            group by translate(lower(named), 'áéíóúüñ', 'aeiouun') order by 2 desc limit ${LISTED}::int) each),
        'funnel', (
          select coalesce(jsonb_agg(jsonb_build_object('mode', mode, 'sessions', sessions, 'conversations', conversations) order by sessions desc, mode), '[]')
          from (
            select b.mode, sum(b.sessions) as sessions, (
              select jsonb_agg(jsonb_build_object('id', n.conversation_id, 'name', ${customerName(sql`m`)}) order by n.at desc)
              from (select * from begun i where i.mode = b.mode order by i.at desc limit ${LISTED}::int) n
              join conversations c on c.workspace_id = ${workspace} and c.id = n.conversation_id
              join contacts own on own.workspace_id = c.workspace_id and own.id = c.contact_id
              join contacts m on m.workspace_id = own.workspace_id and m.id = coalesce(own.merged_into, own.id)) as conversations
            from begun b group by b.mode) each),
        'hours', (
          select coalesce(jsonb_agg(jsonb_build_object('weekday', weekday, 'hour', hour, 'messages', messages) order by weekday, hour), '[]')
          from (
            select extract(isodow from e.created_at at time zone ${zone})::int as weekday,
              extract(hour from e.created_at at time zone ${zone})::int as hour, count(*) as messages
            from agent_events e
            where e.workspace_id = ${workspace} and e.created_at >= ${since} and e.created_at < ${until}
              and e.input_type = 'message' and e.source <> 'sandbox'
            group by 1, 2) each),
        'templates', (
          select jsonb_build_object('marketing', count(*) filter (where category = 'marketing'),
            'utility', count(*) filter (where category = 'utility'),
            'authentication', count(*) filter (where category = 'authentication'))
          from (
            select o.content ->> 'category' as category from outbox_messages o
            where o.workspace_id = ${workspace} and o.created_at >= ${since} and o.created_at < ${until}
              and o.content ->> 'type' = 'template' and o.status = 'accepted') each),
        'billedReplies', (
          select count(*) from outbox_messages o
          where o.workspace_id = ${workspace} and o.created_at >= ${since} and o.created_at < ${until}
            and o.price_category = 'service' and o.price_billable),
        'modelMicroUsd', (
          select coalesce(sum(k.micro_usd), 0) from model_costs k
          where k.workspace_id = ${workspace} and k.day between ${from}::date and ${to}::date)) as money`),
  );
  return StoredMoney.parse(rows[0]?.["money"]);
}
