import { nextStatuses } from "../../core/agent/order-steps.ts";
import { ORDER_STATUSES, type OrderStatus } from "../../core/agent/shop-words.ts";
import { OrderChange, ShopOrder } from "../../core/answers/order.ts";
import type { OrderFilter, Orders } from "../../core/ports/orders.ts";
import { pageOf, readCursor } from "../cursor.ts";
import type { Database } from "../database.ts";
import { andWhere, type Statement, sql } from "../sql.ts";
import { changeOrder, currencyCodeOf } from "./change-order.ts";

/**
 * The given orders with their customer, who is the contact that theirs was merged into. Each contact is
 * fetched by its key: the limit keeps a young table's planner from reading all contacts for a page.
 */
function withCustomer(orders: Statement): Statement {
  return sql`
    select o.id, o.conversation_id as "conversationId", m.id as "contactId", coalesce(m.profile ->> 'name', m.name) as "contactName",
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

/** People search without accents; a composed and a decomposed letter are one. */
function folded(text: Statement): Statement {
  return sql`translate(lower(normalize(${text}, NFC)), 'áéíóúàèìòùâêîôûäëïöüãõñç', 'aeiouaeiouaeiouaeiouaonc')`;
}

/** The words of a text between single spaces, so that a word is found as a whole. */
function words(text: Statement): Statement {
  return sql`' ' || btrim(regexp_replace(${folded(text)}, '[^[:alnum:]]+', ' ', 'g')) || ' '`;
}

/** All that is searched of one order, in one text. */
const SEARCHED = sql`(
  select ${folded(sql`concat_ws(' ', m.profile ->> 'name', m.name, o.shipping_address, o.pack, o.note, o.stage,
    (select string_agg(p ->> 'name', ' ') from jsonb_array_elements(o.products) p),
    (select string_agg(a.value, ' ') from contact_aliases a
      where a.workspace_id = m.workspace_id and a.contact_id = m.id and a.kind = 'phone'))`)}
  from (
    select coalesce(k.merged_into, k.id) as id from contacts k
    where k.workspace_id = o.workspace_id and k.id = o.contact_id limit 1) person
  cross join lateral (
    select c.* from contacts c where c.workspace_id = o.workspace_id and c.id = person.id limit 1) m)`;

export function createOrders(database: Database): Orders {
  const find: Orders["find"] = async (workspace, id) => {
    const { rows } = await database.asTenant(workspace, (run) =>
      run(
        withCustomer(sql`
            select * from orders o where o.workspace_id = ${workspace} and o.id = ${id}::uuid and o.deleted_at is null`),
      ),
    );
    return rows[0] === undefined ? null : readOrder(rows[0]);
  };
  return {
    find,
    async list(workspace, filter) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(
          withCustomer(sql`
            select * from orders o where o.workspace_id = ${workspace} and o.deleted_at is null ${narrowed(filter)}
            order by o.id desc limit ${filter.limit + 1}::int`),
        ),
      );
      return pageOf(rows.map(readOrder), filter.limit);
    },
    async count(workspace, from) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select o.status, count(*)::int as orders from orders o
          where o.workspace_id = ${workspace} and o.deleted_at is null
            ${andWhere(from, (first) => sql`o.created_at >= ${first}::timestamptz`)}
          group by o.status`),
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

function narrowed({ status, q, city, contactId, from, to, cursor }: OrderFilter): Statement {
  return sql`
    ${andWhere(status, (given) => sql`o.status = ${given}`)}
    ${andWhere(
      contactId,
      (person) => sql`o.contact_id in (
      select k.id from contacts k where k.workspace_id = o.workspace_id and ${person}::uuid in (k.id, k.merged_into))`,
    )}
    ${andWhere(from, (first) => sql`o.created_at >= ${first}::timestamptz`)}
    ${andWhere(to, (end) => sql`o.created_at < ${end}::timestamptz`)}
    ${andWhere(city, (name) => sql`position(${words(sql`${name}::text`)} in ${words(sql`o.shipping_address`)}) > 0`)}
    ${andWhere(
      q,
      (text) => sql`not exists (
      select from regexp_split_to_table(btrim(${folded(sql`${text}::text`)}), '\\s+') as wanted
      where position(wanted in ${SEARCHED}) = 0)`,
    )}
    ${andWhere(readCursor(cursor), (last) => sql`o.id < ${last}::uuid`)}`;
}
