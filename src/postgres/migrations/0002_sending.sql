-- Sending to the letter: every attempt is written down, refusals that concern more than one message close a circuit, one
-- customer is not flooded, and what a delivery report says about price and person is kept.
--
--   outbox_attempts   the journal of sending: one row an attempt, inserted with the mark that commits it in flight and
--                     completed by whatever proves its end: the answer, or a delivery report.
--   circuits          what is closed to all messages behind it: an access token (by a hash of it) or a business number;
--                     `proactive`: what nobody asked for does not leave from this number for a while.

create table outbox_attempts (
  workspace_id text not null,
  outbox_id uuid not null,
  attempt integer not null check (attempt > 0),
  started_at timestamptz not null,
  ended_at timestamptz,
  outcome text not null default 'in_flight' check (
    outcome in ('in_flight', 'accepted', 'refused', 'not_sent', 'in_doubt')),
  -- Whether a byte of the request may have left; null while nobody knows.
  request_written boolean,
  http_status integer,
  error_code integer,
  -- The kind of core/refusal.ts.
  refusal text,
  detail text,
  wamid text,
  -- A second id for the same message: the customer got it twice, and this proves it.
  duplicate_wamid text,
  primary key (workspace_id, outbox_id, attempt),
  foreign key (workspace_id, outbox_id) references outbox_messages,
  constraint attempt_that_ended_says_how check ((outcome = 'in_flight') = (ended_at is null)),
  constraint attempt_that_ended_says_whether_it_left check ((outcome = 'in_flight') = (request_written is null))
) with (fillfactor = 80);

create table circuits (
  workspace_id text not null references workspaces,
  scope text not null check (scope in ('credential', 'number', 'proactive')),
  key text not null check (length(key) between 1 and 64),
  -- The kind of core/refusal.ts.
  kind text not null,
  code integer,
  detail text,
  opened_at timestamptz not null,
  -- When the next message tries it; for `proactive` when it ends by itself.
  retry_at timestamptz not null,
  -- How long after one try the next is made, when nobody hears of the first.
  probe_every_ms integer not null,
  -- How often it was refused since it was opened.
  refusals integer not null default 1,
  primary key (workspace_id, scope, key)
);

alter table outbox_messages drop constraint outbox_messages_on_doubt_check;
alter table outbox_messages add constraint outbox_messages_on_doubt_check
  check (on_doubt in ('drop', 'resend', 'hold'));
alter table outbox_messages
  add column price_type text,
  add column price_category text,
  add column price_billable boolean;

alter table contacts
  add column unreachable_at timestamptz,
  add column marketing_stopped_at timestamptz;

-- The theoretical arrival time of core/pacing.ts for this customer on this number; null before the first message.
alter table conversations add column pair_tat timestamptz;

-- Whether webhooks have flowed since an attempt is asked for the newest events only; BRIN costs an insert next to nothing.
create index agent_events_newest on agent_events using brin (created_at) with (pages_per_range = 16);

-- PAIR_RATE of core/pacing.ts: a message every 6 s, 45 of them borrowed.
create function recado_pair_allowed_at(tat timestamptz) returns timestamptz
  language sql immutable
  as $$ select tat - interval '264 seconds' $$;

create function recado_next_pair_tat(tat timestamptz, at timestamptz) returns timestamptz
  language sql immutable
  as $$ select greatest(coalesce(tat, at), at) + interval '6 seconds' $$;

-- What else a sender must know of the head of an outbox; the rest is read_outbox_head. VOLATILE as read_turn.
create function read_send_conditions(of_workspace text, of_conversation uuid) returns jsonb
  language plpgsql volatile
  as $$
begin
  return (
    select jsonb_build_object(
      'pairAllowedAt', recado_pair_allowed_at(c.pair_tat),
      'marketingStopped', k.marketing_stopped_at is not null,
      'proactiveHeldUntil', (
        select h.retry_at from circuits h
        where h.workspace_id = c.workspace_id and h.scope = 'proactive' and h.key = c.phone_number_id
          and h.retry_at > recado_now()),
      -- How often each end came before, by kind of refusal; the journal is the memory of all senders. What closed the number
      -- counts for all who try it: they wait longer each time, whoever of them it is.
      'tries', (
        select coalesce(jsonb_object_agg(t.kind, t.n), '{}') from (
          select coalesce(a.refusal, a.outcome) as kind, count(*)::int as n from outbox_attempts a
          where a.workspace_id = o.workspace_id and a.outbox_id = o.id
          group by 1) t)
        || coalesce((
          select jsonb_build_object(h.kind, h.refusals) from circuits h
          where h.workspace_id = c.workspace_id and h.scope = 'number' and h.key = c.phone_number_id), '{}'),
      -- The first proof that webhooks of this number have reached us since the attempt.
      'flowProvenAt', case when o.status = 'in_doubt' then least(
        (select min(s.received_at) from message_statuses s
          where s.workspace_id = c.workspace_id and s.phone_number_id = c.phone_number_id
            and s.received_at > o.in_flight_at),
        (select e.created_at from agent_events e
          join conversations there on there.workspace_id = e.workspace_id and there.id = e.conversation_id
          where e.workspace_id = c.workspace_id and e.created_at > o.in_flight_at and e.source = 'whatsapp'
            and there.phone_number_id = c.phone_number_id
          limit 1)) end)
    from outbox_messages o
    join conversations c on c.workspace_id = o.workspace_id and c.id = o.conversation_id
    join contacts k on k.workspace_id = c.workspace_id and k.id = c.contact_id
    where o.workspace_id = of_workspace and o.conversation_id = of_conversation
      and o.status in ('queued', 'in_flight', 'in_doubt')
    order by o.seq limit 1);
end $$;

do $$
declare
  of_table text;
begin
  foreach of_table in array array['outbox_attempts', 'circuits']
  loop
    execute format('alter table %I enable row level security', of_table);
    execute format(
      'create policy own_workspace on %I to recado_tenant using (workspace_id = recado_workspace())
       with check (workspace_id = recado_workspace())', of_table);
    execute format('grant select on %I to recado_tenant', of_table);
  end loop;
end $$;
