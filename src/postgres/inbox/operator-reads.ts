import * as z from "zod";
import { ORDER_STATUSES } from "../../core/agent/shop-words.ts";
import type { WorkspaceId } from "../../core/ids.ts";
import type {
  DeskOrder,
  DeskQuestion,
  OperatorDesk,
  ShopReport,
  Speaker,
} from "../../core/ports/desk/operator-desk.ts";
import { customerName } from "../customer-name.ts";
import type { Database } from "../database.ts";
import { andWhere, sql } from "../sql.ts";

const day = z.object({
  day: z.enum(["today", "yesterday"]),
  confirmed: z.number(),
  pending: z.number(),
  cancelled: z.number(),
  returned: z.number(),
  total: z.number(),
});
const report = z.object({
  waitForPerson: z.number(),
  withPerson: z.number(),
  openTasks: z.number(),
  questions: z.number(),
  deadLetters: z.number(),
  messagesToday: z.number(),
  days: z.array(day),
});
const order = z.object({
  number: z.string(),
  status: z.enum(ORDER_STATUSES),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  pack: z.string().nullable(),
  total: z.coerce.number(),
  hasAddress: z.boolean(),
  createdAt: z.date(),
});
const question = z.object({ id: z.string(), question: z.string(), expiresAt: z.date() });

const MOST_QUESTIONS = 10;

/** Counts how the shop stands (`OperatorDesk.report`); no number is a model's. */
export async function readShopReport(
  database: Database,
  { workspaceId }: Speaker,
  { at, timeZone }: Parameters<OperatorDesk["report"]>[1],
): Promise<ShopReport> {
  const { rows } = await database.asTenant(workspaceId as WorkspaceId, (run) =>
    run(sql`
      with days as (
        select name, (start + make_interval(days => -back)) at time zone ${timeZone} as begins,
          (start + make_interval(days => 1 - back)) at time zone ${timeZone} as ends
        from (values ('today', 0), ('yesterday', 1)) v (name, back),
          date_trunc('day', ${at}::timestamptz at time zone ${timeZone}) start
      )
      select
        (select count(*)::int from conversations c
          where c.workspace_id = ${workspaceId} and not c.bot_enabled and c.closed_at is null
            and c.last_customer_message_at > coalesce((select o.created_at from outbox_messages o
              where o.workspace_id = c.workspace_id and o.conversation_id = c.id order by o.seq desc limit 1), '-infinity'))
          as "waitForPerson",
        (select count(*)::int from conversations c
          where c.workspace_id = ${workspaceId} and not c.bot_enabled and c.closed_at is null) as "withPerson",
        (select count(*)::int from tasks t where t.workspace_id = ${workspaceId} and t.status = 'open') as "openTasks",
        (select count(*)::int from confirmations f
          where f.workspace_id = ${workspaceId} and f.status = 'pending' and f.audience = 'operator'
            and f.expires_at > ${at}) as questions,
        (select count(*)::int from agent_runs r
          where r.workspace_id = ${workspaceId} and r.status = 'dead_letter' and r.discarded_at is null) as "deadLetters",
        (select count(*)::int from agent_turns t, days d
          where t.workspace_id = ${workspaceId} and t.role = 'user' and d.name = 'today'
            and t.created_at >= d.begins and t.created_at < d.ends) as "messagesToday",
        (select jsonb_agg(jsonb_build_object('day', d.name, 'confirmed', s.confirmed, 'pending', s.pending,
            'cancelled', s.cancelled, 'returned', s.returned, 'total', s.total) order by d.begins desc)
          from days d cross join lateral (
            select count(*) filter (where o.status in ('confirmed', 'packed', 'sent', 'delivered')) as confirmed,
              count(*) filter (where o.status = 'pending') as pending,
              count(*) filter (where o.status = 'cancelled') as cancelled,
              count(*) filter (where o.status = 'returned') as returned,
              coalesce(sum(o.total) filter (where o.status not in ('cancelled', 'returned')), 0) as total
            from orders o
            where o.workspace_id = ${workspaceId} and o.deleted_at is null
              and o.created_at >= d.begins and o.created_at < d.ends) s) as days`),
  );
  return report.parse(rows[0]);
}

/** Lists orders of the whole shop (`OperatorDesk.orders`). */
export async function readDeskOrders(
  database: Database,
  { workspaceId }: Speaker,
  { status, day: of, limit, at, timeZone }: Parameters<OperatorDesk["orders"]>[1],
): Promise<{ count: number; total: number; orders: DeskOrder[] }> {
  const { rows } = await database.asTenant(workspaceId as WorkspaceId, (run) =>
    run(sql`
      with chosen as (
        select o.* from orders o
        where o.workspace_id = ${workspaceId} and o.deleted_at is null
          ${andWhere(status ?? undefined, (wanted) => sql`o.status = ${wanted}`)}
          ${andWhere(
            of ?? undefined,
            (name) => sql`(o.created_at at time zone ${timeZone})::date
              = (${at}::timestamptz at time zone ${timeZone})::date - ${name === "today" ? 0 : 1}::int`,
          )}
      )
      select (select count(*)::int from chosen) as count,
        (select coalesce(sum(total) filter (where status not in ('cancelled', 'returned')), 0)::float8 from chosen) as sum,
        n.*
      from (select 1) one left join lateral (
        select right(o.id::text, 6) as number, o.status, ${customerName(sql`k`)} as name, newest_alias(k.workspace_id, k.id, 'phone') as phone, o.pack,
          o.total, o.shipping_address <> '' as "hasAddress", o.created_at as "createdAt"
        from chosen o
        join contacts own on own.workspace_id = o.workspace_id and own.id = o.contact_id
        join contacts k on k.workspace_id = own.workspace_id and k.id = coalesce(own.merged_into, own.id)
        order by o.created_at desc, o.id desc limit ${limit}::int) n on true`),
  );
  const orders = rows.filter((row) => row["number"] !== null).map((row) => order.parse(row));
  return { count: Number(rows[0]?.["count"] ?? 0), total: Number(rows[0]?.["sum"] ?? 0), orders };
}

/** Lists what waits for a yes of the team (`OperatorDesk.questions`). */
export async function readQuestions(database: Database, { workspaceId }: Speaker): Promise<DeskQuestion[]> {
  const { rows } = await database.asTenant(workspaceId as WorkspaceId, (run) =>
    run(sql`
      select f.id, f.question, f.expires_at as "expiresAt" from confirmations f
      where f.workspace_id = ${workspaceId} and f.status = 'pending' and f.audience = 'operator'
        and f.expires_at > recado_now()
      order by f.created_at limit ${MOST_QUESTIONS}::int`),
  );
  return rows.map((row) => question.parse(row));
}
