import { type Statement, sql } from "./sql.ts";

/** What people of the shop call a customer, on every screen: the name given with an order, and before that the one of their WhatsApp profile. */
export function customerName(contact: Statement): Statement {
  return sql`coalesce(${contact}.profile ->> 'name', ${contact}.name)`;
}
