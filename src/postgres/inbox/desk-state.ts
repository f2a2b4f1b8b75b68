import { sql } from "../sql.ts";

/** How long a person counts as writing after the last word of it. */
export const WRITING_MS = 10_000;

/** A conversation `c` with its desk `d` rests until a time, or until the customer writes. */
export const IS_ASLEEP = sql`(d.snoozed_until is not null and d.snoozed_until > recado_now()
  and c.own_speech_seq <= d.snoozed_seq)`;

/** A person has closed it, and the customer has written nothing since. */
export const IS_RESOLVED = sql`(c.closed_at is not null
  and (c.last_customer_message_at is null or (d.resolved_seq is not null and c.own_speech_seq <= d.resolved_seq)
    -- A tool closed it. WhatsApp's times are whole seconds.
    or c.closed_at >= c.last_customer_message_at + interval '1 second'))`;

export const IS_UNREAD = sql`(c.own_speech_seq > case when d.seen_seq is null then 0 else d.seen_seq end)`;
