import type { WorkspaceId } from "../../core/ids.ts";
import { DEFAULT_LOCALE, LOCALES } from "../../core/locale/locale.ts";
import { readTypedAmount } from "../../core/locale/money.ts";
import type { OrderFilter } from "../../core/ports/orders.ts";
import { readCursor } from "../cursor.ts";
import type { Database } from "../database.ts";
import { andWhere, type Statement, sql } from "../sql.ts";
import { DIGIT_PARTS, holdsAll, NAME_PARTS, ORDER_PARTS, partsQuery, typedWords } from "./word-parts.ts";

/** So many of the newest orders are read first: a first name or a large city fills a page with them. */
const NEWEST = 300;

/** What is searched of an order `o` with its customer `k`. */
const OWN_WORDS = sql`k.name, k.profile ->> 'name', o.shipping_address, o.stage, o.pack, o.note, o.carrier, o.guide,
  jsonb_path_query_array(o.products, '$[*].name')::text`;
const PHONES = sql`(
  select string_agg(p.value, ' ') from contact_aliases p
  where p.workspace_id = k.workspace_id and p.contact_id = k.id and p.kind = 'phone')`;
const WORDS_AND_PHONES = sql`folded(concat_ws(' ', ${OWN_WORDS}, ${PHONES}))`;

/**
 * The newest orders that hold all words of `q` together with their customer, and those of `city` in their address. As with
 * customers (find-contacts.ts), the workspace stands in the statement and only ids leave it. An order follows its customer
 * when two become one, so its customer is never a former one.
 */
export async function findOrders(database: Database, workspace: WorkspaceId, filter: OrderFilter): Promise<string[]> {
  const { q, city, limit } = filter;
  const words = typedWords(q ?? city ?? "");
  if (words.length === 0) return [];
  const newest = sql`order by o.id desc limit ${limit}::int`;
  const amount = await amountIn(database, workspace, q ?? "");
  const isOne = sql`o.workspace_id = ${workspace} and o.deleted_at is null ${narrowed(workspace, filter)}`;
  const isThere = andWhere(
    city,
    (name) => sql`position(${wholeWords(sql`${name}::text`)} in ${wholeWords(sql`o.shipping_address`)}) > 0`,
  );
  const first = await read(sql`
    select o.id from (select * from orders o where ${isOne} order by o.id desc limit ${NEWEST}::int) o
    join contacts k on k.workspace_id = o.workspace_id and k.id = o.contact_id
    where ${q === undefined ? sql`true` : holdsAll(WORDS_AND_PHONES, words)} ${isThere} ${newest}`);
  const sums =
    amount === null
      ? []
      : await read(sql`select o.id from orders o where ${isOne} and o.total = ${amount}::bigint ${isThere} ${newest}`);
  if (first.length === limit) return newestOf(first, sums);
  const own = sql`
    select o.id from orders o where ${isOne} and ${ORDER_PARTS} @@ ${partsQuery(workspace, words, "&")} ${isThere} ${newest}`;
  const found = await read(q === undefined ? own : withCustomers(own));
  return newestOf(found, sums);

  /** Ids begin with the time at which they were made. */
  function newestOf(some: readonly string[], more: readonly string[]): string[] {
    return [...new Set([...some, ...more])].sort().reverse().slice(0, limit);
  }

  /**
   * Words may stand in an order, with its customer, or some here and some there. An order of the third kind has a word of its own
   * and a customer who bears one: both are found by their indexes, so that no order is read only because of its customer's first name.
   */
  function withCustomers(alone: Statement): Statement {
    const some = partsQuery(workspace, words, "|");
    const theirWords = sql`folded(concat_ws(' ', k.name, k.profile ->> 'name', ${PHONES}))`;
    // In a young shop the planner would read all orders for the few customers that it expects.
    const ordersOfEach = sql`
      cross join lateral (select * from orders t where t.workspace_id = ${workspace} and t.contact_id = b.id offset 0) o`;
    return sql`
      with bearer as materialized (
        select k.id, ${words.length === 1}::boolean or ${holdsAll(theirWords, words)} as bears_all
        from contacts k
        where k.workspace_id = ${workspace} and k.id in (
          select k.id from contacts k where k.workspace_id = ${workspace} and ${NAME_PARTS} @@ ${some}
          union
          select a.contact_id from contact_aliases a
          where a.workspace_id = ${workspace} and a.kind = 'phone' and ${DIGIT_PARTS} @@ ${some})
      ),
      told as materialized (
        select o.* from orders o where ${isOne} and ${ORDER_PARTS} @@ ${some} ${isThere}
      )
      select id from (
        (${alone})
        union
        (select o.id from bearer b ${ordersOfEach}
          where b.bears_all and ${isOne} ${isThere} ${newest})
        union
        (select o.id from told o
          join bearer b on b.id = o.contact_id and not b.bears_all
          join contacts k on k.workspace_id = o.workspace_id and k.id = o.contact_id
          where ${holdsAll(WORDS_AND_PHONES, words)} ${newest})
      ) found order by id desc limit ${limit}::int`;
  }

  async function read(statement: Statement): Promise<string[]> {
    const { rows } = await database.run(statement);
    return rows.map(({ id }) => String(id));
  }
}

/** The amount that was typed, in the smallest unit of the shop's currency. Most words are none, and ask the database nothing. */
async function amountIn(database: Database, workspace: WorkspaceId, typed: string): Promise<number | null> {
  if (!LOCALES.some((locale) => readTypedAmount(typed, locale) !== null)) return null;
  const { rows } = await database.asTenant(workspace, (run) =>
    run(sql`select w.locale from workspace_agent_config w where w.workspace_id = ${workspace}`),
  );
  const known = LOCALES.find((locale) => locale === rows[0]?.["locale"]) ?? DEFAULT_LOCALE;
  return readTypedAmount(typed, known);
}

/** What narrows a list of orders `o` beside its words. */
export function narrowed(workspace: WorkspaceId, { status, contactId, from, to, cursor }: OrderFilter): Statement {
  return sql`
    ${andWhere(status, (given) => sql`o.status = ${given}`)}
    ${andWhere(
      contactId,
      (person) => sql`o.contact_id = (
      select case when k.merged_into is null then k.id else k.merged_into end from contacts k
      where k.workspace_id = ${workspace} and k.id = ${person}::uuid)`,
    )}
    ${andWhere(from, madeSince)}
    ${andWhere(to, (end) => sql`o.created_at < ${end}::timestamptz`)}
    ${andWhere(readCursor(cursor), (last) => sql`o.id < ${last}::uuid`)}`;
}

/** With two ends PostgreSQL, which does not know the first, expects few orders and takes them by their time. */
export function madeSince(first: Date): Statement {
  return sql`o.created_at >= ${first}::timestamptz and o.created_at < 'infinity'`;
}

/** The words of a text between single spaces, so that a word is found as a whole. */
function wholeWords(text: Statement): Statement {
  return sql`' ' || btrim(regexp_replace(folded(${text}), '[^[:alnum:]]+', ' ', 'g')) || ' '`;
}
