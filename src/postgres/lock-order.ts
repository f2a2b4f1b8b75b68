import { sql } from "./sql.ts";

/**
 * How a statement that changes several `conversations c` locks them first: in the order in which the door does, so that two
 * such statements never wait for each other. (`enqueue.ts` inserts in this order; what skips locked rows may take any.)
 */
export const lockedInOrder = sql`
      order by c.workspace_id, c.phone_number_id, c.contact_id
      for no key update of c`;

/**
 * When to look again after `skip locked` has passed over something due. Another statement had its
 * row, such as the record of a send: that is over at once, and the next poll is far away.
 */
export const LOCKED_MS = 50;
