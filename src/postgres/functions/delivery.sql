-- How far a message has come, and what follows from it.

-- A report's rank; it never goes back. The order of core/outbound/outbox.ts.
create or replace function delivery_rank(delivery text) returns int
  language sql immutable
  as $$ select coalesce(array_position(array['sent', 'failed', 'delivered', 'read', 'played'], delivery), 0) $$;

-- The end of the 72 hours that follow an advertisement. They begin with our first reply within a day.
create or replace function free_entry_until(
  of_workspace text, of_conversation uuid, asked_at timestamptz) returns timestamptz
  language sql stable
  as $$
    select min(o.settled_at) + interval '72 hours' from outbox_messages o
    where o.workspace_id = of_workspace and o.conversation_id = of_conversation and o.status = 'accepted'
      and o.settled_at >= asked_at and o.settled_at <= asked_at + interval '24 hours'
$$;
