import { EXAMPLE_MARK } from "../core/ports/learning/examples.ts";
import { type Statement, sql } from "./sql.ts";

/**
 * What people of the shop call a customer, on every screen: the name given with an order, and before that the one of their
 * WhatsApp profile. Examples and sandboxes keep their mark, so that no person takes them for a customer.
 */
export function customerName(contact: Statement): Statement {
  return sql`
    case when ${contact}.tags @> '{sandbox}' or ${contact}.name like ${`%${EXAMPLE_MARK}`} then ${contact}.name
      else coalesce(${contact}.profile ->> 'name', ${contact}.name) end`;
}
