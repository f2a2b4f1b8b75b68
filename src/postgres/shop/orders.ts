import { ShopOrder } from "../../core/answers/order.ts";
import type { OrderFilter, Orders } from "../../core/ports/orders.ts";
import { pageOf, readCursor } from "../cursor.ts";
import type { Database } from "../database.ts";
import { andWhere, type Statement, sql } from "../sql.ts";

/**
 * The given orders with their customer, who is the contact that theirs was merged into. Each contact is
 * fetched by its key: the limit keeps a young table's planner from reading all contacts for a page.
 */
function withCustomer(orders: Statement): Statement {
  return sql`
    select o.id, o.conversation_id as "conversationId", m.id as "contactId", coalesce(m.profile ->> 'name', m.name) as "contactName",
      newest_alias(m.workspace_id, m.id, 'phone') as phone, o.status, o.stage, o.source, o.pack, o.products, o.total,
      o.shipping_address as "shippingAddress", o.note, o.created_at as "createdAt", o.updated_at as "updatedAt"
    from (${orders}) o
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
  return {
    async list(workspace, filter) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(
          withCustomer(sql`
            select * from orders o where o.workspace_id = ${workspace} and o.deleted_at is null ${narrowed(filter)}
            order by o.id desc limit ${filter.limit + 1}::int`),
        ),
      );
      return pageOf(
        rows.map((row) => ShopOrder.parse(row)),
        filter.limit,
      );
    },
    async find(workspace, id) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(
          withCustomer(sql`
            select * from orders o where o.workspace_id = ${workspace} and o.id = ${id}::uuid and o.deleted_at is null`),
        ),
      );
      return rows[0] === undefined ? null : ShopOrder.parse(rows[0]);
    },
  };
}

function narrowed({ status, q, city, from, to, cursor }: OrderFilter): Statement {
  return sql`
    ${andWhere(status, (given) => sql`o.status = ${given}`)}
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
