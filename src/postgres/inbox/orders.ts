import { nextStatuses } from "../../core/agent/order-steps.ts";
import { ORDER_STATUSES, type OrderStatus } from "../../core/agent/shop-words.ts";
import { OrderChange, ShopOrder } from "../../core/answers/order.ts";
import type { Orders } from "../../core/ports/orders.ts";
import { pageOf } from "../cursor.ts";
import { customerName } from "../customer-name.ts";
import type { Database } from "../database.ts";
import { andWhere, type Statement, sql } from "../sql.ts";
import { changeOrder, currencyCodeOf } from "./change-order.ts";
import { findOrders, madeSince, narrowed } from "./find-orders.ts";

/**
 * The given orders with their customer, who is the contact that theirs was merged into. Each contact is
 * fetched by its key: the limit keeps a young table's planner from reading all contacts for a page.
 */
function withCustomer(orders: Statement): Statement {
  return sql`
    select o.id, o.conversation_id as "conversationId", m.id as "contactId", ${customerName(sql`m`)} as "contactName",
      newest_alias(m.workspace_id, m.id, 'phone') as phone, o.status, o.stage, o.source, o.pack, o.products, o.total,
      o.shipping_address as "shippingAddress", o.note, o.carrier, o.guide, o.sent_at as "sentAt", o.created_at as "createdAt",
      o.updated_at as "updatedAt", w.locale,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', f.id, 'kind', f.kind, 'mediaType', f.detected_type, 'createdAt', f.created_at)
          order by f.id)
        from (
          select * from media_items i
          where i.workspace_id = o.workspace_id and i.conversation_id = o.conversation_id and i.status = 'stored'
            and i.kind in ('image', 'document')
            and i.created_at between o.created_at - interval '1 day' and o.created_at + interval '7 days'
          order by i.id desc limit 6) f), '[]') as files
    from (${orders}) o
    join workspace_agent_config w on w.workspace_id = o.workspace_id
    cross join lateral (
      select coalesce(k.merged_into, k.id) as id from contacts k
      where k.workspace_id = o.workspace_id and k.id = o.contact_id limit 1) person
    cross join lateral (
      select c.* from contacts c where c.workspace_id = o.workspace_id and c.id = person.id limit 1) m
    order by o.id desc`;
}

export function createOrders(database: Database): Orders {
  const findAll: Orders["findAll"] = async (workspace, ids) => {
    const { rows } = await database.asTenant(workspace, (run) =>
      run(
        withCustomer(sql`
            select * from orders o
            where o.workspace_id = ${workspace} and o.id = any (${ids}::uuid[]) and o.deleted_at is null`),
      ),
    );
    return rows.map(readOrder);
  };
  const find: Orders["find"] = async (workspace, id) => (await findAll(workspace, [id]))[0] ?? null;
  return {
    find,
    findAll,
    async list(workspace, filter) {
      const more = { ...filter, limit: filter.limit + 1 };
      const isFound = (filter.q ?? filter.city) !== undefined;
      const found = isFound ? await findOrders(database, workspace, more) : undefined;
      const { rows } = await database.asTenant(workspace, (run) =>
        run(
          withCustomer(sql`
            select * from orders o
            where o.workspace_id = ${workspace} and o.deleted_at is null
              ${found === undefined ? narrowed(workspace, filter) : sql`and o.id = any (${found}::uuid[])`}
            order by o.id desc limit ${more.limit}::int`),
        ),
      );
      return pageOf(rows.map(readOrder), filter.limit);
    },
    async count(workspace, { from, most }) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select s.status, (
            select count(*)::int from (
              select from orders o
              where o.workspace_id = ${workspace} and o.deleted_at is null and o.status = s.status
                ${andWhere(from, madeSince)}
              limit ${most}::int) o) as orders
          from unnest(${[...ORDER_STATUSES]}::text[]) as s (status)`),
      );
      const counted = new Map(rows.map((row) => [row["status"], Number(row["orders"])]));
      return Object.fromEntries(ORDER_STATUSES.map((status) => [status, counted.get(status) ?? 0])) as Record<
        OrderStatus,
        number
      >;
    },
    async history(workspace, id) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select o.id is not null as is_there, h.seq, h.changed_by as "changedBy", h.fields, h.was, h.becomes,
            h.changed_at as "changedAt"
          from orders o left join order_changes h on h.workspace_id = o.workspace_id and h.order_id = o.id
          where o.workspace_id = ${workspace} and o.id = ${id}::uuid
          order by h.seq desc limit 200`),
      );
      if (rows.length === 0) return null;
      return rows.filter((row) => row["seq"] !== null).map((row) => OrderChange.parse(row));
    },
    async change(workspace, id, request, newId) {
      const placed = await changeOrder(database, workspace, id, request, newId);
      if (placed.kind !== "changed") return placed;
      const order = await find(workspace, id);
      return order === null ? { kind: "not_found" } : { kind: "changed", order: { ...order, notice: placed.notice } };
    },
  };
}

function readOrder(row: Record<string, unknown>): ShopOrder {
  const { contactId, contactName, phone, products, shippingAddress, locale, status } = row;
  return ShopOrder.parse({
    ...row,
    contact: { id: contactId, name: contactName, phone },
    lines: products,
    address: shippingAddress,
    currency: currencyCodeOf(String(locale)),
    next: nextStatuses(status as OrderStatus, "operator"),
  });
}
